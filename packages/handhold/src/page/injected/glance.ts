import { activeElement, contains, elementAt } from './dom.js';
import { internalsOf } from './internals.js';

/** Points that are looked at for what is on top. */
const maxPoints = 25;

/**
 * Where things are, whether they are to be seen, and what they hold: what may be different now although nothing was
 * written to the document. Styles may come late, fonts and pictures make room for themselves, scripts fill in fields.
 */
export function glance(things: Iterable<Element>): string {
  const active = activeElement();
  const sheets = document.styleSheets.length + document.adoptedStyleSheets.length;
  const facts: unknown[] = [scrollX, scrollY, innerWidth, innerHeight, sheets, location.href];
  let points = maxPoints;
  for (const thing of things) {
    const { x, y, width, height } = thing.getBoundingClientRect();
    facts.push(x, y, width, height, thing.scrollTop, thing === active, thing.checkVisibility(seen));
    if (points > 0 && width > 0 && x >= 0 && y >= 0 && x < innerWidth && y < innerHeight) {
      points -= 1;
      facts.push(isOnTop(thing, x + width / 2, y + height / 2));
    }
    if (thing instanceof HTMLInputElement)
      facts.push(thing.value, thing.checked, thing.indeterminate, thing.validationMessage);
    else if (thing instanceof HTMLTextAreaElement) facts.push(thing.value, thing.validationMessage);
    else if (thing instanceof HTMLSelectElement)
      facts.push(...Array.from(thing.selectedOptions, (option) => option.index), thing.validationMessage);
    else if (thing.localName.includes('-')) facts.push(JSON.stringify(internalsOf(thing)));
  }
  return facts.join();
}

const seen = { opacityProperty: true, visibilityProperty: true } as const;

function isOnTop(thing: Element, x: number, y: number): boolean {
  const top = elementAt(x, y);
  return top !== null && contains(thing, top);
}
