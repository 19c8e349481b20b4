import { parentOf, referenced } from '../../dom/tree.js';
import { internalRole } from './internals.js';
import {
  globalAttributes,
  inputRoles,
  knownRoles,
  sectioningRoles,
  simpleRoles,
  synonyms,
} from './role-tables.js';

/** The role of an element: its ARIA role where that is valid, else what HTML says. Empty for a plain container. */
export function roleOf(element: Element): string {
  const explicit = element.getAttribute('role');
  if (explicit) {
    for (const token of explicit.toLowerCase().split(/[\t\n\f\r ]+/)) {
      const role = accepted(element, token);
      if (role === undefined) continue;
      if (role === 'none' && presentationConflict(element)) break;
      return role;
    }
  }
  return nativeRole(element);
}

/** The role a token gives to an element; undefined where it counts for nothing. */
export function accepted(element: Element, token: string): string | undefined {
  if (!knownRoles.has(token)) return undefined;
  if ((token === 'form' || token === 'region') && !hasName(element)) return undefined;
  return synonyms[token] ?? token;
}

/** Presentational markup that can take the focus, or has global ARIA attributes, keeps its own role. */
export function presentationConflict(element: Element): boolean {
  return isFocusable(element) || globalAttributes.some((attribute) => element.hasAttribute(attribute));
}

function isFocusable(element: Element): boolean {
  if (element.hasAttribute('tabindex')) return true;
  switch (element.localName) {
    case 'a':
    case 'area':
      return element.hasAttribute('href');
    case 'button':
    case 'select':
    case 'textarea':
    case 'iframe':
      return !element.matches(':disabled');
    case 'input':
      return !element.matches(':disabled') && element.getAttribute('type') !== 'hidden';
    case 'summary':
      return true;
    default:
      return (
        element.hasAttribute('contenteditable') && element instanceof HTMLElement && element.isContentEditable
      );
  }
}

/** True if the author has named a section, which is what makes it a landmark. */
function hasName(element: Element): boolean {
  if (element.getAttribute('aria-label')?.trim() || element.getAttribute('title')?.trim()) return true;
  const targets = referenced(
    element,
    element.hasAttribute('aria-labelledby') ? 'aria-labelledby' : 'aria-labeledby',
  );
  return targets.some(
    (target) =>
      target.textContent?.trim() ||
      target.getAttribute('aria-label')?.trim() ||
      target.getAttribute('alt')?.trim() ||
      target.querySelector('[alt], [aria-label], [value], input') !== null,
  );
}

export function nativeRole(element: Element): string {
  const tag = element.localName;
  switch (tag) {
    case 'div':
    case 'span':
      return '';
    case 'a':
      return element.hasAttribute('href') || element.hasAttribute('xlink:href') ? 'link' : '';
    case 'area':
      return element.hasAttribute('href') ? 'link' : '';
    case 'aside':
      return isInside(element, sections) && !hasName(element) ? '' : 'complementary';
    case 'footer':
      return isInside(element, sectionsAndMain) ? '' : 'contentinfo';
    case 'form':
      return hasName(element) ? 'form' : '';
    case 'header':
      return isInside(element, sectionsAndMain) ? '' : 'banner';
    case 'img':
      return imageRole(element);
    case 'input':
      return inputRole(element);
    case 'section':
      return hasName(element) ? 'region' : '';
    case 'select':
      return isListbox(element) ? 'listbox' : 'combobox';
    case 'summary':
      return isSummary(element) ? 'button' : '';
    case 'td':
      return cellRole(element);
    case 'th':
      return headerRole(element);
    case 'svg':
      return isNamedGraphic(element) ? 'img' : '';
    default:
      return simpleRoles[tag] ?? (tag.includes('-') ? internalRole(element) : '');
  }
}

/** The one of its details that opens and closes them; others are only text. */
function isSummary(element: Element): boolean {
  const details = element.parentElement;
  if (details?.localName !== 'details') return false;
  for (const child of details.children) if (child.localName === 'summary') return child === element;
  return false;
}

function imageRole(element: Element): string {
  const alt = element.getAttribute('alt');
  if (alt?.trim() || hasName(element) || isFocusable(element)) return 'img';
  if (alt !== null) return 'none';
  return element.getAttribute('src') || element.getAttribute('srcset') ? 'img' : 'none';
}

export function isNamedGraphic(element: Element): boolean {
  if (hasName(element)) return true;
  for (const child of element.children) if (child.localName === 'title') return true;
  return false;
}

function isListbox(element: Element): boolean {
  if (!(element instanceof HTMLSelectElement)) return false;
  return element.multiple || element.size > 1;
}

/** HTML gives some inputs no ARIA role; for those the word a person would use is the role. */
function inputRole(element: Element): string {
  const type = element instanceof HTMLInputElement ? element.type : 'text';
  if (type === 'hidden') return '';
  const role = inputRoles[type];
  if (role === 'checkbox' && element.hasAttribute('switch')) return 'switch';
  if (role) return role;
  if (element.hasAttribute('list') && type !== 'password') return 'combobox';
  return type === 'search' ? 'searchbox' : 'textbox';
}

/** The table a row or cell belongs to, found by its place alone. */
function tableOf(part: Element): Element | null {
  let up = part.parentElement;
  for (let steps = 0; up && steps < 4; steps++) {
    if (up.localName === 'table') return up;
    up = up.parentElement;
  }
  return null;
}

export function tableRole(part: Element): string {
  const table = tableOf(part);
  return table ? roleOf(table) : 'table';
}

function cellRole(element: Element): string {
  switch (tableRole(element)) {
    case 'grid':
    case 'treegrid':
      return 'gridcell';
    case 'table':
      return 'cell';
    default:
      return '';
  }
}

function headerRole(element: Element): string {
  const role = tableRole(element);
  if (role !== 'table' && role !== 'grid' && role !== 'treegrid') return '';
  const scope = element.getAttribute('scope')?.toLowerCase();
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  const row = element.parentElement;
  if (row?.parentElement?.localName === 'thead') return 'columnheader';
  for (const sibling of row?.children ?? []) if (sibling.localName === 'td') return 'rowheader';
  return 'columnheader';
}

const sections = new Set(['article', 'aside', 'nav', 'section']);
const sectionsAndMain = new Set([...sections, 'main']);

/** Landmarks count for the whole page only outside of its sections. */
function isInside(element: Element, places: Set<string>): boolean {
  for (let up = parentOf(element); up; up = parentOf(up)) {
    const role = up.getAttribute('role');
    if (places.has(role ? (sectioningRoles[role] ?? '') : up.localName)) return true;
  }
  return false;
}

/** Heading level as ARIA and HTML give it, 2 where nothing does. */
export function headingLevel(element: Element): number {
  const explicit = Number.parseInt(element.getAttribute('aria-level') ?? '', 10);
  if (explicit > 0) return explicit;
  const native = /^h([1-6])$/.exec(element.localName);
  return native?.[1] ? Number(native[1]) : 2;
}
