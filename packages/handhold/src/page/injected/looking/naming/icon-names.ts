import { styleOf } from '../../dom/style.js';
import { cut, ignored, isText, parentOf, squash } from '../../dom/tree.js';
import { hasAlike } from '../parts.js';
import { roleOf } from '../roles/role.js';
import { clearText, legibility } from '../visibility/readable.js';
import { iconDrawnBy } from './icon-fonts.js';

/** The look of nameless controls, from the traces that icon sets leave in the markup. */

const iconClass =
  /(?:^|\s)(?:[a-z]{2,12}-icon|fa|fas|far|bi|mdi|ti|ri|icon|icons|lucide|glyphicon|ph|tabler-icon|octicon|codicon|anticon|pi|la|bx|feather|i|svg-icon|material-symbols)[-_]([a-z][a-z0-9-_]+)/gi;
/** Written the other way round, as component libraries call a part of theirs: `chip-deleteIcon`. */
const actIcon =
  /(?:^|[\s_-])(add|clear|close|collapse|delete|edit|expand|menu|remove|search|settings)[-_]?[Ii]con(?:$|\s)/;
const sizeWords =
  /^(?:lg|sm|xs|md|xl|\d+x|fw|spin|solid|regular|brands|light|thin|outlined|rounded|sharp|small|large|medium|icon|none)$/i;
/** Names not of icons but of buttons or boxes with one. */
const aroundIcon = /^(?:button|btn|wrapper|container|only)(?:$|[-_])/i;
/** Components of icon sets leave their own names for tests. */
const testName = /^([A-Z]\w*?)(?:Outlined|Rounded|Sharp|TwoTone)?Icon$/;

export function looksOf(element: Element): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
  let node = element;
  for (let looked = 0; looked <= 12; looked++) {
    const slotted = node instanceof HTMLSlotElement ? node.assignedElements()[0] : undefined;
    const inSlot = slotted ? looksOf(slotted) : '';
    if (inSlot) return inSlot;
    const direct =
      node.getAttribute('data-icon') ??
      node.getAttribute('data-lucide') ??
      node.getAttribute('data-mat-icon-name') ??
      node.getAttribute('icon') ??
      (/-icon$|^icon-/.test(node.localName) ? node.getAttribute('name') : null) ??
      testName.exec(node.getAttribute('data-testid') ?? '')?.[1];
    if (direct) return cut(direct, 40);
    const drawn = iconDrawnBy(node);
    if (drawn) return cut(drawn, 40);
    const className = node.getAttribute('class') ?? '';
    for (const match of className.matchAll(iconClass)) {
      const word = match[1];
      if (word && !sizeWords.test(word) && !aroundIcon.test(word)) return cut(word, 40);
    }
    const [, act] = actIcon.exec(className) ?? [];
    if (act) return act;
    if (node.localName === 'use') {
      const href = node.getAttribute('href') ?? node.getAttribute('xlink:href');
      const id = href?.split('#')[1];
      if (id) return cut(id.replace(/^(icon|i|svg)[-_]/i, ''), 40);
    }
    const file = node.localName === 'img' ? fileName(node.getAttribute('src') ?? '') : '';
    if (file) return file;
    const next = walker.nextNode();
    if (!(next instanceof Element)) break;
    node = next;
  }
  return '';
}

/**
 * The name of a picture's file, without its ending; none of a picture that is drawn by the address itself, or made by
 * a script.
 */
