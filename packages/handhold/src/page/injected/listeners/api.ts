import { revealRoot, revealRootOf } from '../dom/tree.js';
import { listenersNoted, noteListeners } from './note-listeners.js';
import { delegationEvent, suspected, unaskedHosts } from './registry.js';

/** The way in for all that only the debugger knows: listeners and closed shadow roots. */
export const listenersApi = {
  noteListeners,
  listenersNoted,
  delegationEvent,
  suspected,
  unaskedHosts,
  revealRoot,
  revealRootOf,
};
