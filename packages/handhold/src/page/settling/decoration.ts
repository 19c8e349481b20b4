import { urlFrom } from '../../url.js';

/** Decoration: requests that a page works as well without, and that nobody who acts on it would miss. */

const kinds = new Set(['image', 'font', 'manifest', 'texttrack', 'ping', 'beacon', 'cspreport', 'prefetch']);

/** Asked for by the browser itself, or of a kind that nobody told us. */
const files =
  /(?:^|\/)(?:favicon|apple-touch-icon)[^/]*$|\.map$|\.(?:avif|gif|ico|jpe?g|png|svg|webp|eot|otf|ttf|woff2?)$/i;

/** Those who count visits. */
const trackers =
  /(?:^|\.)(?:google-analytics|googletagmanager|analytics\.google|doubleclick|googlesyndication|hotjar|clarity|mixpanel|amplitude|segment|fullstory|plausible|matomo|newrelic|nr-data|sentry|sentry-cdn|bugsnag|scorecardresearch|connect\.facebook|heapanalytics|cloudflareinsights)\.(?:com|net|io|ms)$/i;

const answered = new Set([
  'document',
  'stylesheet',
  'script',
  'fetch',
  'xhr',
  'media',
  'eventsource',
  'websocket',
]);

/** True if a request is for decoration, by its address and, where that is known, what kind it is of: a heuristic. */
export function isDecoration(url: string, kind: string | undefined): boolean {
  if (kind !== undefined && kinds.has(kind)) return true;
  if (kind === 'document' || !urlFrom(url)) return false;
  const { hostname, pathname } = new URL(url);
  return trackers.test(hostname) || (!answered.has(kind ?? '') && files.test(pathname));
}

const refused = /^(?:Access to|(?:Refused to load|Loading) the) (?:font|image) (?:at )?'([^']*)'/;

/** The address of a font or image that the browser would not load, from what it writes to the console. */
export function refusedDecoration(text: string): string | undefined {
  return refused.exec(text)?.[1];
}
