import type { ServerResponse } from 'node:http';

/** Counts the requests that have not been answered. */
export class Unanswered {
  private count = 0;
  private waiting: (() => void)[] = [];

  /** Counts a request until its response has been sent, or its client has gone. */
  add(response: Pick<ServerResponse, 'once'>): void {
    this.count += 1;
    response.once('close', () => {
      this.count -= 1;
      if (this.count > 0) return;
      for (const resolve of this.waiting) resolve();
      this.waiting = [];
    });
  }

  /** Resolves when all have been answered. */
  none(): Promise<void> {
    return this.count === 0 ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }
}
