import { classesAfter, isPlainElement, mayFollow, oldElements, plainClasses } from './css-pseudo.js';
import { type CssToken, cssTokens, Unclosed } from './css-tokens.js';
import { NotASelector } from './not-a-selector.js';
import { TokenReader } from './token-reader.js';
import { quote } from './untrusted.js';

const combinators = new Set(['>', '+', '~']);
const attributeTests = new Set(['~', '|', '^', '$', '*']);
const pattern = /^\s*(?:odd|even|[+-]?\d+|[+-]?\d*n(?:\s*[+-]\s*\d+)?)\s*$/i;

/** Where a selector stands within another. */
interface Nesting {
  /** In :has(), where no other :has() may stand. */
  inHas?: boolean;
  /** Inside of any pseudo-class, where no pseudo-element may stand. */
  inner?: boolean;
}

/**
 * Reads CSS selectors by their grammar, as `querySelector` of Chromium does: https://www.w3.org/TR/selectors-4/#grammar
 * Stricter than that in three points: what is open at the end is not closed for the writer; what stands in :is() and :where()
 * must be selectors, though browsers forgive anything there; and nothing in parentheses follows a pseudo-element.
 */
export function checkCss(text: string): void {
  try {
    new SelectorReader(text, cssTokens(text)).readWhole();
  } catch (thrown) {
    throw thrown instanceof Unclosed ? new NotASelector(`${thrown.message} is not closed`) : thrown;
  }
}

class SelectorReader extends TokenReader<CssToken> {
  constructor(
    private readonly text: string,
    tokens: readonly CssToken[],
  ) {
    super(tokens);
  }

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
      const by = type === 'function' ? '(' : type === 'punctuation' ? text : '';
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

  private list(nesting: Nesting, relative = false): void {
    do {
      this.skipBlank();
      this.complex(nesting, relative);
    } while (this.take('punctuation', ','));
  }

  private complex(nesting: Nesting, relative: boolean): void {
    if (relative && this.isCombinator()) this.combinator();
    let ended = this.compound(nesting);
    for (;;) {
      const blank = this.skipBlank();
      const next = this.peek();
      if (!next || this.is('punctuation', ',') || this.is('punctuation', ')')) return;
      if (this.isCombinator()) this.combinator();
      else if (!blank) throw this.unexpected(next);
      if (ended) throw nothingFollows();
      ended = this.compound(nesting);
    }
  }

  private isCombinator(): boolean {
    const next = this.peek();
    return next?.type === 'punctuation' && combinators.has(next.text);
  }

  private combinator(): void {
    this.at += 1;
    this.skipBlank();
  }

