import { misused } from './parameters.js';

/** A line as the words it is made of, by the rules of shells: quotes keep blanks, a backslash the next character. */
export function wordsIn(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? '';
    if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
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
