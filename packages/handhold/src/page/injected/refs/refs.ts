import { state } from '../state.js';
/** Which number is which element. Numbers are never reused; forgotten elements leave no entry behind. */

export function idOf(element: Element): number {
  return state.refs.numbers.get(element) ?? newIdOf(element);
}

/** For an element that has become another thing: what was numbered before is no longer there. */
export function newIdOf(element: Element): number {
  const { refs } = state;
  refs.lastNumber += 1;
  const id = refs.lastNumber;
  refs.numbers.set(element, id);
  refs.elements.set(id, new WeakRef(element));
  refs.forgotten.register(element, id);
  return id;
}

export function elementOf(id: number): Element | undefined {
  return state.refs.elements.get(id)?.deref();
}

/** True if a number is not its element's any more, because that has become another thing. */
export function isRetired(id: number): boolean {
  const element = elementOf(id);
  return element !== undefined && state.refs.numbers.get(element) !== id;
}

export function size(): number {
  return state.refs.elements.size;
}

/** A new one per document: what was numbered in another document is not here. */
export function documentToken(): string {
  return state.refs.documentToken;
}
