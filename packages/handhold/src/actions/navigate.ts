import type { Request, Response } from 'playwright-core';
import { networkReason } from '../browser/network-reasons.js';
import type { Session } from '../browser/session.js';
import { Interruption, type Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure, firstLine } from '../errors.js';
import { hostBlocked } from '../gate/address.js';
import { address } from '../gate/untrusted.js';
import { refreshesAtOnce } from '../page/injected/protocol.js';
import { leaving, reached } from '../page/settling/settle.js';
import { withoutHash } from '../url.js';
import type { HistoryAction, NavigateAction, WaitUntil } from './action.js';
import { Leaving } from './leaving.js';
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

/** What is to be opened, and how. */
interface Going {
  url: string;
  waitUntil: WaitUntil;
  snapshot: boolean;
  go: (tab: Tab, timeout: number) => Promise<Response | null>;
}

export async function navigate(
  action: NavigateAction,
  session: Session,
  deadline: Deadline,
): Promise<NavigationOutcome> {
  const current = await deadline.race(session.currentOrNew());
  const tab = current.crashed ? await deadline.race(session.revive(current)) : current;
  const { url, waitUntil, snapshot } = action;
  return leaveFor({ url, waitUntil, snapshot, go: opening(url) }, session, tab, deadline);
}

function opening(url: string): Going['go'] {
  return (tab, timeout) => tab.page.goto(url, { waitUntil: 'commit', timeout });
}

/** A page that will not be left at all is closed instead. */
async function leaveFor(
  going: Going,
  session: Session,
  tab: Tab,
  deadline: Deadline,
): Promise<NavigationOutcome> {
  try {
    return await leave(going, session, tab, deadline);
  } catch (thrown) {
    if (!(thrown instanceof Interruption) || thrown.reason !== 'held') throw thrown;
    session.tell(`The page in tab ${tab.id} would not be left; the tab has a new page, without its history.`);
    const fresh = await deadline.race(session.revive(tab));
    return leave({ ...going, go: opening(going.url) }, session, fresh, deadline);
  }
}

async function leave(
  { url, waitUntil, snapshot, go }: Going,
  session: Session,
  tab: Tab,
  deadline: Deadline,
): Promise<NavigationOutcome> {
  const leaving = new Leaving(tab);
  try {
    if (tab.dialog) await tab.answerDialog(false, undefined);
    else if (await deadline.race(leaving.frees(url)))
      session.tell(`The page in tab ${tab.id} was busy in a script, which was stopped to leave it.`);
    leaving.begin();
    const outcome = await actOn<{ status: number; loaded: boolean }>(
      session,
      tab,
      deadline,
      (on, doing, line) => {
        doing.unseen = !snapshot;
        return visit(on, doing, line, waitUntil, (timeout) => go(on, timeout), url);
      },
    );
    tab.stuck = false;
    return asNavigation(outcome, snapshot, url);
  } catch (thrown) {
    throw leaving.isHeld && thrown instanceof Failure && thrown.code === 'timeout'
      ? notLeft(deadline)
      : thrown;
  } finally {
    leaving.end();
  }
}

/** The server was not what took so long. */
function notLeft(deadline: Deadline): Failure {
  return new Failure(
    'page_unresponsive',
    `Timed out after ${Math.round(deadline.budget)} ms while ${deadline.what}: the page before it hangs and would not be left.`,
    { hint: 'Try again: the tab then gets a new page.', canRetry: true, sideEffect: 'unknown' },
  );
}

export async function history(
  action: HistoryAction,
  session: Session,
  deadline: Deadline,
): Promise<NavigationOutcome> {
  const tab = session.current();
  if (tab.crashed && action.go === 'reload') return reopen(tab.page.url(), action.timeout, session, deadline);
  const url = action.go === 'reload' ? tab.page.url() : await addressOf(tab, action.go, deadline);
  if (action.go === 'reload' && tab.posted !== undefined)
    // Whatever was sent for it is sent once more.
    await tab.live.checkMet(deadline, () => ({
      role: 'document',
      name: '',
      url,
      facts: { submits: true },
    }));
  const go: Going['go'] = ({ page }, timeout) => {
    const options = { waitUntil: 'commit', timeout } as const;
    if (action.go === 'back') return page.goBack(options);
    if (action.go === 'forward') return page.goForward(options);
    return page.reload(options);
  };
  return leaveFor({ url, waitUntil: 'load', snapshot: true, go }, session, tab, deadline);
}

