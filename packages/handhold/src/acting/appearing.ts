import { Failure } from '../errors.js';
import type { Stage } from './stage.js';
import { waitForSelector } from './wait-for-condition.js';

/** The state to wait for, by the error that told what kept an action from its element. */
const awaited: { readonly [code: string]: 'attached' | 'visible' } = {
  element_not_found: 'attached',
  element_not_visible: 'visible',
};

/** How long a page that owes an answer may keep it to itself once the time is up. */
const moment = 1000;

/** Does it; where a selector that may be waited for finds nothing yet, or nothing to be seen, waits and does it then. */
export async function onceItIsThere<R>(
  action: object,
  stage: Stage,
  work: (stage: Stage) => Promise<R>,
): Promise<R> {
  const awaitedTarget = selectorIn(action);
  if (!awaitedTarget) return work(stage);
  const { session, deadline } = stage;
  const { selector, within } = awaitedTarget;
  const end = performance.now() + within;
  const waitedFor = new Set<string>();
  for (;;) {
    try {
      return await work(stage);
    } catch (thrown) {
      if (!(thrown instanceof Failure) || (thrown.sideEffect ?? 'none') !== 'none') throw thrown;
      const state = awaited[thrown.code];
      if (state === undefined || waitedFor.has(state)) throw thrown;
      waitedFor.add(state);
      const left = Math.max(1, end - performance.now());
      const tab = session.current();
      const line = deadline.anew(left + moment).interruptedBy(tab);
      // The action has its own time once there is something to act on.
      if (!(await deadline.aside(() => waitForSelector(tab, selector, state, line, left))))
        throw thrown.saying(`Waited ${Math.round(within)} ms for it.`);
    }
  }
}

/** The selector of an action's target, and how many ms what it finds may have to come. */
function selectorIn(action: object): { selector: string; within: number } | undefined {
  if (!('target' in action)) return undefined;
  const { target } = action;
  if (typeof target !== 'object' || target === null || !('selector' in target) || !('within' in target))
    return undefined;
  const { selector, within } = target;
  return typeof selector === 'string' && typeof within === 'number' ? { selector, within } : undefined;
}
