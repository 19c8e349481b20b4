import type { Box } from '../protocol.js';
import { standIn, visibleBox } from '../targeting/hit-test.js';
import type { Horizon } from './horizon.js';
import { type Cuts, isCutOff, isOutside, isPinnedOut } from './visibility/clips.js';
import { isOutOfSight } from './visibility/for-the-eye.js';
import { isOffPage } from './visibility/seen.js';

/** The box, if any part of it can be brought into view. */
export function boxInReach(
  element: Element,
  cuts: Cuts,
  page: { x: number; y: number },
  horizon: Horizon | undefined,
): Box | undefined {
  const target = standIn(element);
  const known = horizon?.boxOf(target);
  const box = known && known.width > 0 && known.height > 0 ? known : visibleBox(target);
  if (!box) return undefined;
  const above = box.y + box.height + page.y <= 0;
  const aside = box.x + box.width + page.x <= 0 && getComputedStyle(element).direction !== 'rtl';
  if ((above || aside) && isOffPage(target, box)) return undefined;
  if (isOutOfSight(element, target, box)) return undefined;
  // What stands in for a field is elsewhere, and the field may be cut down to nothing on purpose.
  if (target !== element) return isCutOff(target) ? undefined : box;
  if (isPinnedOut(box, cuts)) return undefined;
  return cuts.clip && isOutside(box, cuts.clip) ? undefined : box;
}
