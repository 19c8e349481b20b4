import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import type { Stage } from './stage.js';

/** Gives an action its session and deadline one by one. */
export function inSession<A, R>(
  run: (action: A, session: Session, deadline: Deadline, stage: Stage) => Promise<R>,
): (action: A, stage: Stage) => Promise<R> {
  return async (action, stage) => {
    const { session, deadline } = stage;
    const tabs = session.list();
    for (const tab of tabs) tab.live.turn = { check: stage.checkOn(tab), weighs: stage.weighs };
    try {
      return await run(action, session, deadline, stage);
    } finally {
      for (const tab of tabs) tab.live.turn = undefined;
    }
  };
}