  /** True if it ends in a pseudo-element. */
  private compound(nesting: Nesting): boolean {
    const start = this.at;
    this.typeName();
    while (this.simple(nesting)) {}
    if (this.is('punctuation', ':')) {
      this.pseudoElement(nesting);
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
    const isName = this.takeAny('name') || this.take('punctuation', '*');
    if (!this.is('punctuation', '|')) return;
    if (isName && this.tokens[this.at - 1]?.text !== '*')
      throw new NotASelector('only the namespaces *| and | are known');
    this.at += 1;
    if (!this.takeAny('name') && !this.take('punctuation', '*')) throw this.missing('a name');
  }

  /** One thing that an element must be; false where none follows, or a pseudo-element does. */
  private simple(nesting: Nesting): boolean {
    if (this.takeAny('hash') || this.take('punctuation', '&')) return true;
    if (this.is('punctuation', '#')) throw this.missing('a name');
    if (this.take('punctuation', '.')) {
      if (!this.takeAny('name')) throw this.missing('a name');
      return true;
    }
    if (this.is('punctuation', '[')) {
      this.attribute();
      return true;
    }
    if (!this.is('punctuation', ':') || this.isPseudoElement()) return false;
    this.pseudoClass(nesting);
    return true;
  }

  private attribute(): void {
    this.at += 1;
    this.skipBlank();
    const isAny = this.take('punctuation', '*');
    if (isAny && !this.is('punctuation', '|')) throw this.missing('the name of an attribute');
    if (this.is('punctuation', '|')) this.at += 1;
    if (!this.takeAny('name')) throw this.missing('the name of an attribute');
    if (this.is('punctuation', '|') && !this.is('punctuation', '=', 1))
      throw new NotASelector('only the namespaces *| and | are known');
    this.skipBlank();
    if (this.take('punctuation', ']')) return;
    const test = this.peek();
    // Such as ~= is one word: not even a comment may stand in it.
    if (test?.type === 'punctuation' && attributeTests.has(test.text) && this.peek(1)?.start === test.end)
      this.at += 1;
    if (!this.take('punctuation', '=')) throw this.unexpected(this.peek());
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
    if (this.take('punctuation', ']')) return;
    throw this.peek()?.type === 'name'
      ? this.unexpected(this.peek())
      : new NotASelector('a value that is not a plain word must stand in quotes');
  }

  private isPseudoElement(): boolean {
    const next = this.peek(1);
    if (next?.type === 'punctuation' && next.text === ':') return true;
    return next?.type === 'name' && oldElements.has(next.text.toLowerCase());
  }

  private pseudoClass(nesting: Nesting): void {
    this.at += 1;
    const named = this.peek();
    if (named?.type !== 'name' && named?.type !== 'function') throw this.missing('a name');
    this.at += 1;
    const name = named.text.toLowerCase();
    if (named.type === 'name') {
      if (!plainClasses.has(name)) throw unknown(`:${name}`, 'pseudo-class');
      return;
    }
    this.argument(name, nesting);
    this.close();
  }

  private argument(name: string, nesting: Nesting): void {
    const inner: Nesting = { ...nesting, inner: true };
    this.skipBlank();
    switch (name) {
      case 'is':
      case 'where':
        if (!this.is('punctuation', ')')) this.list(inner);
        return;
      case 'not':
      case '-webkit-any':
        this.list(inner);
        return;
      case 'has':
        if (nesting.inHas) throw new NotASelector(':has() can not stand in another');
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
        } while (this.take('punctuation', ','));
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
      // What only a comment stands between is not one word.
      const word = wordOfPattern(next);
      written += next.start === end ? word : ` ${word}`;
      ({ end } = next);
      this.at += 1;
    }
    if (!pattern.test(written))
      throw new NotASelector('a number, odd, even or a pattern such as 2n+1 is missing');
  }

  private pseudoElement(nesting: Nesting): void {
    if (nesting.inner) throw new NotASelector('a pseudo-element can not stand in a pseudo-class');
    let before: string | undefined;
    while (this.is('punctuation', ':') && this.isPseudoElement()) {
      this.at += this.is('punctuation', ':', 1) ? 2 : 1;
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
      const classes = classesAfter(name);
      while (this.is('punctuation', ':') && !this.isPseudoElement()) {
        const follows = this.peek(1);
        if (follows?.type !== 'name' || !classes.has(follows.text.toLowerCase())) throw nothingFollows();
        this.at += 2;
      }
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
        if (!this.takeAny('name') && !this.take('punctuation', '*')) throw this.missing('a word');
        return;
      case 'view-transition-group':
      case 'view-transition-group-children':
      case 'view-transition-image-pair':
      case 'view-transition-new':
      case 'view-transition-old': {
        const start = this.at;
        if (!this.takeAny('name')) this.take('punctuation', '*');
        while (this.take('punctuation', '.')) if (!this.takeAny('name')) throw this.missing('a name');
        if (this.at === start) throw this.missing('a word');
        return;
      }
      default:
        throw unknown(`::${name}()`, 'pseudo-element');
    }
  }

  private close(): void {
    this.skipBlank();
    if (!this.take('punctuation', ')')) throw this.unexpected(this.peek());
  }

  /** The words of the grammar are the same in either case. */
  protected override textOf({ text }: CssToken): string {
    return text.toLowerCase();
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

/** A word as it counts in such a pattern: escapes may have written what none has. */
function wordOfPattern({ type, text }: CssToken): string {
  if (type === 'blank') return ' ';
  if (type === 'punctuation') return text;
  if (type === 'name') return /^(?:odd|even|-?n(?:-\d*)?)$/i.test(text) ? text : '?';
  return type === 'number' && /^[+-]?\d+(?:n(?:-\d*)?)?$/i.test(text) ? text : '?';
}

function nothingFollows(): NotASelector {
  return new NotASelector('nothing can follow a pseudo-element');
}

function unknown(name: string, what: string): NotASelector {
  return new NotASelector(`${quote(name, 40)} is not a ${what} that browsers know`);
}
