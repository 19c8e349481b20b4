/** Which number is which element. Numbers are never reused; forgotten elements leave no entry behind. */

let last = 0;
const numbers = new WeakMap<Element, number>();
const elements = new Map<number, WeakRef<Element>>();
const forgotten = new FinalizationRegistry<number>((id) => elements.delete(id));

export function idOf(element: Element): number {
  return numbers.get(element) ?? newIdOf(element);
}

/** For an element that has become another thing: what was numbered before is no longer there. */
export function newIdOf(element: Element): number {
  last += 1;
  numbers.set(element, last);
  elements.set(last, new WeakRef(element));
  forgotten.register(element, last);
  return last;
}

export function elementOf(id: number): Element | undefined {
  return elements.get(id)?.deref();
}

/** Whether a number is not its element's any more, because that has become another thing. */
export function isRetired(id: number): boolean {
  const element = elementOf(id);
  return element !== undefined && numbers.get(element) !== id;
}

export function size(): number {
  return elements.size;
}

/** A new one per document: what was numbered in another document is not here. */
export const documentToken: string = crypto.getRandomValues(new Uint32Array(2)).join('-');
