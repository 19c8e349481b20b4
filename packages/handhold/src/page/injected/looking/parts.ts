import { styleOf } from '../dom/style.js';
import { parentOf, squash } from '../dom/tree.js';
import { isHandledItself, listens } from '../listeners/registry.js';
import { state } from '../state.js';
import { roleOf } from './roles/role.js';
import { cellRoles } from './roles/role-sets.js';

/**
 * Parts: separate things to a person where one element listens, or has the pointer, for all of them: cards of a board,
 * rows, cells of a sheet, items of a list. What stands in one of them is a part of that.
 */

const controls =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="link"], ' +
  '[role="checkbox"], [role="switch"], [contenteditable]:not([contenteditable="false"])';

const wholePage = 'main, nav, h1, [role="main"], [role="navigation"], [role="banner"]';

const neverHolders = new Set('A AREA BODY BUTTON HTML INPUT LABEL OPTION SELECT SUMMARY TEXTAREA'.split(' '));
const unitRoles =
  /^(button|checkbox|combobox|gridcell|link|menuitem\w*|option|radio|slider|spinbutton|switch|tab|textbox|treeitem)$/;

const listedRoles = new Set(['listitem', 'option', 'treeitem', 'article']);
const neverApart = new Set(
  (
    'A BUTTON DD DT FIELDSET FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER INPUT LABEL LEGEND NAV OL P SELECT TABLE TBODY ' +
    'TEXTAREA TFOOT THEAD UL'
  ).split(' '),
);

const itemWord =
  /(?:^|[-_])(?:card|cell|chip|choice|color|colour|day|entry|event|item|node|option|post|product|record|result|row|seat|slot|square|star|swatch|task|thumb|thumbnail|ticket|tile)$/i;

/** Something that listens, or has the pointer, for what is in it. */
export interface Holder {
  element: Element;
  pointer: boolean;
  /** It only takes the focus, as a sheet does whose script listens for all of the page. */
  focus: boolean;
  /** With controls in it, it listens for these unless something says otherwise. */
  hasControls: boolean;
  /** One of several alike, and so rather a thing itself. */
  isOneOfSeveral: boolean;
}

function holderOf(element: Element): Holder | undefined {
  const cached = state.looking.parts.holders.entries;
  if (!cached.has(element)) cached.set(element, findHolder(element));
  return cached.get(element);
}

function findHolder(element: Element): Holder | undefined {
  if (neverHolders.has(element.tagName)) return undefined;
  const heard = listens(element) && !isHandledItself(element);
  const pointer = styleOf(element).cursor === 'pointer' && !isOnlyHovered(element);
  const focus = !heard && takesFocus(element);
  if (!heard && !focus && !(pointer && !isPointed(parentOf(element)))) return undefined;
  if (unitRoles.test(roleOf(element))) return undefined;
  if (!pointer && (element.matches(wholePage) || element.querySelector(wholePage))) return undefined;
  const hasControls = !pointer && element.querySelector(controls) !== null;
  return { element, pointer, focus, hasControls, isOneOfSeveral: isOneOfSeveral(element, pointer) };
}

/** True if a row has the pointer only because the mouse is over it, as none of those beside it has. */
export function isOnlyHovered(row: Element, role: string = roleOf(row)): boolean {
  if (role !== 'row' || !row.matches(':hover')) return false;
  const beside = [row.previousElementSibling, row.nextElementSibling].filter(
    (other): other is Element => other !== null && isAlike(row, other),
  );
  return beside.length > 0 && !beside.some(isPointed);
}

/** Beside it is another of its kind that can be clicked in the same way. */
function isOneOfSeveral(element: Element, pointer: boolean): boolean {
  return [element.nextElementSibling, element.previousElementSibling].some(
    (other) => other !== null && isAlike(element, other) && (pointer ? isPointed(other) : listens(other)),
  );
}

/** True if one gets to it by keys. */
export function takesFocus(element: Element): boolean {
  return element.hasAttribute('tabindex') && !element.getAttribute('tabindex')?.startsWith('-');
}

function isPointed(element: Element | null): boolean {
  return element !== null && styleOf(element).cursor === 'pointer';
}

/** True if an element may listen, or have the pointer, for what is in it rather than for itself. */
export function mayHoldParts(element: Element): boolean {
  return holderOf(element) !== undefined;
}

/** The element that holds parts for the children of an element, by the one that does around it. */
export function holderInside(element: Element, around: Element | undefined): Element | undefined {
  if (mayHoldParts(element)) return element;
  if (!around) return undefined;
  const isUnit = unitRoles.test(roleOf(element)) || isPart(element, around);
  return isUnit && element.tagName !== 'LI' ? undefined : around;
}

const farthest = 30;

