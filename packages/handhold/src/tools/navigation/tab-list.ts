import { z } from 'zod';
import type { Session } from '../../browser/session.js';
import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';

export const tabList = z.array(
  z.object({ tab: z.string(), title: z.string(), url: z.string(), current: z.boolean() }),
);

/** The open tabs; one that does not tell its title soon has none. */
export async function listTabs(session: Session, deadline: Deadline): Promise<z.output<typeof tabList>> {
  const current = session.currentTabId;
  return Promise.all(
    session.list().map(async (tab) => ({
      tab: tab.id,
      title: await titleOf(tab, deadline),
      url: tab.page.url(),
      current: tab.id === current,
    })),
  );
}

async function titleOf(tab: Tab, deadline: Deadline): Promise<string> {
  if (tab.dialog || tab.crashed) return '';
  return deadline
    .atMost(500)
    .race(tab.page.title())
    .catch(() => '');
}
