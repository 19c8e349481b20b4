import type { Belongs, NodeKind, Perceived, PerceivedNode } from '../protocol.js';

/**
 * The result of a look, as it travels: thousands of nodes, mostly with the same few fields, of which each is a row. It is
 * written in the page and read twice on the way, so that every quote and every field's name counts.
 */

const kinds: readonly NodeKind[] = ['element', 'text', 'heading', 'context', 'frame'];

/** Fields that only some nodes have. */
type Rest = Omit<
  PerceivedNode,
  'kind' | 'id' | 'parent' | 'role' | 'name' | 'tag' | 'box' | 'block' | 'cell' | 'item'
>;

/** Kind, number, parent, role, name and tag, where it flows and what it belongs to, each of these from 1. */
type Bare = [number, number, number, number, string, number, number, number, number];
type Boxed = [...Bare, number, number, number, number];
type Row = Bare | Boxed | [...Boxed, Rest];

export interface Packed {
  /** Roles, tags and titles, which the rows name by their places here. */
  words: string[];
  rows: Row[];
  items: [number, string, number, number][];
}

/** A look with its nodes and items packed. */
export type SentLook = Omit<Perceived, 'nodes' | 'items'> & { packed: Packed };

export function packed({ nodes, items, ...seen }: Perceived): SentLook {
  const words: string[] = [];
  const places = new Map<string, number>();
  const place = (word: string): number => {
    let at = places.get(word);
    if (at === undefined) {
      at = words.push(word) - 1;
      places.set(word, at);
    }
    return at;
  };
  return {
    ...seen,
    packed: {
      rows: nodes.map((node) => rowOf(node, place)),
      items: items.map(({ role, says, group, id }) => [place(role), says, place(group), id]),
      words,
    },
  };
}

function rowOf(node: PerceivedNode, place: (word: string) => number): Row {
  const { kind, id, parent, role, name, tag, box, block, cell, item, ...rest } = node;
  const bare: Bare = [
    kinds.indexOf(kind),
    id,
    parent,
    place(role),
    name,
    place(tag),
    (block ?? -1) + 1,
    (cell ?? -1) + 1,
    (item ?? -1) + 1,
  ];
  const hasRest = hasAny(rest);
  if (!box && !hasRest) return bare;
  const { x, y, width, height } = box ?? nowhere;
  const boxed: Boxed = [...bare, x, y, width, height];
  return hasRest ? [...boxed, rest] : boxed;
}

/** No box is less than nothing wide. */
const nowhere = { x: 0, y: 0, width: -1, height: -1 };

function hasAny(rest: Rest): boolean {
  for (const _field in rest) return true;
  return false;
}

export function unpacked({ packed: { words, rows, items }, ...seen }: SentLook): Perceived {
  const word = (at: number): string => words[at] ?? '';
  return {
    ...seen,
    nodes: rows.map((row) => nodeOf(row, word)),
    items: items.map(
      ([role, says, group, id]): Belongs => ({ role: word(role), says, group: word(group), id }),
    ),
  };
}

function nodeOf(row: Row, word: (at: number) => string): PerceivedNode {
  const [kind, id, parent, role, name, tag, block, cell, item, x, y, width = -1, height, rest] = row;
  const node: PerceivedNode = {
    kind: kinds[kind] ?? 'text',
    id,
    parent,
    role: word(role),
    name,
    tag: word(tag),
  };
  if (width >= 0) node.box = { x: x ?? 0, y: y ?? 0, width, height: height ?? 0 };
  if (block > 0) node.block = block - 1;
  if (cell > 0) node.cell = cell - 1;
  if (item > 0) node.item = item - 1;
  return rest ? Object.assign(node, rest) : node;
}
