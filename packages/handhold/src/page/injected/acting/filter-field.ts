import { parentOf } from '../dom/tree.js';
import { nameOf } from '../looking/naming/name.js';
import type { Focused, Identity } from '../protocol.js';
import { elementOf } from '../refs/refs.js';
import { noteOwnRegion } from '../settling/changes.js';
import { focusField } from './edit.js';

/** Fields that narrow down what a page shows, which it mostly does when nobody has typed for a while. */

const called = /search|filter|find|query|look ?up|such|recherch|busca|cerca|zoek|поиск|найти|搜索|検索|검색/i;
const filterAreas = '[role="search"], search, thead, th, [role="columnheader"], [role="rowgroup"]';

function isFilter(field: Element): boolean {
  if (field.matches('[type="search"], [role="searchbox"], [aria-controls], [aria-autocomplete]')) return true;
  const words = ['placeholder', 'name', 'id', 'class', 'title'].map((name) => field.getAttribute(name) ?? '');
  return called.test(words.join(' ')) || field.closest(filterAreas) !== null || called.test(nameOf(field));
}

/** Brings the focus to a field, and tells whether it is such a one. */
export async function focusFieldKnowing(
  id: number | null,
  shown: Identity | null,
  replace: boolean,
): Promise<Focused> {
  const focused = await focusField(id, shown, replace);
  if (focused.state !== 'focused') return focused;
  const field = elementOf(focused.id);
  if (!field || !isFilter(field)) return focused;
  noteOwnRegion(homeOf(field));
  return { ...focused, filters: true };
}

const boxes =
  'dialog, [popover], [role="dialog"], [role="menu"], [role="search"], search, form, fieldset, label';
const farthest = 12;

/**
 * The element around a filter and all that belongs to it, as its sign to clear it; the things that it narrows down
 * stand elsewhere.
 */
function homeOf(field: Element): Element {
  let home = isLineOf(field, parentOf(field)) ? (parentOf(field) ?? field) : field;
  let up: Element | null = field;
  for (let climbed = 0; up && up !== document.body && climbed < farthest; climbed++) {
    const { width, height } = up.getBoundingClientRect();
    if (width * height * 2 > innerWidth * innerHeight) break;
    if (
      up.matches(boxes) ||
      up.matches(filterAreas) ||
      /^(absolute|fixed)$/.test(getComputedStyle(up).position)
    )
      home = up;
    up = parentOf(up);
  }
  return home;
}

/** True if there is room for a sign or a hint beside the field, and hardly for what it narrows down. */
function isLineOf(field: Element, around: Element | null): boolean {
  if (around === null || around === document.body) return false;
  return around.getBoundingClientRect().height < field.getBoundingClientRect().height * 4;
}
