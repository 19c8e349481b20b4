interface Needle {
  text: string;
  name: string;
  until: number;
}

/** Shorter ones would black out half of every page. */
const shortest = 4;
/** What is left of a value at a cut is told from chance only from this length on. */
const shortestPart = 6;

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
    const fresh = encodings(value).map((text) => ({ text, name, until }));
    const live = this.needles.filter((needle) => needle.until > performance.now());
    this.needles = [...live, ...fresh].sort((a, b) => b.text.length - a.text.length);
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
    for (const { text: needle, name, until } of this.needles) {
      if (until > now && clean.includes(needle)) clean = clean.replaceAll(needle, `[secret ${name}]`);
    }
    return clean.includes('…') ? this.cutOff(clean, now) : clean;
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

  /** A text that was cut short may end in the first part of a value. */
  private cutOff(text: string, now: number): string {
    return text.replace(/(\S{6,})…/g, (whole, before: string) => {
      for (const { text: needle, name, until } of this.needles) {
        if (until <= now) continue;
        for (let length = Math.min(needle.length - 1, before.length); length >= shortestPart; length--) {
          if (before.endsWith(needle.slice(0, length)))
            return `${before.slice(0, before.length - length)}[secret ${name}]…`;
        }
      }
      return whole;
    });
  }
}

function encodings(value: string): string[] {
  const found = new Set<string>([value]);
  const bytes = Buffer.from(value, 'utf8');
  const uri = encodeURIComponent(value);
  const strict = uri.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  for (const text of [uri, strict]) {
    found.add(text);
    found.add(text.replaceAll('%20', '+'));
    found.add(text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
  }
  found.add(encodeURI(value));
  const json = JSON.stringify(value).slice(1, -1);
  found.add(json);
  found.add(JSON.stringify(json).slice(1, -1));
  for (const quote of ['&#39;', '&#x27;', '&apos;']) {
    const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    found.add(html);
    found.add(html.replaceAll('"', '&quot;').replaceAll("'", quote));
    found.add(html.replaceAll('"', '&#34;').replaceAll("'", quote));
  }
  found.add(bytes.toString('hex'));
  found.add(bytes.toString('hex').toUpperCase());
  for (const text of base64Forms(bytes)) found.add(text);
  return [...found].filter((text) => text.length >= shortest);
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
