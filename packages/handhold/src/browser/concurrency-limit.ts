/** Lets a few work at a time, the others in the order they came. */
export class ConcurrencyLimit {
  private busy = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** How many are waiting for their turn. */
  get waiting(): number {
    return this.queue.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.busy >= this.most) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.busy += 1;
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.busy -= 1;
    }
  }
}
