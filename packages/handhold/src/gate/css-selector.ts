import { type CssToken, cssTokens, Unclosed } from './css-tokens.js';
import { NotASelector } from './not-a-selector.js';
import { quote } from './untrusted.js';

/** Pseudo-classes that take nothing, as Chromium knows them. */
const plainClasses = new Set(
  `active active-view-transition any-link autofill checked corner-present current decrement default defined disabled
  double-button empty enabled end first-child first-of-type focus focus-visible focus-within fullscreen future horizontal
  host hover increment indeterminate in-range interest-source interest-target invalid last-child last-of-type link modal
  no-button only-child only-of-type open optional out-of-range past picture-in-picture placeholder-shown popover-open
  read-only read-write required root scope single-button start target target-after target-before target-current
  user-invalid user-valid valid vertical visited window-inactive -webkit-any-link -webkit-autofill -webkit-drag
  -webkit-full-page-media -webkit-full-screen -webkit-full-screen-ancestor`.split(/\s+/),
);

/** Pseudo-elements that take nothing. Any other name that begins with -webkit- is one, too. */
const plainElements = new Set(
  `after backdrop before checkmark column cue details-content file-selector-button first-letter first-line grammar-error
  marker permission-icon picker-icon placeholder scroll-marker scroll-marker-group search-text selection spelling-error
  target-text view-transition`.split(/\s+/),
);

/** Those of them that one colon is enough for. */
const oldElements = new Set(['after', 'before', 'first-letter', 'first-line']);

const combinators = new Set(['>', '+', '~']);
const attributeTests = new Set(['~', '|', '^', '$', '*']);
const pattern = /^\s*(?:odd|even|[+-]?\d+|[+-]?\d*n(?:\s*[+-]\s*\d+)?)\s*$/i;

/** What else holds where a selector stands. */
interface Place {
  /** In :has(), where no other :has() may stand. */
  inHas?: boolean;
  /** Inside of any pseudo-class, where no pseudo-element may stand. */
  inner?: boolean;
}

/**
 * Reads CSS selectors by their grammar, as `querySelector` of Chromium does: https://www.w3.org/TR/selectors-4/#grammar
 * Stricter than that in two points: what is open at the end is not closed for the writer, and what stands in :is() and
 * :where() must be selectors, though browsers forgive anything there.
 */
export function checkCss(text: string): void {
  try {
    new SelectorReader(text, cssTokens(text)).readWhole();
  } catch (thrown) {
    throw thrown instanceof Unclosed ? new NotASelector(`${thrown.message} is not closed`) : thrown;
  }
}

