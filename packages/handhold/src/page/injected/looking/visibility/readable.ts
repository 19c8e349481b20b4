import { styleOf } from '../../dom/style.js';
import { standsApart } from '../../dom/text-flow.js';
import { childrenOf, ignored, isElement, isText, rootElement, someChild, squash } from '../../dom/tree.js';
import type { Box } from '../../protocol.js';
import { state } from '../../state.js';
import { isIconText } from '../naming/icon-fonts.js';
import { type Clip, type Cuts, isCutToNothing, isOutside, isPinnedOut } from './clips.js';
import type { Legibility } from './colours.js';
import { isCovered, isOutOfView } from './covers.js';
import { decorationStandsOut, legibilityOn } from './ink.js';
import { isOffPage } from './seen.js';
import { type Surroundings, surroundingsOf, veilOf } from './surroundings.js';
import { faintest, unveiled, type Veil } from './veil.js';

/**
 * How well a person can read a text that is in the document. What is hidden is told to nobody, what is doubtful is
 * marked as likely hidden, and what can't be told from the document counts as clear.
 */

export type { Legibility } from './colours.js';

const ranks: Record<Legibility, number> = { clear: 2, doubtful: 1, hidden: 0 };

/** True if one can be read at least as well as the other. */
export function isAtLeast(one: Legibility, other: Legibility): boolean {
  return ranks[one] >= ranks[other];
}

function worse(one: Legibility, other: Legibility): Legibility {
  return isAtLeast(one, other) ? other : one;
}

const range = document.createRange();

/** Of a text, by the element that it stands in. What draws an icon is not read at all. */
export function legibility(text: Text, holder: Element): Legibility {
  if (isIconText(text.data, holder)) return 'hidden';
  const around = surroundingsOf(holder);
  return around.isUsual ? 'clear' : judge(text.data, boxOf(text), holder, around);
}

/** The same, by what lies on top of it too, which is known only of what is in view. */
export function legibilityNow(text: Text, holder: Element): Legibility {
  if (isIconText(text.data, holder)) return 'hidden';
  const around = surroundingsOf(holder);
  if (around.isUsual && isOutOfView(holder)) return 'clear';
  const box = boxOf(text);
  const own = around.isUsual ? 'clear' : judge(text.data, box, holder, around);
  return own === 'clear' && isCovered(holder, box) ? 'doubtful' : own;
}

function boxOf(text: Text): DOMRect {
  range.selectNode(text);
  return range.getBoundingClientRect();
}

function judge(text: string, box: DOMRect, holder: Element, around: Surroundings): Legibility {
  const { veil, isVisible, cuts } = around;
  if (!isVisible || veil.opacity < faintest || veil.isMasked) return 'hidden';
  const drawn = sizeOf(box, text);
  const placed = placeOf(box, veil, holder, cuts);
  if (drawn === 'hidden' || placed === 'hidden') return 'hidden';
  const style = styleOf(holder);
  if (veil.blur > 0 && veil.blur > Number.parseFloat(style.fontSize) / 5) return blurredBy(veil, style);
  const both = worse(drawn, placed);
  if (around.isPlain || (!around.isColoured && veil === unveiled)) return both;
  return worse(both, legibilityOn(holder, style, box.x + box.width / 2, box.y + box.height / 2));
}

/** In square pixels per letter: about what letters of one pixel take up, and those of three. */
const leastArea = 1;
const littleArea = 6;

function sizeOf({ width, height }: Box, text: string): Legibility {
  const area = width * height;
  if (area > littleArea * text.length && width >= 4 && height >= 4) return 'clear';
  const letters = squash(text).length;
  if (letters === 0) return 'clear';
  const thinnest = letters > 1 ? Math.min(width, height) : height;
  if (area < leastArea * letters || thinnest < 1.5) return 'hidden';
  return area < littleArea * letters || thinnest < 3 ? 'doubtful' : 'clear';
}

function blurredBy({ blur }: Veil, { fontSize }: CSSStyleDeclaration): Legibility {
  return blur > Number.parseFloat(fontSize) / 2 ? 'hidden' : 'doubtful';
}

/** Where the page is scrolled to, and what of it lies outside of all scrolling. */
export interface PageBox {
  x: number;
  y: number;
  width: number;
  leftmost: number;
  isCut: boolean;
}

