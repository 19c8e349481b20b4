import { cut, parentOf, squash } from './dom.js';
import { itemText, type Part } from './item-text.js';
import { nameOf } from './name.js';
import { perLook } from './per-look.js';
import type { Belongs } from './protocol.js';
import { clearText } from './readable.js';
import { roleOf } from './role.js';
import { destroys, paying } from './words.js';

/**
 * What an element belongs to: the row, item or card around it and the group that this stands in. It is part of what the
 * element is: a "Delete" that stands beside another invoice is another one, even where a page reuses the button.
 */

export interface Record {
  /** What the row, item or card says besides the element itself, part by part. */
  says: readonly Part[];
  /** The title of the group. */
  group: string;
  item: Element | undefined;
}

/** The same as it is remembered. */
export interface Remembered {
  says: readonly string[];
  group: string;
}

export function remembered({ says, group }: Record): Remembered {
  return { says: says.map(({ text }) => text), group };
}

/** A record on one line, as an agent is told of it. */
export function recordText({ says, group }: Remembered): string {
  return says.length > 0 ? says.join(between) : group;
}

/** A record as it is told to the outside, by all that it says. */
export function belongsTo({ item, group }: Record): Belongs {
  if (!item) return { role: '', says: '', group };
  const role = roleAround(item);
  const parts = itemText(item).map(({ text }) => text);
  return { role: toldRoles.has(role) ? role : 'group', says: cut(parts.join(between), longestRecord), group };
}

/** The row, list item or article that stands around a text or is it itself, and what it says. */
export function itemOf(holder: Element): { element: Element; told: Belongs } | undefined {
  let up: Element | null = holder;
  for (let climbed = 0; up && up !== document.body && climbed < maxClimb; climbed++) {
    if (toldRoles.has(roleAround(up)) || isRepeated(up)) {
      const element = wholeRow(up);
      return { element, told: belongsTo({ says: [], group: '', item: element }) };
    }
    up = parentOf(up);
  }
  return undefined;
}

/** The records of a look, each told once however many elements belong to it. */
export class Records {
  readonly all: Belongs[] = [];
  private readonly known = new Map<Element | string, number>();

  /** Its place among them; undefined where there is nothing that could be belonged to. */
  add(record: Record): number | undefined {
    const key = record.item ?? record.group;
    if (key === '') return undefined;
    const at = this.known.get(key) ?? this.all.push(belongsTo(record)) - 1;
    this.known.set(key, at);
    return at;
  }
}

const between = ' · ';
const longestRecord = 240;
const toldRoles = new Set(['row', 'listitem', 'article']);

const nothing: Record = { says: [], group: '', item: undefined };

const itemRoles = new Set(['row', 'listitem', 'article', 'treeitem', 'option']);
const cellRoles = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
const groupRoles = new Set(
  (
    'alertdialog complementary dialog figure form grid group listbox menu radiogroup region search table tabpanel ' +
    'toolbar tree treegrid'
  ).split(' '),
);

const maxClimb = 30;

const roles = perLook(() => new Map<Element, string>());

function roleAround(element: Element): string {
  const known = roles();
  let role = known.get(element);
  if (role === undefined) {
    role = roleOf(element);
    known.set(element, role);
  }
  return role;
}

/** The items that elements were found to belong to in this look. */
const items = perLook(() => new Set<Element>());

export function itemsSeen(): ReadonlySet<Element> {
  return items();
}

/** What an element belongs to now. */
export function recordOf(element: Element): Record {
  const item = itemAround(element);
  const group = groupAround(item?.element ?? element);
  if (item) items().add(item.element);
  if (!item && !group) return lastResort(element);
  return { says: item?.says ?? [], group, item: item?.element };
}

/** The nearest row, item or card that says something else than the element itself; what begins an item stands for itself. */
function itemAround(element: Element): { element: Element; says: readonly Part[] } | undefined {
  let up = parentOf(element);
  for (let climbed = 0; up && up !== document.body && climbed < maxClimb; climbed++) {
    if (isItem(up)) {
      const item = wholeRow(up);
      const all = itemText(item);
      const [first] = all;
      if (first && isOwn(first, element)) return undefined;
      const says = all.filter((part) => !isOwn(part, element));
      if (says.length > 0) return { element: item, says };
      up = item;
    }
    up = parentOf(up);
  }
  return undefined;
}

function isOwn({ holder }: Part, element: Element): boolean {
  if (element.contains(holder)) return true;
  const label = holder.closest('label');
  return label !== null && label.control === element;
}

