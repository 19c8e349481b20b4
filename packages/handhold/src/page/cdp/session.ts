import type { CDPSession as PlaywrightSession } from 'playwright-core';
import { within } from '../../deadline.js';
import { fastSend, type PublicSession } from './fast-path.js';

/** A CDP session of a page, or of a frame in a process of its own. */
export interface CdpSession {
  send: PlaywrightSession['send'];
  readonly events: Omit<PublicSession, 'send'>;
  /** Stops the script that its page is in; true if the page answered after that. */
  stopScript(): Promise<boolean>;
}

/** A CDP session over one of Playwright's. */
export function cdpSessionOf(session: PublicSession): CdpSession {
  const sendAtOnce = fastSend(session);
  let stopping: Promise<boolean> | undefined;
  return {
    // What is sent while a script is being stopped would be stopped in its place.
    send: async (method, params) => {
      if (stopping && method.startsWith('Runtime.')) await stopping;
      return sendAtOnce(method, params);
    },
    events: session,
    // Only ever one at a time: a second order finds nothing left to stop but what comes next.
    stopScript: () => {
      stopping ??= stopScript(sendAtOnce).finally(() => (stopping = undefined));
      return stopping;
    },
  };
}

/** How long a page is given to answer once its script was stopped, and how often: some begin again at once. */
const answerTime = 150;
const maxStops = 2;

async function stopScript(send: CdpSession['send']): Promise<boolean> {
  for (let stops = 0; stops < maxStops; stops++) {
    const stopped = send('Runtime.terminateExecution').then(() =>
      send('Runtime.evaluate', { expression: '1' }),
    );
    if (await within(stopped, answerTime)) return true;
  }
  return false;
}
