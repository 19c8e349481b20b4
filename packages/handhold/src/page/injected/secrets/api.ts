import { hideFrames, hideValues, showValues } from './hidden-values.js';
import { putInto } from './put-into.js';

export const secretsApi = { putInto, hideValues, showValues, hideFrames };
