import { state } from '../state.js';

/** When the page's own requests were answered. */

function observer(): PerformanceObserver {
  const { responses } = state.settling;
  responses.observer ??= new PerformanceObserver((list) => note(list.getEntries()));
  return responses.observer;
}

/** The ways to make such requests, in the browser's words. */
const initiators = new Set(['fetch', 'xmlhttprequest']);

function note(entries: PerformanceEntryList): void {
  const { responses } = state.settling;
  for (const entry of entries)
    if (entry instanceof PerformanceResourceTiming && initiators.has(entry.initiatorType))
      responses.lastAt = Math.max(responses.lastAt, entry.responseEnd);
}

export function watchResponses(): void {
  const { responses } = state.settling;
  if (responses.isWatching) return;
  responses.isWatching = true;
  observer().observe({ type: 'resource' });
}

/** When the last answer came, in this document's time. */
export function lastResponse(): number {
  note(observer().takeRecords());
  return state.settling.responses.lastAt;
}
