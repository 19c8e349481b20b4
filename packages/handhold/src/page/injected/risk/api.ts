import type { Facts } from '../protocol.js';
import { elementOf } from '../refs/refs.js';
import { watchForms } from './form-watch.js';
import { factsOf, pageFacts } from './risk.js';

export const riskApi = {
  factsOf(id: number): Facts | null {
    const element = elementOf(id);
    return (element && factsOf(element)) ?? null;
  },
  pageFacts,
  watchForms,
};
