import { type Of, Reading } from '../page/injected/secrets/spellings.js';

/** One form of a value to look for in a text, so that it is found however it is written. */
export interface Needle {
  of: Of;
  text: string;
  /** The rest of a text that goes with it: signs at the ends of the value that are not compared. */
  before: string;
  after: string;
  /** One for beginnings and ends is only looked for beside an ellipsis. */
  kind: 'value' | 'encoded' | 'base64' | 'number' | 'ends';
}

/** Where something stands in a text. */
export type Span = readonly [from: number, to: number];

/** Shorter ones would black out half of every page. */
export const shortest = 4;
/** With so many letters a value is found by them alone, whatever stands between. */
const enoughLetters = 6;
/** Shorter numbers are made up from others too easily. */
const enoughDigits = 8;
/** So much of a value is not there by chance. */
const mostOfPart = 24;
const leastOfPart = 8;

export function needlesFor(value: string): Needle[] {
  const needles = new Map<string, Needle>();
  const add = (needle: Needle) => {
    const key = `${needle.of} ${needle.text}`;
    if (needle.text.length >= shortest && !needles.has(key)) needles.set(key, needle);
  };
  for (const way of ['plain', 'decoded'] as const) {
    const reading = new Reading(value, way);
    add(plainNeedle(reading, value));
    if (reading.get('signs') !== reading.get('letters'))
      add({ of: 'signs', text: reading.get('signs'), before: '', after: '', kind: 'ends' });
  }
  for (const bytes of bytesOf(value)) for (const needle of encodedNeedles(bytes)) add(needle);
  return [...needles.values()].sort((a, b) => b.text.length - a.text.length);
}

function plainNeedle(reading: Reading, value: string): Needle {
  const letters = reading.get('letters');
  const signs = reading.get('signs');
  if (/^\d+$/.test(signs) && signs.length < enoughDigits)
    return { of: 'signs', text: signs, before: '', after: '', kind: 'number' };
  if ([...letters].length < enoughLetters)
    return { of: 'signs', text: signs, before: '', after: '', kind: 'value' };
  const [before = ''] = /^[^\p{L}\p{N}]*/u.exec(value) ?? [];
  const [after = ''] = /[^\p{L}\p{N}]*$/u.exec(value.slice(-200)) ?? [];
  return { of: 'letters', text: letters, before: before.trim(), after: after.trim(), kind: 'value' };
}

/** A value as bytes: as the web writes it, and as a page's own btoa takes it, one byte for each character. */
function bytesOf(value: string): Buffer[] {
  const utf8 = Buffer.from(value, 'utf8');
  const narrow = Buffer.from(value, 'latin1');
  return narrow.length < utf8.length && narrow.toString('latin1') === value ? [utf8, narrow] : [utf8];
}

function encodedNeedles(bytes: Buffer): Needle[] {
  const codes = [...bytes];
  const hex = codes.map((byte) => byte.toString(16).padStart(2, '0'));
  const encoded = [
    hex.join(''),
    hex.map((pair) => `0x${pair}`).join(''),
    codes.join(''),
    codes.map((byte) => String(byte).padStart(3, '0')).join(''),
  ].map((text) => needle(text, 'encoded'));
  return [...encoded, ...base64Forms(bytes)];
}

function needle(text: string, kind: Needle['kind']): Needle {
  return { of: 'letters', text, before: '', after: '', kind };
}

/** Base64 of the value wherever it stands in something longer: the part that only it decides. */
function base64Forms(bytes: Buffer): Needle[] {
  const forms: Needle[] = [];
  for (let before = 0; before < 3; before++) {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((padded.length * 8) / 6);
    const sure = padded.toString('base64').slice(from, to).toLowerCase();
    if (sure.length < enoughLetters) continue;
    const letters = sure.replace(/[+/]/g, '');
    if (letters.length >= enoughLetters) forms.push(needle(letters, 'base64'));
    else
      for (const text of [sure, sure.replaceAll('+', '-').replaceAll('/', '_')])
        forms.push({ ...needle(text, 'base64'), of: 'signs' });
  }
  return forms;
}

/** Where it stands in a text, whole or in large part. */
export function spansOf(needle: Needle, reading: Reading): Span[] {
  if (needle.kind === 'ends') return [];
  const hay = reading.get(needle.of);
  return needle.kind === 'number' ? numbersIn(hay, needle, reading) : wholes(hay, needle, reading);
}

function wholes(hay: string, needle: Needle, reading: Reading): Span[] {
  if (needle.of === 'signs') return [...spelt(hay, needle.text)].map(spanIn(needle, reading));
  const least = partOf(needle);
  return [...parts(hay, needle.text, least)].map(spanIn(needle, reading));
}

/** How much of it has to be there. */
function partOf({ text, kind }: Needle): number {
  if (kind !== 'value') return text.length;
  const part = Math.min(Math.max(Math.ceil(text.length * 0.6), leastOfPart), mostOfPart);
  return Math.min(part, text.length);
}

