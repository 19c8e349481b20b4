import { z } from 'zod';
import { inSession } from '../acting/in-session.js';
import { tabs as performTabs } from '../actions/tabs.js';
import { checkAddress } from '../gate/address.js';
import * as checks from '../gate/checks.js';
import { opening } from '../gate/risk.js';
import { address, quote } from '../gate/untrusted.js';
import { defineTool } from '../tool.js';
import { pageHead } from './shape.js';

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
  output: z.object({
    tabs: z.array(z.object({ tab: z.string(), title: z.string(), url: z.string(), current: z.boolean() })),
    changes: z.string().optional(),
    page: z.object({ shown: z.number(), elements: z.number() }).optional(),
  }),
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
    perform: inSession(performTabs),
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
