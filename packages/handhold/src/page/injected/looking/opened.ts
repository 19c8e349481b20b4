import { styleOf } from '../dom/style.js';
import { isElement, parentOf } from '../dom/tree.js';
import type { PerceivedNode } from '../protocol.js';
import { type Additions, recentAdditions } from '../settling/changes.js';
import { state } from '../state.js';
import { revealed } from './revealed.js';

/**
 * Layers that have opened in front of the page since the last look: menus, suggestions, dialogs, messages, cards that
 * float.
 */

/** Elements asked for their style. */
const maxAsked = 300;
/** Of each that came: what floats may stand in boxes around it, beside guards of the focus. */
const maxInside = 12;
/** More that came to one place make a list there. */
const maxLayers = 6;

function layers(): Set<Element> {
  return state.looking.openedLayers.get(findLayers);
}

/** The outermost parts of it. */
function findLayers(): Set<Element> {
  const found = new Set<Element>();
  let left = maxAsked;
  const look = (element: Element): void => {
    if (left <= 0 || !element.isConnected) return;
    const inside = [element];
    for (let at = 0; at < inside.length && at < maxInside && left > 0; at++) {
      const one = inside[at];
      if (!one) break;
      left -= 1;
      if (isLayer(one)) found.add(one);
      else inside.push(...one.children);
    }
  };
  for (const node of revealed().slice(0, maxAsked / 4)) if (isElement(node)) look(node);
  const places = [...recentAdditions()];
  const filled = places.filter(([at, place]) => isAllNew(at, place)).slice(0, maxAsked);
  for (const [at] of filled) if (isElement(at) && styleOf(at).position === 'fixed') look(at);
  // A few things at a place are more likely to float than many, and are fewer to ask.
  for (const [, { count, added }] of places) if (count <= maxLayers) added.forEach(look);
  for (const [, { count, added }] of places) if (count > maxLayers) added.forEach(look);
  return found;
}

/** True if all that a box holds came just now, as in one at the edge of the window that messages come to. */
function isAllNew(node: Node, { count }: Additions): boolean {
  return isElement(node) && count <= maxLayers && node.childElementCount <= count && node !== document.body;
}

const inFront = 'dialog, [popover], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

function isLayer(element: Element): boolean {
  if (element.matches(inFront)) return true;
  const { position } = styleOf(element);
  return position === 'fixed' || (position === 'absolute' && !isOneOfMany(element));
}

/** The rows of some lists are put in their places one by one. */
function isOneOfMany(element: Element): boolean {
  const { previousElementSibling: before, nextElementSibling: after } = element;
  return isAlike(element, before) || isAlike(element, after);
}

function isAlike(element: Element, other: Element | null): boolean {
  return (
    other !== null &&
    other.tagName === element.tagName &&
    other.className === element.className &&
    styleOf(other).position === 'absolute'
  );
}

/** The parts of the page that have opened, for what stands in them. */
export function openedLayers(): ReadonlySet<Element> {
  return layers();
}

/** True if an element stands in something that has opened. */
export function isOpened(element: Element): boolean {
  const found = layers();
  if (found.size === 0) return false;
  for (let up: Element | null = element; up; up = parentOf(up)) if (found.has(up)) return true;
  return false;
}

export function markOpened(
  nodes: readonly PerceivedNode[],
  elements: readonly (Element | undefined)[],
): void {
  if (layers().size === 0) return;
  for (const [i, node] of nodes.entries()) {
    const element = elements[i];
    if (element && isOpened(element)) node.opened = true;
  }
}
