import type { Request, Response } from 'playwright-core';
import type { Tab } from '../../browser/tab.js';
import { withoutHash } from '../../url.js';

/** A navigation under way, by what the browser tells of it. */
export interface WatchedNavigation {
  /** The status of the last answer; 0 where there was none. */
  status(): number;
  /** The address that failed, which redirects may have led to. */
  failedAt(): string;
  /** Resolves once the page it asked for is there, even if the browser takes another navigation's end for this one's. */
  readonly arrived: Promise<Response>;
  /** Resolves once the browser shows a page of its own, as it does after a failure; what comes next has to wait for it. */
  readonly errorShown: Promise<void>;
  end(): void;
}

/** Watches a tab on its way to an address. */
export function watchNavigation({ page }: Tab, url: string): WatchedNavigation {
  let status = 0;
  let failedAt = url;
  let onError: () => void = () => undefined;
  const errorShown = new Promise<void>((resolve) => (onError = resolve));
  let answer: Response | undefined;
  let onArrival: (response: Response) => void = () => undefined;
  const arrived = new Promise<Response>((resolve) => (onArrival = resolve));
  const onNavigated = () => {
    if (page.url().startsWith('chrome-error:')) onError();
    if (answer && withoutHash(answer.url()) === withoutHash(page.url())) onArrival(answer);
  };
  const onFailed = (request: Request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) failedAt = request.url();
  };
  const onResponse = (response: Response) => {
    if (!response.request().isNavigationRequest() || response.frame() !== page.mainFrame()) return;
    status = response.status();
    if (withoutHash(firstOf(response.request()).url()) === withoutHash(url)) answer = response;
  };
  page.on('response', onResponse);
  page.on('requestfailed', onFailed);
  page.on('framenavigated', onNavigated);
  return {
    status: () => status,
    failedAt: () => failedAt,
    arrived,
    errorShown,
    end: () => {
      page.off('requestfailed', onFailed);
      page.off('framenavigated', onNavigated);
      page.off('response', onResponse);
    },
  };
}

/** The request that was redirected to this one, or itself. */
function firstOf(request: Request): Request {
  const from = request.redirectedFrom();
  return from ? firstOf(from) : request;
}
