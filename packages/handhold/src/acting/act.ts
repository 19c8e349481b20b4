import { Interruption, type Tab } from '../browser/tab.js';
import { Failure } from '../errors.js';
import type { Settled } from '../page/settling/settle.js';
import type { TrafficMark } from '../page/settling/traffic.js';
import { afterClosing, downloaded, fileAsked, followNewTab } from './arrivals.js';
import type { Prepared, Sent, SoFar, Verified } from './attempt.js';
import { notes } from './notes.js';
import { type Outcome, observe, refuseIfBlocked, whereNow } from './outcome.js';
import { settle } from './settle.js';
import type { Stage } from './stage.js';
import { type Turn, turnOn } from './turn.js';

/** Does something to the current tab, waits until it is over, and tells what came of it. */
export async function act<T extends object>(
  stage: Stage,
  prepare: (turn: Turn) => Promise<Prepared<T>>,
): Promise<T & Outcome> {
  const tab = stage.session.current();
  refuseIfBlocked(tab);
  return actOn(stage, tab, prepare);
}

/** The same on a given tab, whatever state it is in. */
export async function actOn<T extends object>(
  stage: Stage,
  tab: Tab,
  prepare: (turn: Turn) => Promise<Prepared<T>>,
): Promise<T & Outcome> {
  const since = tab.live.traffic.mark();
  const turn = turnOn(tab, stage);
  let soFar = (): SoFar<T> | undefined => undefined;
  let pending: string[] = [];
  let isHandled = false;
  try {
    // Do.
    const prepared = await prepare(turn);
    soFar = () => prepared.soFar();
    const sent = await prepared.send();
    isHandled = prepared.soFar().sent;
    // Settle.
    const rested = await settle(turn, since, sent, turn.deadline);
    pending = rested.settled.pending;
    // Look, and tell what is different.
    return await told(stage, turn, since, rested.sent, rested.settled);
  } catch (thrown) {
    const at = soFar();
    const isSent = at?.sent ?? false;
    if (!(thrown instanceof Interruption))
      throw withSideEffect(isHandled && isSent ? asDone(thrown) : thrown, isSent);
    const outcome = await afterInterruption(thrown, stage, turn, since, isSent);
    return finish(at, outcome, pending);
  } finally {
    tab.live.shown.showFoundBySelector();
  }
}

async function told<T extends object>(
  { session, deadline }: Stage,
  turn: Turn,
  since: TrafficMark,
  sent: Sent<T>,
  settled: Settled,
): Promise<T & Outcome> {
  const { tab } = turn;
  const restedAt = performance.now();
  if (settled.click?.asksForFile) await fileAsked(tab, since, deadline);
  const verified: Verified<T> = (await sent.verify?.(turn.deadline)) ?? sent;
  await followNewTab(session, tab, since, deadline);
  await downloaded(tab, since, deadline);
  const after = deadline.interruptedBy(session.current());
  // What was seen when the page came to rest is good for as long as nothing has been waited for since.
  const first = performance.now() - restedAt < 20 ? settled.first : undefined;
  const reported = verified.reported ?? sent.reported ?? [];
  const outcome = sent.unseen
    ? await whereNow(tab, since, after)
    : await observe(session, tab, since, after, { told: reported, reveal: sent.reveals ?? false, first });
  const healed = verified.healed ?? sent.healed;
  return finish({ data: verified.data, healed }, outcome, settled.pending);
}

/** The outcome of an action that something cut short: a dialog, or the end of its tab. */
async function afterInterruption(
  interruption: Interruption,
  { session, deadline }: Stage,
  { tab }: Turn,
  since: TrafficMark,
  isSent: boolean,
): Promise<Outcome> {
  const { reason } = interruption;
  if (reason === 'held' || session.closed) throw interruption;
  if (reason === 'closed' && (await session.isBrowserGone(300))) throw browserGone(isSent);
  if (reason === 'closed' && isSent) return afterClosing(session, tab, deadline);
  // A tab that the action opened may have put up one, too.
  const asking = reason === 'dialog' ? [tab, session.current()].find((each) => each.dialog) : undefined;
  if (!asking?.dialog) throw interrupted(interruption, isSent);
  if (!isSent) refuseIfBlocked(tab);
  const at = { url: asking.page.url(), title: '' };
  const opened = asking === tab ? {} : { newTab: { tab: asking.id, ...at } };
  return { ...notes(tab, since), ...at, ...opened, changes: '', dialog: asking.dialog.report };
}

function finish<T extends object>(
  answer: { data: T | undefined; healed?: string | undefined } | undefined,
  outcome: Outcome,
  pending: readonly string[],
): T & Outcome {
  if (!answer?.data)
    throw new Failure('unexpected_error', 'The action ended without a result.', { sideEffect: 'unknown' });
  const all = [...pending, ...(outcome.pending ?? [])];
  return {
    ...answer.data,
    ...outcome,
    ...(answer.healed ? { healed: answer.healed } : {}),
    ...(all.length > 0 ? { pending: all } : {}),
  };
}

/** An action that the page took in and handled has been done, even if it can't be said what came of it. */
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
