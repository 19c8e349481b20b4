import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';

/** Runs the calls of a session one at a time, in the order they came. */
export class CallQueue {
  private waiting = 0;
  private tail: Promise<unknown> = Promise.resolve();
  /** When the last of them ended. */
  lastUsed: number = performance.now();

  constructor(private readonly most: number) {}

  get isEmpty(): boolean {
    return this.waiting === 0;
  }

  /** Runs work in turn. A queue that is too long is refused at once rather than answered too late. */
  async run<T>(work: () => Promise<T>, deadline: Deadline): Promise<T> {
    if (this.waiting >= this.most) {
      throw new Failure('busy', `${this.waiting} calls are already waiting for this session.`, {
        details: { retryAfterMs: 1000 },
      });
    }
    this.waiting += 1;
    const turn = this.tail;
    let done: () => void = () => undefined;
    this.tail = new Promise<void>((resolve) => (done = resolve));
    try {
      await deadline.race(turn);
      return await work();
    } finally {
      this.waiting -= 1;
      this.lastUsed = performance.now();
      // A call that gave up waiting must not let the next one overtake the one still running.
      void turn.then(done);
    }
  }
}
