import { byId, parentOf } from '../../dom/tree.js';
import { accepted, isNamedGraphic, nativeRole, presentationConflict, tableRole } from './role.js';
import { contexts, simpleRoles } from './role-tables.js';

/** Roles as the specifications compute them. */

/** Further out than this nothing is looked for; scripts can nest deeper than a stack can follow. */
const maxSteps = 300;

/**
 * The role as core-aam and html-aam compute it, in their words. Stricter than what an agent is shown, where an
 * item without its list is still an item.
 */
export function computedRole(element: Element, known = new Map<Element, string>()): string {
  const before = known.get(element);
  if (before !== undefined) return before;
  if (known.size > maxSteps) return 'generic';
  // A circle of owners must not go round for ever.
  known.set(element, 'generic');
  let role = strictRole(element, known);
  if (role === 'img') role = 'image';
  else if (role === '') role = isMoreThanGeneric(element) ? 'group' : 'generic';
  else if (role === 'none' && isMoreThanGeneric(element)) role = 'group';
  known.set(element, role);
  return role;
}

function strictRole(element: Element, known: Map<Element, string>): string {
  for (const token of (element.getAttribute('role') ?? '').toLowerCase().split(/[\t\n\f\r ]+/)) {
    const role = accepted(element, token);
    if (role === undefined) continue;
    if (role === 'none' && presentationConflict(element)) break;
    const needed = contexts[role];
    if (needed && !needed.includes(outerRole(element, known))) continue;
    return role;
  }
  return strictNativeRole(element, known);
}

function strictNativeRole(element: Element, known: Map<Element, string>): string {
  const tag = element.localName;
  switch (tag) {
    case 'li':
      return outerRole(element, known) === 'list' ? 'listitem' : '';
    case 'caption':
    case 'tbody':
    case 'tfoot':
    case 'thead':
    case 'tr': {
      const role = tableRole(element);
      return role === 'table' || role === 'grid' || role === 'treegrid' ? (simpleRoles[tag] ?? '') : '';
    }
    case 'footer':
    case 'header':
      return nativeRole(element) || `section${tag}`;
    case 'g':
      return isNamedGraphic(element) ? 'group' : '';
    case 'image':
      return element.getAttribute('alt') === '' ? '' : 'img';
    default:
      if (element instanceof SVGGeometryElement) return isNamedGraphic(element) ? 'graphics-symbol' : '';
      return nativeRole(element);
  }
}

/** The role of the nearest thing around that is more than a container, by ownership before place. */
function outerRole(element: Element, known: Map<Element, string>): string {
  for (let up = ownerOf(element); up; up = ownerOf(up)) {
    const role = computedRole(up, known);
    if (role !== 'generic' && role !== 'none') return role;
  }
  return '';
}

function ownerOf(element: Element): Element | null {
  if (element.id && byId(element, element.id) === element) {
    const root = element.getRootNode();
    if (root instanceof Document || root instanceof ShadowRoot) {
      const owner = root.querySelector(`[aria-owns~="${CSS.escape(element.id)}"]`);
      if (owner && !element.contains(owner)) return owner;
    }
  }
  return parentOf(element);
}

/** A container that can be dragged, opened or focused at once is a group to everyone. */
function isMoreThanGeneric(element: Element): boolean {
  if (!/^(div|span|section)$/.test(element.localName)) return false;
  if (element.hasAttribute('autofocus') || element.hasAttribute('popover')) return true;
  return element.hasAttribute('draggable') && element.getAttribute('draggable') !== 'false';
}
