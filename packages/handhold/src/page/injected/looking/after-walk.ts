import type { Box, PerceivedNode, PerceiveOptions } from '../protocol.js';
import { identityOf, reportRoles } from '../refs/identity.js';
import { idOf } from '../refs/refs.js';
import { standIn } from '../targeting/hit-test.js';
import { dropDrawings } from './drawn-toggles.js';
import { neighbourOf } from './naming/icon-names.js';
import { itemRoles } from './roles/role-sets.js';
import { summaryOf, tellApart } from './summary.js';
import { lastingCover } from './visibility/seen.js';
import type { WalkedNodes } from './walked-nodes.js';

/** Steps after a walk: they need all of the things that it has found. */

/** Elements behind the nodes, index by index. */
type Elements = (Element | undefined)[];

/** Marks, summarises and takes out what could not be judged before all was walked. */
export function afterWalk({ nodes, elements, holders }: WalkedNodes, options: PerceiveOptions): void {
  // Of more than are asked for, only the first of those in view are shown.
  markCovered(nodes, elements, options.near ?? 300);
  // Where all text is shown anyway, a summary would only repeat it.
  if (!options.text || options.summaries) summarise(nodes, elements);
  dropDrawings(nodes, elements, holders);
  tellAlikeApart(nodes, elements);
  if (!options.text) dropEmptyContexts(nodes, elements);
}

/** Marks what can't be clicked because something lies on top of it; only what is in view can be tested. */
function markCovered(nodes: readonly PerceivedNode[], elements: Elements, most: number): void {
  // Asked once: the browser makes sure of its layout each time one reads them.
  const window = { width: innerWidth, height: innerHeight };
  let budget = most;
  for (let i = 0; i < nodes.length && budget > 0; i++) {
    const node = nodes[i];
    const element = elements[i];
    if (!node || !element || node.kind !== 'element' || !node.box || reportRoles.has(node.role)) continue;
    const { x, y, width, height } = node.box;
    if (node.scrolledOut) continue;
    if (x >= window.width || y >= window.height || x + width <= 0 || y + height <= 0) continue;
    budget -= 1;
    const target = standIn(element);
    const cover = lastingCover(target);
    if (!cover) continue;
    node.coveredBy = idOf(cover);
    node.cover = { ...identityOf(cover), tag: cover.localName };
  }
}

/** A context that holds nothing to show is not worth sending. */
function dropEmptyContexts(nodes: PerceivedNode[], elements: Elements): void {
  const used = new Uint8Array(nodes.length);
  for (const node of nodes) {
    if (node.kind === 'context') continue;
    for (let up = node.parent; up >= 0 && !used[up]; up = nodes[up]?.parent ?? -1) used[up] = 1;
  }
  const at = new Int32Array(nodes.length);
  let kept = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    const element = elements[i];
    if (
      !node ||
      (node.kind === 'context' && !used[i] && node.role !== 'dialog' && node.role !== 'alertdialog')
    )
      continue;
    at[i] = kept;
    if (node.parent >= 0) node.parent = at[node.parent] ?? -1;
    nodes[kept] = node;
    elements[kept] = element;
    kept += 1;
  }
  nodes.length = kept;
  elements.length = kept;
}

/** Of so many nameless things that look alike it is worth finding out what stands beside them. */
const mostAlike = 100;

/** Nameless things that look alike, in the same row or item, are told apart by what stands beside them. */
function tellAlikeApart(nodes: readonly PerceivedNode[], elements: Elements): void {
  const alike = new Map<string, number[]>();
  tellByPosition(nodes, elements);
  tellByColumn(nodes);
  for (const [at, node] of nodes.entries()) {
    if (node.kind !== 'element' || node.name || node.more || node.placeholder || node.description) continue;
    const key = `${node.role}|${node.looks ?? ''}|${namedAround(nodes, at)}`;
    const group = alike.get(key);
    if (group) group.push(at);
    else alike.set(key, [at]);
  }
  for (const group of alike.values()) {
    if (group.length < 2 || group.length > mostAlike) continue;
    for (const at of group) {
      const [node, element] = [nodes[at], elements[at]];
      const near = node && element && !node.near ? neighbourOf(element) : '';
      if (node && near && near !== node.value) node.near = near;
    }
  }
}

