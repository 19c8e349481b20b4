/** Replaces words of ours in a text, leaving alone what stands in JSON quotes: that is the page's. */
export function mapOutsideQuotes(text: string, words: RegExp, change: (word: string) => string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|([^"]+|")/g, (_all, quoted: string | undefined, plain: string) =>
    quoted === undefined ? plain.replace(words, change) : quoted,
  );
}
