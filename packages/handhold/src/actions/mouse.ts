import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { quote } from '../gate/untrusted.js';
import { moveTo, press, release } from '../page/acting/hand.js';
import { bits, clickAt, handOf } from '../page/acting/input.js';
import type { MouseAction } from './action.js';
import { refuseOutside } from './drag.js';
import { act, type Outcome } from './outcome.js';

export interface MouseUsed {
  x: number;
  y: number;
  /** What is at that point. */
  element?: string;
}

export function mouse(
  action: MouseAction,
  session: Session,
  deadline: Deadline,
): Promise<MouseUsed & Outcome> {
  return act<MouseUsed>(session, deadline, async (tab, doing, line) => {
    const { live } = tab;
    const { button, clickCount, modifiers } = action;
    const at = action.at ?? handOf(live.cdp).at;
    await refuseOutside(tab, at, line);
    const main = await live.frames.main(line);
    const frames = [main, ...(await live.frames.children(main, line))];
    const { identity } = await main.world.call(line, 'at', at.x, at.y);
    const element = identity && `${identity.role}${identity.name ? ` ${quote(identity.name, 60)}` : ''}`;
    doing.touched = [main];
    doing.data = { ...at, ...(element ? { element } : {}) };
    if (action.at) await moveTo(live, frames, at, line, modifiers);
    // What the pointer has made appear there is what will be pressed.
    if (action.do !== 'move' && action.do !== 'wheel') await live.weighReached(at, line);
    doing.sent = true;
    switch (action.do) {
      case 'move':
        doing.linger = 150;
        return;
      case 'click':
        await live.handled(clickAt(live.cdp, at, button, clickCount, modifiers), line, 'done');
        return;
      case 'down':
        await press(live, frames, button, clickCount, line, modifiers);
        return;
      case 'up':
        await release(live, frames, button, clickCount, line, modifiers);
        return;
      case 'wheel': {
        const { deltaX, deltaY } = action;
        const turned = live.cdp.send('Input.dispatchMouseEvent', {
          type: 'mouseWheel',
          ...at,
          deltaX,
          deltaY,
          modifiers: bits(modifiers),
        });
        await live.handled(turned, line, 'done');
      }
    }
  });
}
