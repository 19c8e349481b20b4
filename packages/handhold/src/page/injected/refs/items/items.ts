import { nearest } from '../../dom/around.js';
import { contains, cut, parentOf, referenced } from '../../dom/tree.js';
import { nameOf } from '../../looking/naming/name.js';
import { cellRoles, itemRoles } from '../../looking/roles/role-sets.js';
import type { Belongs } from '../../protocol.js';
import { destroys, paying } from '../../risk/inscriptions.js';
import { state } from '../../state.js';
import { idOf } from '../refs.js';
import { roleAround } from './cached-roles.js';
import { counted } from './counted.js';
import { groupOf, groupRoles } from './groups.js';
import { itemText, type Part } from './item-text.js';

/**
 * The item that an element belongs to: the row, item or card around it and the group that this stands in. It is part of what the
 * element is: a "Delete" that stands beside another invoice is another one, even where a page reuses the button.
 */

export interface Belonging {
  /** The text of the row, item or card besides the element itself, part by part. */
  says: readonly Part[];
  /** All that it says: the same object for as long as it says the same. */
  all: readonly Part[];
  /** The title of the group. */
  group: string;
  item: Element | undefined;
}

/** The same as it is remembered, without the elements that it is about. */
export interface PastBelonging {
  says: readonly string[];
  group: string;
  /** On one line, as an agent is told of it. */
  line: string;
}

export function pastBelonging({ says, group }: Belonging): PastBelonging {
  const texts = says.map(({ text }) => text);
  return { says: texts, group, line: texts.length > 0 ? texts.join(between) : group };
}

/** True if an item says just what it said. */
export function isSame(was: PastBelonging, { says, group }: Belonging): boolean {
  return (
    was.group === group &&
    was.says.length === says.length &&
    says.every(({ text }, at) => text === was.says[at])
  );
}

/** An item as it is told to the outside, by all that it says; the last resort only by what counts of that. */
function belongsTo({ item, group, all, says }: Belonging): Belongs {
  if (!item) return { role: '', says: '', group: counted(group), id: 0 };
  const role = roleAround(item);
  const parts = all.length === 0 && says.length > 0 ? says : itemText(item);
  return {
    role: itemRoles.has(role) ? role : 'group',
    says: lineOf(parts),
    group: counted(group),
    id: idOf(item),
  };
}

function lineOf(parts: readonly Part[]): string {
  const { lines } = state.refs.items;
  let line = lines.get(parts);
  if (line === undefined) {
    line = cut(parts.map(({ text }) => text).join(between), longestLine);
    lines.set(parts, line);
  }
  return line;
}

/** The row, list item or article that stands around a text or is it itself, and what it says. */
export function itemOf(holder: Element): { element: Element; told: Belongs } | undefined {
  let up: Element | null = holder;
  for (let climbed = 0; up && up !== document.body && climbed < maxClimb; climbed++) {
    if (itemRoles.has(roleAround(up)) || isRepeated(up)) {
      const element = wholeRow(up);
      return { element, told: belongsTo({ ...nothing, item: element }) };
    }
    up = parentOf(up);
  }
  return undefined;
}

/** The items of a look, each told once however many elements belong to it. */
export class BelongingList {
  readonly all: Belongs[] = [];
  private readonly positions = new Map<Element | string, number>();

  /** Its place among them; undefined where there is nothing that could be belonged to. */
  add(belonging: Belonging): number | undefined {
    const key = belonging.item ?? belonging.group;
    if (key === '') return undefined;
    const at = this.positions.get(key) ?? this.all.push(belongsTo(belonging)) - 1;
    this.positions.set(key, at);
    return at;
  }
}

const between = ' · ';
const longestLine = 240;
const nothing: Belonging = { says: [], all: [], group: '', item: undefined };

/** Roles of elements that are never a part of another item. */
const wholeRoles: ReadonlySet<string> = new Set([...itemRoles, 'treeitem', 'option']);

const maxClimb = 30;

/** The items that elements were found to belong to in this look. */
export function itemsSeen(): ReadonlySet<Element> {
  return seen();
}

function seen(): Set<Element> {
  return state.refs.items.seen.get(() => new Set());
}

/**
 * The item that an element belongs to now, by the one that it belonged to and by its name, which is asked for unless
 * it is given.
 */
export function belongingOf(element: Element, before?: Belonging, name?: string): Belonging {
  const found = stillIn(element, before, itemAround(element, before));
  const group = groupOf(found?.item ?? element);
  if (!found) return group ? { ...nothing, group } : lastResort(element, name);
  seen().add(found.item);
  return found.group === group ? found : { ...found, group };
}

/**
 * The nearest row, item or card that says something else than the element itself; what begins an item stands for
 * itself.
 */
function itemAround(element: Element, before: Belonging | undefined): Within | undefined {
  let item = nearestItem(parentOf(element));
  for (let climbed = 0; item && climbed < maxClimb; climbed++) {
    const all = itemText(item);
    if (before && isWithin(before, item) && before.all === all) return before;
    const [first] = all;
    if (first && isOwn(first, element)) return undefined;
    const says = withoutDisclosed(withoutOwn(all, element), element);
    if (says.length > 0) return { says, all, group: '', item };
    item = nearestItem(parentOf(item));
  }
  return undefined;
}

