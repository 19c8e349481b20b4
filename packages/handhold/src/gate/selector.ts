import { Failure } from '../errors.js';
import { quote } from './untrusted.js';

const maxLength = 1000;

/**
 * Checks that a selector could be one, by reading it rather than by patterns: brackets and quotes must close.
 * Whether the browser knows every pseudo-class in it, only the browser can say.
 */
export function checkSelector(selector: string): void {
  const text = selector.trim();
  if (text === '') throw bad(selector, 'it is empty');
  if (text.length > maxLength) throw bad(selector, `it is longer than ${maxLength} characters`);
  if (text.includes('\0')) throw bad(selector, 'it contains a NUL character');
  if (text.startsWith('text=')) {
    if (text.slice(5).trim() === '') throw bad(selector, 'no text follows text=');
    return;
  }
  const xpath = text.startsWith('//') || text.startsWith('xpath=');
  const unclosed = firstUnclosed(text, xpath);
  if (unclosed) throw bad(selector, `${unclosed} is not closed`);
  if (!xpath) checkCss(selector, text);
}

function checkCss(selector: string, text: string): void {
  const bare = withoutStrings(text);
  if (/^[>+~,]|[>+~,]\s*$|,\s*,|[>+~]\s*[>+~]/.test(bare.trim()))
    throw bad(selector, 'a combinator or comma has nothing beside it');
  if (/:{3,}|[#.](?=[\s>+~,.#:]|$)|:(?=[\s>+~,]|$)/.test(bare)) throw bad(selector, 'a name is missing');
  if (/[{};<]/.test(bare)) throw bad(selector, 'it contains a character that selectors do not have');
}

function withoutStrings(text: string): string {
  return text.replace(/\\./g, 'x').replace(/"[^"]*"|'[^']*'/g, '"x"');
}

const pairs: Record<string, string> = { '(': ')', '[': ']' };

function firstUnclosed(text: string, xpath: boolean): string | undefined {
  const open: string[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char === '\\' && !xpath) i += 1;
    else if (char === '"' || char === "'") {
      const end = closingQuote(text, i, xpath);
      if (end < 0) return char;
      i = end;
    } else if (pairs[char]) open.push(char);
    else if (char === ')' || char === ']') {
      const last = open.pop();
      if (!last || pairs[last] !== char) return char;
    }
  }
  return open.pop();
}

function closingQuote(text: string, start: number, xpath: boolean): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\' && !xpath) i += 1;
    else if (text[i] === text[start]) return i;
  }
  return -1;
}

function bad(selector: string, why: string): Failure {
  return new Failure('invalid_selector', `${quote(selector, 200)} is not a selector: ${why}.`);
}
