import { type Deadline, within } from '../deadline.js';
import { Failure } from '../errors.js';
import type { Wire } from './wire.js';

/** Time after which a page that gives no answer counts as hanging; less may be the machine's or the caller's haste. */
const hangTime = 500;

/** How long a page is given to show that it is only slow. */
export const proofTime = 100;

/** The page did not answer: whatever script keeps it busy is stopped, so that the tab can be used again. */
export async function unresponsive(session: Wire, deadline: Deadline): Promise<Failure> {
  if (deadline.budget < hangTime) return deadline.expired();
  // What is not running must not be stopped: the order would hit the page's next script instead.
  if (await answers(session, proofTime)) return deadline.expired();
  const what = `The page did not answer within ${Math.round(deadline.budget)} ms while ${deadline.what}`;
  if (await session.stopScript())
    return new Failure('page_unresponsive', `${what}; its running script was stopped.`);
  return new Failure('page_unresponsive', `${what}, and what keeps it busy could not be stopped.`, {
    hint: 'Leave the page with browser_navigate, which gives the tab a new one if it has to.',
    canRetry: false,
  });
}

/** Whether a page answers at all. */
export function answers(session: Wire, patience: number): Promise<boolean> {
  return within(session.send('Runtime.evaluate', { expression: '1' }), patience);
}

const breakTime = 1000;

/**
 * Stops a script that leaves and enters the engine all the time, as one does that opens windows: an order to end what
 * runs is taken by whatever else runs in between, a breakpoint only by the script itself. False where it was over.
 */
export async function breakOff(session: Wire): Promise<boolean> {
  const paused = new Promise<void>((resolve) => session.events.once('Debugger.paused', () => resolve()));
  const stopping = async () => {
    await session.send('Debugger.enable');
    await session.send('Debugger.pause');
    await paused;
    await session.send('Debugger.resume', { terminateOnResume: true });
  };
  const stopped = await within(stopping(), breakTime);
  void session.send('Debugger.disable').catch(() => undefined);
  return stopped;
}
