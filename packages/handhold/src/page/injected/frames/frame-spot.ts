import { arm } from '../acting/click-guard.js';
import { elementAt } from '../dom/tree.js';
import type { Identity } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { elementOf, idOf } from '../refs/refs.js';
import { watch } from '../settling/changes.js';
import { coverRoot } from '../targeting/hit-test.js';

export type FrameSpot =
  | { state: 'ready'; x: number; y: number }
  | { state: 'covered'; by: Identity & { id: number; tag: string } }
  | { state: 'hidden'; why: string }
  | { state: 'gone' };

/** Where a point of a child document lies in this one, and whether anything here is in the way. */
export function spotInFrame(id: number, x: number, y: number, guarded: boolean): FrameSpot {
  const iframe = elementOf(id);
  if (!iframe?.isConnected) return { state: 'gone' };
  let cover: Element | undefined;
  for (const block of [undefined, 'center', 'end', 'start'] as const) {
    if (block) iframe.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
    const spot = frameOffset(iframe, x, y);
    const hit = elementAt(spot.x, spot.y);
    if (hit === iframe) {
      watch();
      if (guarded) arm(id, true);
      return { state: 'ready', ...spot };
    }
    if (hit) cover = coverRoot(hit, iframe);
  }
  if (!cover) return { state: 'hidden', why: 'its frame is out of view' };
  return { state: 'covered', by: { ...identityOf(cover), id: idOf(cover), tag: cover.localName } };
}

/** Maps a point through the iframe's border, padding and any scaling of it. */
export function frameOffset(iframe: Element, x: number, y: number): { x: number; y: number } {
  const rect = iframe.getBoundingClientRect();
  const style = getComputedStyle(iframe);
  const width = iframe instanceof HTMLElement ? iframe.offsetWidth : rect.width;
  const height = iframe instanceof HTMLElement ? iframe.offsetHeight : rect.height;
  const scaleX = width > 0 ? rect.width / width : 1;
  const scaleY = height > 0 ? rect.height / height : 1;
  const left = Number.parseFloat(style.borderLeftWidth) + Number.parseFloat(style.paddingLeft);
  const top = Number.parseFloat(style.borderTopWidth) + Number.parseFloat(style.paddingTop);
  return { x: rect.x + (left + x) * scaleX, y: rect.y + (top + y) * scaleY };
}
