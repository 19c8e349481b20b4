import type { CDPSession } from 'playwright-core';

/** What we use of Playwright's session. */
type Face = Pick<CDPSession, 'send' | 'on' | 'once' | 'off'>;

/** A debugger session. */
export interface Wire {
  send: Face['send'];
  readonly events: Omit<Face, 'send'>;
}

/**
 * Speaks from Playwright's own end of a session. On the way through its public face every message is validated, traced
 * and copied, which takes as long as the browser does to answer. A Playwright that has no such end is spoken to as usual.
 */
export function wireOf(session: Face): Wire {
  const end = endOf(session);
  const send: Wire['send'] = end
    ? async (method, params) => {
        try {
          return await end.send(method, params);
        } finally {
          await heardAll();
        }
      }
    : (method, params) => session.send(method, params);
  return { send, events: session };
}

/** What Playwright heard from the browser before an answer it tells one turn later; all is known in the order it happened. */
function heardAll(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function endOf(session: Face): Pick<Wire, 'send'> | undefined {
  const find = part(part(session, '_connection'), 'toImpl');
  const end = part(typeof find === 'function' ? find(session) : undefined, '_session');
  return canSend(end) ? end : undefined;
}

function part(whole: unknown, name: string): unknown {
  return typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : undefined;
}

function canSend(value: unknown): value is Pick<Wire, 'send'> {
  return typeof part(value, 'send') === 'function';
}
