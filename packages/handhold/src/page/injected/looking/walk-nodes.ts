import { contains, shadowOf } from '../dom/tree.js';
import type { Box, PerceivedNode } from '../protocol.js';
import { contextRoles } from '../refs/identity.js';
import { idOf } from '../refs/refs.js';
import { standIn } from '../targeting/hit-test.js';
import { nameOf } from './naming/name.js';
import { headingLevel } from './roles/role.js';
import { itemRoles } from './roles/role-sets.js';
import type { Surround } from './surround.js';
import { legibility, legibilityNow, legibilityOf } from './visibility/readable.js';
import { isSeen } from './visibility/seen.js';

/** Nodes of what is only read. */

export function cellNode(
  element: Element,
  { parent }: Surround,
  role: string,
  box: Box | undefined,
): PerceivedNode | undefined {
  const name = box && nameOf(element, role);
  if (!name) return undefined;
  return { kind: 'text', id: idOf(element), parent, role, name, tag: element.localName, box };
}

export function imageNode(
  element: Element,
  { parent }: Surround,
  box: Box | undefined,
): PerceivedNode | undefined {
  const name = nameOf(element, 'img');
  // What is smaller can't be a picture of anything.
  if (!name || !box || box.width < 4 || box.height < 4) return undefined;
  return { kind: 'text', id: idOf(element), parent, role: 'img', name, tag: element.localName, box };
}

export function frameNode(
  element: Element,
  { parent }: Surround,
  box: Box | undefined,
): PerceivedNode | undefined {
  // Borders show nothing of the document.
  if (!box || element.clientWidth < 5 || element.clientHeight < 5) return undefined;
  const name = nameOf(element, 'frame');
  return { kind: 'frame', id: idOf(element), parent, role: 'frame', name, tag: 'iframe', box };
}

/** Undefined for one that nobody can read. */
export function headingNode(
  element: Element,
  { parent }: Surround,
  box: Box,
  isFull: boolean,
): PerceivedNode | undefined {
  const name = isSeen(element) ? nameOf(element, 'heading') : '';
  const legible = name ? legibilityOf(element, isFull ? legibilityNow : legibility) : 'hidden';
  if (legible === 'hidden') return undefined;
  return {
    kind: 'heading',
    id: isFull ? idOf(element) : 0,
    parent,
    role: 'heading',
    name,
    tag: element.localName,
    level: headingLevel(element),
    box,
    ...(legible === 'doubtful' ? { unseen: true } : {}),
  };
}

export function contextNode(element: Element, { parent }: Surround, role: string): PerceivedNode {
  const name = itemRoles.has(role) ? explicitName(element, role) : nameOf(element, role);
  return { kind: 'context', id: 0, parent, role, name, tag: element.localName };
}

/** The shadow trees that it stands in. */
export function* treesAround(element: Element): Iterable<ShadowRoot> {
  for (let tree = element.getRootNode(); tree instanceof ShadowRoot; tree = tree.host.getRootNode())
    yield tree;
}

function explicitName(element: Element, role: string): string {
  return element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')
    ? nameOf(element, role)
    : '';
}

/** The elements that one owns by ARIA although they stand elsewhere. */
export function ownedElsewhere(element: Element): Element[] {
  const ids = element.getAttribute('aria-owns');
  if (!ids) return [];
  return ids
    .split(/\s+/)
    .map((id) => document.getElementById(id))
    .filter(
      (owned): owned is HTMLElement =>
        owned?.checkVisibility() === true && !contains(element, owned) && !contains(owned, element),
    );
}

/**
 * True if an element ends here with nothing to say, as most do: text that is only read, in a box that neither cuts
 * nor scrolls.
 */
export function isPlainEnd(
  element: Element,
  tag: string,
  role: string,
  display: string,
  style: CSSStyleDeclaration,
): boolean {
  if (element.firstElementChild || tag === 'SLOT' || tag === 'LABEL') return false;
  if (role === 'heading' || contextRoles.has(role) || tag === 'IFRAME' || tag === 'FRAME') return false;
  if (display !== 'inline' && style.overflowX !== 'visible') return false;
  return !shadowOf(element) && !element.hasAttribute('aria-owns');
}

/** Types of fields that a label works just as well. */
const worked = new Set(['checkbox', 'file', 'radio']);

/** A box to tick that is not drawn at all, which is worked through the label that stands for it. */
export function workedByLabel(label: Element): HTMLInputElement | undefined {
  const control = label instanceof HTMLLabelElement ? label.control : null;
  if (!(control instanceof HTMLInputElement) || !worked.has(control.type) || control.checkVisibility())
    return undefined;
  return standIn(control) === label && isSeen(label) ? control : undefined;
}
