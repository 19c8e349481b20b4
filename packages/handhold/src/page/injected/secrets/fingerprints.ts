import type { Fingerprint } from '../protocol.js';
import { type Of, readingsOf } from './spellings.js';

/**
 * Values that must not be shown are looked for in documents of anybody, who must not get to know them: so they come here
 * as a length and a hash, and every stretch of that length in a text is hashed in passing.
 */

const bases = [31, 16_777_619] as const;

/** Two sums of all letters, each weighed by its place. */
function sums(text: string): [number, number] {
  let a = 0;
  let b = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i) + 1;
    a = (Math.imul(a, bases[0]) + code) | 0;
    b = (Math.imul(b, bases[1]) + code) | 0;
  }
  return [a, b];
}

export function hashOf(text: string): string {
  return sums(text).join();
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let i = 0; i < exponent; i++) result = Math.imul(result, base);
  return result;
}

/** Where the values stand in what was read of a text: beginning and end of each. */
export function findIn(read: string, of: Of, prints: readonly Fingerprint[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  const wanted = new Map<number, Map<string, Fingerprint>>();
  for (const print of prints) {
    if (print.of !== of || print.length > read.length) continue;
    const same = wanted.get(print.length) ?? new Map<string, Fingerprint>();
    wanted.set(print.length, same.set(print.hash, print));
  }
  for (const [length, hashes] of wanted) {
    const drop = [power(bases[0], length - 1), power(bases[1], length - 1)] as const;
    // Most are told apart by the first of the two, without making a text of both.
    const firsts = new Set([...hashes.keys()].map((hash) => Number(hash.split(',')[0])));
    let [a, b] = sums(read.slice(0, length));
    for (let from = 0; ; from++) {
      const print = firsts.has(a) ? hashes.get(`${a},${b}`) : undefined;
      if (print && !(print.alone && isInNumber(read, from, from + length))) found.push([from, from + length]);
      if (from + length >= read.length) break;
      const out = read.charCodeAt(from) + 1;
      const next = read.charCodeAt(from + length) + 1;
      a = (Math.imul((a - Math.imul(out, drop[0])) | 0, bases[0]) + next) | 0;
      b = (Math.imul((b - Math.imul(out, drop[1])) | 0, bases[1]) + next) | 0;
    }
  }
  return found;
}

function isInNumber(read: string, from: number, to: number): boolean {
  return /\d/.test(read[from - 1] ?? '') || /\d/.test(read[to] ?? '');
}

const both: readonly Of[] = ['letters', 'signs'];

/** True if a text holds one of the values. */
export function holdsAny(text: string, prints: readonly Fingerprint[]): boolean {
  if (prints.length === 0 || text.length < 4) return false;
  return readingsOf(text).some((reading) =>
    both.some(
      (of) => prints.some((print) => print.of === of) && findIn(reading.get(of), of, prints).length > 0,
    ),
  );
}

/** The text with one sign in place of each value, so that nobody finds out about them by asking for a part of it. */
export function withoutAny(text: string, prints: readonly Fingerprint[]): string {
  if (!holdsAny(text, prints)) return text;
  const spans = readingsOf(text)
    .flatMap((reading) =>
      both.flatMap((of) =>
        findIn(reading.get(of), of, prints).map(([from, to]) => reading.span(of, from, to)),
      ),
    )
    .sort(([a], [b]) => a - b);
  let clean = '';
  let at = 0;
  for (const [from, to] of spans) {
    if (from >= at) clean += `${text.slice(at, from)}\u0000`;
    at = Math.max(at, to);
  }
  return clean + text.slice(at);
}
