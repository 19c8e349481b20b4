import { activeElement, contains } from '../dom/tree.js';
import { frame, framesOfPage, sleep, timersOfPage } from '../settling/timers.js';
import { state } from '../state.js';

/**
 * Effects that a page sets off when the focus moves: timers and frames that have not come yet may still empty the field, put
 * another in its place, or let it take keys only from then on.
 */

/** How long fields are busy with themselves at most once they have the focus. */
const busyTime = 120;

export function noteFocus(): void {
  state.acting.focus.moved = { at: performance.now(), timers: timersOfPage(), frames: framesOfPage() };
}

/** Notes from now on when the focus moves, whoever moves it, and what was typed into since. */
export function watchFocus(): void {
  addEventListener('focus', ({ target }) => target instanceof Element && noteFocus(), { capture: true });
  addEventListener('input', noteInput, { capture: true, passive: true });
  addEventListener('pointerdown', notePress, { capture: true, passive: true });
}

function noteInput(event: Event): void {
  const [field] = event.composedPath();
  if (field instanceof Element) state.acting.focus.edited = new WeakRef(field);
}

function notePress(): void {
  const field = editedField();
  state.acting.focus.leaving = field && { field, timers: timersOfPage(), frames: framesOfPage() };
}

/** The field that has the focus, where something was put into it. */
function editedField(): Element | undefined {
  const field = state.acting.focus.edited?.deref();
  return field && field === activeElement() ? field : undefined;
}

/** True if a press on something takes the focus from a field that was typed into. */
export function leavesEdited(target: Element): boolean {
  const field = editedField();
  return field !== undefined && !contains(target, field) && !contains(field, target);
}

/**
 * Takes the focus from the field that was typed into, as whatever comes next would, for the page to make of it what
 * it will.
 */
export async function leaveField(): Promise<void> {
  const field = editedField();
  if (!(field instanceof HTMLElement)) return;
  notePress();
  field.blur();
  await editTaken();
}

/** How long a page may take that sets a timer for what it does with a field that is left. */
const takingTime = 20;

/**
 * After a page has had a chance to take over what was typed into the field that the press has left: some do in the frame
 * after, long before a person lets go of the button, and a form sent by it would lack that.
 */
export async function editTaken(): Promise<void> {
  const { leaving } = state.acting.focus;
  if (!leaving || leaving.field === activeElement()) return;
  if (framesOfPage() > leaving.frames) {
    await frame();
    await frame();
  } else if (timersOfPage() > leaving.timers) await sleep(takingTime);
}

/** After what was set off when the focus moved, if anything was. */
export async function focusTaken(): Promise<void> {
  const { moved } = state.acting.focus;
  if (performance.now() - moved.at > busyTime) return;
  if (framesOfPage() > moved.frames) await frame();
  if (timersOfPage() > moved.timers) await focusAged();
}

/** After all that may come of the focus having moved, seen or not. */
export async function focusAged(): Promise<void> {
  const left = state.acting.focus.moved.at + busyTime - performance.now();
  if (left > 0) await sleep(left);
}
