import type { ConsoleEntry } from '../browser/console-log.js';
import type { DialogReport } from '../browser/dialogs.js';
import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { hideSecretsInUrl } from '../gate/masking.js';
import { cut } from '../gate/untrusted.js';
import type { StateAction } from './action.js';
import { listTabs, type TabsReport } from './tabs.js';

export interface StateReport extends Pick<TabsReport, 'tabs'> {
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

/** Asks nothing of the page but its title, so that one which hangs can still be told of. */
export async function state(
  _action: StateAction,
  session: Session,
  deadline: Deadline,
): Promise<StateReport> {
  const { console: said, network, downloads } = session.logs;
  const { tabs } = await listTabs(session, deadline);
  const current = tabs.find((tab) => tab.current);
  const dialog = session.tabWithDialog()?.dialog?.report;
  const open = network.list().filter(({ status, failure }) => status === undefined && failure === undefined);
  return {
    url: current?.url ?? '',
    title: current?.title ?? '',
    tabs,
    ...(dialog ? { dialog } : {}),
    ...(session.list().some(({ id, crashed }) => crashed && id === session.currentTabId)
      ? { crashed: true }
      : {}),
    consoleErrors: said
      .from('error')
      .slice(-mostErrors)
      .map((entry) => ({ ...entry })),
    pending: open.slice(-mostPending).map(({ method, url }) => `${cut(method, 20)} ${hideSecretsInUrl(url)}`),
    downloads: downloads.list().length,
  };
}