/** A crashed page can't be reloaded, but what was in it can be opened anew. */
function reopen(
  url: string,
  timeout: number,
  session: Session,
  deadline: Deadline,
): Promise<NavigationOutcome> {
  return navigate({ type: 'navigate', url, waitUntil: 'load', snapshot: true, timeout }, session, deadline);
}

/** Where the browser shows a page of its own instead, the address is still the one that was asked for. */
function asNavigation(
  { changes, ...rest }: { status: number; loaded: boolean } & Outcome,
  snapshot: boolean,
  asked: string,
): NavigationOutcome {
  const url = rest.url.startsWith('chrome-error:') ? asked : rest.url;
  return { ...rest, url, ...(snapshot ? { snapshot: changes } : {}) };
}

/** Where going back or forward leads to. */
async function addressOf(tab: Tab, go: 'back' | 'forward', deadline: Deadline): Promise<string> {
  const { currentIndex, entries } = await deadline.race(
    tab.live.cdp.send('Page.getNavigationHistory').catch(beingReplaced),
  );
  // A new tab begins with an empty page, which is nowhere to go back to.
  const first = entries[0]?.url === 'about:blank' ? 1 : 0;
  const at = go === 'back' ? currentIndex - 1 : currentIndex + 1;
  const entry = at < first ? undefined : entries[at];
  if (entry) return entry.url;
  throw new Failure('navigation_failed', `There is no page to go ${go} to.`, {
    hint: 'Use browser_navigate to open an address.',
    canRetry: false,
  });
}

/** For a moment while one document takes the place of another, a tab has no history to tell. */
function beingReplaced(thrown: unknown): never {
  if (!(thrown instanceof Error && thrown.message.includes('Not attached to an active page'))) throw thrown;
  throw new Failure('navigation_failed', 'The page is just being replaced by another.', {
    hint: 'Try again.',
    canRetry: true,
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
  const downloads = tab.downloads.length;
  let status = 0;
  let leadsOn = false;
  let failedAt = url;
  // After a failure the browser shows a page of its own; what comes next has to wait for it.
  let onError: () => void = () => undefined;
  const errorShown = new Promise<void>((resolve) => (onError = resolve));
  let answer: Response | undefined;
  let onArrival: (response: Response) => void = () => undefined;
  const arrived = new Promise<Response>((resolve) => (onArrival = resolve));
  const onNavigated = () => {
    if (tab.page.url().startsWith('chrome-error:')) onError();
    if (answer && withoutHash(answer.url()) === withoutHash(tab.page.url())) onArrival(answer);
  };
  const onFailed = (request: Request) => {
    if (request.isNavigationRequest() && request.frame() === tab.page.mainFrame()) failedAt = request.url();
  };
  const onResponse = (response: Response) => {
    if (!response.request().isNavigationRequest() || response.frame() !== tab.page.mainFrame()) return;
    status = response.status();
    if (withoutHash(firstOf(response.request()).url()) === withoutHash(url)) answer = response;
  };
  tab.page.on('response', onResponse);
  tab.page.on('requestfailed', onFailed);
  tab.page.on('framenavigated', onNavigated);
  try {
    const response = await deadline.race(goThrough(go, arrived, deadline));
    status = response?.status() ?? 0;
    leadsOn = refreshesAtOnce.test(response?.headers().refresh ?? '');
  } catch (thrown) {
    if (await becameDownload(tab, downloads, thrown, deadline)) return;
    const code = errorCode(thrown);
    if (code && code !== 'ERR_ABORTED') await deadline.patience(errorShown, 500);
    else void tab.live.cdp.send('Page.stopLoading').catch(() => undefined);
    if (code) explainByEgress(tab, url, failedAt);
    if (code === 'ERR_PROXY_CONNECTION_FAILED' || code === 'ERR_TUNNEL_CONNECTION_FAILED')
      throw new Failure(
        'network_error',
        `${address(url)} could not be opened: the policy proxy did not let it (${code}).`,
        { sideEffect: 'none', details: { netError: code } },
      );
    if (code && otherScheme.test(code))
      throw new Failure('host_blocked', `${address(url)} leads to an address that is not opened (${code}).`, {
        hint: 'Only http and https addresses can be opened, by redirects too.',
        sideEffect: 'none',
      });
    if (!code || !answeredAnyway.has(code)) throw navigationFailure(thrown, code, url, deadline);
  } finally {
    tab.page.off('requestfailed', onFailed);
    tab.page.off('framenavigated', onNavigated);
    tab.page.off('response', onResponse);
  }
  doing.data = { status, loaded: false };
  const time = () => Math.max(1, deadline.left - Math.min(reserve, deadline.budget / 4));
  const loaded = await reached(tab.page, waitUntil, deadline, time());
  doing.data = { status, loaded };
  // A page itself knows where it leads by its own words, but not by those of its server.
  if (leadsOn) await leaving(tab.live.traffic, deadline);
}

/**
 * The end of an earlier navigation, failed or called off, may still be coming in, and is then taken for the end of this
 * one. This one goes on nevertheless, and mostly arrives; asking again at once would only call it off in turn.
 */
async function goThrough(
  go: (timeout: number) => Promise<Response | null>,
  arrived: Promise<Response>,
  deadline: Deadline,
): Promise<Response | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await go(deadline.left);
    } catch (thrown) {
      if (!/interrupted by another navigation/.test(firstLine(thrown)) || tries > 2) throw thrown;
      if (await deadline.patience(arrived, 500)) return arrived;
    }
  }
}

