/** The words that CSS is read in, as browsers cut them: https://www.w3.org/TR/css-syntax-3/#tokenization */
export interface CssToken {
  /** A single character stands for itself; `other` is what no selector has outside of quotes. */
  type: 'name' | 'function' | 'hash' | 'string' | 'number' | 'blank' | 'punctuation' | 'other';
  /** A name or string without its escapes, or the character. */
  text: string;
  start: number;
  end: number;
}

/** Thrown for a quote, comment or escape that does not end. */
export class Unclosed extends Error {}

const blank = /[ \t\r\n\f]/;
const nameStart = /[a-z_\u0080-\u{10ffff}]/iu;
const nameCharacter = /[-\w\u0080-\u{10ffff}]/u;
const digits = /[+-]?(?:\d*\.\d+|\d+)(?:e[+-]?\d+)?/iy;
const escaped = /\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\r\n\f])?|([^\r\n\f]))/iuy;

export function cssTokens(text: string): CssToken[] {
  const tokens: CssToken[] = [];
  for (let at = 0; at < text.length; ) {
    if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      if (end < 0) throw new Unclosed('/*');
      at = end + 2;
      continue;
    }
    const token = { ...tokenAt(text, at), start: at };
    // A comment between blanks leaves one.
    if (token.type !== 'blank' || tokens.at(-1)?.type !== 'blank') tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(text: string, at: number): Omit<CssToken, 'start'> {
  const char = text[at] ?? '';
  if (blank.test(char)) {
    let end = at + 1;
    while (blank.test(text[end] ?? '')) end += 1;
    return { type: 'blank', text: ' ', end };
  }
  if (char === '"' || char === "'") return stringAt(text, at);
  if (char === '#') {
    const isId = startsName(text, at + 1);
    const { name, end } = nameAt(text, at + 1);
    if (isId) return { type: 'hash', text: name, end };
    return { type: name === '' ? 'punctuation' : 'other', text: text.slice(at, end), end };
  }
  digits.lastIndex = at;
  const number = digits.exec(text)?.[0];
  if (number !== undefined) {
    const after = at + number.length;
    const unit = startsName(text, after) ? nameAt(text, after) : { name: '', end: after };
    return { type: 'number', text: number + unit.name, end: unit.end };
  }
  if (text.startsWith('-->', at)) return { type: 'other', text: '-->', end: at + 3 };
  if (startsName(text, at)) {
    const { name, end } = nameAt(text, at);
    return text[end] === '('
      ? { type: 'function', text: name, end: end + 1 }
      : { type: 'name', text: name, end };
  }
  const whole = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { type: 'punctuation', text: whole, end: at + whole.length };
}

function stringAt(text: string, start: number): Omit<CssToken, 'start'> {
  const quote = text[start] ?? '';
  let value = '';
  for (let at = start + 1; at < text.length; ) {
    const char = text[at] ?? '';
    if (char === quote) return { type: 'string', text: value, end: at + 1 };
    const broken = /^\\(?:\r\n|[\r\n\f])/.exec(text.slice(at, at + 3))?.[0];
    if (broken) at += broken.length;
    else if (char === '\\') {
      const { char: meant, end } = escapeAt(text, at);
      value += meant;
      at = end;
    } else if (/[\r\n\f]/.test(char)) break;
    else {
      value += char;
      at += 1;
    }
  }
  throw new Unclosed(quote);
}

function startsName(text: string, at: number): boolean {
  const first = characterAt(text, at);
  if (first !== '-') return nameStart.test(first) || isEscape(text, at);
  const second = characterAt(text, at + 1);
  return second === '-' || nameStart.test(second) || isEscape(text, at + 1);
}

function nameAt(text: string, start: number): { name: string; end: number } {
  let name = '';
  let at = start;
  for (;;) {
    const char = characterAt(text, at);
    if (char !== '' && nameCharacter.test(char)) {
      name += char;
      at += char.length;
    } else if (isEscape(text, at)) {
      const { char: meant, end } = escapeAt(text, at);
      name += meant;
      at = end;
    } else return { name, end: at };
  }
}

function isEscape(text: string, at: number): boolean {
  return text[at] === '\\' && !/[\r\n\f]/.test(text[at + 1] ?? '');
}

function escapeAt(text: string, at: number): { char: string; end: number } {
  escaped.lastIndex = at;
  const found = escaped.exec(text);
  if (!found) throw new Unclosed('\\');
  const [whole, hex, char = ''] = found;
  const code = Number.parseInt(hex ?? '', 16);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return {
    char: hex === undefined ? char : isCharacter ? String.fromCodePoint(code) : '\ufffd',
    end: at + whole.length,
  };
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}
