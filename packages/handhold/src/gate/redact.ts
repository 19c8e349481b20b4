interface Needle {
  name: string;
  pattern: RegExp;
  /** The beginning of a value, at a place where a text was cut short. */
  cut: RegExp | undefined;
  until: number;
}

/** Shorter ones would black out half of every page. */
const shortest = 4;

/** Blacks out values, and the usual encodings of them, in whatever passes. */
export class Redactor {
  private needles: Needle[] = [];
  private readonly values = new Map<string, { name: string; until: number }>();

  /** From now on this value is not shown; for a while only, if it is one that expires. */
  add(name: string, value: string, forMs = Infinity): void {
    if (value.length < shortest) return;
    const until = performance.now() + forMs;
    const known = this.values.get(value);
    if (known && known.until >= until) return;
    this.values.set(value, { name, until });
    const live = this.needles.filter((needle) => needle.until > performance.now());
    const order = (needle: Needle) => needle.pattern.source.length;
    this.needles = [...live, needleFor(name, value, until)].sort((a, b) => order(b) - order(a));
  }

  get isEmpty(): boolean {
    return this.needles.length === 0;
  }

  /** Values as they are, for masking them where they are drawn. */
  current(): string[] {
    const now = performance.now();
    return [...this.values].filter(([, { until }]) => until > now).map(([value]) => value);
  }

  /** The text without them. */
  text(text: string): string {
    if (this.needles.length === 0 || text.length < shortest) return text;
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

  /** Everything in some data, keys included. Pictures are left alone. */
  data(value: unknown): unknown {
    if (this.needles.length === 0) return value;
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.data(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.text(key), key === 'base64' ? item : this.data(item)]),
    );
  }
}

function needleFor(name: string, value: string, until: number): Needle {
  const letters = [...value].map(formsOf);
  const whole = [letters.join('')];
  for (const bytes of bytesOf(value))
    whole.push(...base64Forms(bytes).map(literal), anyCase(bytes.toString('hex')));
  const pattern = new RegExp(whole.join('|'), 'g');
  const least = letters.slice(0, shortest).join('');
  const rest = letters
    .slice(shortest, 200)
    .reduceRight((inner, letter) => (inner === '' ? `(?:${letter})?` : `(?:${letter}${inner})?`), '');
  const cut = letters.length > shortest ? new RegExp(`${least}${rest}(?=…)`, 'g') : undefined;
  return { name, pattern, cut, until };
}

/** A value as bytes: as the web writes it, and as a page's own btoa takes it, one byte for each character. */
function bytesOf(value: string): Buffer[] {
  const utf8 = Buffer.from(value, 'utf8');
  const narrow = Buffer.from(value, 'latin1');
  return narrow.length < utf8.length && narrow.toString('latin1') === value ? [utf8, narrow] : [utf8];
}

/** A character as it is, and as URLs, HTML, JSON and scripts write it, once or twice over. */
function formsOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const forms = new Set<string>();
  forms.add(/[^\p{L}\p{N}\s]/u.test(char) ? `\\\\*${literal(char)}` : literal(char));
  const percent = [...Buffer.from(char, 'utf8')].map((byte) => `%(?:25)?${anyCase(hex2(byte))}`).join('');
  forms.add(percent);
  // As a page's own escape() has it.
  if (code > 0x7f && code <= 0xff) forms.add(`%(?:25)?${anyCase(hex2(code))}`);
  if (char === ' ') forms.add('\\+').add('&nbsp;');
  forms.add(`&#0*${code};`).add(`&#[xX]0*${anyCase(code.toString(16))};`);
  const entity = entities[char];
  if (entity) forms.add(entity);
  const units = [...Array(char.length).keys()].map((at) => char.charCodeAt(at).toString(16).padStart(4, '0'));
  forms.add(units.map((unit) => `(?:\\\\+|%(?:25)?)u${anyCase(unit)}`).join(''));
  const escaped = escapes[char];
  if (escaped) forms.add(`\\\\+${escaped}`);
  return `(?:${[...forms].join('|')})`;
}

const entities: Record<string, string> = {
  '&': '&(?:amp;)+',
  '<': '&(?:amp;)?lt;',
  '>': '&(?:amp;)?gt;',
  '"': '&(?:amp;)?quot;',
  "'": '&(?:amp;)?apos;',
};
const escapes: Record<string, string> = { '\n': 'n', '\r': 'r', '\t': 't' };

function hex2(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Base64 of the value wherever it stands in something longer: the part that only it decides. */
function base64Forms(bytes: Buffer): string[] {
  const forms = new Set<string>();
  for (let before = 0; before < 3; before++) {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((padded.length * 8) / 6);
    const sure = padded.toString('base64').slice(from, to);
    if (sure.length >= 6) {
      forms.add(sure);
      forms.add(sure.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return [...forms];
}
