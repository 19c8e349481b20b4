import type { Memory } from '../page/shown-page.js';

/** A page as the agent last saw it at some time, to be compared with what it is later. */
export interface Baseline {
  tab: string;
  known: Memory;
  /** When it was made. */
  at: number;
}

const most = 8;

/** The last few baselines of a session, by number. */
export class Baselines {
  private readonly byNumber = new Map<number, Baseline>();
  private last = 0;

  add(baseline: Baseline): number {
    this.last += 1;
    this.byNumber.set(this.last, baseline);
    const [oldest] = this.byNumber.keys();
    if (this.byNumber.size > most && oldest !== undefined) this.byNumber.delete(oldest);
    return this.last;
  }

  get(number: number): Baseline | undefined {
    return this.byNumber.get(number);
  }
}
