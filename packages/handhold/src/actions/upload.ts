import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '../acting/stage.js';
import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import type { FileRoots } from '../gate/files.js';
import type { LiveFrame } from '../page/frames/frames.js';
import { describe } from '../page/refs/book.js';
import type { Found, Target } from '../page/targeting/find-target.js';
import type { UploadAction } from './action.js';
import { act, type Doing, type Outcome } from './outcome.js';
import { clickOn } from './pointing.js';
import { framesFrom } from './type.js';

export interface Uploaded {
  element: string;
  /** Names of the files that were given to the page. */
  files: string[];
}

/** More than this is not copied around for an agent. */
const maxBytes = 512 * 1024 * 1024;
/** How long a click may take to ask for files. */
const chooserTime = 700;

export function upload(
  action: UploadAction,
  session: Session,
  deadline: Deadline,
  { files }: Stage,
): Promise<Uploaded & Outcome> {
  return act<Uploaded>(session, deadline, (tab, doing, line) =>
    attach(action.target, action.paths, { tab, session, files, doing, line }),
  );
}

export interface Attaching {
  tab: Tab;
  session: Session;
  files: FileRoots;
  doing: Doing<Uploaded>;
  line: Deadline;
}

/** Gives files to a field, or to what a click or a drop leads to. */
export async function attach(
  target: Target | undefined,
  paths: string[],
  { tab, session, files, doing, line }: Attaching,
): Promise<void> {
  refuseTooMuch(paths, files);
  const { found, field } = target
    ? await fieldAt(target, tab, line)
    : { found: await onlyField(tab, line), field: undefined };
  const { entry } = found;
  const { world } = entry.frame;
  const into =
    field ?? (await tab.live.ask(found, line, () => world.call(line, 'fileField', entry.id, null)));
  if (into.state !== 'file' && into.state !== 'other') throw tab.live.obstacle(into, entry, line);
  if (into.state === 'file' && paths.length > 1 && !into.multiple) throw takesOne(found);
  const element = describe(entry);
  if (found.healed) doing.healed = element;
  doing.touched = framesFrom(entry.frame);
  const copies = await copied(paths, session, files, line);
  doing.data = { element, files: copies.map((copy) => copy.name) };
  const places = copies.map((copy) => copy.path);
  if (into.state === 'file') {
    doing.sent = true;
    const objectId = await line.race(world.elementObject(into.id));
    const set = world.cdp.send('DOM.setFileInputFiles', { files: places, objectId });
    await tab.live.handled(set, line, 'unknown');
  } else await byChooserOrDrop(found, places, tab, doing, line);
}

/** Browsers read a file when they come to it, so what they are given is a copy that nobody else can change. */
async function copied(
  paths: string[],
  session: Session,
  files: FileRoots,
  line: Deadline,
): Promise<{ path: string; name: string }[]> {
  const own = await line.race(session.folder());
  const batch = join(own, `upload-${process.hrtime.bigint()}`);
  const copies: { path: string; name: string }[] = [];
  for (const [i, path] of paths.entries()) {
    // Each in a folder of its own: two files may have the same name.
    const folder = join(batch, String(i));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const copy = await line.race(files.copyInto(path, folder));
    copies.push({ path: copy.path, name: files.readable(path).name });
  }
  return copies;
}

function refuseTooMuch(paths: string[], files: FileRoots): void {
  const total = paths.reduce((sum, path) => sum + files.readable(path).size, 0);
  if (total > maxBytes)
    throw new Failure(
      'action_validation_error',
      `The files have ${Math.round(total / 1e6)} MB together; at most ${Math.round(maxBytes / 1e6)} MB can be uploaded.`,
      { hint: 'Choose smaller files.' },
    );
}

async function fieldAt(target: Target, tab: Tab, line: Deadline) {
  const found = await tab.live.find(target, line);
  const { entry } = found;
  const field = await tab.live.ask(found, line, () =>
    entry.frame.world.call(line, 'fileField', entry.id, entry.shown ?? null),
  );
  return { found, field };
}

/** The one file field of the page, seen or not. */
async function onlyField(tab: Tab, line: Deadline): Promise<Found> {
  const main = await tab.live.frames.main(line);
  const places: { frame: LiveFrame; id: number }[] = [];
  for (const frame of [main, ...(await tab.live.frames.children(main, line))]) {
    const ids = await frame.world.call(line, 'fileFields').catch(() => []);
    for (const id of ids) places.push({ frame, id });
  }
  const [only] = places;
  if (!only)
    throw new Failure('element_not_found', 'There is no file field on the page.', {
      hint: 'Give the ref of the button or drop zone that takes files.',
    });
  if (places.length > 1)
    throw new Failure('action_validation_error', `There are ${places.length} file fields on the page.`, {
      hint: 'Give the ref of the one that is meant, or of its label or button.',
    });
  return tab.live.meet(only.frame, only.id, { role: 'file', name: '' }, line);
}

/** A click may bring up the browser's own chooser, which is answered; a place that has none may take a drop. */
async function byChooserOrDrop(
  found: Found,
  places: string[],
  tab: Tab,
  doing: Doing<Uploaded>,
  line: Deadline,
): Promise<void> {
  const { cdp } = found.entry.frame.world;
  let chooser: { mode: string; backendNodeId?: number | undefined } | undefined;
  let arrived: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const listen = (event: { mode: string; backendNodeId?: number | undefined }) => {
    chooser = event;
    arrived();
  };
  cdp.events.on('Page.fileChooserOpened', listen);
  // What it asked for before waits for nothing any more.
  tab.fileAsks.answered = tab.fileAsks.asked;
  try {
    await line.race(cdp.send('Page.setInterceptFileChooserDialog', { enabled: true }));
    await clickOn(tab, found, doing, line);
    await line.patience(asked, chooserTime);
    if (!chooser) return await drop(found, places, tab, line);
    if (places.length > 1 && chooser.mode === 'selectSingle') throw takesOne(found);
    const { backendNodeId } = chooser;
    if (backendNodeId === undefined)
      throw new Failure(
        'execution_error',
        `${describe(found.entry)} asks for files in a way that can not be answered.`,
      );
    const set = cdp.send('DOM.setFileInputFiles', { files: places, backendNodeId });
    await tab.live.handled(set, line, 'unknown');
    tab.fileAsks.answered += 1;
  } finally {
    cdp.events.off('Page.fileChooserOpened', listen);
    cdp.send('Page.setInterceptFileChooserDialog', { enabled: false }).catch(() => undefined);
  }
}

async function drop(found: Found, places: string[], tab: Tab, line: Deadline): Promise<void> {
  const { point } = await tab.live.aimAt(found, 'hover', line);
  const { world } = found.entry.frame;
  const data = { items: [], files: places, dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel') =>
    tab.live.handled(tab.live.cdp.send('Input.dispatchDragEvent', { type, ...point, data }), line, 'unknown');
  await world.call(line, 'watchDrop');
  await send('dragEnter');
  await send('dragOver');
  if (await world.call(line, 'dropTaken')) {
    await send('drop');
    return;
  }
  await send('dragCancel');
  throw new Failure('not_editable', `${describe(found.entry)} takes no files.`, {
    hint: 'Choose a file field, its label or button, or a drop zone.',
  });
}

function takesOne(found: Found): Failure {
  return new Failure('action_validation_error', `${describe(found.entry)} takes one file only.`, {
    hint: 'Give a single path.',
    sideEffect: 'none',
  });
}
