import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { letGo, moveTo, press, release } from '../page/acting/hand.js';
import type { Point } from '../page/acting/input.js';
import type { LiveFrame } from '../page/frames/frames.js';
import type { Need } from '../page/injected/protocol.js';
import { describe } from '../page/refs/book.js';
import type { Found } from '../page/targeting/find-target.js';
import type { DragAction } from './action.js';
import { act, type Outcome } from './outcome.js';
import { aimClear, pointAt } from './pointing.js';

export interface Dragged {
  element: string;
  /** What it was dropped on. */
  to?: string;
}

/** How many movements lead from one end to the other; pages watch for more than one. One that is slow is spared some. */
const steps = { usual: 8, slow: 4 };

/** A movement that takes this long, in ms, meets a slow page. */
const slowMove = 250;

export function drag(action: DragAction, session: Session, deadline: Deadline): Promise<Dragged & Outcome> {
  return act<Dragged>(session, deadline, async (tab, doing, line) => {
    const from = await tab.live.find(action.target, line);
    const to = action.to === undefined ? undefined : await tab.live.find(action.to, line);
    doing.data = { element: describe(from.entry), ...(to ? { to: describe(to.entry) } : {}) };
    if (to) {
      await reachable(tab, from, to, action.toOffset === undefined ? 'drop' : 'hover', line);
      await tab.live.consider(to, line);
    }
    const start = await pointAt(tab, from, 'click', line);
    if (start.healed) doing.healed = describe(from.entry);
    const frames = to ? [...new Set([...start.touched, to.entry.frame])] : start.touched;
    doing.touched = start.touched;
    if (!to) {
      const goal = moved(start.point, action.by);
      await refuseOutside(tab, goal, line);
      await tab.live.weighReached(goal, line);
    }
    doing.sent = true;
    doing.pointed = true;
    doing.verify = async (late) => {
      if (await tab.live.shown.followDrag(from.entry, to?.entry, late)) doing.healed = describe(from.entry);
    };
    try {
      await press(tab.live, frames, 'left', 1, line);
      await carry(tab, frames, start.point, action, to, line);
      await release(tab.live, frames, 'left', 1, line);
    } catch (thrown) {
      void letGo(tab.live, frames, line.atMost(1000));
      throw thrown;
    }
  });
}

/** What is dropped on must be in the clear before anything is picked up; only what is dragged may lie on it. */
async function reachable(tab: Tab, from: Found, to: Found, need: Need, deadline: Deadline): Promise<void> {
  try {
    await aimClear(tab, to, need, deadline);
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'element_blocked') throw thrown;
    if (thrown.message.includes(` covered by @e${from.entry.ref} `)) return;
    if (need !== 'drop') throw thrown;
    await tab.live.aimAt(to, 'hover', deadline);
    throw coveredInTheMiddle(thrown);
  }
}

function coveredInTheMiddle({ message, details }: Failure): Failure {
  return new Failure('element_blocked', message.replace(' is covered', ', in its middle, is covered'), {
    hint: 'Drop beside that with toOffset, or deal with what covers the element first.',
    details,
  });
}

/** Sets off a little, so that the page notices, then goes there step by step and stays for a moment. */
async function carry(
  tab: Tab,
  frames: LiveFrame[],
  start: Point,
  action: DragAction,
  to: Found | undefined,
  deadline: Deadline,
): Promise<void> {
  const [frame] = frames;
  const go = async (point: Point) => {
    await Promise.all([moveTo(tab.live, frames, point, deadline), frame?.world.call(deadline, 'drawn')]);
  };
  const { x, y } = action.by ?? { x: 1, y: 1 };
  const before = performance.now();
  await go({ x: start.x + Math.sign(x) * 6, y: start.y + Math.sign(y) * 6 });
  const most = performance.now() - before > slowMove ? steps.slow : steps.usual;
  // Only now: scrolling there before the page has noticed would take what is dragged from under the pointer.
  const goal = to ? await end(tab, to, action, deadline) : moved(start, action.by);
  for (let step = 1; step <= most; step++)
    await go({
      x: start.x + ((goal.x - start.x) * step) / most,
      y: start.y + ((goal.y - start.y) * step) / most,
    });
  await go(goal);
}

async function end(tab: Tab, to: Found, action: DragAction, deadline: Deadline): Promise<Point> {
  const { point } = await tab.live.aimAt(to, 'none', deadline, action.toOffset);
  return point;
}

function moved(point: Point, by: Point = { x: 0, y: 0 }): Point {
  return { x: point.x + by.x, y: point.y + by.y };
}

/** A point that is not in view gets no events. */
export async function refuseOutside(tab: Tab, { x, y }: Point, deadline: Deadline): Promise<void> {
  const main = await tab.live.frames.main(deadline);
  const { width, height } = await main.world.call(deadline, 'at', x, y);
  if (x >= 0 && y >= 0 && x < width && y < height) return;
  throw new Failure(
    'action_validation_error',
    `${Math.round(x)},${Math.round(y)} is outside the viewport of ${width}x${height}.`,
    { hint: 'Scroll first, or stay inside the viewport.', sideEffect: 'none' },
  );
}
