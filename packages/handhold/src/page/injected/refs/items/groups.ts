import { nearest } from '../../dom/around.js';
import { contains, parentOf, squash } from '../../dom/tree.js';
import { nameOf } from '../../looking/naming/name.js';
import { clearText } from '../../looking/visibility/readable.js';
import { state } from '../../state.js';
import { roleAround } from './cached-roles.js';
import { itemText } from './item-text.js';

/** The titled part of a page that an item stands in. */

/** A part of the page with a title. */
export interface Group {
  element: Element;
  title: string;
  /** Elements in it above that title, as tabs do above the panel that they change. */
  above: readonly Element[];
}

/** The title of the nearest group that has one; of those that begin with a heading, one that it stands below. */
export function groupOf(element: Element): string {
  let group = groupAround(parentOf(element));
  while (group?.above.some((part) => contains(part, element))) group = groupAround(parentOf(group.element));
  return group?.title ?? '';
}

const groupAround = nearest(state.refs.items.nearestGroups, titled);
const longestTitle = 80;
const tables = new Set(['grid', 'table', 'treegrid']);

function titled(element: Element): Group | undefined {
  const role = roleAround(element);
  const name = groupRoles.has(role) ? nameOf(element, role) : '';
  const headed = name ? undefined : headingOf(element);
  const title = name || headed?.says || (tables.has(role) ? textBefore(element) : '');
  if (!title || title.length > longestTitle) return undefined;
  return { element, title, above: headed?.says ? headed.above : [] };
}

/** The heading that a part of a page begins with; that of a whole page says which page it is. */
function headingOf(element: Element): { says: string; above: readonly Element[] } | undefined {
  const above: Element[] = [];
  let child = element.firstElementChild;
  while (child && above.length < 3) {
    const heading = isHeading(child) ? child : firstHeading(child);
    if (heading)
      return isWholePage(element) ? undefined : { says: clearText(heading, longestTitle + 1), above };
    above.push(child);
    child = child.nextElementSibling;
  }
  return undefined;
}

function isHeading({ tagName }: Element): boolean {
  return tagName.length === 2 && /^H[1-6]$/.test(tagName);
}

/** Not by a selector, which would go through all that is in it. */
function firstHeading(element: Element): Element | undefined {
  let child = element.firstElementChild;
  for (let looked = 0; child && looked < 20; looked++) {
    if (isHeading(child)) return child;
    child = child.nextElementSibling;
  }
  return undefined;
}

function isWholePage(element: Element): boolean {
  if (element.localName === 'main') return true;
  const { items } = state.refs;
  items.everything ??= Document.prototype.getElementsByTagName.call(document, '*');
  const size = items.everything.length;
  const cached = items.wholePages.get(element);
  if (cached && Math.abs(cached.size - size) * 20 <= size) return cached.isWhole;
  const lengthOfPage = items.lengthOfPage.get(() => document.body?.textContent?.length ?? 0);
  const isWhole = (element.textContent?.length ?? 0) * 10 > lengthOfPage * 7;
  items.wholePages.set(element, { size, isWhole });
  return isWhole;
}

/** The text right above a table without a caption, as the month above its days. */
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

export const groupRoles = new Set(
  (
    'alertdialog complementary dialog figure form grid group listbox menu radiogroup region search table tabpanel ' +
    'toolbar tree treegrid'
  ).split(' '),
);
