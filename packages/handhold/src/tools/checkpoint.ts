import { inSession } from '../acting/in-session.js';
import { defineAction } from '../action.js';
import { changes as performChanges, mark as performMark } from '../actions/changes.js';
import type { Outcome } from '../actions/outcome.js';
import * as checks from '../gate/checks.js';
import { works } from '../gate/risk.js';

export interface CheckpointAction {
  type: 'mark';
  timeout: number;
}

/** Remembers what the agent knows of the page, to compare with later. */
export const checkpoint = defineAction<CheckpointAction, { mark: number; document?: string }>({
  type: 'mark',
  checks: {},
  risk: works,
  describe: () => 'looking at the page',
  bookkeeping: 'checkpoint',
  perform: inSession(performMark),
});

export interface ChangesAction {
  type: 'changes';
  since?: number | undefined;
  timeout: number;
}

/** Tells what is different from a checkpoint; the whole page where it is another one, or where there is no checkpoint. */
export const changesSince = defineAction<ChangesAction, Pick<Outcome, 'url' | 'title' | 'changes' | 'page'>>({
  type: 'changes',
  checks: { since: checks.asParsed },
  risk: works,
  describe: () => 'looking at the page',
  bookkeeping: 'difference',
  perform: inSession(performChanges),
});
