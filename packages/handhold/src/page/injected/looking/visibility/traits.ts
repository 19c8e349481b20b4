import type { Colour } from './colours.js';
import { Palette } from './palette.js';
import { byHost, byMore, isPassing, isPlain, lastOf, mayDiffer, quoted, split } from './selector-parts.js';
import { always, backing, declared, inking, inline, singling, styled } from './style-bits.js';

/**
 * The effects that the rules of style sheets may have on an element and that could keep its text from being read, told by the element's
 * name, classes and attributes: asking for its style takes ten times as long.
 */

/** Colours that browsers use where nothing else is said: texts, links, and the controls of forms. */
const usualInks: readonly Colour[] = [
  [0, 0, 0, 1],
  [0, 0, 238, 1],
  [85, 26, 139, 1],
];

const usualGrounds: readonly Colour[] = [
  [255, 255, 255, 1],
  [239, 239, 239, 1],
];

/** Rules that have something in common, as what they do to whatever their selectors fit. */
class Rules {
  private readonly each: { bits: number; selector: string }[] = [];
  private all = '';

  add(bits: number, selector: string): void {
    const same = this.each.find((other) => other.bits === bits);
    if (same) same.selector += `,${selector}`;
    else this.each.push({ bits, selector });
    this.all += this.all === '' ? selector : `,${selector}`;
  }

  get isEmpty(): boolean {
    return this.all === '';
  }

  /** Their effects on an element, which on most are none. */
  on(element: Element): number {
    if (this.all === '' || !fits(element, this.all)) return 0;
    let done = 0;
    for (const { bits, selector } of this.each)
      if ((done & bits) !== bits && fits(element, selector)) done |= bits;
    return done;
  }
}

/** A selector that holds in a sheet but can't be asked for may fit anything. */
function fits(element: Element, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return true;
  }
}

/** Rules by what the last part of their selectors asks for. */
class Keyed {
  private readonly tags = new Map<string, Rules>();
  private readonly classes = new Map<string, Rules>();
  private readonly ids = new Map<string, Rules>();
  private readonly others = new Rules();

  addTag(tag: string, bits: number, selector: string): void {
    rulesOf(this.tags, tag).add(bits, selector);
  }

  add(selector: string, bits: number): void {
    const last = lastOf(selector);
    const [, name] = /\.((?:[\w-]|[^\x00-\x7f])+)/.exec(last) ?? [];
    const [, id] = /#([\w-]+)/.exec(last) ?? [];
    const [tag] = /^[a-z][\w-]*/i.exec(last) ?? [];
    if (/[\\()]/.test(last) || !(name || id || tag)) this.others.add(bits, selector);
    else if (name) rulesOf(this.classes, fold(name)).add(bits, selector);
    else if (id) rulesOf(this.ids, fold(id)).add(bits, selector);
    else if (tag) this.addTag(tag.toLowerCase(), bits, selector);
  }

  on(element: Element, tag: string, names: readonly string[]): number {
    let bits = this.others.on(element) | (this.tags.get(tag)?.on(element) ?? 0);
    for (const name of names) bits |= this.classes.get(name)?.on(element) ?? 0;
    if (this.ids.size > 0) bits |= this.ids.get(fold(element.id))?.on(element) ?? 0;
    return bits;
  }

  /** True if there are any for such an element. */
  mayBeOn(tag: string, names: readonly string[], id: string): boolean {
    return (
      !this.others.isEmpty ||
      this.tags.has(tag) ||
      this.ids.has(id) ||
      names.some((name) => this.classes.has(name))
    );
  }
}

/**
 * Where elements stand that have the same names, and so have all that is around them: rules that ask for no more
 * treat them alike.
 */
export class StyleContext {
  /** By the name of an element, and by its other names. */
  readonly inside = new Map<string, Map<string, StyleContext>>();

  constructor(
    readonly bits: number,
    /** True if other rules may do more to some of them. */
    readonly mayChange: boolean,
    readonly tag: string,
    readonly names: readonly string[],
  ) {}
}

const maxContexts = 5000;

/** Fits every element, and is never taken to do the same to all of them. */
export const anything = ':is(*)';

/** In documents without a doctype names are the same however they are written. */
function fold(name: string): string {
  return document.compatMode === 'BackCompat' ? name.toLowerCase() : name;
}

const noNames: readonly string[] = [];

export class Traits {
  /** Rules that go by names alone, and those that go by attributes, by neighbours or by what may change at any time. */
  private readonly constant = new Keyed();
  private readonly changing = new Keyed();
  private readonly attributed = new Rules();
  /** Names that any of these ask for, of an element itself or of what is around it. */
  private readonly classes = new Set<string>();
  private readonly ids = new Set<string>();
  /** The ones of these in a class attribute, by the whole of it. */
  private readonly keys = new Map<string, string>();
  private readonly inks = new Palette(usualInks, /^(inherit|unset)$/);
  private readonly grounds = new Palette(usualGrounds, /^(none|transparent|inherit|unset|initial|revert)$/);
  private places = 0;
  readonly top = new StyleContext(0, false, '', noNames);
  /** The effects of the rules of a shadow tree on the element that it stands in, and on those in its slots. */
  private host = 0;
  private slotted = 0;
  /** True if all that stands in the same place has the same colours. */
  isUniform = true;

