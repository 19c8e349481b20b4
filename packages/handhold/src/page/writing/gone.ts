import { quote } from '../../gate/untrusted.js';
import type { LiveFrame } from '../frames/frames.js';
import type { Belongs } from '../injected/protocol.js';
import type { ViewNode } from '../looking/view.js';
import { formatRef } from '../refs/ref.js';
import { contextLine } from './element-line.js';
import { headsOf, itemRoles, titleOf } from './items.js';

/** Tells of what is no longer there in as few lines as it takes: a dialog, a list, a row at a time. */

export interface Gone {
  ref: number;
  node: ViewNode;
}

const few = 3;

const maxTitles = 5;

/** One line for each thing that went as a whole, and for what went by itself, as out of a row that is still there. */
export function goneLines(
  gone: readonly Gone[],
  isThere: (context: ViewNode) => boolean,
  isLasting: (item: Belongs) => boolean,
): string[] {
  const wholes = new Map<string, number>();
  const items = new Map<string, Map<string, number>>();
  const loose: Gone[] = [];
  const heads = headsOf(gone.map(({ node }) => node));
  const owners = new Map<number, LiveFrame>();
  for (const { node } of gone)
    if (node.belongs?.says && !isLasting(node.belongs)) owners.set(node.belongs.id, node.frame);
  for (const one of gone) {
    // A row that is a thing itself is told with what was in it.
    if (owners.get(one.node.id) === one.node.frame) continue;
    const whole = outermostGone(one.node, isThere);
    const belongs = one.node.belongs?.says ? one.node.belongs : heads.get(one.node);
    if (whole) add(wholes, wholeLine(whole));
    else if (belongs && !isLasting(belongs)) {
      const group = items.get(belongs.role) ?? new Map<string, number>();
      items.set(belongs.role, group);
      add(group, belongs.says);
    } else loose.push(one);
  }
  return [
    ...[...wholes].map(([line, count]) => `${line} and ${count} in it`),
    ...[...items].map(([role, group]) => goneItemsLine(role, group)),
    ...looseLines(loose),
  ];
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The largest part of the page around it that is gone as well; not the row or item, of which there may be many. */
export function outermostGone(node: ViewNode, isThere: (context: ViewNode) => boolean): ViewNode | undefined {
  let found: ViewNode | undefined;
  for (let up = node.inside; up; up = up.inside) if (isWhole(up) && !isThere(up)) found = up;
  return found;
}

/** True if it is told as one thing where it goes. */
function isWhole({ kind, name, role }: ViewNode): boolean {
  if (kind === 'frame') return true;
  return kind === 'context' && (name !== '' || /dialog$/.test(role)) && !itemRoles.has(role);
}

/** The line of a part of the page; whether a frame answers is left out of it. */
export function wholeLine(node: ViewNode): string {
  return contextLine(node.kind === 'frame' && node.states ? { ...node, states: [] } : node);
}

const plurals: Record<string, string> = {
  row: 'rows',
  listitem: 'items',
  article: 'articles',
  group: 'groups',
};

function goneItemsLine(role: string, group: ReadonlyMap<string, number>): string {
  const [only] = group.keys();
  const count = [...group.values()].reduce((sum, one) => sum + one, 0);
  if (group.size === 1 && only !== undefined) return `${role} ${quote(only, 100)} and ${count} in it`;
  const titles = [...group.keys()].slice(0, maxTitles).map((says) => quote(titleOf(says), 40));
  const more = group.size > maxTitles ? ', …' : '';
  return `${group.size} ${plurals[role] ?? role} and ${count} in them: ${titles.join(', ')}${more}`;
}

function looseLines(loose: readonly Gone[]): string[] {
  if (loose.length <= few)
    return loose.map(
      ({ ref, node }) => `${formatRef(ref)} ${node.role}${node.name ? ` ${quote(node.name)}` : ''}`,
    );
  return [`${loose.length} elements: ${rangesOf(loose.map(({ ref }) => ref))}`];
}

/** Refs in order, those that follow each other as "@e5 to @e19". */
export function rangesOf(refs: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const ref of [...refs].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === ref - 1) last[1] = ref;
    else ranges.push([ref, ref]);
  }
  return ranges
    .map(([from, to]) =>
      from === to
        ? formatRef(from)
        : to === from + 1
          ? `${formatRef(from)}, ${formatRef(to)}`
          : `${formatRef(from)} to ${formatRef(to)}`,
    )
    .join(', ');
}
