import type { Deadline } from '../../deadline.js';
import type { Frames, LiveFrame } from '../frames/frames.js';
import { WorldGone } from '../frames/world.js';
import type { FindRequest, FindResult } from '../injected/protocol.js';
import type { ShownPage } from '../shown-page.js';
import { find } from './perceive.js';
import type { ViewNode } from './view.js';

/** Time a child document gets. */
const frameTime = 1000;

interface Searched {
  frame: LiveFrame;
  result: FindResult;
}

/** Finds things anywhere on the page and gives each a ref, as if it had been shown. */
export async function searchPage(
  frames: Frames,
  shown: ShownPage,
  request: FindRequest,
  deadline: Deadline,
): Promise<{ nodes: ViewNode[]; total: number }> {
  const main = await frames.main(deadline);
  const documents = [main, ...(await frames.children(main, deadline))];
  const results = await Promise.all(
    documents.map((frame) => searchDocument(frame, frame === main, request, deadline)),
  );
  const book = await shown.currentRefs(main, deadline);
  const nodes: ViewNode[] = [];
  const visible = results.filter(({ frame }) => isInSight(frame, results));
  for (const { frame, result } of visible) {
    for (const { parent: _parent, ...rest } of result.found) {
      if (nodes.length >= request.limit) break;
      const entry = book.numberOne(frame, rest.id, { role: rest.role, name: rest.name }, rest.tag);
      book.show(entry.ref);
      nodes.push({ ...rest, parent: -1, frame, inside: undefined, ref: entry.ref });
    }
  }
  return { nodes, total: visible.reduce((sum, { result }) => sum + result.total, 0) };
}

async function searchDocument(
  frame: LiveFrame,
  isMain: boolean,
  request: FindRequest,
  deadline: Deadline,
): Promise<Searched> {
  try {
    const result = await find(frame.world, isMain ? deadline : deadline.atMost(frameTime), request);
    return { frame, result };
  } catch (thrown) {
    if (isMain && !(thrown instanceof WorldGone)) throw thrown;
    return { frame, result: { found: [], total: 0, frames: [] } };
  }
}

/** True if a document is the page's own, or stands in frames that can be seen. */
function isInSight({ parent, owner }: LiveFrame, results: readonly Searched[]): boolean {
  if (!parent) return true;
  const around = results.find(({ frame }) => frame.world === parent.world);
  return around?.result.frames.some((id) => id === owner) === true && isInSight(parent, results);
}