/** Asked once a look: the browser makes sure of its layout each time one reads them. */
function page(): PageBox {
  return state.looking.visibility.window.page.get(measurePage);
}

function measurePage(): PageBox {
  const root = rootElement();
  const style = getComputedStyle(root);
  const body = document.body ? getComputedStyle(document.body).overflowX : 'visible';
  return {
    x: scrollX,
    y: scrollY,
    width: innerWidth,
    leftmost: style.direction === 'rtl' ? innerWidth - root.scrollWidth : 0,
    isCut: /hidden|clip/.test(style.overflowX === 'visible' ? body : style.overflowX),
  };
}

/** A page is hardly ever as wide as so many windows. */
const manyWindows = 4;
/** As many pixels of a text must be left by a box for it to be seen. */
const leastLeft = 3;

function placeOf(box: DOMRect, veil: Veil, holder: Element, cuts: Cuts): Legibility {
  const { x, y, width, leftmost, isCut } = page();
  if ((box.right + x <= leftmost || box.bottom + y <= 0) && isOffPage(holder, box)) return 'hidden';
  if (isPinnedOut(box, cuts)) return 'hidden';
  if (isOutOfShape(veil, box) || isCutToNothing(cuts)) return 'hidden';
  const { clip, window } = cuts;
  if (clip && (isOutside(box, clip) || leavesLittle(box, clip))) return 'doubtful';
  if (window || box.left + x < width) return 'clear';
  return isCut || box.left + x > width * manyWindows ? 'doubtful' : 'clear';
}

function isOutOfShape({ shapes }: Veil, box: Box): boolean {
  return shapes.length > 0 && !spotsIn(box).some(([x, y]) => shapes.every((shape) => shape(x, y)));
}

function leavesLittle(box: DOMRect, clip: Clip): boolean {
  const left = Math.min(box.right, clip.right) - Math.max(box.left, clip.left);
  const high = Math.min(box.bottom, clip.bottom) - Math.max(box.top, clip.top);
  return left < Math.min(leastLeft, box.width) || high < Math.min(leastLeft, box.height);
}

/** Points spread over a box. */
function spotsIn({ x, y, width, height }: Box): [number, number][] {
  const across = [0.02, 0.15, 0.3, 0.5, 0.7, 0.85, 0.98];
  return [0.2, 0.5, 0.8].flatMap((down) =>
    across.map((at): [number, number] => [x + width * at, y + height * down]),
  );
}

/** Of a section that is closed, what its summary is seen through. */
function ownVeil(element: Element): Veil {
  const around = surroundingsOf(element);
  return (around.outside ?? around).veil;
}

/** True if an element is displayed, as far as what is around it is. */
export function isShown(element: Element): boolean {
  return ownVeil(element).opacity >= faintest;
}

/**
 * True if nothing is to be seen of something that is in this box, because of what its styles and those around it do.
 */
export function isVeiled(element: Element, box: Box): boolean {
  const veil = ownVeil(element);
  return veil.opacity < faintest || isOutOfShape(veil, box);
}

const maxDepth = 400;

/** True if that holds for some text in an element as it is rendered, together with what it stands in. */
function someText(element: Element, holds: (text: Text, holder: Element) => boolean, depth = 0): boolean {
  if (depth > maxDepth) return false;
  return someChild(element, (child) => {
    if (isText(child))
      return /\S/.test(child.data) && !isIconText(child.data, element) && holds(child, element);
    if (!isElement(child) || ignored.has(child.tagName) || apart.has(child.localName)) return false;
    return someText(child, holds, depth + 1);
  });
}

/** Elements whose text is drawn by the browser in a way of its own, or not at all. */
const apart = new Set('select textarea title desc metadata'.split(' '));

/** Of what can be read best in an element; undefined where there is no text in it. */
export function legibilityOf(element: Element, ask = legibility): Legibility | undefined {
  let best: Legibility | undefined;
  const isClear = someText(element, (text, holder) => {
    const own = ask(text, holder);
    if (!best || isAtLeast(own, best)) best = own;
    return own === 'clear';
  });
  return isClear ? 'clear' : best;
}

