/** How often a place may have us wait in vain. */
const most = 2;

/** Places that something was waited for from, and that let us wait in vain each time. */
export class InVain {
  private readonly counts = new Map<string, number>();

  isEnough(place: string): boolean {
    return (this.counts.get(place) ?? 0) >= most;
  }

  note(place: string, inVain: boolean): void {
    if (inVain) this.counts.set(place, (this.counts.get(place) ?? 0) + 1);
    else this.counts.delete(place);
  }
}
