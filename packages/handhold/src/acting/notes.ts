import type { Tab } from '../browser/tab.js';
import { isDecoration, refusedDecoration } from '../page/settling/decoration.js';
import type { TrafficMark } from '../page/settling/traffic.js';
import type { Outcome } from './outcome.js';

/** The words that a browser writes before the status of something that could not be loaded. */
const unloaded = /^Failed to load resource: (the server responded with a status of )?/;

/** Events in a tab beside the changes of its page, and the dialogs of the one that is current now. */
export function notes(tab: Tab, mark: TrafficMark, current: Tab = tab): Partial<Outcome> {
  const { traffic } = tab.live;
  const failures = traffic.failedSince(mark).filter(({ url }) => !tab.egress?.isBlocked(url));
  const decoration = new Set(
    failures.filter(({ url, kind }) => isDecoration(url, kind)).map(({ url }) => url),
  );
  // Behind the proxy all failures look alike to the browser; the proxy knows which it was.
  const failed = failures
    .filter(({ url }) => !decoration.has(url))
    .map(({ url, reason }) => {
      const trouble = tab.egress?.trouble(url);
      return `${trouble ? `net::${trouble.code}` : reason} ${url}`;
    });
  // The console repeats what failed on the wire, without saying what.
  const repeats = (error: { text: string; url?: string }) =>
    unloaded.test(error.text) && failures.some(({ url }) => url === error.url);
  const errors = tab.errors
    .filter((error) => error.at >= mark.at && !repeats(error))
    .filter(({ text, url }) => {
      const missing = unloaded.test(text) ? url : refusedDecoration(text);
      if (missing === undefined || !isDecoration(missing, traffic.refusedKind(missing))) return true;
      if (!tab.egress?.isBlocked(missing)) decoration.add(missing);
      return false;
    })
    .map(({ text, url }) => (unloaded.test(text) && url ? `${text.replace(unloaded, '')} ${url}` : text));
  const blocked = tab.egress?.takeBlocked() ?? [];
  const answered = [...new Set([tab, current])]
    .flatMap((each) => each.answered)
    .filter((dialog) => dialog.at >= mark.at)
    .map(({ report, answer }) => ({ ...report, answer }));
  const download = tab.downloads.findLast((candidate) => candidate.at >= mark.at)?.report;
  return {
    ...(errors.length > 0 ? { consoleErrors: [...new Set(errors)].slice(-3) } : {}),
    ...(failed.length > 0 ? { failedRequests: [...new Set(failed)].slice(-3) } : {}),
    ...(decoration.size > 0 ? { failedDecoration: decoration.size } : {}),
    ...(blocked.length > 0 ? { blocked: blocked.slice(0, 10) } : {}),
    ...(answered.length > 0 ? { answeredDialogs: answered.slice(-3) } : {}),
    ...(download ? { download } : {}),
    ...(asksSince(tab, mark) && tab.fileAsks.asked > tab.fileAsks.answered ? { asksForFile: true } : {}),
  };
}

export function asksSince(tab: Tab, mark: TrafficMark): boolean {
  return tab.fileAsks.at >= mark.at;
}
