import type { Belongs } from '../injected/protocol.js';
import type { ViewNode } from '../looking/view.js';

/** Rows, list items and cards: each is told apart from others by what it says itself. */
export const itemRoles: ReadonlySet<string> = new Set(['row', 'listitem', 'article']);

/** What a record says first. */
export function titleOf(says: string): string {
  return says.split(' · ', 1)[0] ?? '';
}

/** What begins a row, item or card stands for itself; the records that begin with such a thing, by it. */
export function headsOf(nodes: readonly ViewNode[]): Map<ViewNode, Belongs> {
  const heads = new Map<ViewNode, Belongs>();
  for (const [at, node] of nodes.entries()) {
    const record = nodes[at + 1]?.belongs;
    if (record?.says && !node.belongs?.says && titleOf(record.says) === node.name) heads.set(node, record);
  }
  return heads;
}
