import type { CDPSession } from 'playwright-core';
import { firstLine } from '../../errors.js';
import { log } from '../../log.js';

/** The only module that reaches into Playwright's private parts, and the version it was checked against. */
export const checkedPlaywrightVersion = '1.65.0';

type Send = CDPSession['send'];

/** The public methods of Playwright's session that we use. */
export type PublicSession = Pick<CDPSession, 'send' | 'on' | 'once' | 'off'>;

/**
 * Sends from Playwright's own end of a session. On the way through the public method every message is validated, traced
 * and copied, which takes as long as the browser does to answer. Where that end can't be found, the public method is the
 * fallback.
 */
export function fastSend(session: PublicSession): Send {
  const end = privateEnd(session);
  if (!end) return (method, params) => session.send(method, params);
  return async (method, params) => {
    try {
      return await end.send(method, params);
    } catch (thrown) {
      throw thrown instanceof Error && thrown.message === '' ? sessionClosed(thrown) : thrown;
    } finally {
      await earlierEventsHandled();
    }
  };
}

/** Playwright's own end says of a session that is over only of which type that error is. */
function sessionClosed(thrown: Error): Error {
  return new Error(part(thrown, 'type') === 'crashed' ? 'Session closed by a crash.' : 'Session closed.');
}

/** Playwright hands on events one turn after it heard them, so an answer given a turn later comes in the browser's order. */
function earlierEventsHandled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function privateEnd(session: PublicSession): { send: Send } | undefined {
  try {
    const toImpl = part(part(session, '_connection'), 'toImpl');
    // A browser on a Playwright server has its other end there.
    if (typeof toImpl !== 'function') return reportFallback('no toImpl');
    const end = part(toImpl(session), '_session');
    return hasSend(end) ? end : reportFallback('no _session.send');
  } catch (thrown) {
    return reportFallback('an exception', thrown);
  }
}

const reported = new Set<string>();

/** Logs once per reason, since every tab and frame comes here. */
function reportFallback(reason: string, thrown?: unknown): undefined {
  if (reported.has(reason)) return;
  reported.add(reason);
  log.warn(
    { reason, checkedPlaywrightVersion, ...(thrown === undefined ? {} : { error: firstLine(thrown) }) },
    "Playwright's own end of a debugger session can't be reached; its slower public methods are used",
  );
}

function part(whole: unknown, name: string): unknown {
  return typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : undefined;
}

function hasSend(value: unknown): value is { send: Send } {
  return typeof part(value, 'send') === 'function';
}
