import type { BrowserContext, Request, Response } from 'playwright-core';
import { cut } from '../gate/untrusted.js';

/** One request and what came of it. */
export interface NetworkEntry {
  /** `r7`, for asking about it. */
  readonly id: string;
  readonly method: string;
  readonly url: string;
  /** Its purpose: document, script, fetch, image … */
  readonly kind: string;
  status?: number;
  mimeType?: string;
  /** Why it failed, where it did. */
  failure?: string;
  /** Milliseconds from its start to its end. */
  took?: number;
  readonly startedAt: number;
  /** The request itself, for what is only asked about on demand. */
  readonly request: Request;
  response?: Response;
}

const maxEntries = 500;
const maxUrl = 2000;

/** The requests of a session's pages, the newest of them; bodies stay in the browser until they are asked for. */
export class NetworkLog {
  private readonly entries: NetworkEntry[] = [];
  private readonly byRequest = new WeakMap<Request, NetworkEntry>();
  private count = 0;

  follow(context: BrowserContext, isOurs: (page: object | null) => boolean): void {
    context.on('request', (request) => {
      if (isOurs(pageOf(request))) this.started(request);
    });
    context.on('response', (response) => this.answered(response));
    context.on('requestfinished', (request) => this.ended(request));
    context.on('requestfailed', (request) => this.ended(request, request.failure()?.errorText ?? 'failed'));
  }

  /** How many there have been, kept or not. */
  get total(): number {
    return this.count;
  }

  list(): readonly NetworkEntry[] {
    return this.entries;
  }

  get(id: string): NetworkEntry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  private started(request: Request): void {
    const url = request.url();
    if (url.startsWith('data:') || url.endsWith('/favicon.ico')) return;
    this.count += 1;
    const entry: NetworkEntry = {
      id: `r${this.count}`,
      method: request.method(),
      url: cut(url, maxUrl),
      kind: request.resourceType(),
      startedAt: performance.now(),
      request,
    };
    this.entries.push(entry);
    this.byRequest.set(request, entry);
    if (this.entries.length > maxEntries) this.entries.shift();
  }

  private answered(response: Response): void {
    const entry = this.byRequest.get(response.request());
    if (!entry) return;
    entry.status = response.status();
    entry.response = response;
    const type = response.headers()['content-type']?.split(';')[0]?.trim().slice(0, 100);
    if (type) entry.mimeType = type;
  }

  private ended(request: Request, failure?: string): void {
    const entry = this.byRequest.get(request);
    if (!entry) return;
    entry.took = Math.round(performance.now() - entry.startedAt);
    if (failure !== undefined) entry.failure = cut(failure, 200);
  }
}

/** A request of a service worker belongs to no page. */
function pageOf(request: Request): object | null {
  try {
    return request.serviceWorker() ? null : request.frame().page();
  } catch {
    return null;
  }
}
