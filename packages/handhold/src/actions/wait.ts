import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import type { LiveFrame } from '../page/frames/frames.js';
import { WorldGone } from '../page/frames/world.js';
import type { WaitCondition } from '../page/injected/protocol.js';
import { openClosedRoots } from '../page/looking/perceive.js';
import { reached } from '../page/settling/settle.js';
import type { Introduced } from '../page/shown-page.js';
import { testsSecret } from '../page/targeting/find-target.js';
import type { WaitAction, WaitFor } from './action.js';
import { type Outcome, observe, refuseIfBlocked } from './outcome.js';

export interface Waited {
  met: boolean;
  /** Milliseconds. */
  waited: number;
  /** What was waited for, where that is something that is there now. */
  element?: string;
}

/** Whether the condition holds, or what makes it true. */
type Met = boolean | Introduced;

/** Waits for the condition. Not met is an answer, not an error. */
export async function wait(
  action: WaitAction,
  session: Session,
  deadline: Deadline,
): Promise<Waited & Outcome> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const mark = tab.live.traffic.mark();
  const started = performance.now();
  const met = await holds(tab, action.until, line, action.timeout);
  const waited = Math.round(performance.now() - started);
  const outcome = await observe(session, tab, mark, line);
  const element = typeof met === 'object' ? await introduced(tab, met, line) : undefined;
  return { met: met !== false, waited, ...(element === undefined ? {} : { element }), ...outcome };
}

/** What came, by its ref; nothing where it has gone again with its document. */
async function introduced(tab: Tab, came: Introduced, deadline: Deadline): Promise<string | undefined> {
  if (came.frame.world.gone) return undefined;
  const [ref] = await tab.live.introduceAll([came], deadline);
  return `${ref} ${came.role}${came.name ? ` ${quote(came.name, 100)}` : ''}`;
}

function holds(tab: Tab, until: WaitFor, deadline: Deadline, time: number): Promise<Met> {
  if ('time' in until) return sleep(until.time, deadline);
  if ('for' in until) {
    if (until.for === 'page_loaded') return reached(tab.page, 'load', deadline, time);
    if (until.for === 'network_idle') return reached(tab.page, 'networkidle', deadline, time);
    return urlChanges(tab, deadline, time);
  }
  return inDocuments(tab, { ...conditionOf(until), hidden: [...tab.live.hidden] }, deadline, time);
}

function conditionOf(
  until: Exclude<WaitFor, { time: number } | { for: string }>,
): Omit<WaitCondition, 'hidden'> {
  if ('element' in until) {
    const { name, role } = until.element;
    return { element: role === undefined ? { name } : { name, role } };
  }
  return until;
}

async function sleep(time: number, deadline: Deadline): Promise<boolean> {
  await deadline.race(new Promise((resolve) => setTimeout(resolve, time)));
  return true;
}

/** Changed from what the agent last saw, even if that happened before it asked. */
async function urlChanges(tab: Tab, deadline: Deadline, time: number): Promise<boolean> {
  const { page } = tab;
  const before = tab.live.shown.url ?? page.url();
  const end = performance.now() + time;
  while (page.url() === before) {
    const left = end - performance.now();
    if (left <= 0) return false;
    let stop: () => void = () => undefined;
    const navigated = new Promise<void>((resolve) => {
      const listener = () => resolve();
      page.on('framenavigated', listener);
      stop = () => page.off('framenavigated', listener);
    });
    await deadline.patience(navigated, left).finally(stop);
  }
  await reached(page, 'domcontentloaded', deadline, Math.max(1, end - performance.now()));
  return true;
}

/** Whether a selector finds something in any document within a time. */
export async function finds(
  tab: Tab,
  selector: string,
  state: 'attached' | 'visible',
  deadline: Deadline,
  time: number,
): Promise<boolean> {
  const condition = { selector, state, hidden: [...tab.live.hidden] };
  return (await inDocuments(tab, condition, deadline, time)) !== false;
}

/** Asks every document; a document that comes or goes while waiting only means asking those that are there then. */
async function inDocuments(
  tab: Tab,
  condition: WaitCondition,
  deadline: Deadline,
  time: number,
): Promise<Met> {
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
