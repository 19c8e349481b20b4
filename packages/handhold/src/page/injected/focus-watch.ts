import { frame, framesOfPage, sleep, timersOfPage } from './moments.js';

/**
 * What a page sets off when the focus moves: timers and frames that have not come yet may still empty the field, put
 * another in its place, or let it take keys only from then on.
 */

let moved = { at: -Infinity, timers: 0, frames: 0 };

/** How long fields are busy with themselves at most once they have the focus. */
const busyTime = 120;

export function noteFocus(): void {
  moved = { at: performance.now(), timers: timersOfPage(), frames: framesOfPage() };
}

/** Notes from now on when the focus moves, whoever moves it. */
export function watchFocus(): void {
  addEventListener('focus', ({ target }) => target instanceof Element && noteFocus(), { capture: true });
}

/** After what was set off when the focus moved, if anything was. */
export async function focusTaken(): Promise<void> {
  if (performance.now() - moved.at > busyTime) return;
  if (framesOfPage() > moved.frames) await frame();
  if (timersOfPage() > moved.timers) await focusAged();
}

/** After all that may come of the focus having moved, seen or not. */
export async function focusAged(): Promise<void> {
  const left = moved.at + busyTime - performance.now();
  if (left > 0) await sleep(left);
}
