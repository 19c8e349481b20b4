import { isCardNumber } from '../page/injected/risk/card-number.js';

/** As many as the longest number of a card has. */
const longest = 19;

/** Digits that are typed piece by piece: key by key, in halves, box by box. */
export class TypedDigits {
  private pieces: string[] = [];

  /** The card numbers that are complete once this is typed, too; a text that is none ends what went before it. */
  add(text: string): string[] {
    const digits = text.replace(/[\s.\p{Pd}]/gu, '');
    if (digits === '') return [];
    if (!/^\d{1,19}$/.test(digits)) {
      this.pieces = [];
      return [];
    }
    this.pieces = [...this.pieces, digits].slice(-longest);
    const found: string[] = [];
    let run = '';
    for (let at = this.pieces.length - 1; at >= 0 && run.length <= longest; at--) {
      run = `${this.pieces[at]}${run}`;
      if (isCardNumber(run)) found.push(run);
    }
    return found;
  }

  /** The last one was taken back. */
  takeBack(): void {
    const last = this.pieces.pop()?.slice(0, -1);
    if (last) this.pieces.push(last);
  }
}
