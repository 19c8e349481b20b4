import type { DocumentMessage } from '../protocol.js';

declare global {
  /** Set from outside in documents that may speak without being asked. */
  var handholdTell: ((text: string) => void) | undefined;
}

/** Speaks without being asked. */
export function tell(what: DocumentMessage): void {
  globalThis.handholdTell?.(JSON.stringify(what));
}

/** True if anybody hears it. */
export function isHeard(): boolean {
  return globalThis.handholdTell !== undefined;
}
