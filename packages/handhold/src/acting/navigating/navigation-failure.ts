import { networkReason } from '../../browser/network-reasons.js';
import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import { Failure, firstLine } from '../../errors.js';
import { hostBlocked } from '../../gate/address.js';
import { address } from '../../gate/untrusted.js';

/** A network error as Chromium calls it, without its `net::`. */
export function netErrorOf(thrown: unknown): string | undefined {
  return /net::(ERR_\w+)/.exec(firstLine(thrown))?.[1];
}

/** Explains to a model why a page could not be opened; what has another cause is thrown as it is. */
export function navigationFailure(thrown: unknown, url: string, deadline: Deadline): unknown {
  const code = netErrorOf(thrown);
  if (code) return networkFailure(code, url);
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

function networkFailure(code: string, url: string): Failure {
  if (code === 'ERR_PROXY_CONNECTION_FAILED' || code === 'ERR_TUNNEL_CONNECTION_FAILED')
    return new Failure(
      'network_error',
      `${address(url)} could not be opened: the policy proxy did not let it (${code}).`,
      { sideEffect: 'none', details: { netError: code } },
    );
  if (otherScheme.test(code))
    return new Failure('host_blocked', `${address(url)} leads to an address that is not opened (${code}).`, {
      hint: 'Only http and https addresses can be opened, by redirects too.',
      sideEffect: 'none',
    });
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

const otherScheme = /^ERR_(UNSAFE_REDIRECT|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME)$/;

/** Behind the proxy all failures look alike to the browser; the proxy knows which it was. */
export function explainByEgress(tab: Tab, url: string, failedAt: string): void {
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

const notTransient = /TOO_MANY_REDIRECTS|UNSAFE|BLOCKED|UNKNOWN_URL_SCHEME|DISALLOWED|CERT|SSL/;

/** Nobody is led from https to http unasked; but where nothing answers https, that may be what is meant. */
function otherSchemeHint(url: string, code: string): string | undefined {
  const other = refusesHttps.test(code) ? 'http' : speaksNoHttp.test(code) ? 'https' : undefined;
  if (other === undefined || new URL(url).protocol === `${other}:`) return undefined;
  return `Check the URL. If the server speaks only ${other}, write ${other}:// before the host; or it may be down.`;
}

const refusesHttps = /^ERR_(CONNECTION_REFUSED|SSL_PROTOCOL_ERROR)$/;
const speaksNoHttp = /^ERR_(EMPTY_RESPONSE|INVALID_HTTP_RESPONSE)$/;
