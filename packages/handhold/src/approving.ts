import type { Approver, ApprovalRequest as Asked } from './gate/approver.js';
import type { Action } from './tools/actions.js';

/** A question for an approver, with the action as one of ours; undefined where a tool of the user's own asks before it acts. */
export interface ApprovalRequest extends Asked {
  action: Action | undefined;
}

/** An approver, as options and calls take it. */
export interface Host extends Omit<Approver, 'approve'> {
  approve?(request: ApprovalRequest): Promise<boolean>;
}
