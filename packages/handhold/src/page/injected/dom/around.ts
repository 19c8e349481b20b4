import type { LookMap } from '../looking/look-cache.js';
import { parentOf } from './tree.js';

/** Answers that depend on an element and all that is around it, each cached for the length of a look. */

/** A value that holds inside of an element, by the element and by what holds around it. */
export function fromAround<T extends object>(
  cache: LookMap<Element, T>,
  outermost: () => T,
  within: (element: Element, around: T) => T,
): (element: Element) => T {
  // Not by recursion: scripts can nest deeper than a stack can follow.
  const fromFurtherOut = (element: Element, cached: Map<Element, T>): T => {
    const inside: Element[] = [];
    let holds: T | undefined;
    for (let up: Element | null = element; up && !holds; up = parentOf(up)) {
      holds = cached.get(up);
      if (!holds) inside.push(up);
    }
    let around = holds ?? outermost();
    for (let one = inside.pop(); one; one = inside.pop()) {
      around = within(one, around);
      cached.set(one, around);
    }
    return around;
  };
  return (element) => {
    const cached = cache.entries;
    const own = cached.get(element);
    if (own) return own;
    const parent = parentOf(element);
    const around = parent ? cached.get(parent) : outermost();
    if (around) {
      const holds = within(element, around);
      cached.set(element, holds);
      return holds;
    }
    return fromFurtherOut(element, cached);
  };
}

/**
 * The value of the nearest of an element and those around it that has one; the body and what is around it are not
 * asked.
 */
export function nearest<T>(
  cache: LookMap<Element, T | undefined>,
  has: (element: Element) => T | undefined,
): (element: Element | null) => T | undefined {
  return (element) => {
    const cached = cache.entries;
    if (element && cached.has(element)) return cached.get(element);
    const passed: Element[] = [];
    const { body } = document;
    let own: T | undefined;
    for (let up = element; up && up !== body && own === undefined; up = parentOf(up)) {
      if (cached.has(up)) {
        own = cached.get(up);
        break;
      }
      passed.push(up);
      own = has(up);
    }
    for (const one of passed) cached.set(one, own);
    return own;
  };
}
