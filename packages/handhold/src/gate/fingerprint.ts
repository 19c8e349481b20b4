import type { Fingerprint } from '../page/injected/protocol.js';
import { hashOf } from '../page/injected/secrets/fingerprints.js';
import type { Needle } from './needles.js';

export type { Fingerprint };

/** Fingerprints of values, so that documents of others can be searched for them without the values. */
export function fingerprintsOf(needles: readonly Needle[]): Fingerprint[] {
  const prints = new Map<string, Fingerprint>();
  for (const { of, text, kind } of needles) {
    if (kind === 'ends') continue;
    const print: Fingerprint = { of, length: text.length, hash: hashOf(text) };
    if (kind === 'number') print.alone = true;
    prints.set(`${of} ${print.hash}`, print);
  }
  return [...prints.values()];
}
