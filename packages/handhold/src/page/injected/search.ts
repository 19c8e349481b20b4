import { noteMet } from './asked-trees.js';
import { numbered } from './belonging.js';
import { parentOf, rootElement } from './dom.js';
import { withoutAny } from './fingerprints.js';
import type { FindRequest, FindResult, Identity, PerceivedNode } from './protocol.js';
import { roleOf } from './role.js';
import { summaryOf } from './summary.js';
import { walk } from './walk.js';

/** Looks for text, roles or a pattern anywhere in the document, on or off screen. */
export function search(request: FindRequest): FindResult {
  const { nodes, elements, holders, shadowRoots } = walk({ text: true, summaries: true }, rootElement());
  const matches = matcher(request);
  const found: Match[] = [];
  let total = 0;
  let heading: PerceivedNode | undefined;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    const element = elements[i] ?? holders.get(i);
    if (node && element && node.kind !== 'frame' && matches(node)) {
      total += 1;
      if (found.length < request.limit)
        found.push({ node, element, context: contextOf(nodes, node.parent), heading: identityIn(heading) });
    }
    if (node?.kind === 'heading') heading = node;
  }
  const frames = nodes.flatMap((node) => (node.kind === 'frame' ? node.id : []));
  return { found: tellApart(found), total, frames, unasked: noteMet(shadowRoots) };
}

interface Match {
  node: PerceivedNode;
  element: Element;
  /** The nearest named thing around it. */
  context: Identity | undefined;
  /** The heading it stands under. */
  heading: Identity | undefined;
}

function identityIn(node: PerceivedNode | undefined): Identity | undefined {
  return node && { role: node.role, name: node.name };
}

/** What is around a match is told with it: of equal ones the nearest that is not the same for all. */
function tellApart(found: readonly Match[]): PerceivedNode[] {
  const groups = new Map<string, Match[]>();
  for (const match of found) {
    const key = keyOf(match);
    groups.set(key, [...(groups.get(key) ?? []), match]);
  }
  return found.map((match) => {
    const { node, element, context } = match;
    const equals = groups.get(keyOf(match)) ?? [];
    const within = (equals.length > 1 ? telling(match, equals) : undefined) ?? context;
    return { ...node, id: numbered(element).id, parent: -1, ...(within ? { within } : {}) };
  });
}

function keyOf({ node }: Match): string {
  return `${node.role}|${node.name}`;
}

const ways: readonly ((match: Match) => Identity | undefined)[] = [
  ({ element }) => itemAround(element),
  ({ context }) => context,
  ({ heading }) => heading,
];

function telling(match: Match, equals: readonly Match[]): Identity | undefined {
  const way = ways.find((around) => new Set(equals.map((one) => around(one)?.name)).size > 1);
  return way?.(match);
}

const items = new Set(['row', 'listitem', 'article']);

/** The row or item around it, by what it says. */
function itemAround(element: Element): Identity | undefined {
  let around = parentOf(element);
  while (around && !items.has(roleOf(around))) around = parentOf(around);
  const name = around ? summaryOf(around, new Set([element])) : '';
  return around && name ? { role: roleOf(around), name } : undefined;
}

function matcher({ text, role, regex, hidden }: FindRequest): (node: PerceivedNode) => boolean {
  const wanted = text?.toLowerCase();
  const pattern = regex === undefined ? undefined : new RegExp(regex, 'iu');
  return (node) => {
    if (role !== undefined && node.role !== role) return false;
    if (wanted === undefined && pattern === undefined) return true;
    if (node.kind === 'context' && role === undefined) return false;
    const parts = [node.name, node.value, node.placeholder, node.description, ...(node.options ?? [])];
    return parts.some((given) => {
      const part = given && withoutAny(given, hidden);
      if (!part) return false;
      return (wanted === undefined || part.toLowerCase().includes(wanted)) && (pattern?.test(part) ?? true);
    });
  };
}

/** The nearest named thing around. */
function contextOf(nodes: PerceivedNode[], at: number): Identity | undefined {
  for (let i = at; i >= 0; i = nodes[i]?.parent ?? -1) {
    const node = nodes[i];
    if (node?.name && node.kind === 'context') return { role: node.role, name: node.name };
  }
  return undefined;
}
