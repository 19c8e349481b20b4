import { recentChanges } from './changes.js';
import { isElement, parentOf } from './dom.js';
import { perLook } from './per-look.js';
import type { PerceivedNode } from './protocol.js';
import { revealed } from './revealed.js';

/** What has opened in front of the page since the last look: menus, suggestions, dialogs, cards that float. */

const maxAsked = 60;
const maxDepth = 3;

/** The outermost parts of it. */
const layers = perLook(() => {
  const found = new Set<Element>();
  let left = maxAsked;
  for (const node of [...revealed(), ...recentChanges()]) {
    if (left-- <= 0) break;
    const layer = isElement(node) && node.isConnected ? layerIn(node) : undefined;
    if (layer) found.add(layer);
  }
  return found;
});

/** What came may be a box around the layer, as portals are, or the layer itself. */
function layerIn(element: Element): Element | undefined {
  let at: Element | null = element;
  for (let depth = 0; at && depth < maxDepth; depth++) {
    if (isLayer(at)) return at;
    at = at.firstElementChild;
  }
  return undefined;
}

const inFront = 'dialog, [popover], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

function isLayer(element: Element): boolean {
  if (element.matches(inFront)) return true;
  const { position } = getComputedStyle(element);
  return position === 'absolute' || position === 'fixed';
}

/** Whether an element stands in something that has opened. */
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
