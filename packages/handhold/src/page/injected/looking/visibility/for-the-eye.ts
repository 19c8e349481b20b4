import { parentOf, squash } from '../../dom/tree.js';
import { listens } from '../../listeners/registry.js';
import type { Box } from '../../protocol.js';
import { isPointerRoot } from '../../refs/identity.js';
import { aim, isClippedAway, standIn } from '../../targeting/hit-test.js';
import { looksOf } from '../naming/icon-names.js';
import { describedBefore } from '../visited.js';
import { legibilityOn } from './ink.js';
import { isCutAway, isVeiled, legibilityOf, saysPlainly } from './readable.js';
import { isSeen } from './seen.js';
import { veilOf } from './surroundings.js';

/** Things that a person sees and uses, or does not, although their markup says otherwise. */

/** True if something in a drawing can be used. */
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
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return isOnlyKept(element);
  if (element instanceof HTMLSelectElement && !isSeen(element))
    return getComputedStyle(element).pointerEvents === 'none';
  // What cuts out shapes of something is known by the rules for it, and most often there is none.
  if (veilOf(element).shapes.length === 0 || !isClippedAway(element)) return false;
  return element.matches(':not(:focus)') && standIn(element) === element;
}

/** A field for text that only keeps what another one shows: it is cut away, and no key leads to it. */
function isOnlyKept(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (field instanceof HTMLInputElement && !written.test(field.type)) return false;
  return (
    field.tabIndex < 0 && field.matches(':not(:focus)') && isClippedAway(field) && standIn(field) === field
  );
}

/** A text field whose content is transparent until it has the focus: it takes clicks where its label is drawn. */
export function isFadedField(element: Element): boolean {
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLElement && element.isContentEditable);
  if (!isField) return false;
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  if (!isWrittenInto(element) && goesWithText(element)) return false;
  let around: Element | null = element;
  for (let i = 0; i < 5 && around && !isSeen(around); i++) around = parentOf(around);
  if (!around || !isSeen(around)) return false;
  const point = aim(standIn(element), 1);
  if (point && !point.cover) return true;
  // Something may have come to lie over it since it was shown.
  for (const known of describedBefore()) if (known === element) return true;
  return false;
}

/** True if it has faded away together with what is to be read around it, as a box to tick does with its row. */
function goesWithText(field: Element): boolean {
  for (let up = parentOf(field); up; up = parentOf(up)) {
    if (!isVeiled(up, up.getBoundingClientRect())) return false;
    if (/\S/.test(up.textContent ?? '')) return true;
  }
  return false;
}

function isWrittenInto(element: Element): boolean {
  return !(element instanceof HTMLInputElement) || written.test(element.type) || element.type === 'password';
}

/**
 * True if styles leave nothing of it to be seen. A field may be transparent where something else is drawn in its
 * place.
 */
export function isOutOfSight(element: Element, drawn: Element, box: Box): boolean {
  const isField =
    drawn === element && (fields.has(element.tagName) || element.hasAttribute('contenteditable'));
  const judged = isField ? parentOf(element) : drawn;
  return judged !== null && isVeiled(judged, box) && !isFadedField(element);
}

const fields = new Set('INPUT SELECT TEXTAREA BUTTON'.split(' '));

/** True if a person likely can't read what a control says, although it can be used. */
export function isLikelyHidden(control: Element): boolean {
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
    return hidesValue(control);
  // Nothing has been chosen in it, and what it is called stands elsewhere.
  if (isEmptyField(control) || control.matches('[role="slider"]')) return false;
  // What is in reach is not cut off.
  if (control instanceof HTMLSelectElement || saysPlainly(control)) return false;
  const best = legibilityOf(control);
  if (best !== 'hidden') return best === 'doubtful';
  // A drawing says what the name says, and a name that is cut away is there for assistive technology.
  return !isDrawn(control) && !isCutAway(control);
}

function isEmptyField(control: Element): boolean {
  return (
    control.hasAttribute('role') && control.matches(drawnFields) && squash(control.textContent ?? '') === ''
  );
}

const drawnFields = '[role="combobox"], [role="textbox"], [role="searchbox"], [role="spinbutton"]';

const written = /^(text|search|email|url|tel|number|submit|button|reset)$/;

function hidesValue(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (field.value === '' || (field instanceof HTMLInputElement && !written.test(field.type))) return false;
  const style = getComputedStyle(field);
  // Where the field itself is transparent, something else is drawn in its place.
  if (Number(style.opacity) < 0.1) return false;
  const { x, y, width, height } = field.getBoundingClientRect();
  return (
    Number.parseFloat(style.fontSize) < 3 ||
    legibilityOn(field, style, x + width / 2, y + height / 2) !== 'clear'
  );
}

const drawings = 'svg, img, canvas, video, i, [class*="icon" i]';

/** True if something other than text is to be seen of it. */
export function isDrawn(control: Element): boolean {
  if (control.matches(drawings) || control.querySelector(drawings) || looksOf(control) !== '') return true;
  const { backgroundImage, maskImage } = getComputedStyle(control);
  if (backgroundImage !== 'none' || maskImage !== 'none') return true;
  return ['::before', '::after'].some((which) => {
    const { content } = getComputedStyle(control, which);
    return content !== 'none' && content !== 'normal';
  });
}

/**
 * Icons that are drawn, small and listened on by themselves: a cross or bin that is only meant for those who see it.
 */
export function hiddenIcons(element: Element): Element[] {
  if (isIcon(element)) return [element];
  const inside = element.firstElementChild && isSmall(element) ? element.getElementsByTagName('*') : [];
  return inside.length <= 20 ? Array.from(inside).filter(isIcon) : [];
}

function isIcon(element: Element): boolean {
  if (element.parentElement === document.body || !isSmall(element)) return false;
  if (!listens(element) && !isBesideField(element)) return false;
  return squash(element.textContent ?? '').length <= 2 && isSeen(element);
}

/** One of the arrows beside a field for a number, which those who can't see it have keys for. */
function isBesideField(element: Element): boolean {
  if (!element.matches('button, [role="button"]')) return false;
  let around = element.parentElement;
  for (let i = 0; around && i < 3; i++, around = around.parentElement)
    if (around.querySelector('input:not([type="checkbox"], [type="radio"]), [role="spinbutton"]'))
      return true;
  return false;
}

function isSmall(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width >= 8 && height >= 8 && width <= 64 && height <= 64;
}
