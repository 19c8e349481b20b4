import { Inscriptions } from '../page/injected/risk/words.js';

/** Judges by an inscription what something does, outside of the page. */
export const inscriptions = new Inscriptions();
