import type { Belongs } from '../injected/protocol.js';
import type { ViewNode } from '../looking/view.js';

/** Rows, list items and cards: each is told apart from others by what it says itself. */
export const itemRoles: ReadonlySet<string> = new Set(['row', 'listitem', 'article']);

/** The title of an item: the part that it says first. */
export function titleOf(says: string): string {
  return says.split(' · ', 1)[0] ?? '';
}

/** Items by the elements that begin them, which stand for themselves. */
export function headsOf(nodes: readonly ViewNode[]): Map<ViewNode, Belongs> {
  const heads = new Map<ViewNode, Belongs>();
  for (const [at, node] of nodes.entries()) {
    const item = nodes[at + 1]?.belongs;
    if (item?.says && !node.belongs?.says && titleOf(item.says) === node.name) heads.set(node, item);
  }
  return heads;
}
