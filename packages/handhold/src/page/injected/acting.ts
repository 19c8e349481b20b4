import { pageScroll } from './scroll.js';

/** What the call under way acts on: a change that it brings about there makes nothing another thing. */

let acted: Element[] = [];
/** Where the page was scrolled to when it was acted on, after what had to be brought into view for it. */
let scrolled = { x: 0, y: 0 };
/** Whether what came of it has been looked at. */
let isOver = false;

export function noteActing(element: Element): void {
  if (isOver) acted = [];
  isOver = false;
  if (acted.length === 0) scrolled = pageScroll();
  if (!acted.includes(element)) acted.push(element);
}

/** Where the page has been scrolled to since it was acted on. */
export function scrolledSince(): { x: number; y: number } | undefined {
  if (acted.length === 0) return undefined;
  const { x, y } = pageScroll();
  return x === scrolled.x && y === scrolled.y ? undefined : { x, y };
}

export function actingOn(): readonly Element[] {
  return acted;
}

/** Begins a look, which is at what the call came to; the next one is not, unless it only repeats this one. */
export function beginOutcome(again: boolean): void {
  if (again) return;
  if (isOver) acted = [];
  isOver = true;
}
