import { boxOf, standIn } from './hit.js';
import { elementOf } from './refs.js';

/** Refs drawn over the page for a screenshot, in a closed shadow tree so that page styles and scripts don't meet them. */

let host: HTMLElement | undefined;

export function mark(labels: { id: number; label: string }[]): number {
  unmark();
  host = document.createElement('div');
  host.style.cssText = 'all:initial;position:fixed;inset:0;z-index:2147483647;pointer-events:none';
  const root = host.attachShadow({ mode: 'closed' });
  let drawn = 0;
  for (const { id, label } of labels) {
    const element = elementOf(id);
    if (!element?.isConnected) continue;
    const box = boxOf(standIn(element));
    if (box.width === 0 || box.height === 0) continue;
    const frame = document.createElement('div');
    frame.style.cssText = `position:fixed;box-sizing:border-box;border:2px solid #d6006c;left:${box.x}px;top:${box.y}px;width:${box.width}px;height:${box.height}px`;
    const tag = document.createElement('div');
    tag.textContent = label;
    tag.style.cssText = `position:fixed;left:${Math.max(0, box.x)}px;top:${Math.max(0, box.y - 14)}px;background:#d6006c;color:#fff;font:bold 11px/14px monospace;padding:0 3px`;
    root.append(frame, tag);
    drawn += 1;
  }
  document.documentElement.append(host);
  return drawn;
}

export function unmark(): void {
  host?.remove();
  host = undefined;
}
