/** How often an endpoint may have us wait in vain. */
const most = 2;

/** Counts waits in vain by endpoint, so that one is soon not waited for any more: a heuristic. */
export class FruitlessWaits {
  private readonly counts = new Map<string, number>();

  isGivenUp(endpoint: string): boolean {
    return (this.counts.get(endpoint) ?? 0) >= most;
  }

  note(endpoint: string, inVain: boolean): void {
    if (inVain) this.counts.set(endpoint, (this.counts.get(endpoint) ?? 0) + 1);
    else this.counts.delete(endpoint);
  }
}