class SelectorReader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly tokens: readonly CssToken[],
  ) {}

  readWhole(): void {
    this.checkBrackets();
    this.list({});
    const rest = this.peek();
    if (rest) throw this.unexpected(rest);
  }

  /** Told first, since whatever is wrong around a bracket that is missing comes of it. */
  private checkBrackets(): void {
    const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
    const open: { by: string; needs: string }[] = [];
    for (const { type, text } of this.tokens) {
      const by = type === 'function' ? '(' : type === 'mark' ? text : '';
      const needs = closing[by];
      if (needs) open.push({ by, needs });
      else if (by === ')' || by === ']' || by === '}') {
        const last = open.pop();
        if (last?.needs !== by) throw new NotASelector(`${last ? last.by : by} is not closed`);
      }
    }
    const last = open.pop();
    if (last) throw new NotASelector(`${last.by} is not closed`);
  }

  private list(place: Place, relative = false): void {
    do {
      this.skipBlank();
      this.complex(place, relative);
    } while (this.take('mark', ','));
  }

  private complex(place: Place, relative: boolean): void {
    if (relative && this.isCombinator()) this.combinator();
    let ended = this.compound(place);
    for (;;) {
      const blank = this.skipBlank();
      const next = this.peek();
      if (!next || this.is('mark', ',') || this.is('mark', ')')) return;
      if (this.isCombinator()) this.combinator();
      else if (!blank) throw this.unexpected(next);
      if (ended) throw nothingFollows();
      ended = this.compound(place);
    }
  }

  private isCombinator(): boolean {
    const next = this.peek();
    return next?.type === 'mark' && combinators.has(next.text);
  }

  private combinator(): void {
    this.at += 1;
    this.skipBlank();
  }

  /** True if it ends in a pseudo-element. */
  private compound(place: Place): boolean {
    const start = this.at;
    this.typeName();
    while (this.simple(place)) {}
    if (this.is('mark', ':')) {
      this.pseudoElement(place);
      return true;
    }
    if (this.at > start) return false;
    const next = this.peek();
    if (!next || next.text === ',' || next.text === ')' || combinators.has(next.text))
      throw new NotASelector('a combinator or comma has nothing beside it');
    throw this.unexpected(next);
  }

  /** `a`, `*`, and with a namespace, of which only any and none are known. */
  private typeName(): void {
    const isName = this.takeAny('name') || this.take('mark', '*');
    if (!this.is('mark', '|')) return;
    if (isName && this.tokens[this.at - 1]?.text !== '*')
      throw new NotASelector('only the namespaces *| and | are known');
    this.at += 1;
    if (!this.takeAny('name') && !this.take('mark', '*')) throw this.missing('a name');
  }

  /** One thing that an element must be; false where none follows, or a pseudo-element does. */
  private simple(place: Place): boolean {
    if (this.takeAny('hash') || this.take('mark', '&')) return true;
    if (this.is('mark', '#')) throw this.missing('a name');
    if (this.take('mark', '.')) {
      if (!this.takeAny('name')) throw this.missing('a name');
      return true;
    }
    if (this.is('mark', '[')) {
      this.attribute();
      return true;
    }
    if (!this.is('mark', ':') || this.isPseudoElement()) return false;
    this.pseudoClass(place);
    return true;
  }

  private attribute(): void {
    this.at += 1;
    this.skipBlank();
    const isAny = this.take('mark', '*');
    if (isAny && !this.is('mark', '|')) throw this.missing('the name of an attribute');
    if (this.is('mark', '|')) this.at += 1;
    if (!this.takeAny('name')) throw this.missing('the name of an attribute');
    if (this.is('mark', '|') && !this.is('mark', '=', 1))
      throw new NotASelector('only the namespaces *| and | are known');
    this.skipBlank();
    if (this.take('mark', ']')) return;
    const test = this.peek();
    // Such as ~= is one word: not even a comment may stand in it.
    if (test?.type === 'mark' && attributeTests.has(test.text) && this.peek(1)?.start === test.end)
      this.at += 1;
    if (!this.take('mark', '=')) throw this.unexpected(this.peek());
    this.skipBlank();
    if (!this.takeAny('name') && !this.takeAny('string')) {
      const value = this.peek();
      if (!value || value.text === ']') throw this.missing('a value');
      throw new NotASelector('a value that is not a plain word must stand in quotes');
    }
    this.skipBlank();
    const flag = this.peek();
    if (flag?.type === 'name' && flag.text.toLowerCase() === 'i') {
      this.at += 1;
      this.skipBlank();
    }
    if (this.take('mark', ']')) return;
    throw this.peek()?.type === 'name'
      ? this.unexpected(this.peek())
      : new NotASelector('a value that is not a plain word must stand in quotes');
  }

  private isPseudoElement(): boolean {
    const next = this.peek(1);
    if (next?.type === 'mark' && next.text === ':') return true;
    return next?.type === 'name' && oldElements.has(next.text.toLowerCase());
  }

  private pseudoClass(place: Place): void {
    this.at += 1;
    const named = this.peek();
    if (named?.type !== 'name' && named?.type !== 'function') throw this.missing('a name');
    this.at += 1;
    const name = named.text.toLowerCase();
    if (named.type === 'name') {
      if (!plainClasses.has(name)) throw unknown(`:${name}`, 'pseudo-class');
      return;
    }
    this.argument(name, place);
    this.close();
  }

  private argument(name: string, place: Place): void {
    const inner: Place = { ...place, inner: true };
    this.skipBlank();
    switch (name) {
      case 'is':
      case 'where':
        if (!this.is('mark', ')')) this.list(inner);
        return;
      case 'not':
      case '-webkit-any':
        this.list(inner);
        return;
      case 'has':
        if (place.inHas) throw new NotASelector(':has() can not stand in another');
        this.list({ inner: true, inHas: true }, true);
        return;
      case 'host':
      case 'host-context':
        this.compound(inner);
        return;
      case 'nth-child':
      case 'nth-last-child':
        this.pattern();
        if (this.take('name', 'of')) this.list(inner);
        return;
      case 'nth-of-type':
      case 'nth-last-of-type':
        this.pattern();
        return;
      case 'lang':
      case 'dir':
      case 'state':
        if (!this.takeAny('name')) throw this.missing('a word');
        return;
      case 'active-view-transition-type':
        do {
          this.skipBlank();
          if (!this.takeAny('name')) throw this.missing('a word');
          this.skipBlank();
        } while (this.take('mark', ','));
        return;
      default:
        throw unknown(`:${name}()`, 'pseudo-class');
    }
  }

  /** Such as `2n + 1`: its words are put together again, since they are cut in too many ways. */
  private pattern(): void {
    let written = '';
    let end = this.peek()?.start;
    for (let next = this.peek(); next; next = this.peek()) {
      if (next.text === ')' || (next.type === 'name' && next.text.toLowerCase() === 'of')) break;
      // What only a comment stands between is not one word, and a blank in a name was written by an escape.
      const word = next.type === 'blank' ? ' ' : next.text.replace(/\s/g, '?');
      written += next.start === end ? word : ` ${word}`;
      ({ end } = next);
      this.at += 1;
    }
    if (!pattern.test(written))
      throw new NotASelector('a number, odd, even or a pattern such as 2n+1 is missing');
  }

  private pseudoElement(place: Place): void {
    if (place.inner) throw new NotASelector('a pseudo-element can not stand in a pseudo-class');
    let before: string | undefined;
    while (this.is('mark', ':') && this.isPseudoElement()) {
      this.at += this.is('mark', ':', 1) ? 2 : 1;
      const named = this.peek();
      if (named?.type !== 'name' && named?.type !== 'function') throw this.missing('a name');
      this.at += 1;
      const name = named.text.toLowerCase();
      if (before !== undefined && !mayFollow(before, name)) throw nothingFollows();
      before = name;
      if (named.type === 'function') {
        this.elementArgument(name);
        this.close();
      } else if (!isPlainElement(name)) throw unknown(`::${name}`, 'pseudo-element');
      const takesClasses = name === 'part' || name === 'search-text' || name.startsWith('-webkit-');
      while (takesClasses && this.is('mark', ':') && !this.isPseudoElement())
        this.pseudoClass({ inner: true, inHas: true });
    }
    const rest = this.peek();
    if (rest && rest.type !== 'blank' && rest.text !== ',') throw nothingFollows();
  }

  private elementArgument(name: string): void {
    this.skipBlank();
    switch (name) {
      case 'slotted':
      case 'cue':
        this.compound({ inner: true });
        return;
      case 'part':
        if (!this.takeAny('name')) throw this.missing('a word');
        while (this.skipBlank() && this.takeAny('name')) {}
        return;
      case 'highlight':
      case 'picker':
        if (!this.takeAny('name')) throw this.missing('a word');
        return;
      case 'scroll-button':
        if (!this.takeAny('name') && !this.take('mark', '*')) throw this.missing('a word');
        return;
      case 'view-transition-group':
      case 'view-transition-group-children':
      case 'view-transition-image-pair':
      case 'view-transition-new':
      case 'view-transition-old': {
        const start = this.at;
        if (!this.takeAny('name')) this.take('mark', '*');
        while (this.take('mark', '.')) if (!this.takeAny('name')) throw this.missing('a name');
        if (this.at === start) throw this.missing('a word');
        return;
      }
      default:
        throw unknown(`::${name}()`, 'pseudo-element');
    }
  }

  private close(): void {
    this.skipBlank();
    if (!this.take('mark', ')')) throw this.unexpected(this.peek());
  }

  private peek(ahead = 0): CssToken | undefined {
    return this.tokens[this.at + ahead];
  }

  private is(type: CssToken['type'], text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.type === type && token.text.toLowerCase() === text;
  }

  private take(type: CssToken['type'], text: string): boolean {
    const found = this.is(type, text);
    if (found) this.at += 1;
    return found;
  }

  private takeAny(type: CssToken['type']): boolean {
    const found = this.peek()?.type === type;
    if (found) this.at += 1;
    return found;
  }

  private skipBlank(): boolean {
    return this.takeAny('blank');
  }

  private missing(what: string): NotASelector {
    return new NotASelector(`${what} is missing`);
  }

  private unexpected(token: CssToken | undefined): NotASelector {
    if (!token) return new NotASelector('it ends too early');
    const written = this.text.slice(token.start, token.end);
    return new NotASelector(`${quote(written, 40)} can not stand there`);
  }
}

function isPlainElement(name: string): boolean {
  return plainElements.has(name) || (/^-webkit-./.test(name) && !plainClasses.has(name));
}

function mayFollow(before: string, name: string): boolean {
  return before === 'part' || before === 'slotted' || (/^(before|after)$/.test(before) && name === 'marker');
}

function nothingFollows(): NotASelector {
  return new NotASelector('nothing can follow a pseudo-element');
}

function unknown(name: string, what: string): NotASelector {
  return new NotASelector(`${quote(name, 40)} is not a ${what} that browsers know`);
}
