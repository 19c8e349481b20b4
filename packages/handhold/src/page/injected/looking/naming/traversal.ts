import type { Legibility } from '../visibility/readable.js';

/** One traversal, from the element that is being named to everything its name is made of. */
export interface Traversal {
  /** Elements that have given their text; each does so once, so that nothing is said twice or goes round. */
  used: Set<Element>;
  /** As the specifications have it, rather than as an agent is best told. */
  exact: boolean;
  /** How far down it is; scripts can nest deeper than a stack can follow. */
  depth: number;
  /** How well a text must be readable to count. */
  least: Legibility;
  /** How many texts counted, and whether some did not. */
  texts: number;
  leftOut: boolean;
  /** The text that an element adds to a name. */
  compute: (element: Element, role: string, step: Step, traversal: Traversal) => string;
  /** The text inside an element, without what it says of itself. */
  textInside: (element: Element, step: Step, traversal: Traversal) => string;
}

export interface Step {
  /** Reached by a reference: no second hop. */
  referencing: boolean;
  /** Reached by reference while hidden: then hidden content counts. */
  hiddenCounts: boolean;
  /** Inside another element's name, so that controls give their value. */
  embedded: boolean;
}

export const start: Step = { referencing: false, hiddenCounts: false, embedded: false };
export const nameLimit = 5000;