/**
 * The item from before, where it was one of several and says the same: it is itself still, though the others have
 * gone.
 */
function stillIn(
  element: Element,
  before: Belonging | undefined,
  found: Within | undefined,
): Within | undefined {
  const item = before?.item;
  if (!before || !item || item === found?.item || !isWithin(before, item)) return found;
  if (before.all.length === 0 || !contains(item, element)) return found;
  if (found && !contains(found.item, item)) return found;
  return itemText(item) === before.all ? before : found;
}

interface Within extends Belonging {
  item: Element;
}

function isWithin(belonging: Belonging, item: Element): belonging is Within {
  return belonging.item === item;
}

const nearestItem = nearest(state.refs.items.nearestItems, (element) =>
  isItem(element) ? wholeRow(element) : undefined,
);

function withoutOwn(all: readonly Part[], element: Element): readonly Part[] {
  return all.some((part) => isOwn(part, element)) ? all.filter((part) => !isOwn(part, element)) : all;
}

/** Leaves out the section that a button opens and shuts: it is no part of the item around the button. */
function withoutDisclosed(parts: readonly Part[], element: Element): readonly Part[] {
  const disclosed = disclosedBy(element);
  if (!disclosed) return parts;
  return parts.filter(({ holder }) => !contains(disclosed, holder));
}

function disclosedBy(element: Element): Element | undefined {
  if (element.tagName === 'SUMMARY') return element.parentElement ?? undefined;
  if (!element.hasAttribute('aria-expanded')) return undefined;
  return referenced(element, 'aria-controls').find((part) => !contains(part, element));
}

const labelable = new Set('BUTTON INPUT METER OUTPUT PROGRESS SELECT TEXTAREA'.split(' '));

function isOwn({ holder }: Part, element: Element): boolean {
  if (element.contains(holder)) return true;
  if (!labelable.has(element.tagName) && !element.localName.includes('-')) return false;
  const label = holder.closest('label');
  return label !== null && label.control === element;
}

function isItem(element: Element): boolean {
  const role = roleAround(element);
  if (wholeRoles.has(role)) return true;
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
  const beside = [element.nextElementSibling, element.previousElementSibling];
  const alike = beside.filter(
    (other) => other !== null && isAlike(element, other) && !areParts(element, other),
  );
  return alike.length > 0 && (alike.some((other) => other?.checkVisibility()) || !isPanel(element));
}

const largeItem = 60;

/** True for one of the panels or windows of an application, which holds so much with nothing like it to be seen. */
function isPanel(element: Element): boolean {
  return element.getElementsByTagName('*').length > largeItem;
}

/**
 * True if two are parts of an application, each with a name of its own and made alike only in that they have no
 * class.
 */
function areParts(one: Element, other: Element): boolean {
  if (one.className !== '' || one.localName.includes('-')) return false;
  const [id, otherId] = [one, other].map((element) => element.id.replace(/[\d_-]/g, ''));
  return id !== '' && otherId !== '' && id !== otherId && isPanel(one);
}

/** True if two that stand side by side are made alike. */
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

/** The row around an element that stands beside others in it, as a cell of it. */
function wholeRow(item: Element): Element {
  const around = parentOf(item);
  const beside = item.nextElementSibling ?? item.previousElementSibling;
  if (!around || !beside || wholeRoles.has(roleAround(item)) || !isItem(around)) return item;
  const [own, other] = [item.getBoundingClientRect(), beside.getBoundingClientRect()];
  return own.top < other.bottom && other.top < own.bottom ? around : item;
}

/** Of more texts than this the first ones say what they are all about; but what is paid for may be any of them. */
const mostAbout = 8;

const firstTexts = 3;

/**
 * Fallback where what would be done can't be taken back: then whatever text is nearest says what it would be done to. A row that has a
 * button for it in it says that itself.
 */
function lastResort(element: Element, known?: string): Belonging {
  if (isItem(element)) return nothing;
  const name = element.textContent?.length ? (known ?? nameOf(element)) : '';
  const pays = paying(name) === 'surely';
  if (name.length > 60 || !(destroys(name) || pays) || holdsControls(element)) return nothing;
  let up = parentOf(element);
  for (let climbed = 0; up && climbed < 4; climbed++) {
    const says = withoutOwn(itemText(up), element);
    const isAll = says.length <= mostAbout || pays;
    if (says.length > 0) return { ...nothing, says: isAll ? says : says.slice(0, firstTexts), item: up };
    if (up === document.body || (!pays && isLine(up))) break;
    up = parentOf(up);
  }
  return nothing;
}

/** A row that can be clicked itself, and is only called what its buttons are, does not do what they do. */
function holdsControls(element: Element): boolean {
  return element.firstElementChild !== null && element.querySelector('a, button, input, select') !== null;
}

/** One of several rows with nothing but fields in them, which say what it is about. */
function isLine(element: Element): boolean {
  return isItem(element) && element.querySelector('input, select, textarea') !== null;
}
