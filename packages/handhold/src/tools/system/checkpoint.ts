import { defaultLines, type Outcome, refuseIfBlocked } from '../../acting/outcome.js';
import type { Stage } from '../../acting/stage.js';
import { defineAction } from '../../action.js';
import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import * as checks from '../../gate/checks.js';
import { works } from '../../gate/risk.js';

export interface CheckpointAction {
  type: 'mark';
  timeout: number;
}

export interface Checkpoint {
  /** The number of the checkpoint. */
  mark: number;
  /** The document that was open; absent where the page does not say. */
  document?: string;
}

/** Stores the page as the agent has seen it, to compare with later; only the last few checkpoints are kept. */
export const checkpoint = defineAction<CheckpointAction, Checkpoint>({
  type: 'mark',
  checks: {},
  risk: works,
  describe: () => 'looking at the page',
  bookkeeping: 'checkpoint',
  perform: async (_action, { session, deadline }) => {
    const tab = session.current();
    const { state: memory } = tab.live.shown;
    const mark = session.checkpoints.add({ tab: tab.id, memory, at: performance.now() });
    const document = await documentOf(tab, deadline);
    return document === undefined ? { mark } : { mark, document };
  },
});

/** A page that can't be worked with does not say which document it is. */
async function documentOf(tab: Tab, deadline: Deadline): Promise<string | undefined> {
  if (tab.dialog || tab.crashed) return undefined;
  try {
    return await tab.live.document(deadline.atMost(500).interruptedBy(tab));
  } catch {
    deadline.check();
    return undefined;
  }
}

export interface ChangesAction {
  type: 'changes';
  /** The number of the checkpoint. */
  since?: number | undefined;
  timeout: number;
}

type ChangesSince = Pick<Outcome, 'url' | 'title' | 'changes' | 'page'>;

/** Tells what is different from a checkpoint; the whole page where it is another one, or where there is no checkpoint. */
export const changesSince = defineAction<ChangesAction, ChangesSince>({
  type: 'changes',
  checks: { since: checks.asParsed },
  risk: works,
  describe: () => 'looking at the page',
  bookkeeping: 'difference',
  perform: compare,
});

/** The things that the agent sees now and did not see at the checkpoint, however much was shown between. */
async function compare({ since }: ChangesAction, { session, deadline }: Stage): Promise<ChangesSince> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const found = since === undefined ? undefined : session.checkpoints.get(since);
  const before = found?.tab === tab.id ? found : undefined;
  const view = await tab.live.look(deadline.interruptedBy(tab), { since: before?.at });
  const { url, title } = view;
  const changes = before && tab.live.shown.changesSince(before.memory, view);
  if (changes) return { url, title, changes: changes.lines.join('\n') };
  const lines = tab.live.show(view, defaultLines);
  return {
    url,
    title,
    changes: lines.tree,
    page: { shown: lines.shown.length, elements: lines.actionable },
  };
}
