import { parentOf, squash } from './dom.js';
import { aim, isClippedAway, standIn } from './hit.js';
import { isPointerRoot } from './identity.js';
import { stillKnown } from './memory.js';
import { isSeen } from './seen.js';
import { listens } from './unseen.js';

/** Things that a person sees and uses, or does not, although their markup says otherwise. */

/** Whether something in a drawing can be used. */
export function hasInteractiveInside(element: SVGElement): boolean {
  return (
    element.querySelector('a, [tabindex], [role], [onclick], foreignObject') !== null ||
    isDrawingToUse(element)
  );
}

/** Charts and maps, not icons: parts of these answer to the pointer. */
function isDrawingToUse(drawing: SVGElement): boolean {
  const { width, height } = (drawing.ownerSVGElement ?? drawing).getBoundingClientRect();
  if (width < 64 || height < 32) return false;
  const parts = drawing.getElementsByTagName('*');
  if (parts.length > 2000) return false;
  for (const part of parts) if (listens(part) || isPointerRoot(part)) return true;
  return false;
}

/** Cut away, with nothing to stand in for it: fields may still be typed into, the rest can't be used. */
export function isOnlyForReaders(element: Element): boolean {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return false;
  if (element instanceof HTMLSelectElement && !isSeen(element))
    return getComputedStyle(element).pointerEvents === 'none';
  const { width, height } = element.getBoundingClientRect();
  if ((width > 2 && height > 2) || !isClippedAway(element)) return false;
  return element.matches(':not(:focus)') && standIn(element) === element;
}

/** A text field whose content is transparent until it has the focus: it takes clicks where its label is drawn. */
export function isFadedField(element: Element): boolean {
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLElement && element.isContentEditable);
  if (!isField) return false;
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  let around: Element | null = element;
  for (let i = 0; i < 5 && around && !isSeen(around); i++) around = parentOf(around);
  if (!around || !isSeen(around)) return false;
  const point = aim(standIn(element), 1);
  if (point && !point.cover) return true;
  // Something may have come to lie over it since it was shown.
  for (const known of stillKnown()) if (known === element) return true;
  return false;
}

/** What is drawn, small and listened on by itself: a cross or bin that is only meant for those who see it. */
export function hiddenIcons(element: Element): Element[] {
  if (isIcon(element)) return [element];
  const inside = element.firstElementChild && isSmall(element) ? element.getElementsByTagName('*') : [];
  return inside.length <= 20 ? Array.from(inside).filter(isIcon) : [];
}

function isIcon(element: Element): boolean {
  if (!listens(element) || element.parentElement === document.body || !isSmall(element)) return false;
  return squash(element.textContent ?? '').length <= 2 && isSeen(element);
}

function isSmall(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width >= 8 && height >= 8 && width <= 64 && height <= 64;
}
