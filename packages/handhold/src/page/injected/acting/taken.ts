import { contains, parentOf, squash } from '../dom/tree.js';
import { statesOf } from '../looking/roles/element-states.js';
import { roleOf } from '../looking/roles/role.js';
import { elementOf } from '../refs/refs.js';
import { recentTexts } from '../settling/changes.js';
import { catchesKeys, isUnseen } from './code-editor.js';
import { fieldValue } from './edit.js';

/** The fate of a text that its field does not hold: shown elsewhere since, or drawn from where nobody can read it. */
export type TakenBy = 'page' | 'drawing';

/** Who took a text out of the field that it was typed into; null where it was refused, lost or cleared. */
export function takenBy(id: number, before: string, text: string): TakenBy | null {
  const field = elementOf(id);
  if (!field || statesOf(field, roleOf(field)).includes('invalid')) return null;
  const held = fieldValue(field);
  if (isUnseen(field)) return isShownElsewhere(field, text, '') ? 'page' : 'drawing';
  // What came after the last separator may still be there; what was there before is no part of it.
  if (held !== '' && (held === before || !squash(text).endsWith(squash(held)))) return null;
  if (isShownElsewhere(field, text, held)) return 'page';
  // What editors draw that are known can be read.
  if (!field.isConnected || catchesKeys(field) || held !== '') return null;
  return liesOnCanvas(field) ? 'drawing' : null;
}

/** All of a text, of which each part between separators may have become a thing of its own. */
function isShownElsewhere(field: Element, text: string, held: string): boolean {
  const parts = text.split(/[,;\t\n]+/).flatMap((part) => squash(part) || []);
  if (parts.length === 0) return false;
  const texts = recentTexts((node) => !contains(field, node) && !isComplaint(node)).map(squash);
  return parts.every((part) => squash(held).includes(part) || texts.some((shown) => shown.includes(part)));
}

/** True if a node says that something is wrong with a text, which it may repeat. */
function isComplaint(node: Node): boolean {
  const around = node instanceof Element ? node : node.parentElement;
  return around?.closest('[role="alert"], [aria-live="assertive"]') !== null;
}

/** Editors that draw their text themselves lay a field over their canvas, to be typed into. */
function liesOnCanvas(field: Element): boolean {
  const { left, top, right, bottom } = field.getBoundingClientRect();
  let around = parentOf(field);
  for (let up = 0; around && up < 5; up++, around = parentOf(around))
    for (const canvas of around.querySelectorAll('canvas')) {
      const box = canvas.getBoundingClientRect();
      if (box.left < right && left < box.right && box.top < bottom && top < box.bottom) return true;
    }
  return false;
}
