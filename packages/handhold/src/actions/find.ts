import type { Stage } from '../acting/stage.js';
import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { cutHint, quote } from '../gate/untrusted.js';
import type { ViewNode } from '../page/looking/view.js';
import { elementLine, isCut, nameLimit, valueLimit } from '../page/writing/element-line.js';
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

export async function find(
  action: FindAction,
  session: Session,
  deadline: Deadline,
  { clean }: Pick<Stage, 'clean'>,
): Promise<FindReport> {
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
  const lines = nodes.map((node) => elementLine(aroundHit(node, clean)));
  if (nodes.some(isCut)) lines.push(cutHint);
  return { matches: lines.join('\n'), refs, count: total };
}

/** What is shown of a long text before the place that was found. */
const lead = 30;

/** A long name or value as it reads at the place that was found, where its beginning would not show that. */
function aroundHit(node: ViewNode, clean: Stage['clean']): ViewNode {
  const { hit } = node;
  const text = hit && node[hit.in];
  const limit = hit?.in === 'value' ? valueLimit : nameLimit;
  if (!hit || !text || text.length <= limit || hit.at < limit - lead) return node;
  // A secret is only known whole.
  if (clean(text) !== text) return node;
  const near = Math.max(0, Math.min(hit.at - lead, text.length - limit + 1));
  const word = text.indexOf(' ', near) + 1;
  const from = word > 0 && word <= hit.at ? word : near;
  return { ...node, [hit.in]: `…${text.slice(from).toWellFormed()}` };
}
