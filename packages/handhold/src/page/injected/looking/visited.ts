import { contains, parentOf } from '../dom/tree.js';
import type { PerceivedNode } from '../protocol.js';
import { state } from '../state.js';
import type { Band, Horizon } from './horizon.js';

/**
 * The part of the document that the last look covered: the next one can then tell what is new from what was out of
 * reach.
 */

export interface Visited {
  described: WeakRef<Element>[];
  /** How far it went, in the document's own coordinates; undefined where it went everywhere. */
  band: Band | undefined;
}

/** Begins a look; one that only repeats the latest is compared with the same one as that. */
export function beginLook(again: boolean): void {
  if (!again) state.looking.visitedBefore = state.looking.visited;
}

/** Elements that were described the last time and are still there. */
export function describedBefore(): Iterable<Element> {
  return stillThere(state.looking.visitedBefore);
}

/** Elements that the latest look has described and that are still there. */
export function describedNow(): Iterable<Element> {
  return stillThere(state.looking.visited);
}

function* stillThere({ described }: Visited): Iterable<Element> {
  for (const known of described) {
    const element = known.deref();
    if (element?.isConnected) yield element;
  }
}

/**
 * Elements that were described before, are still there, and can't be reached because all around it was shut off, as is done to the
 * rest of a page when a menu or dialog opens.
 */
export function shutOff(elements: readonly (Element | undefined)[]): Element[] {
  const parts = [...(document.body?.children ?? [])].filter(
    (part) => part.getAttribute('aria-hidden') === 'true' || part.hasAttribute('inert'),
  );
  if (parts.length === 0) return [];
  const now = new Set(elements);
  return [...describedBefore()].filter(
    (element) =>
      !now.has(element) && parts.some((part) => contains(part, element)) && element.checkVisibility(),
  );
}

/** Keeps in mind what has been described, and how far the look went. */
export function remember(
  elements: readonly (Element | undefined)[],
  horizon: Horizon | undefined,
  modalOpen: boolean,
): void {
  // What an open modal hides is known from before.
  const { visitedBefore: before } = state.looking;
  const visited: Visited = modalOpen
    ? { described: [...before.described], band: before.band }
    : { described: [], band: horizon?.band };
  for (const element of elements) if (element) visited.described.push(new WeakRef(element));
  state.looking.visited = visited;
}

/**
 * Marks what was only out of reach of the last look and may have been there all along. New is what lies where that
 * look would have found it, what was seen to appear, and what is in front of everything.
 */
export function markLaterMet(
  nodes: PerceivedNode[],
  elements: (Element | undefined)[],
  appeared: readonly Node[] | undefined,
): void {
  const { band } = state.looking.visitedBefore;
  if (!band || !appeared) return;
  const known = new Set(describedBefore());
  const moved = movedSince(band);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    const element = elements[i];
    if (!node?.box || !element || node.modal || known.has(element)) continue;
    const top = node.box.y + scrollY + scrolledBy(element, moved);
    if (top < band.bottom && top + node.box.height > band.top) continue;
    if (isFixed(element) || appeared.some((root) => contains(root, element))) continue;
    node.met = true;
  }
}

/** By how much boxes have been scrolled since. */
function movedSince({ scrolled }: Band): Map<Element, number> {
  const moved = new Map<Element, number>();
  for (const { box, at } of scrolled) {
    const element = box.deref();
    if (element && element.scrollTop !== at) moved.set(element, element.scrollTop - at);
  }
  return moved;
}

function scrolledBy(element: Element, moved: Map<Element, number>): number {
  let by = 0;
  if (moved.size > 0) for (let up: Element | null = element; up; up = parentOf(up)) by += moved.get(up) ?? 0;
  return by;
}

function isFixed(element: Element): boolean {
  for (let up: Element | null = element; up; up = parentOf(up))
    if (getComputedStyle(up).position === 'fixed') return true;
  return false;
}
