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