/** Those of a set that are called the same, as the stars of a rating, by which of them they say to be. */
function tellByPosition(nodes: readonly PerceivedNode[], elements: Elements): void {
  let before: PerceivedNode | undefined;
  for (const [at, node] of nodes.entries()) {
    if (node.kind !== 'element') continue;
    const next = nodes[at + 1];
    const isDouble = [before, next].some((one) => one?.role === node.role && one.name === node.name);
    before = node;
    if (node.role !== 'radio' || !isDouble) continue;
    const [place, size] = ['posinset', 'setsize'].map((name) => elements[at]?.getAttribute(`aria-${name}`));
    if (place && size) node.near = `${place} of ${size}`;
  }
}

/** So many stand in a row of what is drawn as a table. */
const fewest = 3;
/** Boxes in one row or column may be out of line by so much. */
const slack = 3;

type Boxed = PerceivedNode & { box: Box };

/**
 * Tells things that say nothing themselves, in what is only drawn as a table, by what stands at the head of its
 * column.
 */
function tellByColumn(nodes: readonly PerceivedNode[]): void {
  const boxed = nodes.filter((node): node is Boxed => node.kind === 'element' && node.box !== undefined);
  const nameless = boxed.filter(({ name, looks, placeholder }) => !name && !looks && !placeholder);
  if (nameless.length < 2 || boxed.length > mostBoxed) return;
  const heads = rowsOf(boxed.filter(({ name }) => name !== '')).filter(isHead);
  for (const row of heads.length > 0 ? rowsOf(boxed) : []) {
    if (row.length < fewest || row.every(({ name }) => name !== '')) continue;
    const [leftmost] = row;
    // What is of the same kind as the cells is a row of them.
    const head = heads.findLast(
      ([title]) =>
        title &&
        leftmost &&
        title.box.y + title.box.height <= leftmost.box.y + slack &&
        row.every(({ role }) => role !== title.role),
    );
    const columns = new Map(row.map((cell) => [cell, head && titleOver(cell, head)]));
    if (new Set([...columns.values()].filter((title) => title !== undefined)).size < fewest) continue;
    for (const [cell, title] of columns) if (title && nameless.includes(cell)) cell.near = title.name;
  }
}

const mostBoxed = 300;

/** Those that stand beside each other, from top to bottom. */
function rowsOf(boxed: readonly Boxed[]): Boxed[][] {
  const rows: Boxed[][] = [];
  for (const node of [...boxed].sort((one, other) => one.box.y - other.box.y)) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row && first && Math.abs(first.box.y - node.box.y) <= slack) row.push(node);
    else rows.push([node]);
  }
  return rows;
}

/** True if a row is made of things of one kind, each with a column of its own. */
function isHead(row: readonly Boxed[]): boolean {
  const [first] = row;
  if (!first || row.length < fewest || row.some(({ role }) => role !== first.role)) return false;
  const across = [...row].sort((one, other) => one.box.x - other.box.x);
  return across.every(({ box }, at) => {
    const next = across[at + 1];
    return !next || box.x + box.width <= next.box.x + slack;
  });
}

/** The only one of the titles that stands over a cell, at one of its edges or in its middle. */
function titleOver({ box }: Boxed, titles: readonly Boxed[]): Boxed | undefined {
  const right = box.x + box.width;
  const [title, another] = titles.filter((one) => one.box.x < right && box.x < one.box.x + one.box.width);
  if (!title || another) return undefined;
  const ends = title.box.x + title.box.width;
  const offsets = [title.box.x - box.x, ends - right, (title.box.x + ends - box.x - right) / 2];
  return offsets.some((offset) => Math.abs(offset) <= slack) ? title : undefined;
}

function namedAround(nodes: readonly PerceivedNode[], at: number): number {
  let up = nodes[at]?.parent ?? -1;
  while (up >= 0 && !nodes[up]?.name) up = nodes[up]?.parent ?? -1;
  return up;
}

/**
 * Rows and items are told apart by what they say, which is only worth finding out where something in them has a
 * double.
 */
function summarise(nodes: PerceivedNode[], elements: Elements): void {
  const doubles = new Map<string, number>();
  for (const node of nodes) {
    if (node.kind === 'element')
      doubles.set(`${node.role}|${node.name}`, (doubles.get(`${node.role}|${node.name}`) ?? 0) + 1);
  }
  const shown = new Set(elements);
  const done = new Set<number>();
  for (const node of nodes) {
    if (node.kind !== 'element' || (doubles.get(`${node.role}|${node.name}`) ?? 0) < 2) continue;
    for (let up = node.parent; up >= 0 && !done.has(up); up = nodes[up]?.parent ?? -1) {
      done.add(up);
      const context = nodes[up];
      const element = elements[up];
      if (context && element && itemRoles.has(context.role)) tellApart(context, summaryOf(element, shown));
    }
  }
}
