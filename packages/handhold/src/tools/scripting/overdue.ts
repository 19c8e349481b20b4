import { goOn } from '../../deadline.js';
import { Failure } from '../../errors.js';
import type { Pulse } from '../../page/settling/unresponsive.js';

/** A script that loops is stopped; one that waits for something that never comes is merely left. */
export async function tookTooLong(pulse: Pulse, giveUp: () => boolean): Promise<unknown> {
  const { cdp, deadline } = pulse;
  // What is not running must not be stopped: the order would hit the page's next script instead.
  const waiting = await pulse.isFelt();
  if (!giveUp()) return goOn;
  const stopped = !waiting && (await cdp.stopScript());
  const how = waiting
    ? 'it still waits for something'
    : stopped
      ? 'it was stopped'
      : 'it, or what else keeps the page busy, could not be stopped';
  return new Failure('timeout', `The script did not end within ${Math.round(deadline.budget)} ms; ${how}.`, {
    hint: 'Make it end sooner, or give a larger timeout.',
    canRetry: false,
    sideEffect: 'unknown',
  });
}
