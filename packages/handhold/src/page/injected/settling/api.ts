import { nextChange, putsOff, watch } from './changes.js';
import { loaded } from './loading.js';
import { quiet } from './quiet.js';
import { timersOfPage } from './timers.js';
import { waitFor } from './wait.js';

export const settlingApi = { watch, quiet, nextChange, putsOff, loaded, timersOfPage, waitFor };
