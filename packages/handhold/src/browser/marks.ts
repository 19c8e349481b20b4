import type { Memory } from '../page/shown-page.js';

/** What the agent knew of a page at some time. */
export interface Mark {
  tab: string;
  known: Memory;
  /** When it was made. */
  at: number;
}

const maxMarks = 8;

/** The last few marks of a session, by number. */
export class Marks {
  private readonly kept = new Map<number, Mark>();
  private last = 0;

  add(mark: Mark): number {
    this.last += 1;
    this.kept.set(this.last, mark);
    const [oldest] = this.kept.keys();
    if (this.kept.size > maxMarks && oldest !== undefined) this.kept.delete(oldest);
    return this.last;
  }

  get(number: number): Mark | undefined {
    return this.kept.get(number);
  }
}
