import type { Aim } from './ready.js';

/** What was scrolled last and which way. */
interface LastScroll {
  box: WeakRef<Element>;
  at: number;
  dx: number;
  dy: number;
  /** Whether what is in it took the pointer before. */
  tookPointer: boolean;
}

export class TargetingState {
  /** What was last aimed at, and as what. */
  lastAim: Aim | undefined;
  lastScroll: LastScroll | undefined;
  /** Where the page was scrolled to before the action. */
  scrolledFrom = { x: 0, y: 0 };
  /** True if the browser knows view transitions. */
  knowsViewTransitions: boolean | undefined;
  /** Holds the labels that are drawn for a screenshot. */
  labelsHost: HTMLElement | undefined;
}
