import { ItemsState } from './items/state.js';

export class RefsState {
  /** A new one per document: what was numbered in another document is not here. */
  readonly documentToken: string = crypto.getRandomValues(new Uint32Array(2)).join('-');
  lastNumber = 0;
  readonly numbers = new WeakMap<Element, number>();
  /** Elements by their numbers; forgotten ones leave no entry behind. */
  readonly elements = new Map<number, WeakRef<Element>>();
  readonly forgotten = new FinalizationRegistry<number>((id) => this.elements.delete(id));
  readonly items = new ItemsState();
}