/** True if an element is a separate part of something around it. */
export function isPartOfSomething(element: Element): boolean {
  const chain: Element[] = [];
  for (let up = parentOf(element); up && chain.length < farthest; up = parentOf(up)) chain.push(up);
  let holder: Element | undefined;
  for (let up = chain.pop(); up; up = chain.pop()) holder = holderInside(up, holder);
  return holder !== undefined && isPart(element, holder);
}

/** True if an element is a separate thing in what listens, or has the pointer, for all of them. */
export function isPart(element: Element, holder: Element): boolean {
  const cached = state.looking.parts.isPart.entries;
  const inHolder = cached.get(holder) ?? new Map<Element, boolean>();
  cached.set(holder, inHolder);
  let part = inHolder.get(element);
  if (part === undefined) {
    const of = holderOf(holder);
    part = of !== undefined && of.element !== element && seemsPart(element, of) && !isOnlyAround(element, of);
    inHolder.set(element, part);
  }
  return part;
}

function seemsPart(element: Element, holder: Holder): boolean {
  if (neverApart.has(element.tagName)) return false;
  const role = roleOf(element);
  if (cellRoles.has(role)) return isCellPart(element, holder);
  if (role === 'row') return isRowPart(element, holder);
  if (listedRoles.has(role)) return isItemPart(element, holder);
  if (role !== '' && role !== 'none' && role !== 'img' && role !== 'group' && role !== 'figure') return false;
  return isAlikePart(element, holder);
}

/** A cursor is for whole rows; what listens on a table does so for its cells, unless rows say which they are. */
function isCellPart(element: Element, { element: holder, pointer, focus, hasControls }: Holder): boolean {
  const row = parentOf(element);
  if (!row || row === holder || !holder.contains(row)) return false;
  if (pointer) return roleOf(element) === 'columnheader' && hasText(element);
  if (element.querySelector(controls)) return false;
  if (roleOf(element) === 'gridcell' && isOnlyIcon(element)) return true;
  if (focus || hasControls ? tellsScripts(element) : tellsItself(element)) return true;
  return !focus && !hasControls && !tellsItself(row);
}

/** As a cross that deletes its row. */
function isOnlyIcon(element: Element): boolean {
  return !hasText(element) && element.querySelector('svg, img, i, [class*="icon" i]') !== null;
}

function isRowPart(
  element: Element,
  { element: holder, pointer, hasControls, isOneOfSeveral }: Holder,
): boolean {
  if (element.parentElement?.localName === 'thead' || isOneOfSeveral) return false;
  if (pointer) return hasText(element);
  if (element.querySelector(controls) || !holder.contains(element)) return false;
  const cell = element.lastElementChild;
  return tellsItself(element) && !(cell && tellsItself(cell)) && (!hasControls || hasText(element));
}

function isItemPart(element: Element, holder: Holder): boolean {
  if (holder.isOneOfSeveral && holder.element.tagName !== 'LI' && !isEvident(element)) return false;
  if (holder.pointer) return true;
  if (ownControl(element)) return false;
  return holder.hasControls || holder.focus ? tellsScripts(element) : isShort(element);
}

/** A control of the item itself, not of those under it. */
function ownControl(item: Element): boolean {
  for (const control of item.querySelectorAll(controls)) if (control.closest('li') === item) return true;
  return !item.closest('li') && item.querySelector(controls) !== null;
}

function isAlikePart(element: Element, holder: Holder): boolean {
  const alike = hasAlike(element);
  if (!alike && !(isCalledItem(element) && hasOwnBox(element))) return false;
  if (element.firstChild === null && !hasOwnBox(element)) return false;
  const { display } = styleOf(element);
  if (!holder.pointer && element.querySelector(controls)) return false;
  const hasOthers = holder.hasControls || holder.focus;
  if (!holder.pointer && !isShort(element)) return false;
  if (hasOthers ? tellsScripts(element) : tellsItself(element)) return true;
  if (!isMostAround(element)) return false;
  if (isCalledItem(element) && hasOwnBox(element) && !holder.focus) return true;
  if (hasOthers || holder.isOneOfSeveral || display === 'inline') return false;
  return isEvident(element) || isOneOfAll(element, holder.element);
}

/** True if it looks, or is called, like a thing of its own. */
function isEvident(element: Element): boolean {
  return tellsItself(element) || isCalledItem(element) || hasOwnBox(element);
}

/** Of as many as there are, nothing else is there. */
function isOneOfAll(element: Element, holder: Element): boolean {
  const list = element.parentElement;
  if (!list || list.childElementCount < 3 || !hasText(element)) return false;
  for (const child of list.children) if (child !== element && !isAlike(child, element)) return false;
  let up: Element | null = list;
  for (let i = 0; up && up !== holder; i++) {
    const around: Element | null = up.parentElement;
    if (i > 3 || around?.childElementCount !== 1) return false;
    up = around;
  }
  return up === holder;
}

