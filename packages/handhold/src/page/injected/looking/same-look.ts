import { shadowTrees } from '../dom/shadow-trees.js';
import { knownListeners } from '../listeners/registry.js';
import type { Perceived, PerceiveOptions } from '../protocol.js';
import { knownShadowRoots } from '../settling/changes.js';
import { isMoving } from '../settling/motion.js';
import { anyChange } from '../settling/mutation-clock.js';
import { type Glance, glance, isSameGlance } from './glance.js';
import { candidates } from './horizon.js';

/** Whoever looks again and again at a page that stays as it is need not be told the same each time. */

interface Kept {
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

let kept: Kept | undefined;

function forget(): void {
  kept = undefined;
}

/** Whether a look would come to the same as the one that is known already. */
export function isSameLook(options: PerceiveOptions): boolean {
  if (!isAsKept(options) || kept?.glance === undefined || kept.look !== options.have) return false;
  if (isMoving() || kept.treeless.some((element) => element.deref()?.shadowRoot)) return false;
  return isSameGlance(glance(stillThere(kept), kept.glance), kept.glance);
}

/** Keeps what was seen for the next time, where the document tells of all that may change in it. */
export function keepLook(
  options: PerceiveOptions,
  seen: Perceived,
  elements: readonly (Element | undefined)[],
): void {
  const isRepeated = isAsKept(options);
  kept = undefined;
  if (options.text || options.root !== undefined || elements.some(isOpaque)) return;
  anyChange.lay(forget, knownShadowRoots());
  kept = {
    asked: keyOf(options),
    look: seen.look,
    things: [],
    treeless: [],
    listeners: knownListeners(),
    glance: undefined,
  };
  if (!isRepeated || isMoving()) return;
  const { without } = shadowTrees();
  // What such an element will be is not known yet.
  if (without.some((element) => !element.matches(':defined'))) return;
  kept.treeless = without.map((element) => new WeakRef(element));
  const described = elements.filter((_element, i) => seen.nodes[i]?.kind !== 'context');
  for (const thing of [...described, ...hiddenControls()]) if (thing) kept.things.push(new WeakRef(thing));
  kept.glance = glance(stillThere(kept));
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

function isAsKept(options: PerceiveOptions): boolean {
  return (
    kept !== undefined &&
    kept.asked === keyOf(options) &&
    kept.listeners === knownListeners() &&
    anyChange.isUnchanged()
  );
}

function keyOf({ have: _have, ...options }: PerceiveOptions): string {
  return JSON.stringify(options);
}

function stillThere({ things }: Kept): Element[] {
  return things.flatMap((thing) => thing.deref() ?? []);
}

/** Players change without anything being written to the document. */
function isOpaque(element: Element | undefined): boolean {
  return element instanceof HTMLMediaElement;
}
