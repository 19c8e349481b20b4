import type { ShownState } from '../page/shown-page.js';

/** A page as the agent had seen it at some time. */
export interface Checkpoint {
  tab: string;
  memory: ShownState;
  /** When it was taken. */
  at: number;
}

const maxCheckpoints = 8;

/** The last few checkpoints of a session, by number. */
export class Checkpoints {
  private readonly byNumber = new Map<number, Checkpoint>();
  private last = 0;

  add(checkpoint: Checkpoint): number {
    this.last += 1;
    this.byNumber.set(this.last, checkpoint);
    const [oldest] = this.byNumber.keys();
    if (this.byNumber.size > maxCheckpoints && oldest !== undefined) this.byNumber.delete(oldest);
    return this.last;
  }

  get(number: number): Checkpoint | undefined {
    return this.byNumber.get(number);
  }
}
