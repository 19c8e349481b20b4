/** A few at a time, the others in the order they came. */
export class Line {
  private busy = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** How many are waiting for their turn. */
  get length(): number {
    return this.waiting.length;
  }

  async turn<T>(work: () => Promise<T>): Promise<T> {
    if (this.busy >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.busy += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.busy -= 1;
    }
  }
}
