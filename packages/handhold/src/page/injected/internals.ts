/** Roles, names and states that custom elements keep in ElementInternals; the browser's own tree tells us from outside. */

export interface Internals {
  role: string;
  name: string;
  description: string;
  states: string[];
  value: string;
}

const told = new WeakMap<Element, Internals>();
const asked = new WeakSet<Element>();
/** Met since the outside was last told whom to ask about. */
let met = new Set<Element>();
const maxMet = 1000;

/** The role of a custom element that has no role attribute; remembers elements the outside should be asked about. */
export function internalRole(element: Element): string {
  if (met.size < maxMet && !asked.has(element)) met.add(element);
  return told.get(element)?.role ?? '';
}

export function internalsOf(element: Element): Internals | undefined {
  return told.get(element);
}

/** Custom elements met for the first time that a person can do something with. */
export function takeStrangers(listens: (element: Element) => boolean): Element[] {
  if (met.size === 0) return [];
  const strangers: Element[] = [];
  for (const element of met) {
    if (!element.isConnected || !isWorthAsking(element, listens)) continue;
    asked.add(element);
    strangers.push(element);
  }
  met = new Set();
  return strangers;
}

/** Form-associated custom elements alone are enabled or disabled without being a native control. */
function isWorthAsking(element: Element, listens: (element: Element) => boolean): boolean {
  if (!element.matches(':defined')) return false;
  return (
    (element instanceof HTMLElement && element.tabIndex >= 0) ||
    element.matches(':enabled, :disabled') ||
    listens(element)
  );
}

/** What the browser's tree says of these elements, in the same order. */
export function tellInternals(elements: Element[], all: (Internals | null)[]): void {
  elements.forEach((element, i) => {
    const internals = all[i];
    if (internals) told.set(element, internals);
    else told.delete(element);
  });
}