/** It and those like it say most of what stands there, as labels on a card do not. */
function isMostAround(element: Element): boolean {
  const list = element.parentElement;
  if (!list) return false;
  let said = 0;
  for (const child of list.children) if (isAlike(child, element)) said += textOf(child).length;
  return said * 2 >= textOf(list).length;
}

/** Nothing but a box around parts, as the column of a board is. */
function isOnlyAround(element: Element, holder: Holder): boolean {
  if (element.firstElementChild === null || listedRoles.has(roleOf(element))) return false;
  const whole = textOf(element).length;
  let looked = 0;
  const saidIn = (around: Element): number => {
    let said = 0;
    for (const child of around.children) {
      looked += 1;
      if (looked > 200) break;
      said += seemsPart(child, holder) ? textOf(child).length : saidIn(child);
    }
    return said;
  };
  const said = saidIn(element);
  if (whole === 0) return Array.from(element.children).every((child) => seemsPart(child, holder));
  return said * 2 > whole;
}

function textOf(element: Element): string {
  return squash(element.textContent ?? '');
}

const longestThing = 300;

/** True if it says little: a longer text is there to be read. */
function isShort(element: Element): boolean {
  return textOf(element).length <= longestThing;
}

function hasText(element: Element): boolean {
  return /\S/.test(element.textContent ?? '');
}

/** True if one beside it is of the same kind. */
export function hasAlike(element: Element): boolean {
  const { nextElementSibling: next, previousElementSibling: previous } = element;
  return (next !== null && isAlike(element, next)) || (previous !== null && isAlike(element, previous));
}

function isAlike(one: Element, other: Element): boolean {
  return one.tagName === other.tagName && one.classList[0] === other.classList[0];
}

function isCalledItem(element: Element): boolean {
  for (const name of element.classList) if (itemWord.test(name)) return true;
  return false;
}

/** Alike ones have attributes by which they are told apart, as whoever listens for them all needs. */
function tellsItself(element: Element): boolean {
  return isToldBy(element, isKey);
}

/** The same by what only scripts make use of: an id may be there to be linked to. */
function tellsScripts(element: Element): boolean {
  return isToldBy(element, isScriptKey);
}

function isToldBy(element: Element, counts: (name: string) => boolean): boolean {
  const { nextElementSibling: next, previousElementSibling: previous } = element;
  const other = next?.tagName === element.tagName ? next : previous;
  if (other?.tagName !== element.tagName) return false;
  for (const { name, value } of element.attributes) {
    if (!counts(name)) continue;
    const others = other.getAttribute(name);
    if (others !== null && others !== value) return true;
  }
  return false;
}

function isKey(name: string): boolean {
  return name === 'id' || name === 'title' || name === 'aria-label' || isScriptKey(name);
}

/** Not what frameworks mark all elements with, nor the headings that narrow tables draw before their cells. */
function isScriptKey(name: string): boolean {
  return (
    name.startsWith('data-') && !/^data-(v-|label|title|th|header|heading|column|content|test)/.test(name)
  );
}

const nothing = 'rgba(0, 0, 0, 0)';

/** True if it has a border or ground that sets it apart. */
export function hasOwnBox(element: Element): boolean {
  const style = styleOf(element);
  if (style.backgroundColor !== nothing || style.boxShadow !== 'none' || style.backgroundImage !== 'none')
    return true;
  return (
    style.borderTopWidth !== '0px' || style.borderBottomWidth !== '0px' || style.borderLeftWidth !== '0px'
  );
}

const mostApart = 400;

/**
 * Separate things in something that is a thing itself: each has a name of its own, and is not where to press this
 * one.
 */
export function apartIn(element: Element): readonly Element[] {
  const cached = state.looking.parts.apart.entries;
  let apart = cached.get(element);
  if (!apart) {
    apart = findApart(element);
    state.looking.parts.apart.entries.set(element, apart);
  }
  return apart;
}

function findApart(element: Element): readonly Element[] {
  const role = roleOf(element);
  if (element.tagName === 'LI' || role === 'listitem' || role === 'treeitem')
    return [...element.querySelectorAll('ul, ol, [role="list"], [role="group"], [role="tree"]')];
  if (!mayHoldParts(element)) return [];
  const parts: Element[] = [];
  let looked = 0;
  const look = (around: Element): void => {
    for (const child of around.children) {
      looked += 1;
      if (looked > mostApart) return;
      if (isPart(child, element)) parts.push(child);
      else look(child);
    }
  };
  look(element);
  return parts;
}
