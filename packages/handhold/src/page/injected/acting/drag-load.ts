import { contains, parentOf } from '../dom/tree.js';
import type { Carried, Identity } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { elementOf, idOf } from '../refs/refs.js';
import { state } from '../state.js';

/** The load of a drag of ours, and what becomes of the places that it was taken from and put. */

export interface DragLoad {
  element: Element;
  identity: Identity;
  text: string;
  /** The elements that it stood in. */
  around: Element[];
}

/** Notes what is taken hold of. */
export function noteDragLoad(element: Element): void {
  const text = element.textContent ?? '';
  state.acting.drags.load = { element, identity: identityOf(element), text, around: aroundOf(element) };
}

export function forgetDragLoad(): void {
  state.acting.drags.load = undefined;
}

/** True if it is elsewhere because we have put it there. */
export function isCarried(element: Element): boolean {
  const { load } = state.acting.drags;
  return load !== undefined && contains(load.element, element);
}

function aroundOf(element: Element): Element[] {
  const around: Element[] = [];
  for (let up = parentOf(element); up && up !== document.body; up = parentOf(up)) around.push(up);
  return around;
}

/** The load and all that it stood and stands in now, as what they are; and whatever was drawn in its place. */
export function carriedTo(id: number | null): Carried | null {
  const { load } = state.acting.drags;
  if (!load) return null;
  const { element, around } = load;
  const target = id === null ? undefined : elementOf(id);
  const twin = element.isConnected ? undefined : twinOf(load, target);
  const now = [twin ?? element, target].flatMap((one) => (one?.isConnected ? [one, ...aroundOf(one)] : []));
  const things = new Set([...now, ...around.filter((one) => one.isConnected)]);
  return {
    things: Array.from(things, (one) => ({ id: idOf(one), ...identityOf(one) })),
    twin: twin ? idOf(twin) : 0,
  };
}

/** The one equal element that is there instead. */
function twinOf({ element, identity, text }: DragLoad, target: Element | undefined): Element | undefined {
  const root = target?.isConnected ? target.getRootNode() : document;
  if (!(root instanceof Document || root instanceof ShadowRoot)) return undefined;
  const equals = [...root.querySelectorAll(element.localName)].filter((other) => {
    if (other.textContent !== text) return false;
    const { role, name } = identityOf(other);
    return role === identity.role && name === identity.name;
  });
  return equals.length === 1 ? equals[0] : undefined;
}
