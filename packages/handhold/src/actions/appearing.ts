import { Failure } from '../errors.js';
import type { Target } from '../page/live-page.js';
import type { Action } from './action.js';
import type { Stage } from './stage.js';
import { finds } from './wait.js';

/** What has to come true for what kept an action from its element, by the error that told of it. */
const awaited: { readonly [code: string]: 'attached' | 'visible' } = {
  element_not_found: 'attached',
  element_not_visible: 'visible',
};

/** How long a page that owes an answer may keep it to itself once the time is up. */
const moment = 1000;

/** Does it; where a selector that may be waited for finds nothing yet, or nothing to be seen, waits and does it then. */
export async function onceItIsThere<T>(
  action: Action,
  { session, deadline }: Stage,
  work: () => Promise<T>,
): Promise<T> {
  const target: Target | undefined = 'target' in action ? action.target : undefined;
  if (!session || !target || !('selector' in target) || target.within === undefined) return work();
  const { selector, within } = target;
  const end = performance.now() + within;
  const waitedFor = new Set<string>();
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof Failure) || (thrown.sideEffect ?? 'none') !== 'none') throw thrown;
      const state = awaited[thrown.code];
      if (state === undefined || waitedFor.has(state)) throw thrown;
      waitedFor.add(state);
      const left = Math.max(1, end - performance.now());
      const tab = session.current();
      const line = deadline.anew(left + moment).interruptedBy(tab);
      // The action has its own time once there is something to act on.
      if (!(await deadline.aside(() => finds(tab, selector, state, line, left))))
        throw thrown.saying(`Waited ${Math.round(within)} ms for it.`);
    }
  }
}
