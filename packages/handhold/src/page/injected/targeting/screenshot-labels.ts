import { rootElement } from '../dom/tree.js';
import { elementOf } from '../refs/refs.js';
import { state } from '../state.js';
import { boxOf, standIn } from './hit-test.js';

/**
 * Refs drawn over the page for a screenshot, in a closed shadow tree so that page styles and scripts don't meet them.
 */

export function showLabels(labels: { id: number; label: string }[], whole: boolean): number {
  hideLabels();
  const host = document.createElement('div');
  state.targeting.labelsHost = host;
  host.style.cssText =
    'all:initial;position:fixed;inset:0;width:100%;height:100%;background:none;border:0;padding:0;margin:0;overflow:visible;z-index:2147483647;pointer-events:none';
  host.popover = 'manual';
  const root = host.attachShadow({ mode: 'closed' });
  let drawn = 0;
  for (const { id, label } of labels) {
    const element = elementOf(id);
    if (!element?.isConnected) continue;
    const box = boxOf(standIn(element));
    if (box.width === 0 || box.height === 0) continue;
    if (
      !whole &&
      (box.y + box.height < 0 || box.y > innerHeight || box.x + box.width < 0 || box.x > innerWidth)
    )
      continue;
    const frame = document.createElement('div');
    frame.style.cssText = `position:fixed;box-sizing:border-box;border:2px solid #d6006c;left:${box.x}px;top:${box.y}px;width:${box.width}px;height:${box.height}px`;
    const tag = document.createElement('div');
    tag.textContent = label;
    // Inside at the right, where it hides neither the field's label above nor its text.
    tag.style.cssText = `position:fixed;left:${Math.max(0, box.x + box.width - 8 - label.length * 7)}px;top:${Math.max(0, box.y)}px;background:#d6006c;color:#fff;font:bold 11px/13px monospace;padding:0 3px`;
    root.append(frame, tag);
    drawn += 1;
  }
  rootElement().append(host);
  if (!host.isConnected) return 0;
  // The top layer, where an open modal is as well.
  host.showPopover();
  return drawn;
}

export function hideLabels(): void {
  const { targeting } = state;
  targeting.labelsHost?.remove();
  targeting.labelsHost = undefined;
}
