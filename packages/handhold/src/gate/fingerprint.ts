import { hashOf, plainLetters } from '../page/injected/fingerprints.js';
import type { Fingerprint } from '../page/injected/protocol.js';

export type { Fingerprint };

/** What a value looks like without what it is, so that documents of others can be searched for it; none for short ones. */
export function fingerprintOf(value: string, shortest: number): Fingerprint | undefined {
  const letters = plainLetters(value);
  return letters.length < shortest ? undefined : { length: letters.length, hash: hashOf(letters) };
}
