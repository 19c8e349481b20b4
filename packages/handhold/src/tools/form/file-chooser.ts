import type { Effects } from '../../acting/attempt.js';
import { type AimedClick, aimClick } from '../../acting/pointing.js';
import type { Turn } from '../../acting/turn.js';
import { Failure } from '../../errors.js';
import { describe } from '../../page/refs/book.js';
import type { Found } from '../../page/targeting/find-target.js';

/** How long a click may take to ask for files, in ms. */
const chooserTime = 700;

/** The browser's question for files. */
interface Chooser {
  mode: string;
  backendNodeId?: number | undefined;
}

/**
 * Clicks on a place that takes files, which may bring up the browser's own chooser: that is answered. A place that has
 * none may take a drop.
 */
export async function chooseOrDrop(
  turn: Turn,
  found: Found,
  files: readonly string[],
  sending: (click: AimedClick) => void,
): Promise<Effects> {
  const { tab, deadline } = turn;
  const { cdp } = found.entry.frame.world;
  let chooser: Chooser | undefined;
  let arrived: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const listen = (event: Chooser) => {
    chooser = event;
    arrived();
  };
  cdp.events.on('Page.fileChooserOpened', listen);
  // What it asked for before waits for nothing any more.
  tab.fileAsks.answered = tab.fileAsks.asked;
  try {
    await deadline.race(cdp.send('Page.setInterceptFileChooserDialog', { enabled: true }));
    const click = await aimClick(turn, found);
    sending(click);
    const effects = await click.send();
    await deadline.patience(asked, chooserTime);
    if (chooser) await answer(turn, found, chooser, files);
    else await drop(turn, found, files);
    return effects;
  } finally {
    cdp.events.off('Page.fileChooserOpened', listen);
    cdp.send('Page.setInterceptFileChooserDialog', { enabled: false }).catch(() => undefined);
  }
}

async function answer(
  { tab, live, deadline }: Turn,
  found: Found,
  { mode, backendNodeId }: Chooser,
  files: readonly string[],
): Promise<void> {
  if (files.length > 1 && mode === 'selectSingle') throw takesOne(found);
  if (backendNodeId === undefined)
    throw new Failure(
      'execution_error',
      `${describe(found.entry)} asks for files in a way that can not be answered.`,
    );
  const { cdp } = found.entry.frame.world;
  const set = cdp.send('DOM.setFileInputFiles', { files: [...files], backendNodeId });
  await live.handled(set, deadline, 'unknown');
  tab.fileAsks.answered += 1;
}

async function drop(turn: Turn, found: Found, files: readonly string[]): Promise<void> {
  const { live, deadline } = turn;
  const { point } = await live.aimAt(found, 'hover', turn);
  const { world } = found.entry.frame;
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel') =>
    live.handled(live.cdp.send('Input.dispatchDragEvent', { type, ...point, data }), deadline, 'unknown');
  await world.call(deadline, 'watchDrop');
  await send('dragEnter');
  await send('dragOver');
  if (await world.call(deadline, 'dropTaken')) {
    await send('drop');
    return;
  }
  await send('dragCancel');
  throw new Failure('not_editable', `${describe(found.entry)} takes no files.`, {
    hint: 'Choose a file field, its label or button, or a drop zone.',
  });
}

/** The refusal of several files by a place that takes one. */
export function takesOne(found: Found): Failure {
  return new Failure('action_validation_error', `${describe(found.entry)} takes one file only.`, {
    hint: 'Give a single path.',
    sideEffect: 'none',
  });
}
