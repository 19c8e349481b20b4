import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import type { LiveFrame } from '../../page/frames/frames.js';
import { openClosedRoots } from '../../page/looking/perceive.js';
import type { WrittenBlock } from '../../page/looking/reading.js';
import type { Links } from './links.js';

/** The content of a document and its frames, as blocks in reading order. */
interface Documents {
  title: string;
  blocks: WrittenBlock[];
  /** The document was too large to be read to its end. */
  capped: boolean;
}

/** A document with those of its frames in their places; a frame that does not answer is left out. */
export async function readDocuments(
  tab: Tab,
  frame: LiveFrame,
  root: number | null,
  links: Links,
  deadline: Deadline,
  { everything = false, depth = 0 } = {},
): Promise<Documents | undefined> {
  await openClosedRoots(frame.world, deadline);
  const own = await frame.world.call(deadline, 'read', root, everything);
  if (!own) return undefined;
  const result: Documents = { title: own.title, blocks: [], capped: own.capped };
  const link = links.add(frame, own.links);
  const needed = own.blocks.some(({ kind }) => kind === 'frame') && depth < 3;
  const children = needed
    ? await tab.live.frames.children(await tab.live.frames.main(deadline), deadline)
    : [];
  for (const block of own.blocks) {
    if (block.kind !== 'frame') {
      result.blocks.push({ ...block, link });
      continue;
    }
    const child = children.find(
      (candidate) => candidate.parent?.world === frame.world && candidate.owner === block.frame,
    );
    const inner = child
      ? await readDocuments(tab, child, null, links, deadline.atMost(1000), {
          everything,
          depth: depth + 1,
        }).catch(() => undefined)
      : undefined;
    deadline.check();
    if (inner) result.blocks.push(...inner.blocks);
  }
  return result;
}
