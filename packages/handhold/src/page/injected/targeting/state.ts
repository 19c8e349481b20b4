import type { Aim } from './ready.js';

/** The box that was scrolled last and which way. */
interface LastScroll {
  box: WeakRef<Element>;
  at: number;
  dx: number;
  dy: number;
  /** True if what is in it took the pointer before. */
  tookPointer: boolean;
}

export class TargetingState {
  /** The target that was last aimed at, and what it was aimed at as. */
  lastAim: Aim | undefined;
  lastScroll: LastScroll | undefined;
  /** Where the page was scrolled to before the action. */
  scrolledFrom = { x: 0, y: 0 };
  /** True if the browser knows view transitions. */
  knowsViewTransitions: boolean | undefined;
  /** Holds the labels that are drawn for a screenshot. */
  labelsHost: HTMLElement | undefined;
}
