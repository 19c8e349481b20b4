import { later } from '../settling/timers.js';

/**
 * A middle click pastes what was last selected anywhere in the browser, another session's included. Browsers that we
 * start don't do that; in others the paste that comes with the click is stopped, and nothing else about it.
 */

let isMiddle = false;
/** The page has written itself anew, and its own listeners come before ours since. */
let isAnew = false;

/** A paste that a middle click brings comes in the same turn. */
const noteMiddle = (event: MouseEvent) => {
  if (!event.isTrusted || event.button !== 1) return;
  if (isAnew && event.type !== 'auxclick') event.preventDefault();
  if (isMiddle) return;
  isMiddle = true;
  later(() => (isMiddle = false));
};

const stopPaste = (event: ClipboardEvent) => {
  if (!event.isTrusted || !isMiddle) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** Of a release while another button is down pages are told as of a movement. */
const releases = ['pointerup', 'pointermove', 'mouseup', 'auxclick'] as const;

/** An event of our own, which tells whether we are still listening. */
const sign = Math.random().toString(36);
let isListening = false;
let begun = false;

/** From the start and again before each press: a page that writes itself anew loses all listeners. */
export function stopMiddlePastes(): void {
  isListening = false;
  dispatchEvent(new Event(sign));
  if (isListening) return;
  isAnew = begun;
  begun = true;
  addEventListener(sign, () => (isListening = true));
  for (const type of releases) addEventListener(type, noteMiddle, { capture: true });
  addEventListener('paste', stopPaste, { capture: true });
}
