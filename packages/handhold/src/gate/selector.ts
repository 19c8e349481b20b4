import { Failure } from '../errors.js';
import { checkCss } from './css-selector.js';
import { NotASelector } from './not-a-selector.js';
import { quote } from './untrusted.js';
import { checkXPath } from './xpath.js';

const maxLength = 1000;

/** Checks a selector by reading it: CSS and XPath by their grammars, `text=` for a text that follows. */
export function checkSelector(selector: string): void {
  const text = selector.trim();
  if (text === '') throw bad(selector, 'it is empty');
  if (text.length > maxLength) throw bad(selector, `it is longer than ${maxLength} characters`);
  if (text.includes('\0')) throw bad(selector, 'it contains a NUL character');
  if (/^@e?\d/.test(text)) throw bad(selector, 'it looks like a ref');
  if (selector.startsWith('text=')) {
    if (selector.slice(5).trim() === '') throw bad(selector, 'no text follows text=');
    return;
  }
  try {
    if (selector.startsWith('//') || selector.startsWith('xpath='))
      checkXPath(selector.replace(/^xpath=/, ''));
    else checkCss(selector);
  } catch (thrown) {
    throw thrown instanceof NotASelector ? bad(selector, thrown.message) : thrown;
  }
}

function bad(selector: string, why: string): Failure {
  return new Failure('invalid_selector', `${quote(selector, 200)} is not a selector: ${why}.`);
}
