import { styleOf } from '../dom/style.js';
import { parentOf, squash } from '../dom/tree.js';
import { listens } from '../listeners/registry.js';
import type { PerceivedNode } from '../protocol.js';
import { hasOwnBox } from './parts.js';
import { shownIn } from './roles/element-states.js';
import type { WalkedNodes } from './walked-nodes.js';

/** Boxes that are drawn around a combobox to show what is chosen in it. */

/** So many things, at most, stand in a combobox that shows what is chosen in it. */
const mostChosen = 40;

/** Drawn around a combobox to show what is chosen in it. */
export function isFrame(list: WalkedNodes, index: number): boolean {
  const at = comboboxIn(list, index);
  const [combobox, box, field] = [list.nodes[at], list.elements[index], list.elements[at]];
  if (!combobox || combobox.value !== undefined || !box || !field) return false;
  const isAround = isDrawnAround(box, field);
  if (isAround) dropShown(list, index, box);
  const isOnly = list.onlyIn(index) !== undefined;
  return (isOnly || isAround) && showsChosen(list, combobox, box, field, isOnly);
}

/** Takes out drawings of the choice that do not listen: they are no more a part of a box than its words are. */
function dropShown(list: WalkedNodes, index: number, box: Element): void {
  const shown = squash(shownIn(box));
  for (let at = list.nodes.length - 1; at > index; at--) {
    const [node, element] = [list.nodes[at], list.elements[at]];
    if (node?.role === 'clickable' && node.name === shown && element && !listens(element)) list.takeOut(at);
  }
}

/** Where the combobox is that is the only field in something, which may hold what takes away a choice besides. */
export function comboboxIn(list: WalkedNodes, index: number): number {
  let found = -1;
  if (list.nodes.length > index + mostChosen) return found;
  for (let at = index + 1; at < list.nodes.length; at++) {
    const node = list.nodes[at];
    if (node?.kind !== 'element' || node.role === 'button' || node.role === 'clickable') continue;
    if (found >= 0 || node.role !== 'combobox') return -1;
    found = at;
  }
  return found;
}

/**
 * Reads a choice that is drawn beside its field, in a box that then has nothing else to say; false where there is
 * none.
 */
function showsChosen(
  _list: WalkedNodes,
  combobox: PerceivedNode,
  box: Element,
  field: Element,
  isOnly: boolean,
): boolean {
  if (!(box instanceof HTMLElement)) return false;
  const text = squash(shownIn(box, isOnly ? ' ' : ', ').replace(/[\u200b\ufeff]/g, ''));
  if (text === '' || text.length > 100 || text === combobox.name) return false;
  const hint = box.querySelector<HTMLElement>('[class*="placeholder" i]');
  if (hint && squash(hint.innerText) === text && isHint(hint, field)) combobox.placeholder = text;
  else combobox.value = text;
  if (combobox.description === text) delete combobox.description;
  delete combobox.near;
  return true;
}

/** True if it seems to be a hint: some call what was chosen a placeholder, too, and draw it as what is typed. */
function isHint(text: Element, field: Element): boolean {
  const { color, opacity } = styleOf(text.firstElementChild ?? text);
  return color !== styleOf(field).color || color === 'rgb(0, 0, 0)' || Number(opacity) < 1;
}

/** True if a box is what a bare field looks to be, and no other one is drawn in between. */
function isDrawnAround(box: Element, field: Element): boolean {
  let up = parentOf(field);
  while (up && up !== box && !hasOwnBox(up)) up = parentOf(up);
  const { borderTopWidth, boxShadow } = styleOf(field);
  return up === box && hasOwnBox(box) && borderTopWidth === '0px' && boxShadow === 'none';
}
