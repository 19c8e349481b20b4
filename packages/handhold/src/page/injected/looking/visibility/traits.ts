import { type Colour, colourOf, standsOut } from './colours.js';

/**
 * What the rules of style sheets may do to an element that could keep its text from being read, told by the element's
 * name, classes and attributes: asking for its style takes ten times as long.
 */

/** Hide it by other means than its place, its size and its colours. */
export const hiding = 1;
/** Give its letters a colour that something on the page has behind it. */
export const inking = 2;
/** Put something behind them that some letters on the page have for a colour, or a picture. */
export const backing = 4;
/** Put it elsewhere, box and all. */
export const moving = 8;
/** Make its letters smaller. */
export const shrinking = 16;
/** Draw its text elsewhere or in another way than its box says. */
export const bending = 32;
/** Cut off what is in it. */
export const cutting = 64;
/** Set what other rules go by, for it and for what is in it. */
export const setting = 128;
/** Do any of that to it alone, whatever else stands in the same place. */
export const singling = 256;

/** Declarations as they are written out, where their values may do that. */
const declarations: readonly (readonly [number, RegExp])[] = [
  [
    hiding,
    /(^|[ -])(opacity: (?!1;|0?\.9)|filter: (?!none)|clip(-path)?: (?!auto|none)|mask[a-z-]*: (?!none)|mix-blend-mode: (?!normal)|(backface-|content-)?visibility:|z-index: (-|[a-z])|text-security: (?!none)|display: (none|var)|all:)/,
  ],
  [
    moving,
    /(^|; )(position: (absolute|fixed|var)|(top|right|bottom|left|inset[a-z-]*): [^;]*(\d\d|[a-z%(])|margin[a-z-]*: ([^;]* )?(-[\d.]{2}|-\d(?!px)|[a-z]+\()|(margin|padding)[a-z-]*: [^;]*\d{3}(\d|em|rem|v|%|i)|all:)/,
  ],
  [shrinking, /(^|; )(font|font-size|font-size-adjust|all):/],
  [
    bending,
    /(^|; )(transform: (?!none)|translate: (?!none)|scale: (?!none)|rotate: (?!none)|zoom: (?!1;)|offset[a-z-]*:|text-indent: (?!0px)|letter-spacing: (-|[a-z]+\()|all:)/,
  ],
  [cutting, /(^|; )(overflow[a-z-]*: (?!visible)|contain: (?!none)|all:)/],
  [setting, /(^|; )(--|container)/],
];

/** Has a style of its own. */
const styled = 512;

/** By what browsers themselves do to elements, and by what attributes do. */
const always = {
  tags: [
    [hiding, 'details dialog'],
    [inking, 'a button font mark'],
    [backing, 'dialog mark'],
    [shrinking, 'big font small sub sup'],
    [moving, 'dialog'],
    [bending, 'marquee'],
  ],
  attributes: [
    [styled, '[style]'],
    [hiding, '[hidden]'],
    [inking, '[text]'],
    [backing, '[bgcolor]'],
    [backing, '[background]'],
    [hiding | backing | moving, '[popover]'],
  ],
} as const;

/** What browsers use where nothing else is said: texts, links, and the controls of forms. */
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

  /** What they do to an element, which to most is nothing. */
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

  /** Whether there are any for such an element. */
  mayBeOn(tag: string, names: readonly string[], id: string): boolean {
    return (
      !this.others.isEmpty ||
      this.tags.has(tag) ||
      this.ids.has(id) ||
      names.some((name) => this.classes.has(name))
    );
  }
}

/** Where elements stand that have the same names, and so have all that is around them: rules that ask for no more treat them alike. */
export class Place {
  /** By the name of an element, and by its other names. */
  readonly inside = new Map<string, Map<string, Place>>();

  constructor(
    readonly bits: number,
    /** Whether other rules may do more to some of them. */
    readonly mayChange: boolean,
    readonly tag: string,
    readonly names: readonly string[],
  ) {}
}

const maxPlaces = 5000;
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
  readonly top = new Place(0, false, '', noNames);
  /** What the rules of a shadow tree may do to the element that it stands in, and to those in its slots. */
  private host = 0;
  private slotted = 0;
  /** Whether all that stands in the same place has the same colours. */
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

  /** Whether rules were looked at with these colours in mind, so that none of them gives others that can't be told from them. */
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

  /** Whether a selector asks for more than elements of the tree that it is written for; what it does then is noted. */
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
  placeOf(element: Element, around: Place): Place {
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
      place = new Place(this.constant.on(element, tag, names), mayChange, tag, names);
      if (this.places++ < maxPlaces) same.set(key, place);
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
      if (this.keys.size >= maxPlaces) this.keys.clear();
      this.keys.set(text, key);
    }
    return key + id;
  }

  /** What may be done to an element of HTML that stands there. */
  on(element: Element, { bits: known, mayChange, tag, names }: Place): number {
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

/** By what stands around a tree, and by more than names. */
const byHost = /:host(-context)?\(/;
const byMore = /[:+~[\\]/;

/** Whether a rule may hold for one of two elements that stand in the same place, if only while one points at it. */
function mayDiffer(selector: string): boolean {
  return byMore.test(selector.replace(/:host(?![(-])/g, '')) && !ofPseudoElement.test(lastOf(selector));
}

/** Colours that are given by rules. */
class Palette {
  private readonly known: { colour: Colour | undefined; selectors: string[] }[] = [];
  private readonly byText = new Map<string, string[]>();
  private readonly expected = new Map<string, boolean>();

  constructor(
    private readonly usual: readonly Colour[],
    /** Values that leave it as it would be without them. */
    private readonly idle: RegExp,
  ) {}

  note(value: string, selector: string): void {
    const text = value.replace(' !important', '');
    if (this.idle.test(text)) return;
    let selectors = this.byText.get(text);
    if (!selectors) {
      selectors = [];
      this.byText.set(text, selectors);
      this.known.push({ colour: plainColour(text), selectors });
    }
    selectors.push(selector);
  }

  private get colours(): Colour[] {
    return [...this.usual, ...this.known.flatMap(({ colour }) => (colour ? [colour] : []))];
  }

  /** Whether a colour is among these, or can be told from all the others. */
  expects(colour: Colour, others: Palette): boolean {
    const key = colour.join();
    let expected = this.expected.get(key);
    if (expected === undefined) {
      expected =
        this.colours.some((one) => one.join() === key) ||
        others.colours.every((other) => standsOut(colour, other) === 'clear');
      this.expected.set(key, expected);
    }
    return expected;
  }

  /** What gives colours that are near some of the others, or may be anything. */
  near(others: Palette): string[] {
    const all = others.colours;
    return this.known.flatMap(({ colour, selectors }) => {
      const isFar = colour && all.every((other) => standsOut(colour, other) === 'clear');
      return isFar ? [] : selectors;
    });
  }
}

/** Undefined for one that is translucent, or known only where it is used, and for a picture. */
function plainColour(text: string): Colour | undefined {
  const named = names.get(text);
  if (named || !/^rgb\([\d., ]+\)$/.test(text)) return named;
  return colourOf(text);
}

/** The names that are used most; rules write all other colours in numbers, or else they may be anything. */
const names = new Map<string, Colour>([
  ['white', [255, 255, 255, 1]],
  ['black', [0, 0, 0, 1]],
  ['gray', [128, 128, 128, 1]],
  ['grey', [128, 128, 128, 1]],
  ['silver', [192, 192, 192, 1]],
  ['red', [255, 0, 0, 1]],
  ['green', [0, 128, 0, 1]],
  ['blue', [0, 0, 255, 1]],
]);

function declared(text: string): number {
  let bits = 0;
  for (const [bit, pattern] of declarations) if (pattern.test(text)) bits |= bit;
  return bits;
}

function inline(text: string): number {
  const inked = /(^|; )(-webkit-text-fill-)?color:/.test(text) ? inking : 0;
  return declared(text) | inked | (text.includes('background') ? backing : 0);
}

/** Not of elements themselves, or only while one points at them or uses them: at other times they are seen. */
function isPassing(selector: string): boolean {
  if (!selector.includes(':')) return false;
  const last = lastOf(selector);
  return /:(hover|active|focus)/.test(last) || ofPseudoElement.test(last);
}

const ofPseudoElement = /::|:(before|after|first-line|first-letter)\b/;

/** What the last part of a selector asks for, without what stands in brackets. */
function lastOf(selector: string): string {
  return (
    bare(selector)
      .split(/[\s>+~]+/)
      .at(-1) ?? ''
  );
}

const isPlain = /^[\w\s.#>+~-]*$/;
const quoted = /"(?:[^"\\]|\\.)*"/g;
const escaped = /\\(?:[\da-f]{1,6}\s?|.)/gi;
const bracketed = /\([^()]*\)|\[[^[\]]*\]/g;

function bare(selector: string): string {
  if (isPlain.test(selector)) return selector;
  let text = selector.replace(quoted, '').replace(escaped, '\\');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(bracketed, '');
  }
  return text;
}

function rulesOf(kept: Map<string, Rules>, key: string): Rules {
  let rules = kept.get(key);
  if (!rules) {
    rules = new Rules();
    kept.set(key, rules);
  }
  return rules;
}

/** The selectors of a list, whose commas may also stand inside of one. */
function split(selectors: string): string[] {
  if (!/[([\\]/.test(selectors)) return selectors.split(', ');
  const same = (text: string) => '_'.repeat(text.length);
  const plain = selectors.replace(quoted, same).replace(escaped, same);
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < plain.length; i++) {
    const sign = plain.charAt(i);
    if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (sign === ',' && depth === 0) {
      parts.push(selectors.slice(from, i).trim());
      from = i + 1;
    }
  }
  return [...parts, selectors.slice(from).trim()];
}
