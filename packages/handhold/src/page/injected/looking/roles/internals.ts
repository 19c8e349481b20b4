import { listens } from '../../listeners/registry.js';
import { elementOf } from '../../refs/refs.js';
import { state } from '../../state.js';

/**
 * Roles, names and states that custom elements keep in ElementInternals; the browser's own tree tells us from
 * outside.
 */

export interface Internals {
  role: string;
  name: string;
  description: string;
  states: string[];
  value: string;
}

const maxMet = 1000;

/** The role of a custom element that has no role attribute; remembers elements the outside should be asked about. */
export function internalRole(element: Element): string {
  const { met, asked, reported } = state.looking.internals;
  if (met.size < maxMet && !asked.has(element)) met.add(element);
  return reported.get(element)?.role ?? '';
}

export function internalsOf(element: Element): Internals | undefined {
  return state.looking.internals.reported.get(element);
}

/** Custom elements not asked about yet that a person can do something with. */
export function takeStrangers(): Element[] {
  const { internals } = state.looking;
  if (internals.met.size === 0) return [];
  const strangers = [...internals.met].filter((element) => element.isConnected && isWorthAsking(element));
  internals.met = new Set();
  return strangers;
}

/** True if only the browser's own tree knows what this element is. */
export function isOpaque(element: Element): boolean {
  return element.localName.includes('-') && !element.hasAttribute('role') && isWorthAsking(element);
}

/** Form-associated custom elements alone are enabled or disabled without being a native control. */
function isWorthAsking(element: Element): boolean {
  if (!element.matches(':defined')) return false;
  return (
    (element instanceof HTMLElement && element.tabIndex >= 0) ||
    element.matches(':enabled, :disabled') ||
    listens(element)
  );
}

/** Notes the internals of these elements by the browser's tree, in the same order; null where it has nothing to say. */
export function tellInternals(ids: number[], all: (Internals | null)[]): void {
  const { asked, reported } = state.looking.internals;
  ids.forEach((id, i) => {
    const element = elementOf(id);
    if (!element) return;
    asked.add(element);
    const internals = all[i];
    if (internals) reported.set(element, internals);
    else reported.delete(element);
  });
}
