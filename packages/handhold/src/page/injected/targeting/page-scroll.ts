import type { ScrollState } from '../protocol.js';
import { state } from '../state.js';
import { pageScroller } from './scrollers.js';

/** How far the page itself is scrolled. */

export function pageScroll(): ScrollState {
  const page = pageScroller();
  return {
    x: Math.round(page.scrollLeft),
    y: Math.round(page.scrollTop),
    maxX: Math.max(0, page.scrollWidth - page.clientWidth),
    maxY: Math.max(0, page.scrollHeight - page.clientHeight),
  };
}

export function noteScroll(): void {
  state.targeting.scrolledFrom = pageScroll();
}

/** Where it has been scrolled to since. */
export function scrolledTo(): { x: number; y: number } | undefined {
  const { x, y } = pageScroll();
  const { scrolledFrom } = state.targeting;
  return x === scrolledFrom.x && y === scrolledFrom.y ? undefined : { x, y };
}