function isItem(element: Element): boolean {
  const role = roleAround(element);
  if (itemRoles.has(role)) return true;
  return !cellRoles.has(role) && !groupRoles.has(role) && (isRepeated(element) || isCalledItem(element));
}

const never = new Set(
  'A BODY BUTTON DD DT FIELDSET FORM FOOTER HEADER LABEL LEGEND MAIN NAV OL P SPAN TABLE TBODY THEAD UL'.split(
    ' ',
  ),
);

/** One of several that are made alike, as the cards of a list are. */
function isRepeated(element: Element): boolean {
  if (never.has(element.tagName) || element.firstElementChild === null) return false;
  const { nextElementSibling: next, previousElementSibling: previous } = element;
  return (next !== null && isAlike(element, next)) || (previous !== null && isAlike(element, previous));
}

/** Whether two that stand side by side are made alike. */
export function isAlike(one: Element, other: Element): boolean {
  if (one.tagName !== other.tagName) return false;
  const name = one.classList[0];
  if (name !== other.classList[0]) return false;
  if (name !== undefined || one.localName.includes('-')) return true;
  return (
    one.firstElementChild?.tagName === other.firstElementChild?.tagName && other.firstElementChild !== null
  );
}

const itemName =
  /(?:^|[-_\s])(?:card|entry|item|post|product|record|result|row|tile|comment|message)(?:$|[-_\s])/i;

/** The only one that a list has for now is known by what it is called. */
function isCalledItem(element: Element): boolean {
  if (never.has(element.tagName) || element.firstElementChild === null) return false;
  const name = element.getAttribute('class');
  return name !== null && itemName.test(name);
}

/** What stands in a row beside others is a cell of it. */
function wholeRow(item: Element): Element {
  const around = parentOf(item);
  const beside = item.nextElementSibling ?? item.previousElementSibling;
  if (!around || !beside || itemRoles.has(roleAround(item)) || !isItem(around)) return item;
  const [own, other] = [item.getBoundingClientRect(), beside.getBoundingClientRect()];
  return own.top < other.bottom && other.top < own.bottom ? around : item;
}

const titles = perLook(() => new Map<Element, string>());

/** The title of the nearest group around that has one. */
function groupAround(element: Element): string {
  let up = parentOf(element);
  for (let climbed = 0; up && up !== document.body && climbed < maxClimb; climbed++) {
    const title = titleOf(up);
    if (title) return title;
    up = parentOf(up);
  }
  return '';
}

function titleOf(element: Element): string {
  const known = titles();
  let title = known.get(element);
  if (title === undefined) {
    title = findTitle(element);
    known.set(element, title);
  }
  return title;
}

const longestTitle = 80;
const tables = new Set(['grid', 'table', 'treegrid']);

function findTitle(element: Element): string {
  const role = roleAround(element);
  const name = groupRoles.has(role) ? nameOf(element, role) : '';
  const title = name || headingOf(element) || (tables.has(role) ? textBefore(element) : '');
  return title.length > longestTitle ? '' : title;
}

/** The heading that a part of a page begins with; that of a whole page says which page it is. */
function headingOf(element: Element): string {
  let child = element.firstElementChild;
  for (let looked = 0; child && looked < 3; looked++) {
    const heading = /^H[1-6]$/.test(child.tagName)
      ? child
      : child.querySelector(':scope > :is(h1,h2,h3,h4,h5,h6)');
    if (heading) return isWholePage(element) ? '' : clearText(heading, longestTitle + 1);
    child = child.nextElementSibling;
  }
  return '';
}

function isWholePage(element: Element): boolean {
  if (element.localName === 'main') return true;
  const all = document.body?.textContent?.length ?? 0;
  return (element.textContent?.length ?? 0) * 10 > all * 7;
}

/** What stands right above a table without a caption, as the month above its days. */
function textBefore(table: Element): string {
  let at: Element | null = table;
  for (let climbed = 0; at && climbed < 2; climbed++) {
    const before: Element | null = at.previousElementSibling;
    if (before)
      return squash(
        itemText(before)
          .map(({ text }) => text)
          .join(' '),
      );
    at = parentOf(at);
  }
  return '';
}

/** What would be done can't be taken back: then whatever text is nearest says what it would be done to. */
function lastResort(element: Element): Record {
  const name = element.textContent?.length ? nameOf(element) : '';
  if (name.length > 60 || !(destroys(name) || paying(name) === 'surely')) return nothing;
  let up = parentOf(element);
  for (let climbed = 0; up && climbed < 4; climbed++) {
    const says = itemText(up).filter((part) => !isOwn(part, element));
    if (says.length > 0) return { says, group: '', item: up };
    if (up === document.body) break;
    up = parentOf(up);
  }
  return nothing;
}
