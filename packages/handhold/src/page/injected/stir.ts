import { actingOn, scrolledSince } from './acting.js';
import { contains, ignored, isElement, isText, parentOf } from './dom.js';
import type { Stir } from './protocol.js';
import { idOf } from './refs.js';
import { wasHidden } from './revealed.js';

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

export function forgetStir(): void {
  before = new Map();
  removed = [];
  isTold = false;
}

/** What is told by states and values, or says nothing to the eye. */
const undrawn =
  /^(?:value|checked|selected|disabled|title|placeholder|tabindex|id|name|role|for|href|aria-.*|on.*)$/;

function isDrawn(attribute: string): boolean {
  return !undrawn.test(attribute);
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
  const scrolled = scrolledSince();
  if (restyled.length === 0 && !left && !scrolled) return undefined;
  return { restyled: own, elsewhere: restyled.length > 0, left, scrolled };
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
  return from.isConnected && !wasHidden(node) && isElement(from) && from.checkVisibility();
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
