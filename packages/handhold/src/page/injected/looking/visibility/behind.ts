import { contains, parentOf, rootElement } from '../../dom/tree.js';
import { stopsOf } from './colours.js';
import { boxOf, drawingOf, type Ground, holds, type Layer, layerOf, nothing } from './ground.js';
import { veilOf } from './surroundings.js';

/** Things that may be behind a point of an element although they are not around it. */

const maxSearched = 5000;

/**
 * Layers that may be behind a point although they are not around it: pictures, boxes placed there, and what style sheets
 * draw before and after elements. Undefined where there is too much to look through.
 */
export function layersBehind(element: Element, x: number, y: number, ground: Ground): Layer[] | undefined {
  const found: Layer[] = [];
  for (let up: Element | null = element; up; up = parentOf(up)) {
    found.push(...decorations(up, x, y), shadowIn(up));
    if (up === ground.of) break;
  }
  const around = ground.of ?? rootElement();
  const all = treesBetween(element, around).flatMap((tree) => [...tree.querySelectorAll('*')]);
  if (all.length > maxSearched) return found.some(draws) ? found : undefined;
  const seenAt = inWindow(x, y) ? (tree: Tree) => tree.elementsFromPoint(x, y) : undefined;
  for (const other of all) {
    if (!isAt(other, x, y) || contains(other, element) || contains(element, other)) continue;
    if (seenAt && isElsewhere(other, element, ground, seenAt)) continue;
    if (veilOf(other).opacity < 0.1 || !other.checkVisibility({ visibilityProperty: true })) continue;
    found.push(drawingOf(other), ...decorations(other, x, y));
  }
  return found.filter(draws);
}

/** A shadow that falls into a box may fill it. */
function shadowIn(element: Element): Layer {
  const { boxShadow } = getComputedStyle(element);
  return boxShadow.includes('inset') ? { ...nothing, colours: stopsOf(boxShadow) } : nothing;
}

function draws({ colours, isPicture }: Layer): boolean {
  return isPicture || colours.length > 0;
}

type Tree = Document | ShadowRoot;

/** Where to look for what is inside one element and may be behind another one in it. */
function treesBetween(inner: Element, outer: Element): (Element | Tree)[] {
  const trees: (Element | Tree)[] = [outer];
  for (let tree = inner.getRootNode(); tree instanceof ShadowRoot; tree = tree.host.getRootNode())
    if (tree !== outer.getRootNode()) trees.push(tree);
  return trees;
}

function inWindow(x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
}

/** True if an element is at a point; one that is fixed to the window is behind whatever is scrolled there. */
function isAt(element: Element, x: number, y: number): boolean {
  const box = boxOf(element);
  if (holds(box, x, y)) return true;
  if (inWindow(x, y) || !holds(box, x, Math.min(Math.max(y, 1), innerHeight - 1))) return false;
  for (let up: Element | null = element; up; up = parentOf(up))
    if (getComputedStyle(up).position === 'fixed') return true;
  return false;
}

/** True if the browser itself says that it lies in front of the element, or behind its ground. */
function isElsewhere(
  other: Element,
  element: Element,
  ground: Ground,
  seenAt: (tree: Tree) => Element[],
): boolean {
  if (getComputedStyle(other).pointerEvents === 'none') return false;
  const tree = other.getRootNode();
  if (!(tree instanceof Document || tree instanceof ShadowRoot)) return false;
  const stack = seenAt(tree);
  const at = stack.indexOf(other);
  const text = stack.indexOf(element);
  const end = ground.of ? stack.indexOf(ground.of) : -1;
  return at < 0 || (text >= 0 && at < text) || (end >= 0 && at > end);
}

/** Layers drawn by `::before` and `::after`, where these are placed by themselves. */
function decorations(element: Element, x: number, y: number): Layer[] {
  const layers: Layer[] = [];
  for (const which of ['::before', '::after']) {
    const style = getComputedStyle(element, which);
    const { content, position } = style;
    if (content === 'none' || content === 'normal' || !/absolute|fixed/.test(position)) continue;
    const [left, top, width, height] = [style.left, style.top, style.width, style.height].map(
      Number.parseFloat,
    );
    const from = position === 'fixed' ? undefined : placedIn(element);
    const corner = from
      ? boxOf(from)
      : position === 'fixed'
        ? new DOMRect()
        : new DOMRect(-scrollX, -scrollY);
    const box = new DOMRect(corner.x + (left ?? 0), corner.y + (top ?? 0), width, height);
    const isThere = holds(box, x, y) || (position === 'fixed' && x >= box.left && x <= box.right);
    if (isThere && Number(style.opacity) >= 0.1 && style.visibility === 'visible')
      layers.push(layerOf(style));
  }
  return layers;
}

/** The element that its absolutely placed content is placed in; undefined for the page. */
function placedIn(element: Element): Element | undefined {
  for (let up: Element | null = element; up; up = parentOf(up)) {
    const { position, transform, filter } = getComputedStyle(up);
    if (position !== 'static' || transform !== 'none' || filter !== 'none') return up;
  }
  return undefined;
}
