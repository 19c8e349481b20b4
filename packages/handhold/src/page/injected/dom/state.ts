import { LookCache, LookMap } from '../looking/look-cache.js';
import { elementClock } from '../settling/mutation-clock.js';
import type { ShadowTrees } from './shadow-trees.js';

/** The attributes by which elements are searched for in all of a document. */
const searchedFor = 'href role tabindex contenteditable onclick draggable aria-hidden inert'.split(' ');

export class DomState {
  /** Closed shadow roots, which only the debugger can open to us. */
  readonly closedRoots = new WeakMap<Element, ShadowRoot>();
  /** The shadow roots that looks have met. */
  shadowRoots: WeakRef<ShadowRoot>[] = [];
  /** Stands for the root of a document that has none: an empty answer, or a page that took everything out. */
  emptyRoot: Element | undefined;
  readonly styles = new LookMap<Element, CSSStyleDeclaration>();
  /** Runs while elements stay the same and the same by the attributes that they are searched for. */
  readonly elementClock = elementClock(searchedFor);
  /** Invalidated when the clock of elements stops. */
  shadowTrees: ShadowTrees | undefined;
  readonly shadowTreesOfLook = new LookCache<ShadowTrees>();
}
