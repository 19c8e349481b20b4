import type { Deadline } from '../../deadline.js';
import type { CdpSession } from '../cdp/session.js';
import type { LiveFrame } from '../frames/frames.js';
import type { World } from '../frames/world.js';

const group = 'handhold closed roots';

/**
 * Opens every closed shadow root of these documents to our world: one look at each whole page finds even those that
 * leave no trace. Gives the documents of which that is so; others went away or did not answer.
 */
export async function openAllRoots(
  documents: readonly LiveFrame[],
  deadline: Deadline,
): Promise<LiveFrame[]> {
  const cdpSessions = [...new Set(documents.map(({ world }) => world.cdp))];
  const opened = await Promise.all(
    cdpSessions.map(async (cdp) => {
      const its = documents.filter(({ world }) => world.cdp === cdp);
      try {
        await openRootsOf(
          cdp,
          its.map(({ world }) => world),
          deadline,
        );
        return its;
      } catch {
        deadline.check();
        return [];
      }
    }),
  );
  return opened.flat();
}

async function openRootsOf(cdp: CdpSession, worlds: World[], deadline: Deadline): Promise<void> {
  const snapshot = await deadline.race(cdp.send('DOMSnapshot.captureSnapshot', { computedStyles: [] }));
  const word = (at: number | undefined) => (at === undefined ? undefined : snapshot.strings[at]);
  const opening: Promise<void>[] = [];
  for (const { frameId, nodes } of snapshot.documents) {
    const world = worlds.find((one) => one.frameId === word(frameId));
    const { backendNodeId, parentIndex, shadowRootType } = nodes;
    if (!world || !backendNodeId || !parentIndex || !shadowRootType) continue;
    // Roots themselves are not listed, only what is in them; its parent may be the host of one or not.
    const asked = new Set<number>();
    for (const [i, at] of shadowRootType.index.entries()) {
      const [node, parent] = [backendNodeId[at], parentIndex[at]];
      if (word(shadowRootType.value[i]) !== 'closed' || node === undefined || parent === undefined) continue;
      if (asked.has(parent)) continue;
      asked.add(parent);
      // One that is gone by now is in no picture.
      opening.push(deadline.race(openRootAround(world, node).catch(() => undefined)));
    }
  }
  await Promise.all(opening);
  void cdp.send('Runtime.releaseObjectGroup', { objectGroup: group }).catch(() => undefined);
}

async function openRootAround({ cdp, contextId }: World, backendNodeId: number): Promise<void> {
  const { object } = await cdp.send('DOM.resolveNode', {
    backendNodeId,
    executionContextId: contextId,
    objectGroup: group,
  });
  if (!object.objectId) return;
  await cdp.send('Runtime.callFunctionOn', {
    objectId: object.objectId,
    functionDeclaration: 'function () { handhold.revealRootOf(this); }',
  });
}
