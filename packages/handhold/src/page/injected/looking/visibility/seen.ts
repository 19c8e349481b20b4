import { contains, parentOf } from '../../dom/tree.js';
import type { Box } from '../../protocol.js';
import { aim, coverRoot } from '../../targeting/hit-test.js';
import { isPage, scrollsDown } from '../../targeting/scrollers.js';
import { shownPart } from './clips.js';

/** The part of an element that a person could see, and what is in the way. */

/** Rendered, and not only there for machines. A control may be transparent where a drawing stands in for it. */
export function isSeen(element: Element, mayBeFaded = false): boolean {
  if (element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return true;
  if (element instanceof HTMLAreaElement) return true;
  if (getComputedStyle(element).display === 'contents')
    return element.parentElement ? isSeen(element.parentElement) : true;
  if (!mayBeFaded || !element.checkVisibility({ visibilityProperty: true })) return false;
  const around = element.parentElement;
  return around ? around.checkVisibility({ opacityProperty: true }) : true;
}

/** True if it is where no scrolling, of the page or of a box around it, would bring it into sight. */
export function isOffPage(element: Element, box: Box = element.getBoundingClientRect()): boolean {
  let right = box.x + box.width + scrollX;
  let bottom = box.y + box.height + scrollY;
  const isOff = () => right <= 0 || bottom <= 0;
  for (let up = parentOf(element); up && isOff() && up !== document.scrollingElement; up = parentOf(up)) {
    right += Math.abs(up.scrollLeft);
    bottom += up.scrollTop;
  }
  return isOff();
}

/**
 * How much of a scrolling box is out of sight, in words; undefined where nothing is, or where the page itself
 * scrolls.
 */
export function moreInside(element: Element, style: CSSStyleDeclaration): string | undefined {
  const overflowX = style.overflowX;
  if (overflowX === 'visible') return undefined;
  const overflowY = style.overflowY;
  const down = (overflowY === 'auto' || overflowY === 'scroll') && element.clientHeight >= 40;
  const across = (overflowX === 'auto' || overflowX === 'scroll') && element.clientWidth >= 40;
  if ((!down && !across) || element === document.documentElement || element === document.body)
    return undefined;
  const parts: string[] = [];
  const hiddenBelow = element.scrollHeight - element.clientHeight - element.scrollTop;
  const hiddenAhead = element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft);
  if (down && element.scrollTop > 20) parts.push('above');
  if (down && hiddenBelow > 20) parts.push('below');
  const [behind, ahead] = style.direction === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  if (across && Math.abs(element.scrollLeft) > 20) parts.push(behind);
  if (across && hiddenAhead > 20) parts.push(ahead);
  return parts.length > 0 ? `more ${parts.join(' and ')}` : undefined;
}

/** The element that lies on top of another and would still do so if the page were scrolled. */
export function lastingCover(target: Element): Element | undefined {
  const found = aim(target, 5);
  if (!found?.cover || contains(found.cover, target) || contains(target, found.cover)) return undefined;
  if (!isCovered(target)) return undefined;
  const cover = coverRoot(found.cover, target);
  const scrolled = scrolledAround(target);
  const pinned = scrolled ? pinnedAround(found.cover) : undefined;
  if (!scrolled || !pinned) return cover;
  // A bar that is pinned to an edge leaves the rest of what scrolls free.
  const { top, bottom, height } = pinned.getBoundingClientRect();
  const isAtEdge = top <= scrolled.top + 2 || bottom >= scrolled.bottom - 2;
  return isAtEdge && height <= (scrolled.bottom - scrolled.top) / 2 ? undefined : cover;
}

/** Where the box is, or the window, that can be scrolled to bring an element elsewhere. */
function scrolledAround(target: Element): { top: number; bottom: number } | undefined {
  for (let up = parentOf(target); up && !isPage(up); up = parentOf(up))
    if (scrollsDown(up)) return up.getBoundingClientRect();
  const page = document.scrollingElement;
  const moves = page !== null && page.scrollHeight > page.clientHeight + 1;
  return moves ? { top: 0, bottom: innerHeight } : undefined;
}

/** Not one of which a scrolling box only leaves an edge to be seen, or whose part that is shown is free. */
function isCovered(target: Element): boolean {
  const part = shownPart(target);
  const own = target.getBoundingClientRect();
  if (part.width === own.width && part.height === own.height) return true;
  if (part.width < 4 || part.height < 4) return false;
  return aim(target, 5, [part])?.cover !== undefined;
}

/** The element that is fixed to the window or sticks to an edge, of one and all around it. */
export function pinnedAround(element: Element): Element | undefined {
  for (let up: Element | null = element; up; up = parentOf(up)) {
    const { position } = getComputedStyle(up);
    if (position === 'fixed' || position === 'sticky') return up;
  }
  return undefined;
}
