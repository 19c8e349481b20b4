import { state } from '../state.js';

/** Caches a computed style that was asked for elsewhere. */
export function cacheStyle(element: Element, style: CSSStyleDeclaration): void {
  state.dom.styles.entries.set(element, style);
}

/** The computed style of an element, which costs less when it is asked for again. */
export function styleOf(element: Element): CSSStyleDeclaration {
  const cached = state.dom.styles.entries;
  let style = cached.get(element);
  if (!style) {
    style = getComputedStyle(element);
    cached.set(element, style);
  }
  return style;
}
