import { activeElement, contains } from '../dom/tree.js';
import { takesFocus } from '../looking/parts.js';
import { roleOf } from '../looking/roles/role.js';
import { lastActedOn, noteActing } from './acted-on.js';

const grids = '[role="grid"], [role="treegrid"]';
const cells = 'td, th, [role="gridcell"], [role="rowheader"]';
const gridRoles = new Set(['grid', 'treegrid', 'row', 'gridcell', 'rowheader', 'columnheader']);

/**
 * True if keys come to a cell of a grid or sheet, which is edited as soon as something is typed: it or its grid has the
 * focus, or something unseen in the grid that hears the keys for it, or a sheet in which a cell was just clicked.
 */
export function keysComeToCell(): boolean {
  const active = activeElement();
  if (!active || active === document.body || active === document.documentElement) return false;
  const role = roleOf(active);
  if (gridRoles.has(role)) return true;
  if (role !== '' && role !== 'none' && role !== 'cell') return false;
  if (active.closest(grids)) return true;
  const acted = lastActedOn();
  const cell = acted?.closest(cells);
  return cell?.isConnected === true && takesFocus(active) && contains(active, cell);
}

/** Notes a field as what is acted on, and the cell that it was opened in, which may have been drawn over. */
export function noteTypingInto(field: Element): void {
  const own = field.closest(cells);
  const clicked = own ? undefined : lastActedOn()?.closest(cells);
  noteActing(field);
  if (own) noteActing(own);
  else if (clicked?.isConnected && liesOver(field, clicked)) noteActing(clicked);
}

function liesOver(field: Element, cell: Element): boolean {
  const [box, under] = [field.getBoundingClientRect(), cell.getBoundingClientRect()];
  const across = Math.min(box.right, under.right) - Math.max(box.left, under.left);
  const down = Math.min(box.bottom, under.bottom) - Math.max(box.top, under.top);
  return across > 0 && down > 0;
}
