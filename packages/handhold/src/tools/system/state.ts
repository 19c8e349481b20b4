import type { z } from 'zod';
import { defineAction } from '../../action.js';
import type { ConsoleEntry } from '../../browser/console-log.js';
import type { DialogReport } from '../../browser/dialogs.js';
import { hideSecretsInUrl } from '../../gate/masking.js';
import { reads } from '../../gate/risk.js';
import { cut } from '../../gate/untrusted.js';
import { listTabs, type tabList } from '../navigation/tab-list.js';

export interface StateAction {
  type: 'state';
  timeout: number;
}

export interface State {
  tabs: z.output<typeof tabList>;
  /** Of the current tab. */
  url: string;
  title: string;
  /** The one that is open, in whichever tab. */
  dialog?: DialogReport;
  crashed?: boolean;
  /** The last errors of its pages. */
  consoleErrors: ConsoleEntry[];
  /** Requests that have no answer yet. */
  pending: string[];
  downloads: number;
}

const mostErrors = 5;
const mostPending = 10;

/** How things stand, for whoever has lost track. Asks only the title of the page, so that one which hangs is told of, too. */
export const state = defineAction<StateAction, State>({
  type: 'state',
  checks: {},
  risk: reads,
  describe: () => 'looking at the page',
  perform: async (_action, { session, deadline }) => {
    const { console: messages, network, downloads } = session.logs;
    const tabs = await listTabs(session, deadline);
    const current = tabs.find((tab) => tab.current);
    const dialog = session.tabWithDialog()?.dialog?.report;
    const crashed = session.list().some(({ id, crashed }) => crashed && id === session.currentTabId);
    const errors = messages.from('error').slice(-mostErrors);
    const pending = network
      .list()
      .filter(({ status, failure }) => status === undefined && failure === undefined);
    return {
      url: current?.url ?? '',
      title: current?.title ?? '',
      tabs,
      ...(dialog ? { dialog } : {}),
      ...(crashed ? { crashed } : {}),
      consoleErrors: errors.map((entry) => ({ ...entry })),
      pending: pending
        .slice(-mostPending)
        .map(({ method, url }) => `${cut(method, 20)} ${hideSecretsInUrl(url)}`),
      downloads: downloads.list().length,
    };
  },
});
