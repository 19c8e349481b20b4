import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import type { Stage } from './stage.js';

/** Gives an action its session and deadline one by one. */
export function inSession<A, R>(
  run: (action: A, session: Session, deadline: Deadline, stage: Stage) => Promise<R>,
): (action: A, stage: Stage) => Promise<R> {
  return (action, stage) => run(action, stage.session, stage.deadline, stage);
}
