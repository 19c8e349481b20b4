import { openPage } from '../acting/navigating/open-page.js';
import type { Stage } from '../acting/stage.js';
import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import type { TabsAction } from './action.js';
import { observe } from './outcome.js';

export interface TabsReport {
  tabs: { tab: string; title: string; url: string; current: boolean }[];
  /** The page in the current tab, when it is another one than before. */
  changes?: string;
  page?: { shown: number; elements: number };
}

export async function tabs(
  action: TabsAction,
  session: Session,
  deadline: Deadline,
  stage: Stage,
): Promise<TabsReport> {
  await deadline.patience(session.arrived(), 1000);
  switch (action.do) {
    case 'list':
      return listTabs(session, deadline);
    case 'new': {
      const tab = await deadline.race(session.openTab());
      if (action.url === undefined) return listTabs(session, deadline);
      const visited = await openPage({ url: action.url, waitUntil: 'load', snapshot: true }, stage);
      const known = await listTabs(session, deadline);
      return {
        ...known,
        changes: visited.snapshot ?? '',
        ...(visited.page && tab ? { page: visited.page } : {}),
      };
    }
    case 'select':
      session.select(required(action.tab));
      await deadline.race(session.current().page.bringToFront());
      return withPage(session, deadline);
    case 'close':
      await deadline.race(session.closeTab(action.tab ?? session.current().id));
      return session.list().length > 0 ? withPage(session, deadline) : listTabs(session, deadline);
  }
}

function required(tab: string | undefined): string {
  if (tab !== undefined) return tab;
  throw new Failure('validation_error', 'tab is missing: which one is meant?', {
    hint: 'Give its id, such as "t2"; list them with action "list".',
  });
}

async function withPage(session: Session, deadline: Deadline): Promise<TabsReport> {
  const known = await listTabs(session, deadline);
  const tab = session.current();
  if (tab.dialog || tab.crashed) return known;
  const { changes, page } = await observe(session, tab, tab.live.traffic.mark(), deadline.interruptedBy(tab));
  return { ...known, changes, ...(page ? { page } : {}) };
}

export async function listTabs(session: Session, deadline: Deadline): Promise<TabsReport> {
  const current = session.currentTabId;
  const known = await Promise.all(
    session.list().map(async (tab) => {
      const busy = tab.dialog || tab.crashed;
      const title = busy
        ? ''
        : await deadline
            .atMost(500)
            .race(tab.page.title())
            .catch(() => '');
      return { tab: tab.id, title, url: tab.page.url(), current: tab.id === current };
    }),
  );
  return { tabs: known };
}
