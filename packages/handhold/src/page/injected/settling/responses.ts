/** When the page's own requests were answered. */

let answered = -Infinity;
let watching = false;

const observer = new PerformanceObserver((list) => note(list.getEntries()));

const asked = new Set(['fetch', 'xmlhttprequest']);

function note(entries: PerformanceEntryList): void {
  for (const entry of entries)
    if (entry instanceof PerformanceResourceTiming && asked.has(entry.initiatorType))
      answered = Math.max(answered, entry.responseEnd);
}

export function watchAnswers(): void {
  if (watching) return;
  watching = true;
  observer.observe({ type: 'resource' });
}

/** When the last answer came, in this document's time. */
export function answeredLast(): number {
  note(observer.takeRecords());
  return answered;
}
