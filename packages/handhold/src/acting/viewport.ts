import { Failure } from '../errors.js';
import type { Point } from '../page/acting/input.js';
import type { Turn } from './turn.js';

/** A point that is not in view gets no events. */
export async function refuseOutside({ live, deadline }: Turn, { x, y }: Point): Promise<void> {
  const main = await live.frames.main(deadline);
  const { width, height } = await main.world.call(deadline, 'at', x, y);
  if (x >= 0 && y >= 0 && x < width && y < height) return;
  throw new Failure(
    'action_validation_error',
    `${Math.round(x)},${Math.round(y)} is outside the viewport of ${width}x${height}.`,
    { hint: 'Scroll first, or stay inside the viewport.', sideEffect: 'none' },
  );
}
