/** More writes than this are not looked at one by one: that would cost more than finding out anew. */
const mostCounted = 500;

/**
 * Tells whether anything that matters was written to the document since it was started, at next to no cost to the page.
 * It stops at the first such write: a page that changes all the time is not slowed down by being watched.
 */
export class MutationClock {
  private isRunning = false;
  private counted = 0;
  private readonly onStop = new Set<() => void>();
  private observer: MutationObserver | undefined;

  constructor(
    private readonly observed: MutationObserverInit,
    private readonly events: readonly string[],
    private readonly matters: (record: MutationRecord) => boolean,
  ) {}

  /** Hears the events that change how a document looks without a write to it. */
  listen(): void {
    for (const type of this.events) addEventListener(type, this.stop, { capture: true, passive: true });
  }

  /** True if nothing was written since the clock was started. */
  isUnchanged(): boolean {
    if (this.observer) this.count(this.observer.takeRecords());
    return this.isRunning;
  }

  /** From now on a write to the document, or in one of these shadow trees, stops it, which is told at once. */
  start(onStop: () => void, roots: readonly ShadowRoot[] = []): void {
    this.onStop.add(onStop);
    this.observer ??= new MutationObserver((records) => this.count(records));
    for (const root of roots) this.observer.observe(root, this.observed);
    if (this.isRunning) return;
    this.isRunning = true;
    this.counted = 0;
    this.observer.observe(document, this.observed);
  }

  private count(records: MutationRecord[]): void {
    this.counted += records.length;
    if (this.counted > mostCounted || records.some(this.matters)) this.stop();
  }

  private readonly stop = (): void => {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.observer?.disconnect();
    for (const tell of this.onStop) tell();
    this.onStop.clear();
  };
}

/** Stopped by any write at all, and by what changes how a document looks without one. */
export function anyClock(): MutationClock {
  return new MutationClock(
    { subtree: true, childList: true, characterData: true, attributes: true },
    [
      'input',
      'change',
      'invalid',
      'beforetoggle',
      'toggle',
      'focusin',
      'focusout',
      'mouseover',
      'load',
      'resize',
      'fullscreenchange',
      'hashchange',
      'transitionend',
      'animationend',
    ],
    () => true,
  );
}

/**
 * Stopped by what changes which elements there are, and what they are by these attributes: texts and looks change far
 * more often.
 */
export function elementClock(attributeFilter: string[]): MutationClock {
  const isElement = ({ nodeType }: Node) => nodeType === Node.ELEMENT_NODE;
  return new MutationClock({ subtree: true, childList: true, attributeFilter }, [], (record) => {
    const { type, addedNodes, removedNodes } = record;
    return type === 'attributes' || [...addedNodes].some(isElement) || [...removedNodes].some(isElement);
  });
}
