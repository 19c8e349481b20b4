import { cut, ownLine, quote } from './untrusted.js';

/** Parts of the sentence by which a person is told of an action; text of pages and arguments stands in quotes. */

const longest = 300;
const longestScript = 1600;

/** A text that is typed, a path or a message. */
export function valueText(text: string): string {
  return quote(text, longest);
}

/** Any value on one line. */
export function shortly(given: unknown): string {
  if (typeof given === 'string') return valueText(given);
  return cut(ownLine(JSON.stringify(given) ?? 'nothing'), 1000);
}

/** A script from both its ends, where it is too long to be read: what matters may stand after a long comment. */
export function scriptText(script: string): string {
  const text = script.replace(/\s+/g, ' ').trim();
  if (text.length <= longestScript) return quote(text, longestScript);
  const half = longestScript / 2;
  const left = text.length - longestScript;
  return `${quote(text.slice(0, half), half)} … ${left} more characters … ${quote(text.slice(-half), half)}`;
}

/** An element by its role and name. */
export function elementText({ role, name }: { role: string; name: string }): string {
  return name ? `${role} ${quote(name, 100)}` : `a ${role} without a name`;
}
