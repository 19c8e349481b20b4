import type { Session } from '../browser/session.js';
import { Interruption, type Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { clickAt } from '../page/input.js';
import type { Found } from '../page/live-page.js';
import { describe } from '../page/refs.js';
import type { ClickAction } from './action.js';
import { act, type Doing, type Outcome } from './outcome.js';
import { pointAt, rest } from './pointing.js';

export interface Clicked {
  /** What was clicked: ref, role and name. */
  element: string;
  /** How many elements the selector matched, if more than one. */
  matches?: number;
  /** How often it was clicked, if more than once was asked for. */
  count?: number;
}

export function click(action: ClickAction, session: Session, deadline: Deadline): Promise<Clicked & Outcome> {
  return act<Clicked>(session, deadline, async (tab, doing, line) => {
    const found = await tab.live.find(action.target, line);
    if (action.count === 1) {
      const send = await aimed(action, tab, found, doing, line);
      await send();
      return;
    }
    for (let done = 0; done < action.count; ) {
      try {
        const send = await aimed(action, tab, found, doing, line);
        // Before it is known where that one went: a dialog would end the call there.
        if (doing.data) doing.data.count = done + 1;
        await rest(tab, doing, line, send);
      } catch (thrown) {
        throw done === 0 || thrown instanceof Interruption ? thrown : stopped(thrown, done, action.count);
      }
      done += 1;
    }
  });
}

/** Makes sure that the click will go to the element, and gives how to send it. */
async function aimed(
  { button, clickCount, modifiers }: ClickAction,
  tab: Tab,
  found: Found,
  doing: Doing<Clicked>,
  line: Deadline,
): Promise<() => Promise<void>> {
  const { entry, point, touched, matches, healed } = await pointAt(tab, found, 'click', line, modifiers);
  doing.touched = touched;
  doing.told = [{ ref: entry.ref, value: false }];
  doing.data = { ...doing.data, element: describe(entry), ...(matches > 1 ? { matches } : {}) };
  if (healed) doing.healed = doing.data.element;
  doing.sent = true;
  doing.pointed = true;
  return () =>
    tab.live.handled(clickAt(tab.live.session, point, button, clickCount, modifiers), line, 'done');
}

/** What keeps the rest of several clicks from being done, with how many were. */
function stopped(thrown: unknown, done: number, count: number): Failure {
  const so = `Clicked ${done} of ${count} times`;
  if (thrown instanceof Failure)
    return new Failure(thrown.code, `${so}, then: ${thrown.message}`, {
      hint: thrown.hint,
      canRetry: false,
      sideEffect: thrown.sideEffect === 'unknown' ? 'unknown' : 'done',
      details: { ...(typeof thrown.details === 'object' ? thrown.details : {}), done, count },
    });
  // Agreed to was what stood there before: it must not be begun anew for the sake of the next.
  return new Failure('page_changed', `${so}, then the page became another.`, {
    hint: 'Take a browser_snapshot before you click again.',
    canRetry: false,
    sideEffect: 'done',
    details: { done, count },
  });
}
