import { inSession } from '../acting/in-session.js';
import { defineAction } from '../action.js';
import { state as performState, type StateReport } from '../actions/state.js';
import { reads } from '../gate/risk.js';

export interface StateAction {
  type: 'state';
  timeout: number;
}

/** How things stand, for whoever has lost track. */
export const state = defineAction<StateAction, StateReport>({
  type: 'state',
  checks: {},
  risk: reads,
  describe: () => 'looking at the page',
  perform: inSession(performState),
});
