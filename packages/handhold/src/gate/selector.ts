import { Failure } from '../errors.js';
import { checkCss, NotASelector } from './css-selector.js';
import { quote } from './untrusted.js';

const maxLength = 1000;

/** Checks a selector by reading it: CSS by its grammar, of XPath that brackets and quotes close, of `text=` that a text follows. */
export function checkSelector(selector: string): void {
  const text = selector.trim();
  if (text === '') throw bad(selector, 'it is empty');
  if (text.length > maxLength) throw bad(selector, `it is longer than ${maxLength} characters`);
  if (text.includes('\0')) throw bad(selector, 'it contains a NUL character');
  if (text.startsWith('text=')) {
    if (text.slice(5).trim() === '') throw bad(selector, 'no text follows text=');
    return;
  }
  if (text.startsWith('//') || text.startsWith('xpath=')) {
    const unclosed = unclosedInXPath(text);
    if (unclosed) throw bad(selector, `${unclosed} is not closed`);
    return;
  }
  try {
    checkCss(selector);
  } catch (thrown) {
    throw thrown instanceof NotASelector ? bad(selector, thrown.message) : thrown;
  }
}

const pairs: Record<string, string> = { '(': ')', '[': ']' };

function unclosedInXPath(text: string): string | undefined {
  const open: string[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char === '"' || char === "'") {
      const end = text.indexOf(char, i + 1);
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

function bad(selector: string, why: string): Failure {
  return new Failure('invalid_selector', `${quote(selector, 200)} is not a selector: ${why}.`);
}
