import { NotASelector } from './not-a-selector.js';
import { TokenReader } from './token-reader.js';
import { quote } from './untrusted.js';

interface XPathToken {
  type: 'operator' | 'function' | 'nodeType' | 'axis' | 'name' | 'literal' | 'number' | 'punctuation';
  text: string;
}

const nodeTypes = new Set(['comment', 'node', 'processing-instruction', 'text']);
const axes = new Set(
  `ancestor ancestor-or-self attribute child descendant descendant-or-self following following-sibling namespace parent
  preceding preceding-sibling self`.split(/\s+/),
);
/** The functions there are, with how many arguments each takes. */
const functions: Readonly<Record<string, readonly [least: number, most: number]>> = {
  boolean: [1, 1],
  ceiling: [1, 1],
  concat: [2, 99],
  contains: [2, 2],
  count: [1, 1],
  false: [0, 0],
  floor: [1, 1],
  id: [1, 1],
  lang: [1, 1],
  last: [0, 0],
  'local-name': [0, 1],
  name: [0, 1],
  'namespace-uri': [0, 1],
  'normalize-space': [0, 1],
  not: [1, 1],
  number: [0, 1],
  position: [0, 0],
  round: [1, 1],
  'starts-with': [2, 2],
  string: [0, 1],
  'string-length': [0, 1],
  substring: [2, 3],
  'substring-after': [2, 2],
  'substring-before': [2, 2],
  sum: [1, 1],
  translate: [3, 3],
  true: [0, 0],
};
const wordOperators = new Set(['and', 'or', 'mod', 'div']);
const blanks = /[ \t\r\n]*/y;
const punctuation = /\.\.|::|\/\/|!=|<=|>=|[()[\].@,/|+\-=<>*]/y;
const name = /[\p{L}_][\p{L}\p{N}\p{M}_.\-\u00b7]*/uy;
const number = /\d+(?:\.\d*)?|\.\d+/y;
const operators = new Set(['//', '/', '|', '+', '-', '=', '!=', '<', '<=', '>', '>=']);
/** The tokens after which a name or star is no operator. */
const opening = new Set(['@', '::', '(', '[', ',']);

/** Reads XPath 1.0 by its grammar, as `document.evaluate` does without namespaces: https://www.w3.org/TR/xpath-10/ */
export function checkXPath(text: string): void {
  new XPathReader(tokensOf(text)).readWhole();
}