/** The request that was redirected to this one, or itself. */
function firstOf(request: Request): Request {
  const from = request.redirectedFrom();
  return from ? firstOf(from) : request;
}

const otherScheme = /^ERR_(UNSAFE_REDIRECT|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME)$/;

/** Behind the proxy all failures look alike to the browser; the proxy knows which it was. */
function explainByEgress(tab: Tab, url: string, failedAt: string): void {
  const trouble = tab.egress?.trouble(failedAt);
  if (!trouble) return;
  if (trouble.blocked) {
    tab.egress?.takeBlocked();
    throw hostBlocked(failedAt, trouble.why, trouble.option).withSideEffect('none');
  }
  throw new Failure(
    'navigation_failed',
    `${address(url)} could not be opened: ${trouble.why} (${trouble.code}).`,
    {
      hint: otherSchemeHint(url, trouble.code),
      canRetry: true,
      sideEffect: 'none',
      details: { netError: trouble.code },
    },
  );
}

/** The server did answer, only not with a page; its status says all. */
const answeredAnyway = new Set(['ERR_HTTP_RESPONSE_CODE_FAILURE', 'ERR_INVALID_AUTH_CREDENTIALS']);

function errorCode(thrown: unknown): string | undefined {
  return /net::(ERR_\w+)/.exec(firstLine(thrown))?.[1];
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

/** Nobody is led from https to http unasked; but where nothing answers https, that may be what is meant. */
function otherSchemeHint(url: string, code: string): string | undefined {
  const other = refusesHttps.test(code) ? 'http' : speaksNoHttp.test(code) ? 'https' : undefined;
  if (other === undefined || new URL(url).protocol === `${other}:`) return undefined;
  return `Check the URL. If the server speaks only ${other}, write ${other}:// before the host; or it may be down.`;
}

const refusesHttps = /^ERR_(CONNECTION_REFUSED|SSL_PROTOCOL_ERROR)$/;
const speaksNoHttp = /^ERR_(EMPTY_RESPONSE|INVALID_HTTP_RESPONSE)$/;

const notTransient = /TOO_MANY_REDIRECTS|UNSAFE|BLOCKED|UNKNOWN_URL_SCHEME|DISALLOWED|CERT|SSL/;

function navigationFailure(
  thrown: unknown,
  code: string | undefined,
  url: string,
  deadline: Deadline,
): unknown {
  if (code) {
    return new Failure(
      'navigation_failed',
      `${address(url)} could not be opened: ${networkReason(code)} (${code}).`,
      {
        hint: otherSchemeHint(url, code),
        canRetry: !notTransient.test(code),
        sideEffect: 'none',
        details: { netError: code },
      },
    );
  }
  const timedOut =
    thrown instanceof Failure
      ? thrown.code === 'timeout'
      : thrown instanceof Error && thrown.name === 'TimeoutError';
  if (timedOut) {
    return new Failure(
      'timeout',
      `Timed out after ${Math.round(deadline.budget)} ms while opening ${address(url)}.`,
      {
        canRetry: true,
        sideEffect: 'none',
      },
    );
  }
  const text = firstLine(thrown);
  if (/interrupted by another navigation/i.test(text)) {
    return new Failure('navigation_failed', `${address(url)} was left for another page before it was open.`, {
      sideEffect: 'unknown',
    });
  }
  if (/invalid url/i.test(text)) {
    return new Failure('validation_error', `${address(url)} is not an address the browser can open.`);
  }
  return thrown;
}
