import { type Fingerprint, fingerprintOf } from './fingerprint.js';

interface Needle {
  name: string;
  pattern: RegExp;
  /** The beginning of a value, at a place where a text was cut short. */
  cut: RegExp | undefined;
  until: number;
}

/** Shorter ones would black out half of every page. */
const shortest = 4;
/** From this length on they are also found spelt out, letter by letter. */
const spelt = 6;

/** Everybody in this process who keeps something secret: what one of them knows, nobody is shown. */
const everybody = new Set<Redactor>();

/** Blacks out values, and the usual encodings of them, in whatever passes. */
export class Redactor {
  private needles: Needle[] = [];
  private readonly values = new Map<string, { name: string; until: number }>();

  /** From now on this value is not shown, by anybody; for a while only, if it is one that expires. */
  add(name: string, value: string, forMs = Infinity): void {
    if (value.length < shortest) return;
    const until = performance.now() + forMs;
    const known = this.values.get(value);
    if (known && known.until >= until) return;
    this.values.set(value, { name, until });
    const live = this.needles.filter((needle) => needle.until > performance.now());
    const order = (needle: Needle) => needle.pattern.source.length;
    this.needles = [...live, needleFor(name, value, until)].sort((a, b) => order(b) - order(a));
    this.join();
  }

  /** Others keep its values secret, too, from now on, or no longer. */
  join(): void {
    if (this.needles.length > 0) everybody.add(this);
  }

  leave(): void {
    everybody.delete(this);
  }

  get isEmpty(): boolean {
    return this.all().length === 0;
  }

  /** What values look like that must not be drawn or searched, without what they are. */
  fingerprints(): Fingerprint[] {
    const now = performance.now();
    const live = this.all().flatMap((redactor) =>
      [...redactor.values].filter(([, { until }]) => until > now),
    );
    return [...new Set(live.map(([value]) => value))].flatMap(
      (value) => fingerprintOf(value, shortest) ?? [],
    );
  }

  /** The names of the secrets of its own that a text holds. */
  namesIn(text: string): string[] {
    const now = performance.now();
    return this.needles
      .filter(({ pattern, until }) => until > now && text.search(pattern) >= 0)
      .map(({ name }) => name);
  }

  /** Whether a text holds anything that somebody keeps secret. */
  holds(text: string): boolean {
    return this.all().some((redactor) => redactor.namesIn(text).length > 0);
  }

  /** The values themselves, for holding files against them. */
  plainValues(): string[] {
    const now = performance.now();
    return this.all().flatMap((redactor) =>
      [...redactor.values].filter(([, { until }]) => until > now).map(([value]) => value),
    );
  }

  /** The text without them. */
  text(text: string): string {
    if (text.length < shortest) return text;
    return this.all().reduce((clean, redactor) => redactor.without(clean), text);
  }

  private without(text: string): string {
    const now = performance.now();
    let clean = text;
    const wasCut = text.includes('…');
    for (const { name, pattern, cut, until } of this.needles) {
      if (until <= now) continue;
      clean = clean.replace(pattern, `[secret ${name}]`);
      if (wasCut && cut) clean = clean.replace(cut, `[secret ${name}]`);
    }
    return clean;
  }

  /** Everything in some data, keys included; but for this one text, which is a picture. */
  data(value: unknown, picture?: string): unknown {
    if (this.isEmpty) return value;
    if (typeof value === 'string') return value === picture ? value : this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.data(item, picture));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.text(key), this.data(item, picture)]),
    );
  }

  /** Its own first, whose names are known to whoever reads. */
  private all(): Redactor[] {
    if (everybody.size === 0 || (everybody.size === 1 && everybody.has(this)))
      return this.needles.length > 0 ? [this] : [];
    const others = [...everybody].filter((redactor) => redactor !== this);
    return this.needles.length > 0 ? [this, ...others] : others;
  }
}

/** What may stand between the letters of something that is spelt out, markup included. */
const between =
  '(?:[\\s\u200b-\u200d\u2060\ufeff"\'`,.;:|/\\\\_+*~\u00b7\u2022()\\[\\]{}=-]{0,4}|<[^<>]{0,200}>){0,3}';

