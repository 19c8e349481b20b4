import type { CDPSession } from 'playwright-core';
import { within } from '../../deadline.js';

/** What we use of Playwright's session. */
type Face = Pick<CDPSession, 'send' | 'on' | 'once' | 'off'>;

/** A debugger session. */
export interface Wire {
  send: Face['send'];
  readonly events: Omit<Face, 'send'>;
  /** Stops the script that its page is in; whether the page answered after that. */
  stopScript(): Promise<boolean>;
}

/**
 * Speaks from Playwright's own end of a session. On the way through its public face every message is validated, traced
 * and copied, which takes as long as the browser does to answer. A Playwright that has no such end is spoken to as usual.
 */
export function wireOf(session: Face): Wire {
  const end = endOf(session);
  const atOnce: Wire['send'] = end
    ? async (method, params) => {
        try {
          return await end.send(method, params);
        } catch (thrown) {
          throw thrown instanceof Error && thrown.message === '' ? sessionOver(thrown) : thrown;
        } finally {
          await heardAll();
        }
      }
    : (method, params) => session.send(method, params);
  let stopping: Promise<boolean> | undefined;
  return {
    // What is sent while a script is being stopped would be stopped in its place.
    send: async (method, params) => {
      if (stopping && method.startsWith('Runtime.')) await stopping;
      return atOnce(method, params);
    },
    events: session,
    // Only ever one at a time: a second order finds nothing left to stop but what comes next.
    stopScript: () => {
      stopping ??= stopScript(atOnce).finally(() => (stopping = undefined));
      return stopping;
    },
  };
}

/** How long a page is given to answer once its script was stopped, and how often: some begin again at once. */
const answerTime = 150;
const maxStops = 2;

async function stopScript(send: Wire['send']): Promise<boolean> {
  for (let stops = 0; stops < maxStops; stops++) {
    const stopped = send('Runtime.terminateExecution').then(() =>
      send('Runtime.evaluate', { expression: '1' }),
    );
    if (await within(stopped, answerTime)) return true;
  }
  return false;
}

/** Playwright's own end says of a session that is over only of which type that error is. */
function sessionOver(thrown: Error): Error {
  return new Error(part(thrown, 'type') === 'crashed' ? 'Session closed by a crash.' : 'Session closed.');
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
