import type { PerceivedNode } from '../protocol.js';
import { composites } from '../refs/identity.js';
import { descriptionOf } from './naming/description.js';
import {
  calledBy,
  looksOf,
  neighbourOf,
  placeAmong,
  placeInColumn,
  placeInTable,
  useOf,
  wayOf,
} from './naming/icon-names.js';
import { currentValue, optionsOf, statesOf } from './roles/element-states.js';
import { cellRoles, fieldRoles } from './roles/role-sets.js';
import { addsTo } from './summary.js';
import type { Surround } from './surround.js';
import { isOutside } from './visibility/clips.js';
import { isLikelyHidden } from './visibility/for-the-eye.js';

/** Adds value, states, options and the like to the node of an element. */
export function describe(
  node: PerceivedNode,
  element: Element,
  inner: Surround,
  focused: Element | null,
): PerceivedNode {
  const { role, name, box } = node;
  const value = currentValue(element, role);
  if (value !== undefined && value !== '' && value !== name) node.value = value;
  const states = statesOf(element, role, focused, inner.cell > 0);
  if (states.length > 0) node.states = states;
  const placeholder = element.getAttribute('placeholder');
  if (placeholder && placeholder !== name) node.placeholder = placeholder;
  const options = optionsOf(element);
  if (options) node.options = options;
  const description = descriptionOf(element, name);
  if (addsTo(name, description) && description !== placeholder) node.description = description;
  describeNameless(node, element, value);
  if (inner.modal) node.modal = true;
  if (isLikelyHidden(element)) node.unseen = true;
  if (inner.window && box && isOutside(box, inner.window)) node.scrolledOut = true;
  return node;
}

/** Adds looks, neighbours or whatever else stands for a name where there is none. */
function describeNameless(node: PerceivedNode, element: Element, value: string | undefined): void {
  const { role, name, placeholder } = node;
  // What is in a list says nothing of the list.
  const namesChoice = role === 'combobox' && value !== undefined && value === name;
  if (namesChoice) {
    const near = neighbourOf(element);
    if (near) node.near = near;
  } else if (!name && !composites.has(role)) {
    const own = looksOf(element) || (role === 'slider' ? '' : wayOf(element));
    // What makes something wider is told by that as well.
    const looks = own || useOf(element);
    // What a field holds does not say which one it is.
    const isSaid = (own && role !== 'combobox') || placeholder || (node.value && !fieldRoles.has(role));
    const near = isSaid ? '' : placeOf(element, role);
    if (looks) node.looks = looks;
    if (near) node.near = near;
    const called = looks || near || placeholder || node.value || node.description ? '' : calledBy(element);
    if (called) node.called = called;
  }
}

/** Where something is that doesn't say what it is. */
function placeOf(element: Element, role: string): string {
  if (cellRoles.has(role)) return placeInTable(element);
  if (role === 'clickable') return placeAmong(element) || neighbourOf(element);
  return (fieldRoles.has(role) && placeInColumn(element)) || neighbourOf(element);
}