function needleFor(name: string, value: string, until: number): Needle {
  const letters = [...value].map(formsOf);
  const gap = letters.length >= spelt ? between : '';
  const whole = [letters.join(gap)];
  for (const bytes of bytesOf(value)) whole.push(...base64Forms(bytes), hexForm(bytes), decimalForm(bytes));
  const pattern = new RegExp(whole.join('|'), 'gi');
  const least = letters.slice(0, shortest).join(gap);
  const rest = letters
    .slice(shortest, 200)
    .reduceRight(
      (inner, letter) => (inner === '' ? `(?:${gap}${letter})?` : `(?:${gap}${letter}${inner})?`),
      '',
    );
  const cut = letters.length > shortest ? new RegExp(`${least}${rest}(?=…)`, 'gi') : undefined;
  return { name, pattern, cut, until };
}

/** A value as bytes: as the web writes it, and as a page's own btoa takes it, one byte for each character. */
function bytesOf(value: string): Buffer[] {
  const utf8 = Buffer.from(value, 'utf8');
  const narrow = Buffer.from(value, 'latin1');
  return narrow.length < utf8.length && narrow.toString('latin1') === value ? [utf8, narrow] : [utf8];
}

/** A character as it is, in either case, and as URLs, HTML, JSON and scripts write it, however often over. */
function formsOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const forms = new Set<string>();
  forms.add(/[^\p{L}\p{N}\s]/u.test(char) ? `\\\\*${literal(char)}` : literal(char));
  const percent = [...Buffer.from(char, 'utf8')].map((byte) => `%(?:25)*${hex2(byte)}`).join('');
  forms.add(percent);
  // As a page's own escape() has it.
  if (code > 0x7f && code <= 0xff) forms.add(`%(?:25)*${hex2(code)}`);
  if (char === ' ') forms.add('\\+').add('&nbsp;');
  forms.add(`&(?:amp;)*#0*${code};?`).add(`&(?:amp;)*#x0*${code.toString(16)};?`);
  const entity = entities[char];
  if (entity) forms.add(entity);
  const units = [...Array(char.length).keys()].map((at) => char.charCodeAt(at).toString(16).padStart(4, '0'));
  forms.add(units.map((unit) => `(?:\\\\+|%(?:25)*)u${unit}`).join(''));
  forms.add(`\\\\+u\\{0*${code.toString(16)}\\}`);
  if (code <= 0xff) forms.add(`\\\\+x${hex2(code)}`).add(`\\\\+0?${code.toString(8).padStart(3, '0')}`);
  const escaped = escapes[char];
  if (escaped) forms.add(`\\\\+${escaped}`);
  return `(?:${[...forms].join('|')})`;
}

const entities: Record<string, string> = {
  '&': '&(?:amp;)+',
  '<': '&(?:amp;)*lt;',
  '>': '&(?:amp;)*gt;',
  '"': '&(?:amp;)*quot;',
  "'": '&(?:amp;)*apos;',
};
const escapes: Record<string, string> = { '\n': 'n', '\r': 'r', '\t': 't' };

function hex2(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** `68756e74`, `68 75 6e 74`, `0x68, 0x75`, `68:75`. */
function hexForm(bytes: Buffer): string {
  return [...bytes].map((byte) => `(?:0x)?${hex2(byte)}`).join('[\\s:,;_-]{0,3}');
}

/** `104, 117, 110`, as arrays of codes are written. */
function decimalForm(bytes: Buffer): string {
  return `(?<!\\d)${[...bytes].map((byte) => `0{0,2}${byte}`).join('[\\s,;:|._-]{1,4}')}(?!\\d)`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Base64 of the value wherever it stands in something longer: the part that only it decides, wrapped or not. */
function base64Forms(bytes: Buffer): string[] {
  const forms = new Set<string>();
  for (let before = 0; before < 3; before++) {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((padded.length * 8) / 6);
    const sure = padded.toString('base64').slice(from, to);
    if (sure.length < 6) continue;
    // With what it shares with its neighbours: that tells a part of a letter.
    for (const form of [sure, sure.replaceAll('+', '-').replaceAll('/', '_')])
      forms.add(`[\\w+/-]?${[...form].map(literal).join('\\s*')}\\s*[\\w+/-]?=*`);
  }
  return [...forms];
}
