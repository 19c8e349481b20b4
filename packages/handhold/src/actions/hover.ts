import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { describe } from '../page/refs/book.js';
import type { HoverAction } from './action.js';
import { act, type Outcome } from './outcome.js';
import { pointAt } from './pointing.js';

export interface Hovered {
  element: string;
}

export function hover(action: HoverAction, session: Session, deadline: Deadline): Promise<Hovered & Outcome> {
  return act<Hovered>(session, deadline, async (tab, doing, line) => {
    const found = await tab.live.find(action.target, line);
    doing.data = { element: describe(found.entry) };
    // Tips and menus come up a moment after the pointer.
    doing.linger = 300;
    doing.sent = true;
    const aimed = await pointAt(tab, found, 'hover', line);
    if (aimed.healed) doing.healed = describe(found.entry);
    doing.touched = aimed.touched;
  });
}
