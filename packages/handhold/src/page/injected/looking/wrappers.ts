import { contains, referenced } from '../dom/tree.js';
import { listens } from '../listeners/registry.js';
import { composites, type Why } from '../refs/identity.js';
import { isAlike } from '../refs/items/items.js';
import { standIn } from '../targeting/hit-test.js';
import { takesClicks } from './echoes.js';
import { labelsOf } from './naming/labels.js';
import { nameOf } from './naming/name.js';
import { apartIn, takesFocus } from './parts.js';
import { fieldRoles, tickRoles } from './roles/role-sets.js';
import { addsTo } from './summary.js';
import type { WalkedNodes } from './walked-nodes.js';

/** Boxes that can be clicked only on behalf of what stands in them. */

/** A tab and what stands in it besides are no more than this. */
const mostBeside = 6;

/** Selects things that are put beside a field to work it, or only to be looked at. */
const drawnBeside = 'button, img, svg, [role="button"], [role="img"]';

const labels = '[aria-label], [aria-labelledby]';

/**
 * A clickable box around one control of the same name says nothing the control doesn't; one around several that
 * only listens does so on their behalf, unless it is one of several alike.
 */
export function isOnlyWrapper(list: WalkedNodes, index: number, why: Why): boolean {
  const wrapper = list.nodes[index];
  const element = list.elements[index];
  const only = list.onlyIn(index);
  if (!wrapper || !element) return false;
  if (only?.kind === 'element' && !addsTo(saidIn(list, index, element), wrapper.name)) return true;
  if (isOnlyAroundSorter(list, index, element) || isUnderButton(list, index, element)) return true;
  if (composites.has(wrapper.role)) return false;
  if (list.nodes.length > index + 1 && wrapper.name === '' && !wrapper.looks) return true;
  if (isOnlyAroundParts(list, element) || isOnlyAroundFields(list, index, element)) return true;
  if (!holdsSeveral(list, index)) return false;
  if (why === 'pointer') return isOnlyAroundControls(list, index, element);
  return why === 'listener' && !isOneOfItsKind(list, index, element);
}

/** The text of the only thing in a wrapper; of a box to tick that is worked through the wrapper, the text beside it. */
function saidIn(list: WalkedNodes, index: number, wrapper: Element): string {
  const [only, field] = [list.nodes[index + 1], list.elements[index + 1]];
  if (!only || !field) return '';
  const { role, name, value, near } = only;
  if (value !== undefined) return `${name} ${value}`;
  return name === '' && near && tickRoles.has(role) && standIn(field) === wrapper ? near : name;
}

/** A click on it lands on the only button in it, which says all that it does. */
function isUnderButton(list: WalkedNodes, index: number, element: Element): boolean {
  const [only, button] = [list.onlyIn(index), list.elements[index + 1]];
  if (only?.role !== 'button' || !button || takesFocus(element) || !takesClicks(list, index)) return false;
  return only.name !== '' && !addsTo(only.name, nameOf(element, 'button', [button]));
}

/** The header of a column that hears the presses on the one button in it, which says the same and how it is sorted. */
function isOnlyAroundSorter(list: WalkedNodes, index: number, element: Element): boolean {
  const only = list.onlyIn(index);
  const button = list.elements[index + 1];
  if (list.nodes[index]?.role !== 'columnheader' || only?.role !== 'button' || !button) return false;
  if (button.localName === 'button' || listens(button) || takesFocus(element)) return false;
  return !addsTo(only.name, nameOf(element, 'button', [button]));
}

/**
 * True if an element has the pointer for controls in it, as for a tab and the cross beside it, and says and shows
 * nothing else.
 */
function isOnlyAroundControls(list: WalkedNodes, index: number, element: Element): boolean {
  if (list.nodes.length > index + mostBeside) return false;
  const inside = list.elements.slice(index + 1).filter((one) => one !== undefined);
  const says = list.nodes.slice(index + 1).some(({ role, name }) => /^(link|tab)$/.test(role) && name);
  if (!says || list.nodes[index]?.role !== 'clickable' || takesFocus(element)) return false;
  const pictures = element.querySelectorAll('img, svg, video, canvas');
  if (Array.from(pictures).some((one) => !inside.some((thing) => contains(thing, one)))) return false;
  return nameOf(element, 'button', inside) === '';
}

/** True if an element says nothing besides its parts but the headings of some of them. */
function isOnlyAroundParts(_list: WalkedNodes, element: Element): boolean {
  const apart = apartIn(element);
  if (apart.length < 2 || takesFocus(element)) return false;
  return nameOf(element, 'button', [...apart, ...element.querySelectorAll('h1, h2, h3, h4, h5, h6')]) === '';
}

/** True if an element says nothing besides its fields but their labels, and the names of their buttons and icons. */
function isOnlyAroundFields(list: WalkedNodes, index: number, element: Element): boolean {
  const inside = list.elements.slice(index + 1).filter((one) => one !== undefined);
  const fields = inside.filter((_one, at) => fieldRoles.has(list.nodes[index + 1 + at]?.role ?? ''));
  if (fields.length === 0 || takesFocus(element) || element.matches(labels)) return false;
  const others = element.querySelectorAll(drawnBeside);
  return nameOf(element, 'button', [...inside, ...fields.flatMap(namedBy), ...others]) === '';
}

/** An item with others under it, or one of several alike that listen each for itself and say something besides. */
function isOneOfItsKind(list: WalkedNodes, index: number, element: Element): boolean {
  if (element.localName === 'li' && apartIn(element).length > 0) return true;
  const { nextElementSibling: next, previousElementSibling: previous } = element;
  const isSame = (other: Element | null) => other !== null && listens(other) && isAlike(element, other);
  if (!isSame(next) && !isSame(previous)) return false;
  const inside = list.elements.slice(index + 1).filter((one) => one !== undefined);
  return nameOf(element, 'button', [...inside, ...apartIn(element)]) !== '';
}

function holdsSeveral(list: WalkedNodes, index: number): boolean {
  let count = 0;
  for (let i = index + 1; i < list.nodes.length && count < 2; i++)
    if (list.nodes[i]?.kind === 'element') count += 1;
  return count > 1;
}

/** All that stands beside a field to say what it is called. */
function namedBy(field: Element): Element[] {
  return [...labelsOf(field), ...referenced(field, 'aria-labelledby')];
}
