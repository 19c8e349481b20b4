import { catchesKeys, surfaceOf } from '../acting/code-editor.js';
import { styleOf } from '../dom/style.js';
import { contains, elementAt, parentOf } from '../dom/tree.js';
import { listens } from '../listeners/registry.js';
import { labelsOf } from '../looking/naming/labels.js';
import { apartIn } from '../looking/parts.js';
import { leavesNothing } from '../looking/visibility/shapes.js';
import type { Box } from '../protocol.js';

export function boxOf(element: Element): Box {
  const rect = element.getBoundingClientRect();
  return { x: rect.x, y: rect.y, width: rect.width, height: rect.height };
}

/** The box a person would see: of the element, or of its children where it has none of its own. */
export function visibleBox(element: Element, depth = 2): Box | undefined {
  const own = element instanceof HTMLAreaElement ? areaBox(element) : boxOf(element);
  if (own && own.width > 0 && own.height > 0) return own;
  if (depth === 0) return undefined;
  if (getComputedStyle(element).display === 'contents') return contentBox(element);
  for (const child of element.children) {
    const box = visibleBox(child, depth - 1);
    if (box) return box;
  }
  return undefined;
}

/** The box of what an element holds, for one that has none of its own. */
function contentBox(element: Element): Box | undefined {
  const range = document.createRange();
  range.selectNodeContents(element);
  const { x, y, width, height } = range.getBoundingClientRect();
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** The image of a map, which is in the same tree. */
function imageOf(map: HTMLMapElement): Element | null {
  const root = map.getRootNode();
  const image = `img[usemap="#${CSS.escape(map.name)}"]`;
  return root instanceof Document || root instanceof ShadowRoot ? root.querySelector(image) : null;
}

/** Where an area of an image map lies; browsers give it no box. */
function areaBox(area: HTMLAreaElement): Box | undefined {
  const map = area.closest('map');
  const image = map?.name ? imageOf(map) : null;
  if (!image) return undefined;
  const frame = boxOf(image);
  const numbers = area.coords.split(',').map(Number);
  if (area.shape === 'default' || numbers.length < 3 || numbers.some(Number.isNaN)) return frame;
  const [a = 0, b = 0, c = 0] = numbers;
  if (area.shape === 'circle') return { x: frame.x + a - c, y: frame.y + b - c, width: 2 * c, height: 2 * c };
  const xs = numbers.filter((_, i) => i % 2 === 0);
  const ys = numbers.filter((_, i) => i % 2 === 1);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return {
    x: frame.x + left,
    y: frame.y + top,
    width: Math.max(...xs) - left,
    height: Math.max(...ys) - top,
  };
}

/**
 * A hidden checkbox or radio is worked through its label, a field that is cut away inside a small drawing, as the thumb
 * of a slider, through that, and the field of a code editor through what it draws.
 */
export function standIn(element: Element): Element {
  if (catchesKeys(element)) return surfaceOf(element);
  if (element instanceof HTMLButtonElement && isClippedAway(element))
    return labelsOf(element).find(takesClicksFor) ?? element;
  if (element.getAttribute('role') === 'treeitem') return titleOf(element) ?? element;
  if (!(element instanceof HTMLInputElement)) return element;
  const box = boxOf(element);
  const isCombobox = element.getAttribute('role') === 'combobox';
  const isThin = box.width < (isCombobox ? 20 : 3);
  const isAway = isCombobox && box.x + box.width + scrollX <= 0;
  const seen = !isThin && !isAway && box.height > 2;
  const takesClicks = styleOf(element).pointerEvents !== 'none';
  if (isBuried(element)) return element.parentElement ?? element;
  if (seen && takesClicks && !isCutAway(element) && element.checkVisibility({ visibilityProperty: true }))
    return element;
  if (isCombobox && (isThin || isAway) && takesClicks) {
    // Its label only gives it the focus, and around it may stand what removes a choice.
    if (isHitItself(element, box)) return element;
    const field = boxOfField(element);
    if (field) return field;
  }
  const around = element.parentElement;
  // A switch that is drawn by what is around it and listened on there may take a click on its label for another one.
  if (around && listens(around) && around.tagName !== 'LABEL' && isSmallDrawing(around)) return around;
  for (const label of labelsOf(element)) if (takesClicksFor(label)) return label;
  if (around && isClippedAway(element) && isSmallDrawing(around)) return around;
  return (!takesClicks && boxOfField(element)) || element;
}

/** A box to tick that lies, transparent, under what is drawn for it, where only the box around both listens. */
function isBuried(field: HTMLInputElement): boolean {
  if (field.type !== 'checkbox' && field.type !== 'radio') return false;
  const around = field.parentElement;
  if (!around || !listens(around) || around.tagName === 'LABEL' || field.labels?.length !== 0) return false;
  const { opacity, zIndex } = styleOf(field);
  return Number(opacity) === 0 && Number(zIndex) < 0 && around.querySelectorAll(controls).length === 1;
}

const mostParts = 12;

/** The title of an item whose row is wider, where only that has the pointer. */
function titleOf(item: Element): Element | undefined {
  if (styleOf(item).cursor === 'pointer') return undefined;
  const parts = [...item.children];
  for (let at = 0; at < parts.length && at < mostParts; at++) {
    const part = parts[at];
    if (!part || part.matches('ul, ol, a, [role]:not([role="none"], [role="presentation"])')) continue;
    if (styleOf(part).cursor === 'pointer') {
      // A sign alone opens or shuts what is under the item.
      if (/[\p{L}\p{N}]/u.test(part.textContent ?? '')) return part;
    } else parts.push(...part.children);
  }
  return undefined;
}

/** True if what is narrow, but no hairline, takes a click in its middle. */
function isHitItself(element: Element, { x, y, width, height }: Box): boolean {
  return width >= 3 && height > 2 && elementAt(x + width / 2, y + height / 2) === element;
}

/** The box that is drawn around a field which itself takes no clicks, or is only as wide as what is typed into it. */
function boxOfField(field: Element): Element | undefined {
  for (let up = parentOf(field), i = 0; up && i < 5; up = parentOf(up), i++) {
    const { width, height } = boxOf(up);
    if (height > 150 || up.querySelectorAll('input:not([type="hidden"]), select, textarea').length > 1)
      return;
    // What is transparent is not drawn around anything.
    if (width >= 40 && height >= 20 && up.checkVisibility({ opacityProperty: true })) return up;
  }
  return undefined;
}

function takesClicksFor(label: Element): boolean {
  const { width, height } = boxOf(label);
  if (width <= 2 || height <= 2 || !label.checkVisibility({ visibilityProperty: true })) return false;
  return getComputedStyle(label).pointerEvents !== 'none';
}

function isSmallDrawing(element: Element): boolean {
  const { width, height } = boxOf(element);
  if (width < 4 || height < 4 || width > 80 || height > 80) return false;
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

/** By such styles, its own or those of a box around nothing else. */
function isCutAway(element: Element): boolean {
  if (isClippedAway(element)) return true;
  const around = element.parentElement;
  if (!around || styleOf(around).overflowX === 'visible') return false;
  const { width, height } = around.getBoundingClientRect();
  return width <= 2 && height <= 2;
}

/** The usual "screen reader only" styles, and whatever else leaves nothing of it. */
export function isClippedAway(element: Element, style: CSSStyleDeclaration = styleOf(element)): boolean {
  const { clip, clipPath } = style;
  if (clip === 'auto' && clipPath === 'none') return false;
  if (clip !== 'auto' && style.position === 'absolute' && /rect\((0|1)px,? (0|1)px/.test(clip)) return true;
  return /^inset\((50|100)%/.test(clipPath) || leavesNothing(element, style);
}

/** True if an event that lands on `hit` reaches `target`. */
export function reaches(target: Element, hit: Element): boolean {
  if (contains(target, hit)) return true;
  const label = hit.closest('label');
  if (label?.control && contains(target, label.control)) return true;
  if (labelsOf(target).some((own) => contains(own, hit))) return true;
  // What is chosen is drawn over the field that it was chosen in.
  if (!(target instanceof HTMLInputElement) || target.getAttribute('role') !== 'combobox') return false;
  const box = boxOfField(target);
  return box !== undefined && contains(box, hit) && !controlAround(hit, box);
}

export interface Aim {
  x: number;
  y: number;
  /** The element on top at every point tried; undefined when the point hits. */
  cover?: Element;
}

const spots: readonly (readonly [number, number])[] = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.1, 0.1],
  [0.9, 0.9],
];

/**
 * A point in view that hits the element, and no other control inside it if that can be helped; another one than before
 * where some went wrong.
 */
export function aim(
  target: Element,
  tries = spots.length,
  rects = rectsInView(target),
  failures = 0,
): Aim | undefined {
  const turned = (failures * 2) % spots.length;
  const order = turned === 0 ? spots : [...spots.slice(turned), ...spots.slice(0, turned)];
  let cover: Element | undefined;
  let first: { x: number; y: number } | undefined;
  let nested: { x: number; y: number } | undefined;
  // Every line box of text that wraps.
  for (const rect of rects) {
    for (const [fx, fy] of order.slice(0, tries)) {
      const x = rect.x + rect.width * fx;
      const y = rect.y + rect.height * fy;
      const hit = elementAt(x, y);
      if (hit && reaches(target, hit)) {
        if (!controlInside(target, hit)) return { x, y };
        if (!isApart(target, hit)) nested ??= { x, y };
      }
      first ??= { x, y };
      if (hit) cover ??= hit;
    }
  }
  if (nested) return nested;
  if (!first) return undefined;
  return cover ? { ...first, cover } : first;
}

const controls =
  'a[href], button, input, select, textarea, summary, [role="button"], [role="link"], [role="checkbox"], [role="switch"]';

/** True if what is hit belongs to another thing inside the target, which has a ref of its own. */
function isApart(target: Element, hit: Element): boolean {
  return hit !== target && apartIn(target).some((one) => contains(one, hit));
}

/** True if what is hit belongs to another control inside the target, which would take the event. */
export function controlInside(target: Element, hit: Element): boolean {
  if (target instanceof HTMLLabelElement || hit === target) return false;
  return isApart(target, hit) || controlAround(hit, target);
}

function controlAround(hit: Element, target: Element): boolean {
  for (let up: Element | null = hit; up && up !== target; up = parentOf(up))
    if (up.matches(controls)) return contains(target, up);
  return false;
}

const mostTexts = 20;

/** Where its own texts stand, of something that holds separate things. */
function textRects(target: Element): DOMRect[] {
  const parts = apartIn(target);
  if (parts.length === 0) return [];
  const apart = new Set(parts);
  const rects: DOMRect[] = [];
  const walker = document.createTreeWalker(target, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && apart.has(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node && rects.length < mostTexts; node = walker.nextNode()) {
    if (node instanceof Element || !/\S/.test(node.nodeValue ?? '')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    rects.push(...range.getClientRects());
  }
  return rects;
}

function rectsInView(target: Element): Box[] {
  const own = textRects(target);
  return own.length > 0 ? inView(own) : inView(rectsOf(target));
}

function rectsOf(target: Element): DOMRect[] {
  const rects = [...target.getClientRects()];
  if (!rects.some((rect) => rect.width > 0 && rect.height > 0)) {
    const box = visibleBox(target);
    if (box) rects.push(new DOMRect(box.x, box.y, box.width, box.height));
  }
  return rects;
}

function inView(rects: readonly DOMRect[]): Box[] {
  const seen: Box[] = [];
  for (const rect of rects) {
    const left = Math.max(rect.left, 0);
    const top = Math.max(rect.top, 0);
    const right = Math.min(rect.right, innerWidth);
    const bottom = Math.min(rect.bottom, innerHeight);
    if (right - left > 0 && bottom - top > 0)
      seen.push({ x: left, y: top, width: right - left, height: bottom - top });
  }
  return seen.sort((a, b) => b.width * b.height - a.width * a.height);
}

/** The outermost thing that covers: the largest ancestor of the hit that doesn't hold the target as well. */
export function coverRoot(cover: Element, target: Element): Element {
  let root = cover;
  for (let up = parentOf(cover); up && !contains(up, target); up = parentOf(up)) root = up;
  return root;
}
