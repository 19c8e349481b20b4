import { later } from '../settling/timers.js';
import { state } from '../state.js';

/**
 * A middle click pastes what was last selected anywhere in the browser, another session's included. Browsers that we
 * start don't do that; in others the paste that comes with the click is stopped, and nothing else about it.
 */

/** A paste that a middle click brings comes in the same turn. */
const noteMiddle = (event: MouseEvent) => {
  if (!event.isTrusted || event.button !== 1) return;
  const { middleClicks } = state.acting;
  if (middleClicks.isRewritten && event.type !== 'auxclick') event.preventDefault();
  if (middleClicks.isPressed) return;
  middleClicks.isPressed = true;
  later(() => {
    middleClicks.isPressed = false;
  });
};

const stopPaste = (event: ClipboardEvent) => {
  if (!event.isTrusted || !state.acting.middleClicks.isPressed) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** Of a release while another button is down pages are told as of a movement. */
const releases = ['pointerup', 'pointermove', 'mouseup', 'auxclick'] as const;

/** An event of our own, which tells whether we are still listening. */
const sign = Math.random().toString(36);

/** From the start and again before each press: a page that writes itself anew loses all listeners. */
export function stopMiddlePastes(): void {
  const { middleClicks } = state.acting;
  middleClicks.isListening = false;
  dispatchEvent(new Event(sign));
  if (middleClicks.isListening) return;
  middleClicks.isRewritten = middleClicks.hasListened;
  middleClicks.hasListened = true;
  addEventListener(sign, () => {
    middleClicks.isListening = true;
  });
  for (const type of releases) addEventListener(type, noteMiddle, { capture: true });
  addEventListener('paste', stopPaste, { capture: true });
}
