import type { ConsoleEntry } from '../browser/console-log.js';
import type { Session } from '../browser/session.js';
import type { ConsoleAction } from './action.js';

export interface ConsoleReport {
  messages: ConsoleEntry[];
  /** How many older ones were dropped. */
  dropped: number;
}

/** Needs no answer from the page, so that a page that hangs can still be asked about. */
export async function readConsole(action: ConsoleAction, session: Session): Promise<ConsoleReport> {
  const log = session.logs.console;
  const report = { messages: log.from(action.level).map((entry) => ({ ...entry })), dropped: log.dropped };
  if (action.clear) log.clear();
  return report;
}
