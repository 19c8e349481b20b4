import type { Page, Request } from 'playwright-core';
import type { CdpSession } from '../cdp/session.js';
import { Channels, endpointOf } from './channels.js';
import { isDecoration } from './decoration.js';
import { FruitlessWaits } from './fruitless-waits.js';

/** Kinds of request whose answer a page usually waits for before it shows something. */
const awaited = new Set(['fetch', 'xhr', 'script', 'document']);
/** Without its sheets, what has been drawn is not to be seen yet. */
const drawing = new Set([...awaited, 'stylesheet']);
const byScript = new Set(['fetch', 'xhr']);

/** The requests of a page that are under way, and since when: the ground for knowing whether an action is over. */
export class Traffic {
  private readonly open = new Map<Request, number>();
  private navigating = false;
  private windowsOpened = 0;
  private begunAt = -Infinity;
  private asked = { at: -Infinity, endpoint: '' };
  private failures: Failed[] = [];
  /** The kinds of requests that were answered with an error, by address. */
  private readonly refused = new Map<string, string>();
  private readonly listeners = new Set<() => void>();
  /** Where the server speaks by itself. */
  readonly channels: Channels;
  /** Whose answers nothing came of, although the page had put something off. */
  readonly fruitless = new FruitlessWaits();

  constructor(
    private readonly page: Page,
    cdp: CdpSession,
    mainFrameId: string,
  ) {
    this.channels = new Channels(page, cdp, () => this.changed(() => undefined));
    page.on('request', (request) => this.started(request));
    page.on('requestfinished', (request) => this.ended(request));
    page.on('requestfailed', (request) => this.failed(request));
    page.on('response', (response) => {
      this.channels.answered(response.request());
      if (response.status() < 400) return;
      if (this.refused.size >= 200) this.refused.clear();
      this.refused.set(response.url(), response.request().resourceType());
    });
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.changed(() => this.landed());
    });
    cdp.events.on('Page.windowOpen', () => this.changed(() => (this.windowsOpened += 1)));
    cdp.events.on('Page.frameStartedNavigating', (event) => {
      const sameDocument =
        event.navigationType === 'sameDocument' || event.navigationType === 'historySameDocument';
      if (event.frameId === mainFrameId && !sameDocument) this.changed(() => (this.navigating = true));
    });
  }

  /** A point in time to compare with, at which something begins to be done. */
  mark(): TrafficMark {
    const at = performance.now();
    this.channels.acts(at);
    return { at, windows: this.windowsOpened };
  }

  get isNavigating(): boolean {
    return this.navigating;
  }

  windowsSince(mark: TrafficMark): number {
    return this.windowsOpened - mark.windows;
  }

  /** Requests that began after the mark, matter, and have no answer yet. */
  pendingSince(mark: TrafficMark): string[] {
    const pending: string[] = [];
    for (const [request, at] of this.open) {
      if (at < mark.at || !drawing.has(request.resourceType())) continue;
      if (!this.channels.goesOnSince(request, mark.at)) pending.push(request.url());
    }
    return pending;
  }

  /** True if a request that matters has begun after the mark, answered or not. */
  hasBegunSince(mark: TrafficMark): boolean {
    return this.begunAt >= mark.at;
  }

  /** Where the last led to that a script has sent after the mark. */
  lastAskedSince(mark: TrafficMark): string | undefined {
    return this.asked.at >= mark.at ? this.asked.endpoint : undefined;
  }

  failedSince(mark: TrafficMark): Failed[] {
    return this.failures.filter((failure) => failure.at >= mark.at);
  }

  /** The kind of what was answered with an error, such as `image`. */
  refusedKind(url: string): string | undefined {
    return this.refused.get(url);
  }

  /** Resolves when next a request begins or ends, a navigation begins or lands, or a server speaks by itself. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      const once = () => {
        this.listeners.delete(once);
        resolve();
      };
      this.listeners.add(once);
    });
  }

  private started(request: Request): void {
    this.changed(() => {
      this.open.set(request, performance.now());
      this.channels.began(request);
      const kind = request.resourceType();
      const at = performance.now();
      if (awaited.has(kind)) this.begunAt = at;
      if (byScript.has(kind) && !isDecoration(request.url(), kind))
        this.asked = { at, endpoint: endpointOf(request.url()) };
      if (isMainNavigation(request, this.page)) this.navigating = true;
    });
  }

  private ended(request: Request): void {
    this.changed(() => {
      this.open.delete(request);
      this.channels.over(request);
    });
  }

  private failed(request: Request): void {
    this.changed(() => {
      this.open.delete(request);
      this.channels.over(request);
      const reason = request.failure()?.errorText ?? 'failed';
      if (isMainNavigation(request, this.page)) this.navigating = false;
      if (reason.includes('ERR_ABORTED')) return;
      this.failures.push({ url: request.url(), kind: request.resourceType(), reason, at: performance.now() });
      if (this.failures.length > 100) this.failures.shift();
    });
  }

  /** A new document: what the old one had asked for no longer matters. */
  private landed(): void {
    this.navigating = false;
  }

  private changed(apply: () => unknown): void {
    apply();
    for (const listener of [...this.listeners]) listener();
  }
}

export interface Failed {
  url: string;
  /** Such as `fetch` or `image`. */
  kind: string;
  reason: string;
  at: number;
}

export interface TrafficMark {
  at: number;
  windows: number;
}

/** True if a request is for another document in place of the page's own. */
export function isMainNavigation(request: Request, page: Page): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame() === page.mainFrame();
  } catch {
    return false;
  }
}
