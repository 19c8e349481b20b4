import { styleOf } from '../../dom/style.js';
import { looksOf } from '../naming/icon-names.js';
import { hasOwnBox } from '../parts.js';
import { roleOf } from '../roles/role.js';
import { isDrawn } from './for-the-eye.js';
import { isSeen } from './seen.js';

const toggles =
  'input[type="checkbox"], input[type="radio"], [role="checkbox"], [role="radio"], [role="switch"]';

/** Something without a name that only is there to be drawn, or not even that. */
export function isDecoration(element: Element, why: string): boolean {
  if (hasSliderBeside(element) || isBackdrop(element)) return true;
  const toggle = toggleBeside(element);
  if (toggle && (why === 'pointer' || isSeen(toggle))) return true;
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, height) <= thin && !isPictured(element);
}

const dialogs = 'dialog[open], [role="dialog"], [role="alertdialog"]';

/** True if it shuts off the page behind a dialog, which has ways of its own to be closed. */
function isBackdrop(element: Element): boolean {
  if (element.firstElementChild !== null || styleOf(element).position !== 'fixed') return false;
  const { width, height } = element.getBoundingClientRect();
  if (width < innerWidth - scrollbar || height < innerHeight - scrollbar) return false;
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return false;
  return [...root.querySelectorAll(dialogs)].some((dialog) => dialog.checkVisibility());
}

const scrollbar = 20;

/** True for the track that a slider's handle runs along. */
function hasSliderBeside(element: Element): boolean {
  const slider = ':scope > [role="slider"], :scope > input[type="range"]';
  return (element.parentElement?.querySelector(slider) ?? element) !== element;
}

/** So thin are the handles between columns; what can't be seen but is larger may lie over something that can. */
const thin = 12;

/** The switch or box to tick that an element beside it is the drawing of. */
function toggleBeside(element: Element): Element | undefined {
  const { nextElementSibling: next, previousElementSibling: previous } = element;
  const { width, height } = element.getBoundingClientRect();
  if (width > 80 || height > 80) return undefined;
  return [previous, next].find((beside): beside is Element => beside?.matches(toggles) === true);
}

const mostAsked = 6;

/** True if anything is to be seen of it: a picture, a ground, a border. */
function isPictured(element: Element): boolean {
  if (element instanceof SVGElement && isPainted(element)) return true;
  if (hasOwnBox(element) || isDrawn(element) || !/^(none)?$/.test(roleOf(element)) || looksOf(element))
    return true;
  const inside = Array.from(element.getElementsByTagName('*'));
  return inside.length > mostAsked || inside.some((one) => hasOwnBox(one) || isDrawn(one));
}

/** A part of a drawing with a colour of its own. */
function isPainted(shape: SVGElement): boolean {
  const { fill, stroke } = getComputedStyle(shape);
  return [fill, stroke].some((paint) => paint !== 'none' && !/^rgba\(.*, 0\)$/.test(paint));
}
