import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import type { ChangesAction, MarkAction } from './action.js';
import { defaultLines, type Outcome, refuseIfBlocked } from './outcome.js';

/** Remembers what the agent knows of the current page, until there are many later marks. */
export async function mark(
  _action: MarkAction,
  session: Session,
  deadline: Deadline,
): Promise<{ mark: number; document?: string }> {
  const tab = session.current();
  const mark = session.baselines.add({ tab: tab.id, known: tab.live.shown.memory, at: performance.now() });
  const document = await documentOf(tab, deadline);
  return document === undefined ? { mark } : { mark, document };
}

/** A page that can't be worked with doesn't tell. */
async function documentOf(tab: Tab, deadline: Deadline): Promise<string | undefined> {
  if (tab.dialog || tab.crashed) return undefined;
  try {
    return await tab.live.document(deadline.atMost(500).interruptedBy(tab));
  } catch {
    deadline.check();
    return undefined;
  }
}

/** What the agent sees now and did not see when the mark was made, however much was shown between. */
export async function changes(
  action: ChangesAction,
  session: Session,
  deadline: Deadline,
): Promise<Pick<Outcome, 'url' | 'title' | 'changes' | 'page'>> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const before = action.since === undefined ? undefined : session.baselines.get(action.since);
  const known = before?.tab === tab.id ? before : undefined;
  const view = await tab.live.look(deadline.interruptedBy(tab), { since: known?.at });
  const { url, title } = view;
  const since = known && tab.live.shown.changesSince(known.known, view);
  if (since) return { url, title, changes: since.lines.join('\n') };
  const lines = tab.live.show(view, defaultLines);
  return {
    url,
    title,
    changes: lines.tree,
    page: { shown: lines.shown.length, elements: lines.actionable },
  };
}
