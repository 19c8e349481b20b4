import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import { elementLine } from '../page/lines.js';
import type { FindAction } from './action.js';
import { refuseIfBlocked } from './outcome.js';
import { type RefReport, reportRef } from './snapshot.js';

export interface FindReport {
  /** Matching elements as snapshot lines. */
  matches: string;
  refs: Record<string, RefReport>;
  /** How many there are, shown or not. */
  count: number;
}

export async function find(action: FindAction, session: Session, deadline: Deadline): Promise<FindReport> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const { text, role, regex, limit } = action;
  const request = {
    limit,
    ...(text === undefined ? {} : { text }),
    ...(role === undefined ? {} : { role: role.toLowerCase() }),
    ...(regex === undefined ? {} : { regex }),
  };
  const { nodes, total } = await tab.live
    .search(request, deadline.interruptedBy(tab))
    .catch((thrown: unknown) => {
      // The pattern runs in the page, where one that never ends can be stopped.
      if (regex !== undefined && thrown instanceof Failure && thrown.code === 'page_unresponsive') {
        throw new Failure('action_validation_error', `The pattern ${quote(regex, 100)} takes too long.`, {
          hint: 'Use a simpler pattern, or text.',
        });
      }
      throw thrown;
    });
  const refs: Record<string, RefReport> = {};
  for (const node of nodes) if (node.ref !== undefined) refs[`@e${node.ref}`] = reportRef(node);
  return { matches: nodes.map((node) => elementLine(node)).join('\n'), refs, count: total };
}
