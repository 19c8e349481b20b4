import { shadowTrees } from '../dom/shadow-trees.js';
import { activeElement, contains } from '../dom/tree.js';

/** The dialog that shuts off the rest of the document, wherever it stands: the one with the focus, else the last. */
export function openModal(): Element | undefined {
  const open = [document, ...shadowTrees().roots].flatMap((place) => [
    ...place.querySelectorAll('dialog:modal'),
  ]);
  if (open.length < 2) return open[0];
  const active = activeElement();
  return open.findLast((dialog) => active !== null && contains(dialog, active)) ?? open.at(-1);
}
