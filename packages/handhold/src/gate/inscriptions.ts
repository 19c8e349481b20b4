import { Inscriptions } from '../page/injected/risk/words.js';

/** What inscriptions say that something does, judged outside of the page. */
export const inscriptions = new Inscriptions();