/**
 * The longest pieces of a value in a text, of at least this length. Each such piece holds one of a few short ones whole,
 * and these are what is looked for first.
 */
function* parts(hay: string, text: string, least: number): Iterable<Span> {
  if (hay.length < least) return;
  const step = least === text.length ? text.length : Math.floor((least + 1) / 2);
  for (let anchor = 0; anchor + step <= text.length; anchor += step) {
    const piece = text.slice(anchor, anchor + step);
    let next = 0;
    for (let at = hay.indexOf(piece); at >= 0; at = hay.indexOf(piece, next)) {
      let from = 0;
      while (from < anchor && at > from && hay[at - from - 1] === text[anchor - from - 1]) from += 1;
      let to = step;
      while (anchor + to < text.length && hay[at + to] === text[anchor + to]) to += 1;
      if (from + to >= least) yield [at - from, at + to];
      // One that repeats itself is found again at the end of what was found, not at every sign of it.
      next = at + Math.max(1, to - step);
    }
  }
}

/** So much may stand between two signs of a value that is spelt out. */
const widest = 16;

/** A value with few letters, sign by sign, with others that are no letters between them. */
function* spelt(hay: string, text: string): Iterable<Span> {
  const gap = text.length < enoughLetters ? 0 : widest;
  const first = text[0] ?? '';
  let next = 0;
  for (let from = hay.indexOf(first); from >= 0; from = hay.indexOf(first, next)) {
    next = from + 1;
    let at = from;
    let matched = 0;
    let between = 0;
    while (matched < text.length && at < hay.length && between <= gap) {
      if (hay[at] === text[matched]) {
        matched += 1;
        between = 0;
      } else if (gap === 0 || isLetter(hay[at] ?? '')) break;
      else between += 1;
      at += 1;
    }
    if (matched < text.length) continue;
    yield [from, at];
    next = Math.max(next, at - text.length + 1);
  }
}

function isLetter(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign);
}

/** Short numbers stand by themselves, in one piece or in groups. */
function numbersIn(hay: string, { text }: Needle, reading: Reading): Span[] {
  const spans: Span[] = [];
  for (let at = hay.indexOf(text); at >= 0; at = hay.indexOf(text, at + 1)) {
    const [from, to] = reading.span('signs', at, at + text.length);
    const within = reading.text.slice(from, to);
    const alone = !/\d/.test(reading.text[from - 1] ?? '') && !/\d/.test(reading.text[to] ?? '');
    if (alone && !/\s{2}|[\r\n\t]/.test(within)) spans.push([from, to]);
  }
  return spans;
}

function spanIn(needle: Needle, reading: Reading): (found: Span) => Span {
  return ([start, end]) => {
    let [from, to] = reading.span(needle.of, start, end);
    const { text } = reading;
    if (needle.kind === 'base64') {
      // What it shares with its neighbours tells a part of a letter.
      if (/[\w+/-]/.test(text[from - 1] ?? '')) from -= 1;
      if (/[\w+/-]/.test(text[to] ?? '')) to += 1;
      while (text[to] === '=') to += 1;
    }
    for (let i = needle.before.length - 1; i >= 0 && text[from - 1] === needle.before[i]; i--) from -= 1;
    for (let i = 0; i < needle.after.length && text[to] === needle.after[i]; i++) to += 1;
    return [from, to];
  };
}

/** Where beginnings of values stand right before an ellipsis, and ends of them right after one. */
export function cutShort(needle: Needle, reading: Reading): Span[] {
  const isPlain = needle.kind === 'value' || needle.kind === 'ends';
  const least = isPlain ? shortest : leastOfPart;
  if (needle.text.length <= least || needle.kind === 'number') return [];
  const { text } = reading;
  const { of } = needle;
  const hay = reading.get(of);
  const spans: Span[] = [];
  let last = -1;
  for (let at = text.indexOf('…'); at >= 0; at = text.indexOf('…', at + 1)) {
    const before = reading.before(of, at);
    // Nothing stands between this one and the one before.
    if (before === last) continue;
    last = before;
    const begun = beginningAt(hay, before, needle.text, least);
    if (begun > 0) spans.push([reading.span(of, before - begun, before)[0], at]);
    const after = reading.before(of, at + 1);
    const ended = endAt(hay, after, needle.text, least);
    if (ended > 0) spans.push([at + 1, reading.span(of, after, after + ended)[1]]);
  }
  return spans;
}

/** How many signs before a place are the beginning of a value. */
function beginningAt(hay: string, end: number, text: string, least: number): number {
  for (let length = Math.min(end, text.length); length >= least; length--)
    if (hay[end - length] === text[0] && text.startsWith(hay.slice(end - length, end))) return length;
  return 0;
}

/** How many signs after a place are the end of one. */
function endAt(hay: string, start: number, text: string, least: number): number {
  const last = text.at(-1);
  for (let length = Math.min(hay.length - start, text.length); length >= least; length--)
    if (hay[start + length - 1] === last && text.endsWith(hay.slice(start, start + length))) return length;
  return 0;
}
