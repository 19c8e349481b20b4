import { randomFillSync } from 'node:crypto';
import { visibleOnly } from '../page/injected/dom/invisible.js';
import { nonceWords } from './nonce-words.js';

export { visibleOnly } from '../page/injected/dom/invisible.js';

/** A text of at most so many characters; the ellipsis also tells whoever takes out secrets that one may end here. */
export function cut(text: string, max: number): string {
  return text.length > max ? `${cutAt(text, max - 1)}…` : text;
}

/** Said once of lines in which something is cut; words right after an ellipsis may be taken for the end of a secret. */
export const cutHint = 'what is cut: browser_read {ref} has the whole';

/** A string a page controls: on one line, in JSON quotes, cut with an ellipsis. */
export function quote(text: string, max = 100): string {
  const clean = visibleOnly(text).toWellFormed();
  return JSON.stringify(cut(clean, max))
    .replace(fenceLike, '\\u003c')
    .replace(
      /[\u007f-\u009f\u2028\u2029]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

/** Words of ours that may quote others: on one line, whatever they quote. */
export function ownLine(text: string): string {
  return visibleOnly(text)
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
}

/** Cuts without splitting a surrogate pair. */
function cutAt(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Said of what a person likely can't see. */
export const likelyHidden = 'likely hidden';
/** No page can mark its text so itself. */
export const forgedMark = new RegExp(`^\\(${likelyHidden}\\)`);

/** The same line, labelled as a text that a person likely can't see. */
export function markedHidden(line: string): string {
  return `(${likelyHidden}) ${line}`;
}

/** Prose of a page, on one line and without anything in it that could be read as one of our refs. */
export function inlineProse(text: string, max = 2000): string {
  const line = visibleOnly(text)
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ')
    .trim();
  return cut(line, max)
    .replace(/@(?=e\d)/g, '\\@')
    .replace(fenceLike, '\\<');
}

/** The same at the start of a line, where it can't pass for one of ours either. */
export function prose(text: string, max = 2000): string {
  // One that begins with a backslash is escaped already.
  return inlineProse(text, max)
    .replace(/^[@#+\-~<|…]/, '\\$&')
    .replace(forgedMark, '\\$&');
}

/** An address as the WHATWG parser writes it, between angle brackets. */
export function address(url: string, max = 300): string {
  let text: string;
  try {
    text = new URL(url).href;
  } catch {
    text = 'about:invalid';
  }
  const safe = text.replace(/[<>\s\u0000-\u001f\u007f-\u009f]/g, encodeURIComponent);
  return `<${safe.length > max ? `${safe.slice(0, max - 1)}…` : safe}>`;
}

/** The origin of a dialog, in words. */
export function sourceOf({ origin }: { origin: string }): string {
  return origin === 'null' ? 'from a document whose origin is not known' : `from ${address(origin)}`;
}

/** Puts page-derived lines in a fence that the page can't know. */
export function fence(lines: string): string {
  const word = nonce();
  return `<page ${word}>\n${lines}\n</page ${word}>`;
}

/** The parts of a page in a text that a model reads: in a fence, in JSON quotes, in an address. */
const ofPage = /^<page (\w+)>$[\s\S]*?^<\/page \1>$|"(?:[^"\\\n]|\\.)*"|<[^<>\s]*>/gm;

/** Lines of ours inside a fence, which no line of a page can look like. */
const ourLines = new RegExp(`^(?:… .*|${cutHint.replace(/[{}]/g, '\\$&')})$`, 'gm');

/** Replaces words of ours in a text; those of a page stay as they are. */
export function changeOurWords(text: string, words: RegExp, change: (word: string) => string): string {
  let changed = '';
  let at = 0;
  for (const match of text.matchAll(ofPage)) {
    const [theirs, fenced] = match;
    changed += text.slice(at, match.index).replace(words, change);
    changed += fenced === undefined ? theirs : changeOurLines(theirs, words, change);
    at = match.index + theirs.length;
  }
  return changed + text.slice(at).replace(words, change);
}

/** The same in lines of a page: only the lines there that are ours change. */
export function changeOurLines(lines: string, words: RegExp, change: (word: string) => string): string {
  return lines.replace(ourLines, (line) => line.replace(words, change));
}

/** Asking for many at once costs as much as asking for one. */
const pool = Buffer.alloc(6 * 256);
let used = pool.length;

/** 48 bits that nobody can guess, as four words: models read a token each, and hex as twice as many. */
function nonce(): string {
  if (used + 6 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bits = pool.readUIntBE(used, 6);
  used += 6;
  return [36, 24, 12, 0].map((place) => nonceWords[Math.floor(bits / 2 ** place) % 4096]).join('');
}

/** The beginning of anything that could be taken for a fence by whoever reads fast. */
const fenceLike = /<(?=\/?page\b)/gi;

/**
 * Our own lines with nothing in them that speaks to agents: what a page wrote stands in quotes or angle brackets there, and
 * where that reads like an order it is left to the lines in the fence.
 */
export function withoutOrders(text: string): string {
  if (!text.includes('"') && !text.includes('<')) return text;
  return text
    .replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => (addressesAgents(plainWords(quoted)) ? '"…"' : quoted))
    .replace(/<(\w+:\/\/[^/<>]*)([^<>]*)>/g, (whole, origin: string, rest: string) =>
      addressesAgents(plainWords(rest)) ? `<${origin}/…>` : whole,
    );
}

/** Words however they are joined or encoded. */
function plainWords(text: string): string {
  const decoded = text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
  return decoded.replace(/\\[nrt]|[-_+.,;:/?&=#~|]+/g, ' ');
}

/** Phrases that speak to a model rather than to a person. */
const agentTalk =
  /\b(ignore|disregard|forget|override)\b.{0,30}\b(previous|prior|above|earlier|all|your|any)\b.{0,30}\b(instruction|prompt|rule|direction|command|context|guideline)s?\b|\b(ai|llm|language model|browser|web|autonomous)[ -]?(agent|assistant|bot|model)s?\b.{0,60}\b(must|should|shall|please|need to|have to|are required|instruction|ignore|do not tell)\b|\b(you are|as) an? (ai|llm|language model|autonomous agent|chatbot|helpful assistant)\b|\b(new|updated|real|hidden|secret) (system )?(instruction|prompt|directive)s?\b *:|\bsystem prompt\b|<\/?(system|assistant|tool_result|function_results|instructions?)>|\[\/?INST\]|<\|im_(start|end)\|>|\bdo not (tell|inform|alert|mention (this|it) to) the (user|human|operator)\b/i;

/** True if a text seems to be written for AI agents. */
export function addressesAgents(text: string): boolean {
  return agentTalk.test(text.length > 100_000 ? text.slice(0, 100_000) : text);
}
