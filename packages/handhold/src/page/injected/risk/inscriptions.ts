import { state } from '../state.js';

/** True if something so inscribed destroys something. */
export function destroys(text: string): boolean {
  return state.risk.inscriptions.destroy(text);
}

/** How sure it is that something so inscribed is pressed to pay. */
export function paying(text: string): 'surely' | 'maybe' | undefined {
  return state.risk.inscriptions.pay(text);
}
