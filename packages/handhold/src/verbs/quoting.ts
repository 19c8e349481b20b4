import { misused } from './parameters.js';

/**
 * A line as the words it is made of, by the rules of shells: quotes keep blanks, a backslash the next character. JSON is
 * a word as it stands.
 */
export function wordsIn(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? '';
    const json = word === undefined ? jsonAt(line, at) : undefined;
    if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (json !== undefined) {
      word = json;
      at += json.length - 1;
    } else if (letter === "'" || letter === '"') {
      const end = endOfQuote(line, at);
      const inner = line.slice(at + 1, end);
      word = (word ?? '') + (letter === "'" ? inner : inner.replace(/\\(["\\$`])/g, '$1'));
      at = end;
    } else if (letter === '\\' && at + 1 < line.length) {
      at += 1;
      word = (word ?? '') + line[at];
    } else word = (word ?? '') + letter;
  }
  if (word !== undefined) words.push(word);
  return words;
}

const longestJson = 20_000;
const maxEnds = 100;

/** The object or array that begins at a place of a line, with nothing right behind it. */
function jsonAt(line: string, from: number): string | undefined {
  if (!/[[{]/.test(line[from] ?? '')) return undefined;
  const ends = [...line.slice(from, from + longestJson).matchAll(/[\]}](?=\s|$)/g)].slice(0, maxEnds);
  for (const { index, 0: end } of ends) {
    const text = line.slice(from, from + index + end.length);
    try {
      JSON.parse(text);
      return text;
    } catch {
      // It may go on behind this bracket.
    }
  }
  return undefined;
}

function endOfQuote(line: string, from: number): number {
  const quote = line[from];
  for (let at = from + 1; at < line.length; at += 1) {
    if (line[at] === quote) return at;
    if (quote === '"' && line[at] === '\\') at += 1;
  }
  const rest = line.slice(from, from + 40);
  throw misused(`The quote that begins at ${rest} has no end: put text with an apostrophe in double quotes.`);
}

/** Words as one line that a shell takes apart again. */
export function lineOf(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (!word.includes("'")) return `'${word}'`;
  return /["\\$`!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
