import { z } from 'zod';
import { openPage } from '../../acting/navigating/open-page.js';
import { observe } from '../../acting/outcome.js';
import type { Stage } from '../../acting/stage.js';
import type { Session } from '../../browser/session.js';
import type { Deadline } from '../../deadline.js';
import { Failure } from '../../errors.js';
import { checkAddress } from '../../gate/address.js';
import * as checks from '../../gate/checks.js';
import { opening } from '../../gate/risk.js';
import { address, quote } from '../../gate/untrusted.js';
import { defineTool } from '../../tool.js';
import { pageHead } from '../shape.js';
import { listTabs, tabList } from './tab-list.js';

const output = z.object({
  tabs: tabList,
  /** The page in the current tab, when it is another one than before. */
  changes: z.string().optional(),
  page: z.object({ shown: z.number(), elements: z.number() }).optional(),
});

export interface TabsFields {
  do: 'list' | 'new' | 'select' | 'close';
  tab?: string | undefined;
  url?: string | undefined;
  timeout: number;
}

export const tabs = defineTool({
  name: 'browser_tabs',
  description: 'List, open, select or close tabs.',
  category: 'navigation',
  safety: 'low_risk',
  destructive: true,
  core: true,
  requiresPage: false,
  timeout: 10_000,
  network: { allowedHosts: ['*'] },
  input: z.strictObject({
    action: z.enum(['list', 'new', 'select', 'close']),
    tab: z.string().max(20).optional().describe('e.g. "t2"'),
    url: z.string().optional().describe('for new'),
  }),
  output,
  examples: [{ action: 'list' }, { action: 'select', tab: 't2' }],
  returns: 'The open tabs, and the page of the one switched to.',
  action: {
    type: 'tabs',
    plan: (input): TabsFields => ({ do: input.action, tab: input.tab, url: input.url, timeout: 10_000 }),
    checks: { do: checks.asParsed, tab: checks.asParsed, url: checks.optional(checks.url) },
    normalize: (action, { hosts }) =>
      action.url === undefined ? action : { ...action, url: checkAddress(action.url, hosts) },
    risk: ({ url }) => opening(url, 'looks'),
    describe: () => 'working with tabs',
    url: ({ url }) => url,
    opensPage: () => true,
    perform: (action, stage) => workWithTabs(action, stage),
  },
  text: (data) => {
    const lines = data.tabs.map(
      (tab) => `${tab.tab}${tab.current ? '*' : ''} ${quote(tab.title)} ${address(tab.url)}`,
    );
    const current = data.tabs.find((tab) => tab.current);
    if (data.page && current)
      lines.push(pageHead(current.title, current.url, data.page.shown, data.page.elements));
    return { head: lines.join('\n') || 'no tabs', page: data.changes || undefined };
  },
});

async function workWithTabs(action: TabsFields, stage: Stage): Promise<z.output<typeof output>> {
  const { session, deadline } = stage;
  await deadline.patience(session.arrived(), 1000);
  switch (action.do) {
    case 'list':
      return { tabs: await listTabs(session, deadline) };
    case 'new':
      return openTab(action.url, stage);
    case 'select':
      session.select(required(action.tab));
      await deadline.race(session.current().page.bringToFront());
      return withPage(session, deadline);
    case 'close':
      await deadline.race(session.closeTab(action.tab ?? session.current().id));
      return session.list().length > 0
        ? withPage(session, deadline)
        : { tabs: await listTabs(session, deadline) };
  }
}

async function openTab(url: string | undefined, stage: Stage): Promise<z.output<typeof output>> {
  const { session, deadline } = stage;
  const tab = await deadline.race(session.openTab());
  if (url === undefined) return { tabs: await listTabs(session, deadline) };
  const visited = await openPage({ url, waitUntil: 'load', snapshot: true }, stage);
  return {
    tabs: await listTabs(session, deadline),
    changes: visited.snapshot ?? '',
    ...(visited.page && tab ? { page: visited.page } : {}),
  };
}

function required(tab: string | undefined): string {
  if (tab !== undefined) return tab;
  throw new Failure('validation_error', 'tab is missing: which one is meant?', {
    hint: 'Give its id, such as "t2"; list them with action "list".',
  });
}

/** The tabs, and the page in the current one. */
async function withPage(session: Session, deadline: Deadline): Promise<z.output<typeof output>> {
  const tabs = await listTabs(session, deadline);
  const tab = session.current();
  if (tab.dialog || tab.crashed) return { tabs };
  const { changes, page } = await observe(session, tab, tab.live.traffic.mark(), deadline.interruptedBy(tab));
  return { tabs, changes, ...(page ? { page } : {}) };
}
