import { squash } from './tree.js';

/** Comparing texts as a reader does, so that whatever was printed of a page can be given back to us. */

/** A text as it is compared: on one line, without what can't be seen, whatever its case. */
export function fold(text: string): string {
  return squash(text.toWellFormed().normalize('NFC')).toLowerCase();
}

/** Of what was printed: a backslash that keeps it from passing for a line of ours, an ellipsis where it was cut. */
const escaped = /^\\(?=[@#+\-~<|…(])|\\(?=@e\d|<\/?page\b|\|)/gi;
const cutOff = /^…\s*|\s*…$/g;
/** Nothing shorter is ever cut: an ellipsis there is the page's own. */
const leastCut = 30;

/** A text that is looked for, in the ways in which it may be meant: as it stands, or as a copy of what was printed. */
export class WantedText {
  private readonly readings: readonly string[];

  constructor(text: string) {
    const plain = fold(text);
    const printed = fold(text.trim().replace(escaped, ''));
    const whole = printed.length > leastCut ? printed.replace(cutOff, '') : printed;
    this.readings = [...new Set([plain, printed, whole])];
  }

  /** Where it stands in a text that is folded, too; undefined where it doesn't. */
  placeIn(folded: string): { from: number; to: number } | undefined {
    for (const reading of this.readings) {
      const from = folded.indexOf(reading);
      if (from >= 0) return { from, to: from + reading.length };
    }
    return undefined;
  }

  isIn(text: string): boolean {
    return this.placeIn(fold(text)) !== undefined;
  }

  /** True if a text is all that is wanted. */
  is(text: string): boolean {
    return this.readings.includes(fold(text));
  }
}
