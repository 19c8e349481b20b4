import { contains } from '../dom/tree.js';
import { listens } from '../listeners/registry.js';
import type { PerceivedNode } from '../protocol.js';
import { standIn } from '../targeting/hit-test.js';
import { nameOf } from './naming/name.js';
import { apartIn } from './parts.js';
import { tickRoles } from './roles/role-sets.js';
import { addsTo } from './summary.js';
import type { WalkedNodes } from './walked-nodes.js';

/**
 * Things that only draw a control, or say it again: they are taken out of the list, where the control stands already.
 */

/** A control's own drawing, which takes its clicks and says the same, is not another thing to act on. */
export function dropEcho(list: WalkedNodes, index: number): void {
  const control = list.nodes[index];
  if (control?.role === 'treeitem' && dropTitle(list, index)) return;
  if (control?.role === 'combobox') dropShownChoice(list, index);
  if (control && tickRoles.has(control.role)) dropInsideToggle(list, index, control);
  const drawing = list.nodes[index + 1];
  if (!control || !drawing) return;
  if (!drawing.name) {
    if (isBareDrawing(list, control, index)) list.takeOut(index + 1);
    return;
  }
  if (isOwnLink(list, index, drawing)) {
    list.takeOut(index + 1);
    return;
  }
  if (drawing.role !== 'clickable' || addsTo(control.name, drawing.name)) return;
  const isOnly = list.nodes.length === index + 2;
  if (isOnly || (!addsTo(drawing.name, control.name) && takesClicks(list, index))) list.takeOut(index + 1);
}

/**
 * In a box to tick stand only what it is drawn by and the browser's own, which a component keeps in its shadow tree.
 */
function dropInsideToggle(list: WalkedNodes, index: number, { role, name }: PerceivedNode): void {
  for (let at = list.nodes.length - 1; at > index; at--) {
    const inside = list.nodes[at];
    if (inside?.kind !== 'element' || (inside.role !== role && inside.role !== 'clickable')) continue;
    if (!addsTo(name, inside.name)) list.takeOut(at);
  }
}

/** True for the drawing of a button or of the handle of a slider, which has no use of its own. */
function isBareDrawing(list: WalkedNodes, control: PerceivedNode, index: number): boolean {
  if (list.onlyIn(index)?.role !== 'clickable') return false;
  return control.role === 'slider' || (control.role === 'button' && takesClicks(list, index));
}

/** The words of a header that is clicked to sort by it are clicked to the same end. */
export function dropWords(list: WalkedNodes, index: number): void {
  const [header, words, element] = [list.nodes[index], list.nodes[index + 1], list.elements[index + 1]];
  if (!element || words?.role !== 'clickable' || words.name !== header?.name) return;
  if (!listens(element) || takesClicks(list, index)) list.takeOut(index + 1);
}

/** The title of an item is where that is clicked. */
function dropTitle(list: WalkedNodes, index: number): boolean {
  const item = list.elements[index];
  const title = item && standIn(item);
  const at = title === item ? -1 : list.elements.indexOf(title, index + 1);
  const [own, other] = [list.nodes[index], list.nodes[at]];
  if (!own || !title || other?.role !== 'clickable') return false;
  // A box to tick in it is called something by itself.
  const inside = list.elements.slice(at + 1).flatMap((one) => (one && contains(title, one) ? [one] : []));
  const says = inside.length > 0 ? nameOf(title, 'button', inside) : other.name;
  if (addsTo(own.name, says)) return false;
  list.takeOut(at);
  return true;
}

/** Takes out a choice that is drawn in its combobox as an option, or as something that can be clicked. */
function dropShownChoice(list: WalkedNodes, index: number): void {
  const at = list.nodes.findIndex(({ kind }, i) => i > index && kind === 'element');
  const option = list.nodes[at];
  const isShut = list.elements[index]?.getAttribute('aria-expanded') === 'false';
  const isChoice = option?.role === 'option' || option?.role === 'clickable';
  if (isShut && isChoice && option.name === list.nodes[index]?.value) list.takeOut(at);
}

/** A link that fills a tab, and that no key leads to, is that tab. */
function isOwnLink(list: WalkedNodes, index: number, link: PerceivedNode): boolean {
  const tab = list.nodes[index];
  if (tab?.role !== 'tab' || link.role !== 'link' || link.name !== tab.name) return false;
  return list.elements[index + 1]?.getAttribute('tabindex') === '-1' && takesClicks(list, index);
}

/** True if the drawing that comes next lies where its control is clicked. */
export function takesClicks(list: WalkedNodes, index: number): boolean {
  const control = list.elements[index];
  const drawing = list.elements[index + 1];
  const [box, drawn] = [list.nodes[index]?.box, list.nodes[index + 1]?.box];
  if (!control || !drawing || !box || !drawn) return false;
  if (apartIn(control).some((one) => contains(one, drawing))) return false;
  const across = Math.abs(drawn.x + drawn.width / 2 - box.x - box.width / 2) < drawn.width / 2;
  const down = Math.abs(drawn.y + drawn.height / 2 - box.y - box.height / 2) < drawn.height / 2;
  return across && (down || apartIn(control).length > 0);
}
