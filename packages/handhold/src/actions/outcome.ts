import { afterClosing, downloaded, fileAsked, followNewTab } from '../acting/arrivals.js';
import { notes } from '../acting/notes.js';
import {
  blockedBy,
  defaultLines,
  type Outcome,
  observe,
  refuseIfBlocked,
  whereNow,
} from '../acting/outcome.js';
import type { Session } from '../browser/session.js';
import { Interruption, type Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import type { LiveFrame } from '../page/frames/frames.js';
import type { Quiet } from '../page/injected/protocol.js';
import type { Settled } from '../page/settling/settle.js';
import type { TrafficMark } from '../page/settling/traffic.js';
import type { Told } from '../page/writing/diff.js';

export { blockedBy, defaultLines, type Outcome, observe, refuseIfBlocked };

/** What the work of an action fills in as it goes, so that it is known even if a dialog cuts it short. */
export interface Doing<T> {
  data: T | undefined;
  /** Documents that were touched, for the waiting afterwards. */
  touched: LiveFrame[];
  healed: string | undefined;
  /** The element acted on, as far as the result itself tells about it. */
  told: Told[];
  /** How long to wait for a first reaction. */
  linger: number;
  /** How long scripts may put off what they do about it. */
  deferral: number;
  /** True from the moment something was sent to the page. */
  sent: boolean;
  /** An element was clicked or gripped, and its document must have noticed. */
  pointed: boolean;
  /** What was clicked, and how to do that once more. */
  clicked: Repeatable | undefined;
  /** Freshly loaded by the action itself. */
  fresh: boolean;
  /** What comes into view is what was asked for. */
  reveal: boolean;
  /** The agent asked not to see the page: then nothing on it counts as shown. */
  unseen: boolean;
  /** Reads back what came of it, once the page has settled; throws if it isn't so. */
  verify: ((deadline: Deadline) => Promise<void>) | undefined;
}

interface Repeatable {
  element: string;
  /** Whether something was sent to the page before. */
  afterOthers: boolean;
  again: (deadline: Deadline) => Promise<unknown>;
}

/** The beginning of every action: nothing done yet. */
export function nothingDone<T>(): Doing<T> {
  return {
    data: undefined,
    touched: [],
    healed: undefined,
    told: [],
    linger: 0,
    deferral: 350,
    sent: false,
    pointed: false,
    clicked: undefined,
    fresh: false,
    reveal: false,
    unseen: false,
    verify: undefined,
  };
}

/** Does something to the current tab, waits until it is over, and tells what came of it. */
export async function act<T extends object>(
  session: Session,
  deadline: Deadline,
  work: (tab: Tab, doing: Doing<T>, deadline: Deadline) => Promise<void>,
): Promise<T & Outcome> {
  const tab = session.current();
  refuseIfBlocked(tab);
  return actOn(session, tab, deadline, work);
}

/** The same on a given tab, whatever state it is in. */
export async function actOn<T extends object>(
  session: Session,
  tab: Tab,
  deadline: Deadline,
  work: (tab: Tab, doing: Doing<T>, deadline: Deadline) => Promise<void>,
): Promise<T & Outcome> {
  const mark = tab.live.traffic.mark();
  const doing = nothingDone<T>();
  const line = deadline.interruptedBy(tab);
  let pending: string[] = [];
  let isDone = false;
  try {
    await work(tab, doing, line);
    isDone = doing.sent;
    const settled = await settle(tab, mark, doing, line);
    const restedAt = performance.now();
    pending = settled.pending;
    if (settled.click?.asksForFile) await fileAsked(tab, mark, deadline);
    await doing.verify?.(line);
    await followNewTab(session, tab, mark, deadline);
    await downloaded(tab, mark, deadline);
    const after = deadline.interruptedBy(session.current());
    // What was seen when the page came to rest is good for as long as nothing has been waited for since.
    const first = performance.now() - restedAt < 20 ? settled.first : undefined;
    const outcome = doing.unseen
      ? await whereNow(tab, mark, after)
      : await observe(session, tab, mark, after, { ...doing, first });
    return finish(doing, outcome, pending);
  } catch (thrown) {
    if (!(thrown instanceof Interruption))
      throw withSideEffect(isDone && doing.sent ? asDone(thrown) : thrown, doing.sent);
    if (thrown.reason === 'held' || session.closed) throw thrown;
    if (thrown.reason === 'closed' && (await session.isBrowserGone(300))) throw browserGone(doing.sent);
    if (thrown.reason === 'closed' && doing.sent) {
      const outcome = await afterClosing(session, tab, deadline);
      return finish(doing, outcome, pending);
    }
    // A tab that the action opened may have put up one, too.
    const asking =
      thrown.reason === 'dialog' ? [tab, session.current()].find((each) => each.dialog) : undefined;
    if (!asking?.dialog) throw interrupted(thrown, doing.sent);
    if (!doing.sent) refuseIfBlocked(tab);
    const at = { url: asking.page.url(), title: '' };
    const opened = asking === tab ? {} : { newTab: { tab: asking.id, ...at } };
    return finish(
      doing,
      { ...notes(tab, mark), ...at, ...opened, changes: '', dialog: asking.dialog.report },
      pending,
    );
  } finally {
    tab.live.shown.showFoundBySelector();
  }
}

function finish<T extends object>(doing: Doing<T>, outcome: Outcome, pending: string[]): T & Outcome {
  if (!doing.data)
    throw new Failure('unexpected_error', 'The action ended without a result.', { sideEffect: 'unknown' });
  const all = [...pending, ...(outcome.pending ?? [])];
  return {
    ...doing.data,
    ...outcome,
    ...(doing.healed ? { healed: doing.healed } : {}),
    ...(all.length > 0 ? { pending: all } : {}),
  };
}

/** How often something is clicked that goes away as it is pressed. */
const mostClicks = 3;

/**
 * Waits until it is over. A press that only made the element go away, or was stopped since it had gone, is made again, as
 * a person would.
 */
export async function settle<T>(
  tab: Tab,
  mark: TrafficMark,
  doing: Doing<T>,
  deadline: Deadline,
  linger = doing.linger,
): Promise<Settled> {
  for (let clicks = 1; ; clicks++) {
    const settled = await tab.live.settle(mark, doing.touched, deadline, { ...doing, linger });
    const { click } = settled;
    const { clicked } = doing;
    const isLost = click !== undefined && clicked !== undefined && (click.lost || !click.hit);
    const isLast = clicks === mostClicks;
    if (click && (!isLost || isLast)) refuseIfAstray(click, doing);
    if (!isLost) return settled;
    if (isLast) throw slipped(clicked.element);
    // A press that was stopped has not come to the page.
    if (!click.hit) doing.sent = clicked.afterOthers;
    await clicked.again(deadline);
  }
}

function slipped(element: string): Failure {
  return new Failure(
    'element_blocked',
    `${element} moves away or goes as it is pressed, so that no click comes of it.`,
    { hint: 'Take a browser_snapshot to see what became of it, or try browser_press with Enter.' },
  );
}

/** A click that went elsewhere is no success, even if something came of it. */
function refuseIfAstray(click: Quiet, doing: { pointed: boolean }): void {
  if (!click.hit) throw misdirected(click.hitInstead);
  if (click.unreached && doing.pointed) throw lost();
  doing.pointed = false;
}

function lost(): Failure {
  return new Failure(
    'element_blocked',
    'The press never came to the element: something in front of the page took it, such as a frame that has just come, or the browser let none through.',
    {
      hint: 'Take a browser_snapshot to see what came of it before you try again.',
      canRetry: true,
      sideEffect: 'unknown',
    },
  );
}

function misdirected(instead: { role: string; name: string } | undefined): Failure {
  const what = instead ? `${instead.role} ${quote(instead.name, 60)}` : 'something else';
  return new Failure(
    'element_blocked',
    `The element moved or was covered as it was clicked: the click would have hit ${what} and was stopped.`,
    {
      hint: 'Nothing was clicked. Take a browser_snapshot and try again.',
      canRetry: true,
      sideEffect: 'none',
    },
  );
}

/** What the page took in and handled has been done, even if it can't be said what came of it. */
function asDone(thrown: unknown): unknown {
  const isLate = thrown instanceof Failure && /^(timeout|page_unresponsive)$/.test(thrown.code);
  return isLate ? thrown.withSideEffect('done') : thrown;
}

function withSideEffect(thrown: unknown, sent: boolean): unknown {
  return thrown instanceof Failure ? thrown.withSideEffect(sent ? 'unknown' : 'none') : thrown;
}

function browserGone(sent: boolean): Failure {
  return new Failure('browser_crashed', 'The browser went away during the call.', {
    sideEffect: sent ? 'unknown' : 'none',
  });
}

function interrupted(interruption: Interruption, sent: boolean): Failure {
  const sideEffect = sent ? 'unknown' : 'none';
  if (interruption.reason === 'crashed')
    return new Failure('page_crashed', 'The page crashed.', { sideEffect });
  return new Failure('no_page', 'The tab was closed.', {
    sideEffect,
    hint: 'List the tabs with browser_tabs, or open a page with browser_navigate.',
  });
}
