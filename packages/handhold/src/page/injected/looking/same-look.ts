import { shadowTrees, visitedShadowRoots } from '../dom/shadow-trees.js';
import { listenerCount } from '../listeners/registry.js';
import type { Perceived, PerceiveOptions } from '../protocol.js';
import { isMoving } from '../settling/motion.js';
import { state } from '../state.js';
import { type Glance, glance, isSameGlance } from './glance.js';
import { candidates } from './horizon.js';

/** Whoever looks again and again at a page that stays as it is need not be told the same each time. */

export interface CachedLook {
  asked: string;
  look: number;
  /** Elements that a glance is taken at: those described, and controls that were hidden. */
  things: WeakRef<Element>[];
  /** Elements that may get a shadow tree. */
  treeless: WeakRef<Element>[];
  listeners: number;
  /** Taken only when somebody has looked twice: most look at a page once until it changes. */
  glance: Glance | undefined;
}

function invalidate(): void {
  state.looking.cachedLook = undefined;
}

/** True if a look would come to the same as the one that is known already. */
export function isSameLook(options: PerceiveOptions): boolean {
  const { cachedLook } = state.looking;
  if (!isAsCached(options) || cachedLook?.glance === undefined || cachedLook.look !== options.have)
    return false;
  if (isMoving() || cachedLook.treeless.some((element) => element.deref()?.shadowRoot)) return false;
  return isSameGlance(glance(stillThere(cachedLook), cachedLook.glance), cachedLook.glance);
}

/** Keeps what was seen for the next time, where the document tells of all that may change in it. */
export function cacheLook(
  options: PerceiveOptions,
  seen: Perceived,
  elements: readonly (Element | undefined)[],
): void {
  const isRepeated = isAsCached(options);
  state.looking.cachedLook = undefined;
  if (options.text || options.root !== undefined || elements.some(isOpaque)) return;
  state.settling.anyClock.start(invalidate, visitedShadowRoots());
  const cachedLook: CachedLook = {
    asked: keyOf(options),
    look: seen.look,
    things: [],
    treeless: [],
    listeners: listenerCount(),
    glance: undefined,
  };
  state.looking.cachedLook = cachedLook;
  if (!isRepeated || isMoving()) return;
  const { without } = shadowTrees();
  // What such an element will be is not known yet.
  if (without.some((element) => !element.matches(':defined'))) return;
  cachedLook.treeless = without.map((element) => new WeakRef(element));
  const described = elements.filter((_element, i) => seen.nodes[i]?.kind !== 'context');
  for (const thing of [...described, ...hiddenControls()])
    if (thing) cachedLook.things.push(new WeakRef(thing));
  cachedLook.glance = glance(stillThere(cachedLook));
}

function trees(): ParentNode[] {
  return [document, ...visitedShadowRoots()];
}

const maxHidden = 200;

/** A rule of style may show them, without anything being written. */
function hiddenControls(): Element[] {
  const hidden: Element[] = [];
  for (const place of trees())
    for (const control of place.querySelectorAll(candidates)) {
      if (hidden.length >= maxHidden) return hidden;
      if (!control.checkVisibility({ visibilityProperty: true })) hidden.push(control);
    }
  return hidden;
}

function isAsCached(options: PerceiveOptions): boolean {
  const { cachedLook } = state.looking;
  return (
    cachedLook !== undefined &&
    cachedLook.asked === keyOf(options) &&
    cachedLook.listeners === listenerCount() &&
    state.settling.anyClock.isUnchanged()
  );
}

function keyOf({ have: _have, ...options }: PerceiveOptions): string {
  return JSON.stringify(options);
}

function stillThere({ things }: CachedLook): Element[] {
  return things.flatMap((thing) => thing.deref() ?? []);
}

/** Players change without anything being written to the document. */
function isOpaque(element: Element | undefined): boolean {
  return element instanceof HTMLMediaElement;
}
