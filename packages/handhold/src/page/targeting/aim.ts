import type { Failure } from '../../errors.js';
import type { Point } from '../acting/input.js';
import type { LiveFrame } from '../frames/frames.js';
import type { Need, Obstacle } from '../injected/protocol.js';
import { askElement, standDown } from './ask-element.js';
import type { Found } from './find-target.js';
import { explainObstacle } from './obstacle.js';
import type { CheckedPage, Turn } from './second-check.js';

/** A target that passed every check, and where to send the event. */
export interface Aimed extends Found {
  point: Point;
  /** The same point in the element's own document. */
  local: Point;
  /** The documents from the element's own up to the page's. */
  touched: LiveFrame[];
  /** A press takes the focus from a field that was typed into. */
  leavesEdited: boolean;
}

/** Some time is kept back for saying what stands in the way. */
const keptBack = 200;

/**
 * Checks that an element that has been found can take the event and says where to send it, scrolling as needed; with an
 * offset, the point that far from its top left corner.
 */
export async function aimAt(
  page: CheckedPage,
  found: Found,
  need: Need,
  turn: Turn,
  offset?: Point,
): Promise<Aimed> {
  const { entry } = found;
  const { deadline } = turn;
  const obstacle = (state: Obstacle, frame: LiveFrame): Failure =>
    explainObstacle(state, { entry, frame, book: page.shown.refs, deadline });
  const patience = Math.max(0, deadline.left - keptBack);
  const answer = await askElement(page, found, turn, () =>
    entry.frame.world.call(deadline, 'ready', entry.id, entry.shown ?? null, need, patience),
  );
  if (answer.state !== 'ready') throw obstacle(answer, entry.frame);
  const touched: LiveFrame[] = [entry.frame];
  let point: Point = offset
    ? { x: answer.box.x + offset.x, y: answer.box.y + offset.y }
    : { x: answer.x, y: answer.y };
  const local = point;
  for (let frame = entry.frame; frame.parent; frame = frame.parent) {
    const { owner, parent } = frame;
    const spot = await askElement(page, found, turn, () =>
      parent.world.call(deadline, 'spotInFrame', owner, point.x, point.y, need === 'click'),
    );
    if (spot.state !== 'ready') {
      for (const { world } of touched) standDown(world, deadline);
      throw obstacle(spot, parent);
    }
    point = { x: spot.x, y: spot.y };
    touched.push(parent);
  }
  return { ...found, point, local, touched, leavesEdited: answer.leavesEdited === true };
}