  constructor() {
    for (const [bits, tags] of always.tags)
      for (const tag of tags.split(' ')) this.constant.addTag(tag, bits, tag);
    for (const [bits, selector] of always.attributes) this.attributed.add(bits, selector);
  }

  /** Takes in a rule. */
  note(selectors: string, text: string): void {
    const bits = declared(text);
    const inks = [...text.matchAll(/(?:^|; )(?:-webkit-text-fill-)?color: ([^;]+)/g)];
    const grounds = [...text.matchAll(/(?:^|; )background(?:-color|-image)?: ([^;]+)/g)];
    if (bits === 0 && inks.length === 0 && grounds.length === 0) return;
    for (const selector of split(selectors)) {
      if (bits) this.add(selector, bits);
      for (const [, ink = ''] of inks) this.inks.note(ink, selector);
      for (const [, ground = ''] of grounds) this.grounds.note(ground, selector);
      if (inks.length + grounds.length > 0 && mayDiffer(selector)) this.isUniform = false;
    }
  }

  /**
   * True if rules were looked at with these colours in mind, so that none of them gives others that can't be told
   * from them.
   */
  knows(ink: Colour, grounds: readonly Colour[]): boolean {
    return (
      this.inks.expects(ink, this.grounds) && grounds.every((one) => this.grounds.expects(one, this.inks))
    );
  }

  /** Once all rules are known: of colours only those matter that can't be told from what may be behind them. */
  settle(): this {
    for (const selector of this.inks.near(this.grounds)) this.add(selector, inking);
    for (const selector of this.grounds.near(this.inks)) this.add(selector, backing);
    return this;
  }

  get onHost(): number {
    return this.host === 0 ? 0 : this.host | singling;
  }

  get onSlotted(): number {
    return this.slotted === 0 ? 0 : this.slotted | singling;
  }

  private add(selector: string, bits: number, isConditional = false): void {
    if (!isPlain.test(selector) && this.isOtherwise(selector, bits)) return;
    for (const [, name] of selector.matchAll(/\.((?:[\w-]|[^\x00-\x7f])+)/g))
      if (name) this.classes.add(fold(name));
    for (const [, id] of selector.matchAll(/#([\w-]+)/g)) if (id) this.ids.add(fold(id));
    if (/^\[[^\]]*\]$/.test(selector)) this.attributed.add(bits, selector);
    else (isConditional || byMore.test(selector) ? this.changing : this.constant).add(selector, bits);
  }

  /** True if a selector asks for more than elements of the tree that it is written for; what it does then is noted. */
  private isOtherwise(selector: string, bits: number): boolean {
    if (selector.includes('::slotted(')) this.slotted |= bits;
    if (isPassing(selector)) return true;
    // Prefixes of namespaces, and what a rule is nested in, mean nothing to an element that is asked.
    if (/[|&]|:scope/.test(selector.replace(quoted, '').replace(/\[[^\]]*\]/g, ''))) {
      this.add(anything, bits);
      return true;
    }
    if (!selector.includes(':host')) return false;
    const inside = selector.replace(/:host(-context)?(\([^()]*\))?/g, '').replace(/^[\s>+~]+/, '');
    if (inside === '') this.host |= bits;
    // What is in equal trees is still treated alike, unless that goes by what these stand in.
    else this.add(inside, bits, byHost.test(selector));
    return true;
  }

  /** Where an element stands, by where its parent does. */
  contextOf(element: Element, around: StyleContext): StyleContext {
    const tag = element.localName;
    let same = around.inside.get(tag);
    if (!same) {
      same = new Map();
      around.inside.set(tag, same);
    }
    const key = element.hasAttributes() ? this.keyOf(element) : '';
    let place = same.get(key);
    if (!place) {
      const names = key === '' ? noNames : this.namesOf(element);
      const mayChange = this.changing.mayBeOn(tag, names, fold(element.id));
      place = new StyleContext(this.constant.on(element, tag, names), mayChange, tag, names);
      if (this.places++ < maxContexts) same.set(key, place);
    }
    return place;
  }

  /** Of the names that an element has, those that rules ask for. */
  private keyOf(element: Element): string {
    const text = element.getAttribute('class');
    const own = this.ids.size > 0 ? fold(element.id) : '';
    const id = this.ids.has(own) ? `#${own}` : '';
    if (!text) return id;
    let key = this.keys.get(text);
    if (key === undefined) {
      key = this.namesOf(element).join('.');
      if (this.keys.size >= maxContexts) this.keys.clear();
      this.keys.set(text, key);
    }
    return key + id;
  }

  /** The effects on an element of HTML that stands there. */
  on(element: Element, { bits: known, mayChange, tag, names }: StyleContext): number {
    let own = mayChange ? this.changing.on(element, tag, names) : 0;
    if (element.hasAttributes()) {
      const more = this.attributed.on(element);
      own |= more & ~styled;
      if ((more & styled) !== 0 && element instanceof HTMLElement) own |= inline(element.style.cssText);
    }
    return own === 0 ? known : known | own | singling;
  }

  private namesOf(element: Element): readonly string[] {
    const names = element.getAttribute('class')?.split(/\s+/) ?? noNames;
    return names.map(fold).filter((name) => this.classes.has(name));
  }
}

function rulesOf(kept: Map<string, Rules>, key: string): Rules {
  let rules = kept.get(key);
  if (!rules) {
    rules = new Rules();
    kept.set(key, rules);
  }
  return rules;
}
