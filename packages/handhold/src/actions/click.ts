import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { clickAt } from '../page/input.js';
import { describe } from '../page/refs.js';
import type { ClickAction } from './action.js';
import { act, type Outcome } from './outcome.js';
import { pointAt } from './pointing.js';

export interface Clicked {
  /** What was clicked: ref, role and name. */
  element: string;
  /** How many elements the selector matched, if more than one. */
  matches?: number;
}

export function click(action: ClickAction, session: Session, deadline: Deadline): Promise<Clicked & Outcome> {
  return act<Clicked>(session, deadline, async (tab, doing, line) => {
    const found = await tab.live.find(action.target, line);
    const aimed = await pointAt(tab, found, 'click', line, action.modifiers);
    doing.touched = aimed.touched;
    doing.told = [{ ref: aimed.entry.ref, value: false }];
    doing.data = { element: describe(aimed.entry), ...(aimed.matches > 1 ? { matches: aimed.matches } : {}) };
    if (aimed.healed) doing.healed = doing.data.element;
    doing.sent = true;
    doing.pointed = true;
    const sent = clickAt(tab.live.session, aimed.point, action.button, action.clickCount, action.modifiers);
    await tab.live.handled(sent, line, 'done');
  });
}
