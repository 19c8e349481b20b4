import type { DialogReport } from '../browser/dialogs.js';
import type { DownloadReport } from '../browser/downloads.js';
import type { Session } from '../browser/session.js';
import { Interruption, type Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { address, quote, sourceOf } from '../gate/untrusted.js';
import type { LiveFrame } from '../page/frames/frames.js';
import type { Quiet } from '../page/injected/protocol.js';
import type { View } from '../page/looking/view.js';
import { isDecoration, refusedDecoration } from '../page/settling/decoration.js';
import { reached, type Settled } from '../page/settling/settle.js';
import type { TrafficMark } from '../page/settling/traffic.js';
import type { Telling } from '../page/shown-page.js';
import type { Told } from '../page/writing/diff.js';
import type { LineOptions } from '../page/writing/lines.js';
import { firstScreen } from './first-screen.js';

export interface TabReport {
  tab: string;
  title: string;
  url: string;
  /** Set where the tab before is still the current one. */
  followed?: false;
}

/** What happened, verified, in the same call: the part of a result that all page-changing tools share. */
export interface Outcome {
  url: string;
  title: string;
  /** What the agent can see now that it could not before, and the other way round; a whole page after a navigation. */
  changes: string;
  /** Set when `changes` is a page the agent has not seen: how much of it is shown. */
  page?: { shown: number; elements: number };
  dialog?: DialogReport;
  /** Dialogs that were answered by policy, such as "leave this page?". */
  answeredDialogs?: (DialogReport & { answer: string })[];
  newTab?: TabReport;
  download?: DownloadReport;
  /** The page asked for a file, and waits for none. */
  asksForFile?: boolean;
  consoleErrors?: string[];
  failedRequests?: string[];
  /** How many images, fonts and the like did not come, that the page works as well without. */
  failedDecoration?: number;
  /** Hosts that were asked for and that the policy kept out of reach. */
  blocked?: { url: string; why: string }[];
  healed?: string;
  /** Fields that the browser holds to be wrong, and why: what keeps a form from being submitted. */
  invalid?: { element: string; message: string }[];
  pending?: string[];
  /** What became of the page that no line of `changes` tells, in our own words. */
  besides?: string[];
}

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

/** How a page is shown when nobody asked for anything else. */
export const defaultLines: LineOptions = { interactiveOnly: true, maxElements: 100 };

/** A page with an open dialog or a crashed one can't be worked with; better said than waited for. */
export function refuseIfBlocked(tab: Tab): void {
  if (tab.dialog) throw blockedBy(tab.dialog.report);
  if (tab.crashed) throw new Failure('page_crashed', 'The page in this tab has crashed.');
}

/** What to tell a call that a dialog is in the way of. */
export function blockedBy(dialog: DialogReport): Failure {
  const { type, message } = dialog;
  return new Failure(
    'dialog_open',
    `A dialog (${type} ${sourceOf(dialog)}) is open and blocks the page: ${quote(message, 200)}.`,
    {
      details: { dialog },
    },
  );
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
      ? await glance(tab, mark, after)
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

/** Looks at the current tab and tells what is different from what the agent last saw. */
export async function observe(
  session: Session,
  tab: Tab,
  mark: TrafficMark,
  deadline: Deadline,
  telling: Telling = {},
): Promise<Outcome> {
  const current = session.current();
  const known = {
    url: current.live.shown.url,
    title: current.live.shown.title,
  };
  let view = await current.live.look(deadline, current === tab ? { first: telling.first } : {});
  const changes = current.live.changes(view, current === tab ? telling : {});
  let pending: string[] = [];
  if (!changes) ({ view, pending } = await firstScreen(current, view, deadline));
  const invalid = current.live.shown.refusedFields(view);
  const base = {
    ...notes(tab, mark, current),
    url: view.url,
    title: view.title,
    ...(invalid.length > 0 ? { invalid } : {}),
  };
  const newTab =
    current === tab
      ? await unfollowed(session, deadline)
      : { tab: current.id, title: view.title, url: view.url };
  const opened = newTab ? { newTab } : {};
  if (changes) {
    const besides = besidesOf(view, known, changes.lines.length > 0);
    return {
      ...base,
      ...opened,
      changes: changes.lines.join('\n'),
      ...(besides.length > 0 ? { besides } : {}),
    };
  }
  const lines = current.live.show(view, defaultLines);
  return {
    ...base,
    ...opened,
    changes: lines.tree,
    page: { shown: lines.shown.length, elements: lines.actionable },
    ...(pending.length > 0 ? { pending } : {}),
  };
}

/** What the agent last knew of a page as a whole. */
interface KnownPage {
  url: string | undefined;
  title: string;
}

/** Where the page is now and what it is called, if that is new; and where no line tells anything, what else happened. */
function besidesOf(view: View, known: KnownPage, isTold: boolean): string[] {
  const { stir } = view;
  const besides: string[] = [];
  if (known.url !== undefined && known.url !== view.url) besides.push(`now at ${address(view.url)}`);
  for (const { kind, name, states } of view.silent.size > 0 ? view.nodes : [])
    if (kind === 'frame' && states)
      besides.push(
        `frame${name ? ` ${quote(name, 100)}` : ''} does not answer: what is in it may be different`,
      );
  if (isTold) return besides;
  if (known.title !== view.title) besides.push(`now called ${quote(view.title, 100)}`);
  if (stir.scrolled) besides.push(`the page has scrolled to ${stir.scrolled.x},${stir.scrolled.y}`);
  if (stir.left) besides.push('something went away');
  if (stir.elsewhere) besides.push('something may look different');
  if (besides.length === 0 && stir.maybe) besides.push('no element or text changed; what is drawn may have');
  return besides;
}

/** A tab that was opened beside this one, told once. */
async function unfollowed(session: Session, deadline: Deadline): Promise<TabReport | undefined> {
  const tab = session.takeUnfollowed();
  if (!tab) return undefined;
  await reached(tab.page, 'domcontentloaded', deadline, 2000).catch(() => deadline.check());
  if (tab.closed) return undefined;
  // A dialog of its own keeps a page from telling its title.
  const title = await deadline
    .atMost(500)
    .race(tab.page.title())
    .catch(() => '');
  return { tab: tab.id, title, url: tab.page.url(), followed: false };
}

/** Where the tab is now, without showing anything of it. */
async function glance(tab: Tab, mark: TrafficMark, deadline: Deadline): Promise<Outcome> {
  const title = await tab.live.handled(tab.page.title(), deadline, 'unknown');
  return { ...notes(tab, mark), url: tab.page.url(), title, changes: '' };
}

/** What a browser writes before the status of something that could not be loaded. */
const unloaded = /^Failed to load resource: (the server responded with a status of )?/;

/** What else happened in a tab, and which dialogs in the one that is current now. */
function notes(tab: Tab, mark: TrafficMark, current: Tab = tab): Partial<Outcome> {
  const { traffic } = tab.live;
  const failures = traffic.failedSince(mark).filter(({ url }) => !tab.egress?.isBlocked(url));
  const decoration = new Set(
    failures.filter(({ url, kind }) => isDecoration(url, kind)).map(({ url }) => url),
  );
  // Behind the proxy all failures look alike to the browser; the proxy knows which it was.
  const failed = failures
    .filter(({ url }) => !decoration.has(url))
    .map(({ url, reason }) => {
      const trouble = tab.egress?.trouble(url);
      return `${trouble ? `net::${trouble.code}` : reason} ${url}`;
    });
  // The console repeats what failed on the wire, without saying what.
  const repeats = (error: { text: string; url?: string }) =>
    unloaded.test(error.text) && failures.some(({ url }) => url === error.url);
  const errors = tab.errors
    .filter((error) => error.at >= mark.at && !repeats(error))
    .filter(({ text, url }) => {
      const missing = unloaded.test(text) ? url : refusedDecoration(text);
      if (missing === undefined || !isDecoration(missing, traffic.refusedKind(missing))) return true;
      if (!tab.egress?.isBlocked(missing)) decoration.add(missing);
      return false;
    })
    .map(({ text, url }) => (unloaded.test(text) && url ? `${text.replace(unloaded, '')} ${url}` : text));
  const blocked = tab.egress?.takeBlocked() ?? [];
  const answered = [...new Set([tab, current])]
    .flatMap((each) => each.answered)
    .filter((dialog) => dialog.at >= mark.at)
    .map(({ report, answer }) => ({ ...report, answer }));
  const download = tab.downloads.findLast((candidate) => candidate.at >= mark.at)?.report;
  return {
    ...(errors.length > 0 ? { consoleErrors: [...new Set(errors)].slice(-3) } : {}),
    ...(failed.length > 0 ? { failedRequests: [...new Set(failed)].slice(-3) } : {}),
    ...(decoration.size > 0 ? { failedDecoration: decoration.size } : {}),
    ...(blocked.length > 0 ? { blocked: blocked.slice(0, 10) } : {}),
    ...(answered.length > 0 ? { answeredDialogs: answered.slice(-3) } : {}),
    ...(download ? { download } : {}),
    ...(asksSince(tab, mark) && tab.fileAsks.asked > tab.fileAsks.answered ? { asksForFile: true } : {}),
  };
}

function asksSince(tab: Tab, mark: TrafficMark): boolean {
  return tab.fileAsks.at >= mark.at;
}

/** The browser's question for a file takes a moment to be known here. */
async function fileAsked(tab: Tab, mark: TrafficMark, deadline: Deadline): Promise<void> {
  if (asksSince(tab, mark)) return;
  await deadline.patience(new Promise((resolve) => tab.page.once('filechooser', resolve)), 500);
}

/** A small file is there in a moment, and its size worth telling. */
async function downloaded(tab: Tab, mark: TrafficMark, deadline: Deadline): Promise<void> {
  const fresh = tab.downloads.filter((download) => download.at >= mark.at);
  if (fresh.length > 0) await deadline.patience(Promise.all(fresh.map((download) => download.done)), 1000);
}

/** A tab the action opened becomes the current one, unless that is switched off; it takes a moment to arrive after the click that asked for it. */
async function followNewTab(
  session: Session,
  tab: Tab,
  mark: TrafficMark,
  deadline: Deadline,
): Promise<void> {
  const refused = session.refusedTabs;
  if (tab.live.traffic.windowsSince(mark) > 0 && session.currentTabId === tab.id) {
    const known = session.list().length;
    const arrival = session.nextTab();
    await deadline.patience(session.arrived(), 2000);
    if (
      session.list().length === known &&
      session.currentTabId === tab.id &&
      session.refusedTabs === refused
    ) {
      await deadline.patience(arrival, 2000);
    }
  }
  await deadline.patience(session.arrived(), 2000);
  const current = session.current();
  if (current === tab) {
    // The browser shows the newest tab, and may draw only the one it shows.
    if (session.hasUnfollowed) await deadline.race(tab.page.bringToFront());
    return;
  }
  const line = deadline.interruptedBy(current);
  if (!(await reached(current.page, 'domcontentloaded', line, 5000))) return;
  await reached(current.page, 'load', line, 2000);
  await current.live.settle(current.live.traffic.mark(), [], line, { fresh: true });
}

/** The action closed its own tab: another one is current now. */
async function afterClosing(session: Session, tab: Tab, deadline: Deadline): Promise<Outcome> {
  if (session.list().length === 0) return { url: '', title: '', changes: '' };
  return observe(session, tab, tab.live.traffic.mark(), deadline);
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
