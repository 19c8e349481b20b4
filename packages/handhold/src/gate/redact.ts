import { readingsOf } from '../page/injected/secrets/spellings.js';
import { type Fingerprint, fingerprintsOf } from './fingerprint.js';
import { cutShort, type Needle, needlesFor, type Span, shortest, spansOf } from './needles.js';

/** A value, by the name that stands for it, and how it is found. */
interface HiddenValue {
  name: string;
  needles: readonly Needle[];
  until: number;
}

/** Everybody in this process who keeps something secret: what one of them knows, nobody is shown. */
const everybody = new Set<Redactor>();

/** Blacks out values, and the usual encodings of them, in whatever passes. */
export class Redactor {
  private readonly values = new Map<string, HiddenValue>();

  /** From now on this value is not shown, by anybody; for a while only, if it is one that expires. */
  add(name: string, value: string, forMs = Infinity): void {
    if (value.length < shortest) return;
    const now = performance.now();
    const until = now + forMs;
    const hidden = this.values.get(value);
    if (hidden && hidden.until >= until) return;
    for (const [old, { until: end }] of this.values) if (end <= now) this.values.delete(old);
    this.values.set(value, { name, needles: hidden?.needles ?? needlesFor(value), until });
    this.join();
  }

  /** Others keep its values secret, too, from now on, or no longer. */
  join(): void {
    if (this.values.size > 0) everybody.add(this);
  }

  leave(): void {
    everybody.delete(this);
  }

  get isEmpty(): boolean {
    return this.all().length === 0;
  }

  /** Fingerprints of the values that must not be drawn or searched. */
  fingerprints(): Fingerprint[] {
    return fingerprintsOf(
      this.all().flatMap((redactor) => redactor.live().flatMap(({ needles }) => needles)),
    );
  }

  /** The names of the secrets of its own that a text holds. */
  namesIn(text: string): string[] {
    return [...new Set(this.spans(text).map(({ name }) => name))];
  }

  /** True if a text holds anything that somebody keeps secret. */
  holds(text: string): boolean {
    return this.all().some((redactor) => redactor.spans(text).length > 0);
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
    let clean = '';
    let at = 0;
    for (const { name, from, to } of this.spans(text)) {
      // Of two that overlap the first stands for both.
      if (from >= at) clean += `${text.slice(at, from)}[secret ${name}]`;
      at = Math.max(at, to);
    }
    return at === 0 ? text : clean + text.slice(at);
  }

  /** Where its values stand in a text, in order; of those that begin together the longest first. */
  private spans(text: string): { name: string; from: number; to: number }[] {
    const live = this.live();
    if (live.length === 0 || text.length < shortest) return [];
    const found: { name: string; from: number; to: number }[] = [];
    const add = (name: string, [from, to]: Span) => {
      found.push({ name, from, to });
    };
    const readings = readingsOf(text);
    const wasCut = text.includes('…');
    for (const { name, needles } of live)
      for (const needle of needles)
        for (const reading of readings) {
          for (const span of spansOf(needle, reading)) add(name, span);
          if (wasCut) for (const span of cutShort(needle, reading)) add(name, span);
        }
    return found.sort((a, b) => a.from - b.from || b.to - a.to);
  }

  private live(): HiddenValue[] {
    const now = performance.now();
    return [...this.values.values()].filter(({ until }) => until > now);
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
      return this.values.size > 0 ? [this] : [];
    const others = [...everybody].filter((redactor) => redactor !== this);
    return this.values.size > 0 ? [this, ...others] : others;
  }
}
