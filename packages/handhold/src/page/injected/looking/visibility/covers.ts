import { styleOf } from '../../dom/style.js';
import { contains, elementAt, parentOf } from '../../dom/tree.js';
import type { Box } from '../../protocol.js';
import { state } from '../../state.js';
import { drawingOf, opaque } from './ground.js';
import { pinnedAround } from './seen.js';
import { veilOf } from './surroundings.js';

/**
 * True if what is in a box of an element, as far as that is in view, lies under something that nothing shows through.
 */
export function isCovered(element: Element, { x, y, width, height }: Box): boolean {
  const view = windowSize();
  const down = y + height / 2;
  if (down < 0 || down >= view.height || x >= view.width) return false;
  let isTested = false;
  for (const along of [0.5, 0.05, 0.95]) {
    const at = x + width * along;
    const hit = at < 0 || at >= view.width ? null : elementAt(at, down);
    if (!hit) continue;
    if (!covers(hit, element)) return false;
    isTested = true;
  }
  // What lets the pointer through is never hit, whatever it lies on.
  return isTested && styleOf(element).pointerEvents !== 'none';
}

/** True if an element is above or below what is in view; one without a box of its own may be anywhere. */
export function isOutOfView(element: Element): boolean {
  const cached = state.looking.visibility.outOfView.entries;
  let isOut = cached.get(element);
  if (isOut === undefined) {
    const { top, bottom } = element.getBoundingClientRect();
    isOut = bottom > top && (bottom < 0 || top > windowSize().height);
    cached.set(element, isOut);
  }
  return isOut;
}

function windowSize(): { width: number; height: number } {
  return state.looking.visibility.window.size.get(() => ({ width: innerWidth, height: innerHeight }));
}

/** True if a hit covers an element for good; one that is pinned to the window does not: one can scroll, or close it. */
function covers(hit: Element, element: Element): boolean {
  if (contains(hit, element) || contains(element, hit)) return false;
  const pinned = pinnedAround(hit);
  if (pinned && !contains(pinned, element)) return false;
  if (veilOf(hit).opacity < opaque) return false;
  for (let up: Element | null = hit; up && !contains(up, element); up = parentOf(up)) {
    const { isPicture, isWhole } = drawingOf(up);
    if (isPicture || isWhole) return true;
  }
  return false;
}
