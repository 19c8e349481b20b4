import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import type { LiveFrame } from '../../page/frames/frames.js';
import { formatRef } from '../../page/refs/ref.js';

/** Draws refs on the page and gives back how to take them off again. */
export async function drawRefs(tab: Tab, deadline: Deadline, whole: boolean): Promise<() => Promise<void>> {
  const view = await tab.live.look(deadline);
  tab.live.show(view, { interactiveOnly: true, maxElements: 1000 });
  const frames = new Map<LiveFrame, { id: number; label: string }[]>();
  for (const node of view.nodes) {
    if (node.kind !== 'element' || node.ref === undefined || node.coveredBy !== undefined) continue;
    frames.set(node.frame, [...(frames.get(node.frame) ?? []), { id: node.id, label: formatRef(node.ref) }]);
  }
  await Promise.all(
    [...frames].map(([frame, labels]) =>
      frame.world.call(deadline, 'showLabels', labels, whole).catch(() => 0),
    ),
  );
  return async () => {
    await Promise.all(
      [...frames.keys()].map((frame) => frame.world.call(deadline, 'hideLabels').catch(() => undefined)),
    );
  };
}