/** True if there is but one text in an element, or all of them can be read. */
export function isOneOrClear(element: Element): boolean {
  let count = 0;
  let isClear = true;
  return !someText(element, (text, holder) => {
    count += 1;
    isClear &&= legibility(text, holder) === 'clear';
    return count > 1 && !isClear;
  });
}

/** True if some text in an element would be clear if nothing cut it off. */
export function saysPlainly(element: Element): boolean {
  return someText(element, (_text, holder) => surroundingsOf(holder).isPlain);
}

/** True if all text in an element can be read. */
export function isAllClear(element: Element): boolean {
  return !someText(element, (text, holder) => legibility(text, holder) !== 'clear');
}

/** True if text in an element is cut down to nothing, as names for assistive technology are. */
export function isCutAway(element: Element): boolean {
  return someText(
    element,
    (text, holder) =>
      isCutToNothing(surroundingsOf(holder).cuts) || isOutOfShape(veilOf(holder), boxOf(text)),
  );
}

/** The text of an element to those who look at it, as far as that is wanted. */
export function clearText(element: Element, most = 1000): string {
  return ended(
    textOf(element, (own) => own === 'clear', most),
    most,
  );
}

/** The text of an element that likely nobody sees. */
export function doubtfulText(element: Element, most = 1000): string {
  return ended(
    textOf(element, (own) => own === 'doubtful', most),
    most,
  );
}

/** Ends a text that was not gathered to its end so that it says so, for a secret may end there. */
function ended(text: string, most: number): string {
  const line = squash(text);
  return text.length > most && line.length <= most ? `${line}…` : line;
}

function textOf(element: Element, counts: (own: Legibility) => boolean, most: number, depth = 0): string {
  let said = '';
  if (depth > maxDepth) return said;
  for (const child of childrenOf(element)) {
    if (said.length > most) break;
    if (isText(child)) {
      const isSaid = /\S/.test(child.data) && counts(legibility(child, element));
      said += isSaid ? child.data : ' ';
    } else if (isElement(child)) {
      if (child.tagName === 'BR') said += ' ';
      if (ignored.has(child.tagName)) continue;
      if (styleOf(child).display === 'none') continue;
      const inside = textOf(child, counts, most - said.length, depth + 1);
      said += standsApart(child) ? ` ${inside} ` : inside;
    }
  }
  return said;
}

/** The same line by line, as it stands in the document. */
export function clearLines(element: Element): string {
  let said = '';
  for (const child of childrenOf(element)) {
    if (isText(child)) said += legibility(child, element) === 'clear' ? child.data : '';
    else if (isElement(child)) said += child.tagName === 'BR' ? '\n' : clearLines(child);
  }
  return said;
}

/**
 * Of what a style sheet writes before or after an element: where that is drawn can't be asked, so it is told by its
 * style.
 */
export function decorationLegibility(element: Element, which: '::before' | '::after'): Legibility {
  const style = getComputedStyle(element, which);
  if (isTiny(style) || isMovedAway(style) || isShut(style)) return 'hidden';
  return decorationStandsOut(element, style);
}

function isTiny({ fontSize, transform, scale }: CSSStyleDeclaration): boolean {
  if (Number.parseFloat(fontSize) < 2 || Number.parseFloat(scale) < 0.1) return true;
  if (transform === 'none') return false;
  const { a, b, c, d } = new DOMMatrix(transform);
  return Math.abs(a * d - b * c) < 0.01;
}

/** Further away than one would put something to be seen. */
const away = -500;

function isMovedAway({ position, left, top, textIndent }: CSSStyleDeclaration): boolean {
  const far = /absolute|fixed/.test(position) ? [left, top, textIndent] : [textIndent];
  return far.some((length) => Number.parseFloat(length) < away);
}

function isShut({ clip, clipPath, position, overflowX, width, height }: CSSStyleDeclaration): boolean {
  if (/^(inset\((50|100)%|circle\(0|ellipse\(0)/.test(clipPath)) return true;
  if (/absolute|fixed/.test(position) && /^rect\([01]px,? [01]px/.test(clip)) return true;
  return overflowX !== 'visible' && (Number.parseFloat(width) <= 1 || Number.parseFloat(height) <= 1);
}
