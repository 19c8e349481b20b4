import { parentOf } from '../dom/tree.js';

/** What is found out during one look: good for as long as nothing else can run, and so nothing can change. */
export function perLook<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    if (!made) {
      made = { value: make() };
      queueMicrotask(() => {
        made = undefined;
      });
    }
    return made.value;
  };
}

/** What holds inside of an element, by the element and by what holds around it; asked of each element once a look. */
export function fromAround<T extends object>(
  outermost: () => T,
  within: (element: Element, around: T) => T,
): (element: Element) => T {
  const found = perLook(() => new Map<Element, T>());
  // Not by recursion: scripts can nest deeper than a stack can follow.
  const fromFurtherOut = (element: Element, known: Map<Element, T>): T => {
    const inside: Element[] = [];
    let holds: T | undefined;
    for (let up: Element | null = element; up && !holds; up = parentOf(up)) {
      holds = known.get(up);
      if (!holds) inside.push(up);
    }
    let around = holds ?? outermost();
    for (let one = inside.pop(); one; one = inside.pop()) {
      around = within(one, around);
      known.set(one, around);
    }
    return around;
  };
  return (element) => {
    const known = found();
    const own = known.get(element);
    if (own) return own;
    const parent = parentOf(element);
    const around = parent ? known.get(parent) : outermost();
    if (around) {
      const holds = within(element, around);
      known.set(element, holds);
      return holds;
    }
    return fromFurtherOut(element, known);
  };
}

/** What the nearest of an element and those around it has; the body and what is around it are not asked. */
export function nearest<T>(
  has: (element: Element) => T | undefined,
): (element: Element | null) => T | undefined {
  const known = perLook(() => new Map<Element, T | undefined>());
  return (element) => {
    const found = known();
    if (element && found.has(element)) return found.get(element);
    const passed: Element[] = [];
    const { body } = document;
    let own: T | undefined;
    for (let up = element; up && up !== body && own === undefined; up = parentOf(up)) {
      if (found.has(up)) {
        own = found.get(up);
        break;
      }
      passed.push(up);
      own = has(up);
    }
    for (const one of passed) found.set(one, own);
    return own;
  };
}

const styles = perLook(() => new Map<Element, CSSStyleDeclaration>());

export function keepStyle(element: Element, style: CSSStyleDeclaration): void {
  styles().set(element, style);
}

/** The computed style of an element, which costs less when it is asked for again. */
export function styleOf(element: Element): CSSStyleDeclaration {
  const known = styles();
  let style = known.get(element);
  if (!style) {
    style = getComputedStyle(element);
    known.set(element, style);
  }
  return style;
}
