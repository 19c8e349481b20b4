import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import type { LiveFrame } from '../page/frames/frames.js';
import { WorldGone } from '../page/frames/world.js';
import type { WaitCondition } from '../page/injected/protocol.js';
import { openClosedRoots } from '../page/looking/perceive.js';
import { reached } from '../page/settling/settle.js';
import type { UnshownElement } from '../page/shown-page.js';
import { testsSecret } from '../page/targeting/find-target.js';

/** True once the condition holds, or the element that makes it hold. */
type Met = boolean | UnshownElement;

/** True if a selector finds something in any document within a time. */
export async function waitForSelector(
  tab: Tab,
  selector: string,
  state: 'attached' | 'visible',
  deadline: Deadline,
  time: number,
): Promise<boolean> {
  return (await waitForCondition(tab, { selector, state }, deadline, time)) !== false;
}

/** Asks every document; a document that comes or goes while waiting only means asking those that are there then. */
export async function waitForCondition(
  tab: Tab,
  awaited: Omit<WaitCondition, 'hidden'>,
  deadline: Deadline,
  time: number,
): Promise<Met> {
  const condition = { ...awaited, hidden: [...tab.live.hidden] };
  const end = performance.now() + time;
  const goneEverywhere =
    condition.textGone !== undefined || condition.state === 'hidden' || condition.state === 'detached';
  for (;;) {
    const left = end - performance.now();
    if (left <= 0) return false;
    const other = otherDocument(tab);
    try {
      const main = await tab.live.frames.main(deadline);
      const frames = [main, ...(await tab.live.frames.children(main, deadline))];
      const asks = frames.map((frame) =>
        askFrame(frame, condition, deadline, left, frame === main ? undefined : other.now),
      );
      const answer = goneEverywhere
        ? Promise.all(asks).then((answers) => answers.every(Boolean))
        : firstTrue(asks);
      const met = await Promise.race([answer, other.come]);
      if (met !== undefined) return met;
      answer.catch(() => undefined);
    } catch (thrown) {
      if (!(thrown instanceof WorldGone)) throw thrown;
      await reached(tab.page, 'domcontentloaded', deadline, Math.max(1, end - performance.now()));
    } finally {
      other.ignore();
    }
  }
}

/** Resolves when a frame of the page comes, goes or gets another document, or when one is found to have done so. */
function otherDocument(tab: Tab): { come: Promise<undefined>; now: () => void; ignore: () => void } {
  let now: () => void = () => undefined;
  const come = new Promise<undefined>((resolve) => (now = () => resolve(undefined)));
  // The page's own document is heard of by its world going.
  const ignore = tab.live.frames.watch(() => {
    if (tab.page.frames().length > 1) now();
  });
  return { come, now, ignore };
}

/** A child document that goes away has nothing to say, and is asked for again; the page's own ends the round. */
async function askFrame(
  frame: LiveFrame,
  condition: WaitCondition,
  deadline: Deadline,
  time: number,
  onGone: (() => void) | undefined,
): Promise<Met> {
  const end = performance.now() + time;
  const ask = () => frame.world.call(deadline, 'waitFor', condition, Math.max(0, end - performance.now()));
  try {
    let met = await ask();
    while (met === 'closed') {
      await openClosedRoots(frame.world, deadline);
      met = await ask();
    }
    if (met === 'secret') throw testsSecret(condition.selector ?? '');
    if (typeof met === 'object') return { ...met, frame };
    if (met !== 'invalid') return met;
    throw new Failure(
      'invalid_selector',
      `${quote(condition.selector ?? '', 200)} is not a selector the browser understands.`,
    );
  } catch (thrown) {
    if (!(thrown instanceof WorldGone) || !onGone) throw thrown;
    onGone();
    return condition.textGone !== undefined;
  }
}

/** The first answer that is true; false once all are in and none is. */
function firstTrue(asks: Promise<Met>[]): Promise<Met> {
  return new Promise((resolve, reject) => {
    let open = asks.length;
    for (const ask of asks) {
      ask.then((met) => {
        open -= 1;
        if (met) resolve(met);
        else if (open === 0) resolve(false);
      }, reject);
    }
  });
}
