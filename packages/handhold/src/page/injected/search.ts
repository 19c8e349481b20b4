import type { FindRequest, FindResult, PerceivedNode } from './protocol.js';
import { idOf } from './refs.js';
import { walk } from './walk.js';

/** Looks for text, roles or a pattern anywhere in the document, on or off screen. */
export function search(request: FindRequest): FindResult {
  const { nodes, elements, holders } = walk({ text: true, summaries: true }, document.documentElement);
  const matches = matcher(request);
  const found: PerceivedNode[] = [];
  let total = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    const element = elements[i] ?? holders.get(i);
    if (!node || !element || node.kind === 'frame' || !matches(node)) continue;
    total += 1;
    if (found.length >= request.limit) continue;
    const context = contextOf(nodes, node.parent);
    found.push({ ...node, id: idOf(element), parent: -1, ...(context ? { within: context } : {}) });
  }
  return { found, total };
}

function matcher({ text, role, regex }: FindRequest): (node: PerceivedNode) => boolean {
  const wanted = text?.toLowerCase();
  const pattern = regex === undefined ? undefined : new RegExp(regex, 'iu');
  return (node) => {
    if (role !== undefined && node.role !== role) return false;
    if (wanted === undefined && pattern === undefined) return true;
    if (node.kind === 'context' && role === undefined) return false;
    const parts = [node.name, node.value, node.placeholder, node.description, ...(node.options ?? [])];
    return parts.some((part) => {
      if (!part) return false;
      return (wanted === undefined || part.toLowerCase().includes(wanted)) && (pattern?.test(part) ?? true);
    });
  };
}

/** The nearest named thing around, which tells equal matches apart. */
function contextOf(nodes: PerceivedNode[], at: number): { role: string; name: string } | undefined {
  for (let i = at; i >= 0; i = nodes[i]?.parent ?? -1) {
    const node = nodes[i];
    if (node?.name && node.kind === 'context') return { role: node.role, name: node.name };
  }
  return undefined;
}
