import { state } from '../state.js';
import { noteScroll } from '../targeting/page-scroll.js';

/** Elements that the call under way acts on: a change that it brings about there makes nothing another thing. */

export function noteActing(element: Element): void {
  const { actedOn } = state.acting;
  if (actedOn.isOver) actedOn.elements = [];
  actedOn.isOver = false;
  // What had to be brought into view for it is no news.
  if (actedOn.elements.length === 0) noteScroll();
  if (!actedOn.elements.includes(element)) actedOn.elements.push(element);
  actedOn.last = new WeakRef(element);
}

/** The element that was acted on last, by whichever call. */
export function lastActedOn(): Element | undefined {
  return state.acting.actedOn.last?.deref();
}

export function actingOn(): readonly Element[] {
  return state.acting.actedOn.elements;
}

/** Begins a look, which is at what the call came to; the next one is not, unless it only repeats this one. */
export function beginOutcome(again: boolean): void {
  const { actedOn } = state.acting;
  if (again) return;
  if (actedOn.isOver) actedOn.elements = [];
  actedOn.isOver = true;
}
