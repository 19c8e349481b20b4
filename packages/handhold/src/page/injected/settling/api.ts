import { putsOff, stirs, watch } from './changes.js';
import { loaded } from './loading.js';
import { quiet } from './quiet.js';
import { timersOfPage } from './timers.js';
import { waitFor } from './wait.js';

export const settlingApi = { watch, quiet, stirs, putsOff, loaded, timersOfPage, waitFor };
