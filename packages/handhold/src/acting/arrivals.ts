import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { reached } from '../page/settling/settle.js';
import type { TrafficMark } from '../page/settling/traffic.js';
import { asksSince } from './notes.js';
import { type Outcome, observe } from './outcome.js';

/** Things that an action brings about beside the page and that take a moment to arrive. */

/** The browser's question for a file takes a moment to be known here. */
export async function fileAsked(tab: Tab, mark: TrafficMark, deadline: Deadline): Promise<void> {
  if (asksSince(tab, mark)) return;
  await deadline.patience(new Promise((resolve) => tab.page.once('filechooser', resolve)), 500);
}

/** A small file is there in a moment, and its size worth telling. */
export async function downloaded(tab: Tab, mark: TrafficMark, deadline: Deadline): Promise<void> {
  const fresh = tab.downloads.filter((download) => download.at >= mark.at);
  if (fresh.length > 0) await deadline.patience(Promise.all(fresh.map((download) => download.done)), 1000);
}

/** A tab the action opened becomes the current one, unless that is switched off; it takes a moment to arrive after the click that asked for it. */
export async function followNewTab(
  session: Session,
  tab: Tab,
  mark: TrafficMark,
  deadline: Deadline,
): Promise<void> {
  const refused = session.refusedTabs;
  if (tab.live.traffic.windowsSince(mark) > 0 && session.currentTabId === tab.id) {
    const known = session.list().length;
    const arrival = session.nextTab();
    await deadline.patience(session.arrived(), 2000);
    if (
      session.list().length === known &&
      session.currentTabId === tab.id &&
      session.refusedTabs === refused
    ) {
      await deadline.patience(arrival, 2000);
    }
  }
  await deadline.patience(session.arrived(), 2000);
  const current = session.current();
  if (current === tab) {
    // The browser shows the newest tab, and may draw only the one it shows.
    if (session.hasUnfollowed) await deadline.race(tab.page.bringToFront());
    return;
  }
  const line = deadline.interruptedBy(current);
  if (!(await reached(current.page, 'domcontentloaded', line, 5000))) return;
  await reached(current.page, 'load', line, 2000);
  await current.live.settle(current.live.traffic.mark(), [], line, { fresh: true });
}

/** The action closed its own tab: another one is current now. */
export async function afterClosing(session: Session, tab: Tab, deadline: Deadline): Promise<Outcome> {
  if (session.list().length === 0) return { url: '', title: '', changes: '' };
  return observe(session, tab, tab.live.traffic.mark(), deadline);
}
