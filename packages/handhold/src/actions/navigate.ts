import type { Response } from 'playwright-core';
import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure, firstLine } from '../errors.js';
import { address } from '../gate/untrusted.js';
import { reached } from '../page/settle.js';
import type { HistoryAction, NavigateAction, WaitUntil } from './action.js';
import { actOn, type Doing, type Outcome } from './outcome.js';

export interface Navigated {
  url: string;
  title: string;
  /** HTTP status; 0 where there is none, as for about:blank. */
  status: number;
  /** False when the page could be used but not all of it came in time. */
  loaded: boolean;
  snapshot?: string;
}

export type NavigationOutcome = Navigated & Omit<Outcome, 'changes'>;

/** Time kept back for looking at a page whose last parts never come. */
const reserve = 700;

export async function navigate(
  action: NavigateAction,
  session: Session,
  deadline: Deadline,
): Promise<NavigationOutcome> {
  const tab = await deadline.race(session.currentOrNew());
  if (tab.dialog) await tab.answerDialog(false, undefined);
  const outcome = await actOn<{ status: number; loaded: boolean }>(
    session,
    tab,
    deadline,
    (on, doing, line) => {
      doing.unseen = !action.snapshot;
      const go = (time: number) => on.page.goto(action.url, { waitUntil: 'domcontentloaded', timeout: time });
      return visit(on, doing, line, action.waitUntil, go, action.url);
    },
  );
  return asNavigation(outcome, action.snapshot);
}

export async function history(
  action: HistoryAction,
  session: Session,
  deadline: Deadline,
): Promise<NavigationOutcome> {
  const tab = session.current();
  if (tab.dialog) await tab.answerDialog(false, undefined);
  if (action.go !== 'reload') await checkHistory(tab, action.go, deadline);
  const outcome = await actOn<{ status: number; loaded: boolean }>(
    session,
    tab,
    deadline,
    (on, doing, line) => {
      const go = (timeout: number) => {
        const options = { waitUntil: 'domcontentloaded', timeout } as const;
        if (action.go === 'back') return on.page.goBack(options);
        if (action.go === 'forward') return on.page.goForward(options);
        return on.page.reload(options);
      };
      return visit(on, doing, line, 'load', go, on.page.url());
    },
  );
  tab.crashed = false;
  return asNavigation(outcome, true);
}

function asNavigation(
  { changes, ...rest }: { status: number; loaded: boolean } & Outcome,
  snapshot: boolean,
): NavigationOutcome {
  return snapshot ? { ...rest, snapshot: changes } : rest;
}

async function checkHistory(tab: Tab, go: 'back' | 'forward', deadline: Deadline): Promise<void> {
  const { currentIndex, entries } = await deadline.race(tab.live.session.send('Page.getNavigationHistory'));
  const possible = go === 'back' ? currentIndex > 0 : currentIndex < entries.length - 1;
  if (possible) return;
  throw new Failure('navigation_failed', `There is no page to go ${go} to.`, {
    hint: 'Use browser_navigate to open an address.',
    canRetry: false,
  });
}

async function visit(
  tab: Tab,
  doing: Doing<{ status: number; loaded: boolean }>,
  deadline: Deadline,
  waitUntil: WaitUntil,
  go: (timeout: number) => Promise<Response | null>,
  url: string,
): Promise<void> {
  doing.sent = true;
  doing.fresh = true;
  doing.data = { status: 0, loaded: false };
  tab.crashed = false;
  const downloads = tab.downloads.length;
  let response: Response | null;
  try {
    response = await deadline.race(go(deadline.left));
  } catch (thrown) {
    if (await becameDownload(tab, downloads, thrown, deadline)) return;
    void tab.live.session.send('Page.stopLoading').catch(() => undefined);
    throw navigationFailure(thrown, url, deadline);
  }
  doing.data = { status: response?.status() ?? 0, loaded: waitUntil === 'domcontentloaded' };
  if (waitUntil === 'domcontentloaded') return;
  const loaded = await reached(tab.page, waitUntil, deadline, Math.max(1, deadline.left - reserve));
  doing.data = { ...doing.data, loaded };
  if (!loaded && deadline.left > reserve) return;
}

/** A link to a file aborts the navigation and starts a download, which is what was asked for. */
async function becameDownload(
  tab: Tab,
  before: number,
  thrown: unknown,
  deadline: Deadline,
): Promise<boolean> {
  if (!/download is starting|ERR_ABORTED/i.test(firstLine(thrown))) return false;
  if (tab.downloads.length > before) return true;
  await deadline.patience(new Promise((resolve) => tab.page.once('download', resolve)), 500);
  return tab.downloads.length > before;
}

const reasons: [RegExp, string][] = [
  [/ERR_NAME_NOT_RESOLVED/, 'the host name could not be resolved'],
  [/ERR_CONNECTION_REFUSED/, 'the server refused the connection'],
  [/ERR_CONNECTION_(RESET|CLOSED|ABORTED)|ERR_EMPTY_RESPONSE/, 'the server closed the connection'],
  [/ERR_TOO_MANY_REDIRECTS/, 'it redirects in a circle'],
  [/ERR_CERT|ERR_SSL/, "the server's certificate is not valid"],
  [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/, 'the network is down'],
  [
    /ERR_(UNSAFE_PORT|BLOCKED|ACCESS_DENIED|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME)/,
    'the browser refuses this address',
  ],
  [
    /ERR_INVALID_(RESPONSE|HTTP_RESPONSE|CHUNKED_ENCODING)/,
    'the server answered with something that is not HTTP',
  ],
  [/ERR_ABORTED/, 'the navigation was called off, or the server had nothing to show'],
];

const notTransient = /TOO_MANY_REDIRECTS|UNSAFE_PORT|BLOCKED|UNKNOWN_URL_SCHEME|DISALLOWED|CERT|SSL/;

function navigationFailure(thrown: unknown, url: string, deadline: Deadline): unknown {
  const text = firstLine(thrown);
  const code = /net::(ERR_\w+)/.exec(text)?.[1];
  if (code) {
    const reason = reasons.find(([pattern]) => pattern.test(code))?.[1] ?? code;
    return new Failure('navigation_failed', `${address(url)} could not be opened: ${reason} (${code}).`, {
      canRetry: !notTransient.test(code),
      sideEffect: 'none',
    });
  }
  if (thrown instanceof Error && thrown.name === 'TimeoutError') {
    return new Failure(
      'timeout',
      `Timed out after ${Math.round(deadline.budget)} ms while opening ${address(url)}.`,
      { sideEffect: 'none' },
    );
  }
  if (/interrupted by another navigation/i.test(text)) {
    return new Failure('navigation_failed', `${address(url)} was left for another page before it was open.`, {
      sideEffect: 'unknown',
    });
  }
  if (/invalid url/i.test(text))
    return new Failure('validation_error', `${address(url)} is not an address the browser can open.`);
  return thrown;
}
