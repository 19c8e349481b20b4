import { LookCache, LookMap } from '../look-cache.js';
import type { Labels } from './labels.js';

export class NamingState {
  /** By document or shadow tree. */
  readonly labels = new LookMap<Node, Labels>();
  readonly fieldNames = new LookMap<Node, ReadonlySet<Element>>();
  /** True if the page has a font that may draw words as icons. */
  readonly hasIconFont = new LookCache<boolean>();
  /** The titles that elements were last named by. */
  readonly titles = new WeakMap<Element, string>();
}
