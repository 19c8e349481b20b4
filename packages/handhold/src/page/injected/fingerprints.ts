import type { Fingerprint } from './protocol.js';

/**
 * Values that must not be shown are looked for in documents of anybody, who must not get to know them: so they come here
 * as a length and a hash, and every stretch of that length in a text is hashed in passing.
 */

const invisible = /[\s\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]+/g;

/** What of a text is compared: letters in lower case, however they are set apart. */
export function plainLetters(text: string): string {
  return text.replace(invisible, '').toLowerCase();
}

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

/** Where the values stand in a text of plain letters: beginning and end of each. */
export function findIn(letters: string, prints: readonly Fingerprint[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const length of new Set(prints.map((print) => print.length))) {
    if (length > letters.length) continue;
    const wanted = new Set(prints.flatMap((print) => (print.length === length ? [print.hash] : [])));
    const drop = [power(bases[0], length - 1), power(bases[1], length - 1)] as const;
    let [a, b] = sums(letters.slice(0, length));
    for (let from = 0; ; from++) {
      if (wanted.has(`${a},${b}`)) found.push([from, from + length]);
      if (from + length >= letters.length) break;
      const out = letters.charCodeAt(from) + 1;
      const next = letters.charCodeAt(from + length) + 1;
      a = (Math.imul((a - Math.imul(out, drop[0])) | 0, bases[0]) + next) | 0;
      b = (Math.imul((b - Math.imul(out, drop[1])) | 0, bases[1]) + next) | 0;
    }
  }
  return found;
}

/** Whether a text holds one of the values. */
export function holdsAny(text: string, prints: readonly Fingerprint[]): boolean {
  return prints.length > 0 && findIn(plainLetters(text), prints).length > 0;
}

/** The text with nothing in place of the values, so that nobody can find out about them by asking for a part of it. */
export function withoutAny(text: string, prints: readonly Fingerprint[]): string {
  if (!holdsAny(text, prints)) return text;
  // Letter by letter, for the places of those that are left to be known in the text itself.
  const places: number[] = [];
  let letters = '';
  let at = 0;
  for (const char of text) {
    const plain = plainLetters(char);
    for (let i = 0; i < plain.length; i++) places.push(at);
    letters += plain;
    at += char.length;
  }
  const hidden = new Uint8Array(text.length + 1);
  for (const [from, to] of findIn(letters, prints))
    hidden.fill(1, places[from] ?? 0, (places[to - 1] ?? text.length - 1) + 1);
  return [...text.split('').entries()].map(([i, char]) => (hidden[i] ? '\u0000' : char)).join('');
}