function tokensOf(text: string): XPathToken[] {
  const tokens: XPathToken[] = [];
  let at = 0;
  const take = (form: RegExp): string | undefined => {
    form.lastIndex = at;
    const found = form.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  for (;;) {
    take(blanks);
    if (at >= text.length) return tokens;
    const char = text[at] ?? '';
    if (char === '"' || char === "'") {
      const end = text.indexOf(char, at + 1);
      if (end < 0) throw new NotASelector(`${char} is not closed`);
      tokens.push({ type: 'literal', text: text.slice(at + 1, end) });
      at = end + 1;
      continue;
    }
    const digits = take(number);
    if (digits !== undefined) {
      tokens.push({ type: 'number', text: digits });
      continue;
    }
    const before = tokens.at(-1);
    const canBeOperator =
      before !== undefined &&
      before.type !== 'operator' &&
      !(before.type === 'punctuation' && opening.has(before.text));
    const sign = take(punctuation);
    if (sign !== undefined) {
      const isOperator = operators.has(sign) || (sign === '*' && canBeOperator);
      tokens.push({ type: isOperator ? 'operator' : 'punctuation', text: sign });
      continue;
    }
    const word = take(name);
    if (word === undefined) throw cannotStand(String.fromCodePoint(text.codePointAt(at) ?? 0));
    tokens.push({ type: kindOf(word, canBeOperator, text.slice(at)), text: word });
  }
}

function kindOf(word: string, canBeOperator: boolean, rest: string): XPathToken['type'] {
  if (canBeOperator) {
    if (wordOperators.has(word)) return 'operator';
    throw cannotStand(word);
  }
  if (/^[ \t\r\n]*\(/.test(rest)) return nodeTypes.has(word) ? 'nodeType' : 'function';
  if (/^[ \t\r\n]*::/.test(rest)) return 'axis';
  if (/^:/.test(rest)) throw new NotASelector(`the namespace ${quote(word, 40)} is not known`);
  return 'name';
}

class XPathReader extends TokenReader<XPathToken> {
  readWhole(): void {
    this.expression();
    const rest = this.peek();
    if (rest) throw cannotStand(rest.text);
  }

  /** Which operator binds closer makes no difference to what can be read, but that paths alone are put together by |. */
  private expression(): void {
    do {
      while (this.take('operator', '-')) {}
      do this.path();
      while (this.take('operator', '|'));
    } while (this.takeOperator());
  }

  private takeOperator(): boolean {
    const next = this.peek();
    const isOne = next?.type === 'operator' && next.text !== '/' && next.text !== '//';
    if (isOne) this.at += 1;
    return isOne;
  }

  private path(): void {
    if (this.primary()) {
      this.predicates();
      if (this.takeSlash()) this.relative();
      return;
    }
    const slash = this.peek();
    // The document itself is a path, too.
    if (!this.takeSlash() || slash?.text === '//' || this.beginsStep()) this.relative();
  }

  private takeSlash(): boolean {
    return this.take('operator', '/') || this.take('operator', '//');
  }

  private beginsStep(): boolean {
    const next = this.peek();
    if (!next) return false;
    if (next.type === 'punctuation') return ['.', '..', '@', '*'].includes(next.text);
    return next.type === 'axis' || next.type === 'name' || next.type === 'nodeType';
  }

  private primary(): boolean {
    if (this.takeAny('literal') || this.takeAny('number')) return true;
    if (this.take('punctuation', '(')) {
      this.expression();
      this.close(')');
      return true;
    }
    const next = this.peek();
    if (next?.type !== 'function') return false;
    this.at += 1;
    this.call(next.text);
    return true;
  }

  private call(called: string): void {
    const takes = Object.hasOwn(functions, called) ? functions[called] : undefined;
    if (!takes) throw new NotASelector(`${quote(`${called}()`, 40)} is not a function of XPath`);
    this.close('(');
    let given = 0;
    if (!this.is('punctuation', ')')) {
      do {
        this.expression();
        given += 1;
      } while (this.take('punctuation', ','));
    }
    this.close(')');
    if (given < takes[0] || given > takes[1])
      throw new NotASelector(`${called}() takes another number of arguments`);
  }

  private relative(): void {
    do this.step();
    while (this.takeSlash());
  }

  private step(): void {
    if (this.take('punctuation', '.') || this.take('punctuation', '..')) return;
    const axis = this.peek();
    if (axis?.type === 'axis') {
      if (!axes.has(axis.text)) throw new NotASelector(`${quote(axis.text, 40)} is not an axis of XPath`);
      this.at += 1;
      this.close('::');
    } else this.take('punctuation', '@');
    const type = this.peek();
    if (type?.type === 'nodeType') {
      this.at += 1;
      this.close('(');
      if (type.text === 'processing-instruction') this.takeAny('literal');
      this.close(')');
    } else if (!this.takeAny('name') && !this.take('punctuation', '*')) {
      throw type ? cannotStand(type.text) : new NotASelector('it ends too early');
    }
    this.predicates();
  }

  private predicates(): void {
    while (this.take('punctuation', '[')) {
      this.expression();
      this.close(']');
    }
  }

  private close(sign: string): void {
    if (this.take('punctuation', sign)) return;
    const next = this.peek();
    const open = sign === ']' ? '[' : sign === ')' ? '(' : undefined;
    if (!next && open) throw new NotASelector(`${open} is not closed`);
    throw next ? cannotStand(next.text) : new NotASelector('it ends too early');
  }
}

function cannotStand(text: string): NotASelector {
  return new NotASelector(`${quote(text, 40)} can not stand there`);
}
