import { actingOn } from '../acting/acted-on.js';
import { contains, ignored, isElement, isText, parentOf } from '../dom/tree.js';
import { wasHidden } from '../looking/revealed.js';
import type { OtherEffects } from '../protocol.js';
import { idOf } from '../refs/refs.js';
import { state } from '../state.js';
import { noteScroll, scrolledTo } from '../targeting/page-scroll.js';

/** Effects that no line tells of: something only looks different, or has gone. */

const most = 300;

export function noteOtherEffect({
  type,
  target,
  attributeName,
  oldValue,
  removedNodes,
}: MutationRecord): void {
  const { attributesBefore, removed } = state.settling.otherEffects;
  if (type === 'attributes' && attributeName !== null && isElement(target) && isDrawn(attributeName)) {
    const before = attributesBefore.get(target) ?? new Map<string, string | null>();
    if (attributesBefore.size < most) attributesBefore.set(target, before);
    if (!before.has(attributeName)) before.set(attributeName, oldValue);
  }
  for (const node of removedNodes) if (removed.length < most) removed.push({ node, from: target });
}

/** Begins anew, before an action; trees are those of which something is known. */
export function forgetOtherEffects(trees: readonly ShadowRoot[]): void {
  const { otherEffects } = state.settling;
  otherEffects.attributesBefore = new Map();
  otherEffects.removed = [];
  otherEffects.isReported = false;
  otherEffects.hasSign = false;
  otherEffects.trees = [document, ...trees.slice(0, most)];
  for (const tree of otherEffects.trees) listenIn(tree);
  otherEffects.rulesBefore = countRules();
  noteScroll();
}

function countRules(): number {
  let count = 0;
  for (const { styleSheets, adoptedStyleSheets } of state.settling.otherEffects.trees)
    for (const sheet of [...styleSheets, ...adoptedStyleSheets]) {
      try {
        count += sheet.cssRules.length;
      } catch {
        // Those of other sites can't be read, nor written by the page.
      }
    }
  return count;
}

const signs = ['scroll', 'toggle', 'close', 'fullscreenchange', 'transitionrun', 'animationstart'];

/** Most of these are not heard of outside the shadow tree that they come about in. */
function listenIn(tree: Document | ShadowRoot): void {
  const { listenedIn } = state.settling.otherEffects;
  if (listenedIn.has(tree)) return;
  listenedIn.add(tree);
  for (const type of signs) tree.addEventListener(type, noteSign, { capture: true, passive: true });
}

function noteSign({ target }: Event): void {
  if (!(target instanceof Element)) return;
  // What is acted on may well answer to the pointer.
  state.settling.otherEffects.hasSign ||= !actingOn().some(
    (acted) => contains(acted, target) || contains(target, acted),
  );
}

/** Elements whose drawings can't be read. */
const drawings = ['canvas', 'video', 'embed', 'object'];

function hasDrawing(): boolean {
  const { otherEffects } = state.settling;
  otherEffects.drawings ??= drawings.map((tag) =>
    Document.prototype.getElementsByTagName.call(document, tag),
  );
  if (otherEffects.drawings.some((all) => Array.from(all).some(isDrawing))) return true;
  const selector = drawings.join();
  return otherEffects.trees.some(
    (tree) => tree instanceof ShadowRoot && Array.from(tree.querySelectorAll(selector)).some(isDrawing),
  );
}

function isDrawing(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 4 && height > 4 && element.checkVisibility({ visibilityProperty: true });
}

/**
 * True if anything came of an action that has not been told, as far as that can be known without looking at all of
 * it.
 */
export function hasOtherEffects(): boolean {
  const { isReported, hasSign, rulesBefore } = state.settling.otherEffects;
  return (
    !isReported && (hasSign || scrolledTo() !== undefined || countRules() !== rulesBefore || hasDrawing())
  );
}

/** Attributes that are told by states and values, or say nothing to the eye. */
const undrawn =
  /^(?:value|checked|selected|disabled|title|placeholder|tabindex|id|name|role|for|href|aria-.*|on.*)$/;

function isDrawn(attribute: string): boolean {
  return !undrawn.test(attribute);
}

/** Others say something to the eye only where a rule of style asks for them. */
function isLook(attribute: string): boolean {
  return !attribute.startsWith('data-');
}

/** Effects that no line tells of, each told once; undefined where nothing has that could be seen. */
export function takeOtherEffects(again: boolean): OtherEffects | undefined {
  const { otherEffects } = state.settling;
  const { attributesBefore, removed, rulesBefore } = otherEffects;
  if (otherEffects.isReported && !again) return undefined;
  otherEffects.isReported = true;
  const restyled = [...attributesBefore].filter(([element, old]) => isRestyled(element, old));
  const own = actingOn().flatMap((acted) => ownLooks(acted, restyled));
  const left = removed.some(hasLeft) || [...attributesBefore.keys()].some(isPutAway);
  const scrolled = scrolledTo();
  const elsewhere = restyled.some(([, old]) => [...old.keys()].some(isLook));
  const maybe = restyled.length > 0 || otherEffects.hasSign || countRules() !== rulesBefore || hasDrawing();
  if (!maybe && !left && !scrolled) return undefined;
  return { restyled: own, elsewhere, left, scrolled, maybe };
}

/** True if it can be seen and holds another look than before; not the one that a pointer or the focus gives. */
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
