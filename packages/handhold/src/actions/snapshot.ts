import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { cut } from '../gate/untrusted.js';
import type { Box, ScrollState } from '../page/injected/protocol.js';
import type { ViewNode } from '../page/looking/view.js';
import { countWithRefs, type Lines } from '../page/writing/lines.js';
import type { SnapshotAction } from './action.js';
import { refuseIfBlocked } from './outcome.js';

export interface RefReport {
  role: string;
  name: string;
  value?: string;
  states?: string[];
  tag: string;
  /** Address of the frame it is in, if not the page itself. */
  frame?: string;
  box?: Box;
}

export interface SnapshotReport {
  tree: string;
  refs: Record<string, RefReport>;
  /** How many of the refs are of elements to act on: they come first, then headings and images in full mode. */
  shown: number;
  /** How many elements on the whole page can be acted on. */
  actionable: number;
  /** How many things on the whole page have refs. */
  elementCount: number;
  truncated: boolean;
  url: string;
  title: string;
  scroll: ScrollState;
}

export async function snapshot(
  action: SnapshotAction,
  session: Session,
  deadline: Deadline,
): Promise<SnapshotReport> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const { live } = tab;
  const options = {
    interactiveOnly: action.interactiveOnly,
    maxElements: action.maxElements,
    maxTokens: action.maxTokens,
  };
  if (action.ref !== undefined) {
    const { entry } = await live.find({ ref: action.ref }, line);
    const view = await live.lookAt(entry, line, !action.interactiveOnly);
    const part = live.show(view, options, false);
    const page = await live.frames.main(line);
    return { ...report(part, view), title: view.title, url: page.url };
  }
  const view = await (action.interactiveOnly
    ? live.look(line, { most: action.maxElements, afresh: !action.diff })
    : live.lookAtAll(line));
  if (action.diff) {
    const changes = live.changes(view);
    if (changes) {
      return report(
        {
          tree: changes.lines.join('\n'),
          shown: changes.shown,
          read: [],
          elementCount: countWithRefs(view, action.interactiveOnly),
          actionable: countWithRefs(view, true),
          truncated: changes.omitted > 0,
        },
        view,
      );
    }
  }
  return report(live.show(view, options), view);
}

function report(lines: Lines, view: { url: string; title: string; scroll: ScrollState }): SnapshotReport {
  const refs: Record<string, RefReport> = {};
  for (const node of [...lines.shown, ...lines.read])
    if (node.ref !== undefined) refs[`@e${node.ref}`] = reportRef(node);
  return {
    tree: lines.tree,
    refs,
    shown: lines.shown.length,
    actionable: lines.actionable,
    elementCount: lines.elementCount,
    truncated: lines.truncated,
    url: view.url,
    title: view.title,
    scroll: view.scroll,
  };
}

/** What is told about a ref besides its line. */
export function reportRef(node: ViewNode): RefReport {
  const states = [...(node.states ?? [])];
  if (node.coveredBy !== undefined)
    states.push(node.coverRef === undefined ? 'covered' : `covered by @e${node.coverRef}`);
  return {
    role: node.role,
    name: cut(node.name, 300),
    ...(node.value === undefined ? {} : { value: cut(node.value, 300) }),
    ...(states.length > 0 ? { states } : {}),
    tag: node.tag,
    ...(node.frame.parent ? { frame: node.frame.url } : {}),
    // Where it is now is out of sight, and on top of something else.
    ...(node.box && !node.scrolledOut ? { box: node.box } : {}),
  };
}
