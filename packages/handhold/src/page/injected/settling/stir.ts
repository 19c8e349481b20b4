import { actingOn } from '../acting/acted-on.js';
import { contains, ignored, isElement, isText, parentOf } from '../dom/tree.js';
import { wasHidden } from '../looking/revealed.js';
import type { Stir } from '../protocol.js';
import { idOf } from '../refs/refs.js';
import { noteScroll, scrolledTo } from '../targeting/scroll.js';

/** What became of a document that no line tells of: something only looks different, or has gone. */

/** What attributes held before they were changed. */
let before = new Map<Element, Map<string, string | null>>();
let removed: { node: Node; from: Node }[] = [];
const most = 300;

export function noteStir({ type, target, attributeName, oldValue, removedNodes }: MutationRecord): void {
  if (type === 'attributes' && attributeName !== null && isElement(target) && isDrawn(attributeName)) {
    const known = before.get(target) ?? new Map<string, string | null>();
    if (before.size < most) before.set(target, known);
    if (!known.has(attributeName)) known.set(attributeName, oldValue);
  }
  for (const node of removedNodes) if (removed.length < most) removed.push({ node, from: target });
}

/** Begins anew, before an action; trees are those of which something is known. */
export function forgetStir(trees: readonly ShadowRoot[]): void {
  before = new Map();
  removed = [];
  isTold = false;
  hasSign = false;
  places = [document, ...trees.slice(0, most)];
  for (const place of places) listenIn(place);
  rules = countRules();
  noteScroll();
}

/** The document and its shadow trees. */
let places: (Document | ShadowRoot)[] = [];

/** How many rules of style there were before: scripts may add some without writing to the document. */
let rules = 0;

function countRules(): number {
  let count = 0;
  for (const { styleSheets, adoptedStyleSheets } of places)
    for (const sheet of [...styleSheets, ...adoptedStyleSheets]) {
      try {
        count += sheet.cssRules.length;
      } catch {
        // Those of other sites can't be read, nor written by the page.
      }
    }
  return count;
}

/** Something came about that may be seen, and that stands nowhere. */
let hasSign = false;

const signs = ['scroll', 'toggle', 'close', 'fullscreenchange', 'transitionrun', 'animationstart'];
const heard = new WeakSet<Node>();

/** Most of these are not heard of outside the shadow tree that they come about in. */
function listenIn(place: Document | ShadowRoot): void {
  if (heard.has(place)) return;
  heard.add(place);
  for (const type of signs) place.addEventListener(type, noteSign, { capture: true, passive: true });
}

function noteSign({ target }: Event): void {
  if (!(target instanceof Element)) return;
  // What is acted on may well answer to the pointer.
  hasSign ||= !actingOn().some((acted) => contains(acted, target) || contains(target, acted));
}

/** What is drawn there can't be read. */
const drawings = ['canvas', 'video', 'embed', 'object'];

/** Collections of the document stay true by themselves, and cost nothing to ask again where no element came or went. */
let inDocument: HTMLCollectionOf<Element>[] | undefined;

function hasDrawing(): boolean {
  inDocument ??= drawings.map((tag) => Document.prototype.getElementsByTagName.call(document, tag));
  if (inDocument.some((all) => Array.from(all).some(isDrawing))) return true;
  const selector = drawings.join();
  return places.some(
    (place) => place instanceof ShadowRoot && Array.from(place.querySelectorAll(selector)).some(isDrawing),
  );
}

function isDrawing(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 4 && height > 4 && element.checkVisibility({ visibilityProperty: true });
}

/** Whether anything came of an action that has not been told, as far as that can be known without looking at all of it. */
export function hasStirred(): boolean {
  return !isTold && (hasSign || scrolledTo() !== undefined || countRules() !== rules || hasDrawing());
}

/** What is told by states and values, or says nothing to the eye. */
const undrawn =
  /^(?:value|checked|selected|disabled|title|placeholder|tabindex|id|name|role|for|href|aria-.*|on.*)$/;

function isDrawn(attribute: string): boolean {
  return !undrawn.test(attribute);
}

/** Others say something to the eye only where a rule of style asks for them. */
function isLook(attribute: string): boolean {
  return !attribute.startsWith('data-');
}

/** Whether it has been told what came of it. */
let isTold = false;

/** What has come of it all, told once; undefined where nothing has that could be seen. */
export function stir(again: boolean): Stir | undefined {
  if (isTold && !again) return undefined;
  isTold = true;
  const restyled = [...before].filter(([element, old]) => isRestyled(element, old));
  const own = actingOn().flatMap((acted) => ownLooks(acted, restyled));
  const left = removed.some(hasLeft) || [...before.keys()].some(isPutAway);
  const scrolled = scrolledTo();
  const elsewhere = restyled.some(([, old]) => [...old.keys()].some(isLook));
  const maybe = restyled.length > 0 || hasSign || countRules() !== rules || hasDrawing();
  if (!maybe && !left && !scrolled) return undefined;
  return { restyled: own, elsewhere, left, scrolled, maybe };
}

/** Whether it can be seen and holds another look than before; not the one that a pointer or the focus gives. */
function isRestyled(element: Element, old: ReadonlyMap<string, string | null>): boolean {
  if (!element.isConnected) return false;
  const differs = [...old].some(([name, was]) => {
    const now = element.getAttribute(name);
    return name === 'class' ? classes(was) !== classes(now) : was !== now;
  });
  return differs && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

const passing = /focus|hover|ripple|wave|press|touch|mouse|keyboard|dirty|pristine|valid/i;

function tokens(list: string | null): string[] {
  return (list ?? '').split(/\s+/).filter((token) => token && !passing.test(token));
}

function classes(list: string | null): string {
  return tokens(list).sort().join(' ');
}

/** How what was acted on looks different, by its classes and those of what is in it or right around it. */
function ownLooks(
  acted: Element,
  restyled: readonly (readonly [Element, ReadonlyMap<string, string | null>])[],
): { id: number; classes: string }[] {
  const near = restyled.filter(([element]) => contains(acted, element) || parentOf(acted) === element);
  if (near.length === 0) return [];
  const told = near.flatMap(([element, old]) => {
    const [was, now] = [tokens(old.get('class') ?? null), tokens(element.getAttribute('class'))];
    if (!old.has('class')) return [];
    const added = now.filter((token) => !was.includes(token)).map((token) => `+${token}`);
    const taken = was.filter((token) => !now.includes(token)).map((token) => `-${token}`);
    return [...added, ...taken];
  });
  return [{ id: idOf(acted), classes: [...new Set(told)].slice(0, 6).join(' ') }];
}

/** A text, or something with one, that could be seen and is no longer in the document. */
function hasLeft({ node, from }: { node: Node; from: Node }): boolean {
  if (node.isConnected || !/\S/.test(node.textContent ?? '')) return false;
  if (isElement(node) ? ignored.has(node.tagName) : !isText(node)) return false;
  // Where something else was put in its place, that is told.
  if (isText(node) && from.textContent) return false;
  const around = from instanceof ShadowRoot ? from.host : from;
  return around.isConnected && !wasHidden(node) && isElement(around) && around.checkVisibility();
}

/** Hidden by its own attributes, with what it says. */
function isPutAway(element: Element): boolean {
  return (
    element.isConnected &&
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !wasHidden(element) &&
    /\S/.test(element.textContent ?? '')
  );
}
