import { knownShadowRoots, shadowTrees } from '../dom/shadow-trees.js';
import { knownListeners } from '../listeners/registry.js';
import type { Perceived, PerceiveOptions } from '../protocol.js';
import { isMoving } from '../settling/motion.js';
import { state } from '../state.js';
import { type Glance, glance, isSameGlance } from './glance.js';
import { candidates } from './horizon.js';

/** Whoever looks again and again at a page that stays as it is need not be told the same each time. */

export interface SeenBefore {
  asked: string;
  look: number;
  /** What a glance is taken at: what was described, and controls that were hidden. */
  things: WeakRef<Element>[];
  /** What may get a shadow tree. */
  treeless: WeakRef<Element>[];
  listeners: number;
  /** Taken only when somebody has looked twice: most look at a page once until it changes. */
  glance: Glance | undefined;
}

function invalidate(): void {
  state.looking.seenBefore = undefined;
}

/** Whether a look would come to the same as the one that is known already. */
export function isSameLook(options: PerceiveOptions): boolean {
  const { seenBefore } = state.looking;
  if (!isAsBefore(options) || seenBefore?.glance === undefined || seenBefore.look !== options.have)
    return false;
  if (isMoving() || seenBefore.treeless.some((element) => element.deref()?.shadowRoot)) return false;
  return isSameGlance(glance(stillThere(seenBefore), seenBefore.glance), seenBefore.glance);
}

/** Keeps what was seen for the next time, where the document tells of all that may change in it. */
export function keepLook(
  options: PerceiveOptions,
  seen: Perceived,
  elements: readonly (Element | undefined)[],
): void {
  const isRepeated = isAsBefore(options);
  state.looking.seenBefore = undefined;
  if (options.text || options.root !== undefined || elements.some(isOpaque)) return;
  state.settling.anyClock.start(invalidate, knownShadowRoots());
  const seenBefore: SeenBefore = {
    asked: keyOf(options),
    look: seen.look,
    things: [],
    treeless: [],
    listeners: knownListeners(),
    glance: undefined,
  };
  state.looking.seenBefore = seenBefore;
  if (!isRepeated || isMoving()) return;
  const { without } = shadowTrees();
  // What such an element will be is not known yet.
  if (without.some((element) => !element.matches(':defined'))) return;
  seenBefore.treeless = without.map((element) => new WeakRef(element));
  const described = elements.filter((_element, i) => seen.nodes[i]?.kind !== 'context');
  for (const thing of [...described, ...hiddenControls()])
    if (thing) seenBefore.things.push(new WeakRef(thing));
  seenBefore.glance = glance(stillThere(seenBefore));
}

function places(): ParentNode[] {
  return [document, ...knownShadowRoots()];
}

const maxHidden = 200;

/** A rule of style may show them, without anything being written. */
function hiddenControls(): Element[] {
  const hidden: Element[] = [];
  for (const place of places())
    for (const control of place.querySelectorAll(candidates)) {
      if (hidden.length >= maxHidden) return hidden;
      if (!control.checkVisibility({ visibilityProperty: true })) hidden.push(control);
    }
  return hidden;
}

function isAsBefore(options: PerceiveOptions): boolean {
  const { seenBefore } = state.looking;
  return (
    seenBefore !== undefined &&
    seenBefore.asked === keyOf(options) &&
    seenBefore.listeners === knownListeners() &&
    state.settling.anyClock.isUnchanged()
  );
}

function keyOf({ have: _have, ...options }: PerceiveOptions): string {
  return JSON.stringify(options);
}

function stillThere({ things }: SeenBefore): Element[] {
  return things.flatMap((thing) => thing.deref() ?? []);
}

/** Players change without anything being written to the document. */
function isOpaque(element: Element | undefined): boolean {
  return element instanceof HTMLMediaElement;
}
