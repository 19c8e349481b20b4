import { noteScroll } from '../targeting/scroll.js';

/** What the call under way acts on: a change that it brings about there makes nothing another thing. */

let acted: Element[] = [];
let last: WeakRef<Element> | undefined;
/** Whether what came of it has been looked at. */
let isOver = false;

export function noteActing(element: Element): void {
  if (isOver) acted = [];
  isOver = false;
  // What had to be brought into view for it is no news.
  if (acted.length === 0) noteScroll();
  if (!acted.includes(element)) acted.push(element);
  last = new WeakRef(element);
}

/** What was acted on last, by whichever call. */
export function lastActedOn(): Element | undefined {
  return last?.deref();
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
