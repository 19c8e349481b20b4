import { activeElement } from './dom.js';

/**
 * Where things are and what they hold: what may be different now although nothing was written to the document. Styles
 * may come late, fonts and pictures make room for themselves, scripts fill in fields.
 */
export function glance(things: Iterable<Element>): string {
  const active = activeElement();
  const sheets = document.styleSheets.length + document.adoptedStyleSheets.length;
  const facts: unknown[] = [scrollX, scrollY, innerWidth, innerHeight, sheets, location.href];
  for (const thing of things) {
    const { x, y, width, height } = thing.getBoundingClientRect();
    facts.push(x, y, width, height, thing === active);
    if (thing instanceof HTMLInputElement) facts.push(thing.value, thing.checked);
    else if (thing instanceof HTMLTextAreaElement || thing instanceof HTMLSelectElement)
      facts.push(thing.value);
  }
  return facts.join();
}
