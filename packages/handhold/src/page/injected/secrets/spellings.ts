/**
 * One text can be written in many ways: encoded for addresses, markup and scripts, spelt out, set in capitals. Reading
 * undoes that, in time that grows with the text alone, and knows where everything it read stands.
 */

export type Way = 'plain' | 'decoded' | 'untagged' | 'printable' | 'css';

const decoded =
  '(?:%(?:25)*[0-9a-f]{2})+|%(?:25)*u[0-9a-f]{4}|\\\\+(?:x[0-9a-f]{2}|u[0-9a-f]{4}|u\\{0*[0-9a-f]{1,6}\\}|0?[0-3][0-7]{2}|[nrtbfv])?|&(?:amp;)*(?:#\\d{1,12};?|#x[0-9a-f]{1,12};?|[a-z][a-z0-9]{1,8};)';

/** Escapes, by the way in which a text is read. */
const escapes: Record<Exclude<Way, 'plain'>, RegExp> = {
  decoded: new RegExp(decoded, 'gi'),
  untagged: new RegExp(`<[^<>]{0,200}>|${decoded}`, 'gi'),
  printable: /=\r?\n|(?:=[0-9a-f]{2})+/gi,
  css: /\\[0-9a-f]{1,6}\s?/gi,
};

/** The ways in which a text may be meant; which one it is, nobody can say. */
function waysOf(text: string): Way[] {
  const ways: Way[] = ['plain'];
  if (/[%\\&]/.test(text)) ways.push('decoded');
  if (text.includes('<') && text.includes('>')) ways.push('untagged');
  if (/=(?:\r?\n|[0-9a-f]{2})/i.test(text)) ways.push('printable');
  if (/\\[0-9a-f]/i.test(text)) ways.push('css');
  return ways;
}

export function readingsOf(text: string): Reading[] {
  return waysOf(text).map((way) => new Reading(text, way));
}

/** The part that is compared: all signs but white space and those that nobody sees, or letters and digits alone. */
export type Of = 'signs' | 'letters';

function comparedIn(text: string, of: Of): string {
  if (of === 'letters') return text.replace(/[^\p{L}\p{N}]+/gu, '');
  return text.replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]+/gu, '');
}

/** A text as it is read in one of the ways. */
export class Reading {
  private readonly cache = new Map<Of, string>();
  /** Where each sign that is compared comes from: the beginning and end in the text. */
  private readonly places = new Map<Of, { from: number[]; to: number[] }>();

  constructor(
    readonly text: string,
    private readonly way: Way,
  ) {}

  get(of: Of): string {
    const known = this.cache.get(of);
    if (known !== undefined) return known;
    const meant = this.way === 'plain' ? this.text : this.text.replace(escapes[this.way], meaning);
    const found = comparedIn(fold(meant), of);
    this.cache.set(of, found);
    return found;
  }

  /** The part of the text that some of what is compared was read from. */
  span(of: Of, from: number, to: number): [from: number, to: number] {
    const { from: starts, to: ends } = this.placed(of);
    // Halves of a character may make another one together, whose place is not known.
    if (starts.length !== this.get(of).length) return [0, this.text.length];
    return [starts[from] ?? 0, ends[to - 1] ?? this.text.length];
  }

  /** How much of what is compared comes before a place in the text. */
  before(of: Of, place: number): number {
    const { from } = this.placed(of);
    let low = 0;
    let high = from.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((from[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private placed(of: Of): { from: number[]; to: number[] } {
    const known = this.places.get(of);
    if (known) return known;
    const places: { from: number[]; to: number[] } = { from: [], to: [] };
    const put = (start: number, end: number) => {
      places.from.push(start);
      places.to.push(end);
    };
    const add = (meant: string, start: number, end: number) => {
      const { length } = comparedIn(fold(meant), of);
      for (let i = 0; i < length; i++) put(start, end);
    };
    const plain = (start: number, end: number) => {
      for (let at = start; at < end; at++) {
        const code = this.text.charCodeAt(at);
        if (code < 0x80) {
          if (isCompared(code, of)) put(at, at + 1);
          continue;
        }
        const sign = String.fromCodePoint(this.text.codePointAt(at) ?? code);
        add(sign, at, at + sign.length);
        at += sign.length - 1;
      }
    };
    let at = 0;
    if (this.way !== 'plain')
      for (const { 0: written, index } of this.text.matchAll(escapes[this.way])) {
        plain(at, index);
        at = index + written.length;
        for (const sign of meaning(written)) add(sign, index, at);
      }
    plain(at, this.text.length);
    this.places.set(of, places);
    return places;
  }
}

/** The same as the patterns say, for the signs that most texts are made of. */
function isCompared(code: number, of: Of): boolean {
  if (of === 'signs') return code > 0x20 && code < 0x7f;
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** In small letters, without accents and without differences of width and style. */
function fold(text: string): string {
  const small = text.toLowerCase();
  if (!/[^\u0000-\u007f]/.test(small)) return small;
  // A letter that is written in another way at the end of a word.
  return small
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

const whites = /^\\+[nrtbfv]$/i;
const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  szlig: 'ß',
  aelig: 'æ',
  oslash: 'ø',
  eth: 'ð',
  thorn: 'þ',
};

/** The signs that an escape stands for; nothing for white space, which is not compared. */
function meaning(written: string): string {
  switch (written[0]) {
    case '<':
      return '';
    case '=':
      return bytes(written.match(/[0-9a-f]{2}/gi) ?? []);
    case '%': {
      const [unit] = /u[0-9a-f]{4}$/i.exec(written) ?? [];
      if (unit) return sign(unit.slice(1), 16);
      return bytes(written.split('%').flatMap((part) => (part === '' ? [] : [part.slice(-2)])));
    }
    case '&': {
      const [, decimal, hex, name] =
        /(?:#(\d+)|#x([0-9a-f]+)|([a-z][a-z0-9]*));?$/i.exec(
          written.replace(/&(?:amp;)*(?=[^;]+;?$)/i, ''),
        ) ?? [];
      if (decimal !== undefined) return sign(decimal, 10);
      if (hex !== undefined) return sign(hex, 16);
      return entity(name?.toLowerCase() ?? '');
    }
    default: {
      if (whites.test(written)) return '';
      const [, octal] = /^\\+(0?[0-3][0-7]{2})$/.exec(written) ?? [];
      if (octal !== undefined) return sign(octal, 8);
      const [, hex] = /^\\+(?:x|u\{?)([0-9a-f]+)\}?$/i.exec(written) ?? [];
      if (hex !== undefined) return sign(hex, 16);
      const [, css] = /^\\([0-9a-f]+)\s?$/i.exec(written) ?? [];
      return css === undefined ? '' : sign(css, 16);
    }
  }
}

function entity(name: string): string {
  const [, letter] = /^([a-z])(?:acute|grave|circ|uml|tilde|cedil|ring|caron|macr)$/.exec(name) ?? [];
  return letter ?? named[name] ?? '';
}

function sign(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** As UTF-8, or else one byte for each character. */
function bytes(hex: readonly string[]): string {
  const codes = hex.map((pair) => Number.parseInt(pair, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(codes));
  } catch {
    return codes.map((code) => String.fromCharCode(code)).join('');
  }
}
