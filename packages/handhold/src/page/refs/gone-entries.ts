import type { Deadline } from '../../deadline.js';
import type { LiveFrame } from '../frames/frames.js';
import { WorldGone } from '../frames/world.js';
import type { RefEntry } from './book.js';

/** Those of the entries whose elements are no longer part of their documents. */
export async function goneEntries(entries: readonly RefEntry[], deadline: Deadline): Promise<Set<RefEntry>> {
  const gone = new Set<RefEntry>();
  const byFrame = new Map<LiveFrame, RefEntry[]>();
  for (const entry of entries) byFrame.set(entry.frame, [...(byFrame.get(entry.frame) ?? []), entry]);
  for (const [frame, group] of byFrame) {
    const ids = group.map(({ id }) => id);
    const goneIds = await frame.world.call(deadline, 'gone', ids).catch((thrown: unknown) => {
      if (thrown instanceof WorldGone) return ids;
      throw thrown;
    });
    for (const entry of group) if (goneIds.includes(entry.id)) gone.add(entry);
  }
  return gone;
}
