import { fold } from '../dom/same-text.js';
import { isDisabled, isPressable, statesOf } from '../looking/roles/element-states.js';
import { roleOf } from '../looking/roles/role.js';
import type { Identity, Obstacle } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { idOf } from '../refs/refs.js';
import { resolveRef } from '../targeting/ready.js';

/** Things that are on or off: checkboxes, radios, switches, and whatever a page makes one by ARIA. */

export type Toggle =
  | {
      state: 'toggle';
      /** The thing itself, where a label or a box around it was named. */
      id: number;
      identity: Identity;
      radio: boolean;
      checked: boolean | 'mixed';
      disabled: boolean;
    }
  | Obstacle;

const native = 'input[type="checkbox"], input[type="radio"]';
const aria =
  '[role="checkbox"], [role="radio"], [role="switch"], [role="menuitemcheckbox"], [role="menuitemradio"], [aria-checked], [aria-pressed]';

function checkedOf(element: Element): boolean | 'mixed' | undefined {
  const role = roleOf(element);
  const states = statesOf(element, role);
  if (states.includes('mixed')) return 'mixed';
  if (states.includes('checked') || states.includes('pressed')) return true;
  if (role === 'option' && element.hasAttribute('aria-selected')) return states.includes('selected');
  return states.includes('unchecked') || isPressable(element, role) ? false : undefined;
}

/** The toggle meant by an element: itself, the one it labels, or the only one inside it. */
export function toggleOf(element: Element): Element | undefined {
  if (checkedOf(element) !== undefined) return element;
  const label = element.closest('label');
  if (label?.control?.matches(native)) return label.control;
  const inside = [...element.querySelectorAll(native), ...element.querySelectorAll(aria)].filter(
    (candidate, i, all) => all.indexOf(candidate) === i,
  );
  return inside.length === 1 ? inside[0] : undefined;
}

function isRadio(element: Element): boolean {
  if (element instanceof HTMLInputElement) return element.type === 'radio';
  return /^(radio|menuitemradio)$/.test(roleOf(element));
}

/** The kind of a toggle and how it stands. */
export function toggle(id: number, shown: Identity | null): Toggle {
  const found = resolveRef(id, shown);
  if ('state' in found) return found;
  const element = toggleOf(found.element);
  const checked = element && checkedOf(element);
  if (!element || checked === undefined)
    return { state: 'not_editable', why: `a ${found.identity.role} is neither on nor off` };
  return {
    state: 'toggle',
    id: idOf(element),
    identity: element === found.element ? found.identity : identityOf(element),
    radio: isRadio(element),
    checked,
    disabled: isDisabled(element),
  };
}

/** The radio of the same group that has this label or value. */
export function radioNamed(
  id: number,
  shown: Identity | null,
  wanted: string,
): { id: number; identity: Identity } | null {
  const found = resolveRef(id, shown);
  if ('state' in found) return null;
  const radio = toggleOf(found.element);
  if (!radio) return null;
  const group = radiosWith(radio);
  const text = fold(wanted);
  const named = group.find((candidate) => fold(identityOf(candidate).name) === text);
  const valued = group.find((candidate) => candidate.getAttribute('value') === wanted);
  const one = named ?? valued;
  return one ? { id: idOf(one), identity: identityOf(one) } : null;
}

function radiosWith(radio: Element): Element[] {
  if (!(radio instanceof HTMLInputElement))
    return [...(radio.closest('[role="radiogroup"], [role="menu"]')?.querySelectorAll(aria) ?? [radio])];
  const all = (radio.form ?? document).querySelectorAll('input[type="radio"]');
  return [...all].filter(
    (candidate) =>
      candidate instanceof HTMLInputElement && candidate.name === radio.name && candidate.form === radio.form,
  );
}
