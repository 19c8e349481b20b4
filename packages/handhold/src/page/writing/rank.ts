import type { View, ViewNode } from '../looking/view.js';

export function isInViewport(node: ViewNode, { viewport: { width, height } }: View): boolean {
  const { box } = node;
  if (!box || node.scrolledOut) return false;
  return box.y < height && box.y + box.height > 0 && box.x < width && box.x + box.width > 0;
}

export function keepByRank(view: View, elements: ViewNode[], max: number): Set<ViewNode> {
  if (elements.length <= max) return new Set(elements);
  const ranked: ViewNode[][] = [[], [], [], []];
  for (const node of elements) ranked[rank(node, view)]?.push(node);
  return new Set(ranked.flat().slice(0, max));
}

/** From 0, which is in front: an open modal, then the viewport, then what is near it, then the rest. */
function rank(node: ViewNode, view: View): number {
  if (node.modal) return 0;
  const { box } = node;
  if (!box || node.scrolledOut) return 3;
  if (isInViewport(node, view)) return 1;
  const { height } = view.viewport;
  return box.y < height * 2 && box.y + box.height > -height ? 2 : 3;
}
