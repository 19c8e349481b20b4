import type { Session } from '../browser/session.js';
import { Interruption, type Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { describe } from '../page/refs/book.js';
import type { Found } from '../page/targeting/find-target.js';
import type { ClickAction } from './action.js';
import { act, type Doing, type Outcome } from './outcome.js';
import { clickOn, rest } from './pointing.js';

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
    if (action.count === 1) return clickOnce(action, tab, found, doing, line);
    for (let done = 0; done < action.count; ) {
      try {
        await rest(tab, doing, line, () => clickOnce(action, tab, found, doing, line, done + 1));
      } catch (thrown) {
        throw done === 0 || thrown instanceof Interruption ? thrown : stopped(thrown, done, action.count);
      }
      done += 1;
    }
  });
}

/** Clicks, and notes what and, of several times, which; a dialog may end the call before it is known where that went. */
function clickOnce(
  { button, clickCount, modifiers }: ClickAction,
  tab: Tab,
  found: Found,
  doing: Doing<Clicked>,
  line: Deadline,
  time?: number,
): Promise<void> {
  const element = describe(found.entry);
  const many = found.matches > 1 ? { matches: found.matches } : {};
  doing.data ??= { element, ...many };
  doing.told = [{ ref: found.entry.ref, value: false }];
  const sending = () => {
    doing.data = { element, ...many, ...(time === undefined ? {} : { count: time }) };
  };
  return clickOn(tab, found, doing, line, { button, clickCount, modifiers, sending }, 'done');
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
