import { inSession } from '../acting/in-session.js';
import { defineAction } from '../action.js';
import { whole as performWhole, type WholeReport } from '../actions/whole.js';
import * as checks from '../gate/checks.js';
import { reads } from '../gate/risk.js';
import type { Target } from '../page/targeting/find-target.js';

export interface WholeAction {
  type: 'whole';
  /** Its markup, or all of its text that can be seen. */
  what: 'html' | 'text';
  /** Only the text of this element. */
  target?: Target | undefined;
  page: number;
  timeout: number;
}

/** The page as it is, rather than what is worth reading of it. */
export const wholePage = defineAction<WholeAction, WholeReport>({
  type: 'whole',
  checks: { what: checks.asParsed, target: checks.optional(checks.target), page: checks.asParsed },
  risk: reads,
  describe: () => 'reading the page',
  perform: inSession(performWhole),
});