function fileName(address: string): string {
  if (/^(?:data|blob):/i.test(address)) return '';
  const name = /([^/?#]+?)(?:\.\w+)?(?:[?#]|$)/.exec(address.split('/').pop() ?? '')?.[1] ?? '';
  return name.length < 40 ? name : '';
}

/** The use of something without a name that the pointer tells: that it is for making what it stands beside wider. */
export function useOf(element: Element): string {
  return /-resize$/.test(styleOf(element).cursor) ? 'resize' : '';
}

const ways: readonly [RegExp, string][] = [
  [/(?:^|[-_])(?:up|increment|increase|inc|plus|caret-up|chevron-up)(?:$|[-_])/i, 'up'],
  [/(?:^|[-_])(?:down|decrement|decrease|dec|minus)(?:$|[-_])/i, 'down'],
  [/(?:^|[-_])slider[-_](?:handle|thumb)(?:$|[-_])/i, 'slider handle'],
  [/(?:^|[-_])(?:prev|previous)(?:$|[-_])/i, 'previous'],
  [/(?:^|[-_])next(?:$|[-_])/i, 'next'],
];

/** Which of the two arrows beside a field, or at the sides of what is leafed through, it is, by what it is called. */
export function wayOf(element: Element): string {
  const named = [element, ...Array.from(element.children).slice(0, 2)];
  for (const { id, classList } of named)
    for (const word of [...classList, id].map((one) => one.replace(/([a-z])([A-Z])/g, '$1-$2')))
      for (const [pattern, way] of ways) if (pattern.test(word)) return way;
  return '';
}

const callers = [
  'data-testid',
  'data-test-id',
  'data-test',
  'data-cy',
  'data-qa',
  'data-action',
  'data-name',
  'id',
  'name',
];
/** Words, as people who write pages choose them, rather than what a script has numbered. */
const inWords = /^[a-z]{2,}(?:[-_.]+[a-z]+)*$/i;
const general =
  /^(?:root|app|main|content|container|wrapper|button|btn|icon|link|div|span|input|field|item|element|box|js)$/i;

/** The name that the page's own scripts and tests have for a thing, where that is made of words. */
export function calledBy(element: Element): string {
  for (const caller of callers) {
    const called = element.getAttribute(caller) ?? '';
    if (called.length > 2 && called.length <= 40 && inWords.test(called) && !general.test(called))
      return called;
  }
  return '';
}

const controls = 'a[href], button, input, select, textarea, [role="button"], [tabindex]';

const writtenInto =
  'textarea, input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])';
const fields =
  'input:not([type="hidden"]), select, textarea, [role="textbox"], [role="combobox"], [role="spinbutton"]';

/** The text beside a thing that says nothing itself: what stands before it, or after a box to tick. */
export function neighbourOf(element: Element): string {
  return textBeside(element) || ownItemOf(element);
}

/** The name of the item that a sign to open or shut it stands in. */
function ownItemOf(sign: Element): string {
  const item = sign.parentElement;
  if (!item?.matches('li, [role="treeitem"]')) return '';
  const [only, ...others] = Array.from(item.children).filter((child) => child.matches(controls));
  return only && only !== sign && others.length === 0 ? clearText(only, 60) : '';
}

function textBeside(element: Element): string {
  const ticked = element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type);
  // A button in the frame of a field, as to show a password, is called otherwise.
  const others = element.matches(writtenInto) ? fields : controls;
  let at = element;
  for (let level = 0; level < 3; level++) {
    const text = ticked ? textAfter(at) || textBefore(at) : textBefore(at) || textAfter(at);
    if (text) return text;
    const parent = at.parentElement;
    if (!parent || parent === document.body || parent.querySelectorAll(others).length > 1) return '';
    at = parent;
  }
  return '';
}

/** Which of several alike a nameless one is, where these are drawn as a row or a board. */
export function placeAmong(element: Element): string {
  const row = element.parentElement;
  if (!row || !hasAlike(element)) return '';
  if (hasAlike(row)) return placeInTable(element);
  const all = Array.from(row.children).filter((child) => child.tagName === element.tagName);
  return all.length > 2 ? `${all.indexOf(element) + 1} of ${all.length}` : '';
}

/** Which of the fields of a table one is that stands alone in its cell, where the column is called something. */
export function placeInColumn(field: Element): string {
  const cell = field.closest('td, [role="cell"], [role="gridcell"]');
  if (!cell || cell.querySelectorAll(controls).length > 1) return '';
  // What a list in it offers is no text of the cell.
  const isAlone = squash(cell.textContent ?? '') === squash(field.textContent ?? '');
  return isAlone && headerOf(cell) ? placeInTable(cell) : '';
}

/** The header of the column of a cell. */
function headerOf(cell: Element): string {
  const row = parentOf(cell);
  if (!row) return '';
  const table = cell.closest('table, [role="grid"], [role="treegrid"], [role="table"]') ?? row;
  const header =
    (table instanceof HTMLTableElement ? headerRow(table) : undefined) ??
    table.querySelector('th[scope="col"], [role="columnheader"]')?.parentElement;
  return header && header !== row ? saidBy(cellsOf(header)[cellsOf(row).indexOf(cell)]) : '';
}

/** The last row of the head, or the first of all where it has headers alone. */
function headerRow({ tHead, rows: [first] }: HTMLTableElement): Element | undefined {
  if (tHead) return tHead.rows[tHead.rows.length - 1];
  return first && first.cells.length > 1 && Array.from(first.cells).every(({ tagName }) => tagName === 'TH')
    ? first
    : undefined;
}

/** Which cell of a table an empty one is: the names of its column and row, or their numbers. */
export function placeInTable(cell: Element): string {
  const row = parentOf(cell);
  if (!row) return '';
  const cells = cellsOf(row);
  const column = cells.indexOf(cell);
  const rows = Array.from(row.parentElement?.children ?? []);
  const above = headerOf(cell);
  const beside = column > 0 ? saidBy(cells[0]) : '';
  return cut(`${above || `column ${column + 1}`}, ${beside || `row ${rows.indexOf(row) + 1}`}`, 60);
}

/** Without what stands between cells, such as handles to make them wider. */
function cellsOf(row: Element): Element[] {
  const all = Array.from(row.children);
  const cells = all.filter((child) => /^(cell|gridcell|columnheader|rowheader)$/.test(roleOf(child)));
  return cells.length > 0 ? cells : all;
}

function saidBy(element: Element | undefined): string {
  return squash(element?.textContent ?? '');
}

function textBefore(element: Element): string {
  return firstText(element.previousSibling, (node) => node.previousSibling);
}

function textAfter(element: Element): string {
  return firstText(element.nextSibling, (node) => node.nextSibling);
}

/** The text of the nearest sibling; a control there keeps its text to itself. */
function firstText(from: ChildNode | null, next: (node: ChildNode) => ChildNode | null): string {
  for (let node = from; node; node = next(node)) {
    if (node instanceof Element && (ignored.has(node.tagName) || !node.checkVisibility())) continue;
    if (node instanceof Element && (node.matches(controls) || node.querySelector(controls))) return '';
    const text = node instanceof Element ? clearText(node, 60) : isText(node) ? clearPart(node) : '';
    if (text && !onlyMarks.test(text)) return cut(text, 60);
  }
  return '';
}

/** Signs that stand between things and say nothing of any of them. */
const onlyMarks = /^[\s:;,.|·•/()[\]{}–—-]+$/;

function clearPart(text: Text): string {
  const holder = text.parentElement;
  return holder && /\S/.test(text.data) && legibility(text, holder) === 'clear' ? squash(text.data) : '';
}
