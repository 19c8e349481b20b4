import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { clickAt, movePointer } from '../page/input.js';
import { type Aimed, describe } from '../page/live-page.js';
import type { ClickAction } from './action.js';
import { act, type Outcome } from './outcome.js';

export interface Clicked {
  /** What was clicked: ref, role and name. */
  element: string;
  /** How many elements the selector matched, if more than one. */
  matches?: number;
}

export function click(action: ClickAction, session: Session, deadline: Deadline): Promise<Clicked & Outcome> {
  return act<Clicked>(session, deadline, async (tab, doing, line) => {
    const aimed = await aimSteadily(tab, action, line);
    doing.touched = aimed.touched;
    doing.told = { ref: aimed.entry.ref, value: false };
    doing.data = { element: describe(aimed.entry), ...(aimed.matches > 1 ? { matches: aimed.matches } : {}) };
    if (aimed.healed) doing.healed = doing.data.element;
    doing.sent = true;
    const sent = clickAt(tab.live.session, aimed.point, action.button, action.clickCount, action.modifiers);
    await tab.live.handled(sent, line, 'done');
  });
}

/** Aims, moves the pointer there, and makes sure that the element is still under it. */
async function aimSteadily(tab: Tab, action: ClickAction, deadline: Deadline): Promise<Aimed> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const aimed = await tab.live.aim(action.target, 'click', deadline);
    const { entry, point, touched } = aimed;
    const [, still] = await Promise.all([
      tab.live.handled(movePointer(tab.live.session, point, action.modifiers), deadline, 'none'),
      touched.length > 1
        ? true
        : entry.frame.world.call(deadline, 'stillAt', entry.id, point.x, point.y).catch(() => true),
    ]);
    if (still) return aimed;
  }
  throw new Failure('timeout', 'The element keeps moving and could not be clicked.', { sideEffect: 'none' });
}
