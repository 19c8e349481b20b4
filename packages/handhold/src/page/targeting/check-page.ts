import type { Deadline } from '../../deadline.js';
import type { Point } from '../acting/input.js';
import type { Frames, LiveFrame } from '../frames/frames.js';
import type { Reached } from '../injected/protocol.js';
import type { Found } from './find-target.js';
import { type CheckedPage, checkMet, type Met, type Turn } from './second-check.js';

/** Has an element checked that is acted on without being asked anything. */
export async function checkElement(page: CheckedPage, { entry }: Found, turn: Turn): Promise<void> {
  const { world, url } = entry.frame;
  await checkMet(page, turn, async () => {
    const facts = await world.call(turn.deadline, 'factsOf', entry.id);
    const { role, name } = facts?.as ?? entry.shown ?? entry.identity;
    return { ref: entry.ref, role, name, url, facts: facts ?? undefined };
  });
}

/** Has the page as a whole checked, for what is done to it without naming an element. */
export async function checkWholePage(page: CheckedPage, turn: Turn): Promise<void> {
  const main = await page.frames.main(turn.deadline);
  await checkMet(page, turn, async () => {
    const facts = await main.world.call(turn.deadline, 'pageFacts');
    return { role: 'form', name: '', url: main.url, facts: facts ?? undefined };
  });
}

/** Has checked what an event would reach that goes to a point, or to whatever has the focus. */
export async function checkEventTarget(page: CheckedPage, point: Point | 'focus', turn: Turn): Promise<void> {
  await checkMet(page, turn, () => eventTarget(page.frames, point, turn.deadline));
}

async function eventTarget(frames: Frames, point: Point | 'focus', deadline: Deadline): Promise<Met> {
  const main = await frames.main(deadline);
  const below = await frames.children(main, deadline);
  let frame = main;
  let spot = point;
  for (;;) {
    const { world, url } = frame;
    const reached: Reached | null =
      spot === 'focus'
        ? await world.call(deadline, 'focused')
        : await world.call(deadline, 'touchedAt', spot.x, spot.y);
    const inside = below.find(({ parent, owner }) => parent === frame && owner === reached?.id);
    if (!reached || !inside) {
      const { role, name } = reached?.facts?.as ?? reached ?? { role: 'document', name: '' };
      return { role, name, url, facts: reached?.facts ?? undefined };
    }
    frame = inside;
    spot = reached.inner ?? 'focus';
  }
}

/** The document that has the focus, through all frames. */
export async function focusedFrame(frames: Frames, deadline: Deadline): Promise<LiveFrame> {
  let frame = await frames.main(deadline);
  const below = await frames.children(frame, deadline);
  for (;;) {
    const reached = await frame.world.call(deadline, 'focused');
    const inside = below.find(({ parent, owner }) => parent === frame && owner === reached?.id);
    if (!inside) return frame;
    frame = inside;
  }
}
