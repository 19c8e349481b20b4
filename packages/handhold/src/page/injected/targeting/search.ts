import { visibleOnly } from '../dom/invisible.js';
import { fold, WantedText } from '../dom/same-text.js';
import { contains, parentOf, rootElement, squash } from '../dom/tree.js';
import { noteMetTrees } from '../listeners/asked-trees.js';
import { nameOf } from '../looking/naming/name.js';
import { roleOf } from '../looking/roles/role.js';
import { cellRoles, itemRoles } from '../looking/roles/role-sets.js';
import { summaryOf } from '../looking/summary.js';
import { clearText } from '../looking/visibility/readable.js';
import { walk } from '../looking/walk.js';
import type { Walked } from '../looking/walked-nodes.js';
import type { FindRequest, FindResult, Identity, PerceivedNode } from '../protocol.js';
import { numbered } from '../refs/items/belonging.js';
import { withoutAny } from '../secrets/fingerprints.js';
import { withoutTainted } from '../secrets/taint.js';
import { type Run, runsIn } from './runs.js';

/** Looks for text, roles or a pattern anywhere in the document, on or off screen. */
export function search(request: FindRequest): FindResult {
  const walked = walk({ text: true, summaries: true }, rootElement());
  const { nodes, shadowRoots } = walked;
  const matching = matcher(request);
  const { role } = request;
  const all = role !== undefined && cellRoles.has(role) ? cells(walked, role) : [...things(walked, role)];
  const passages = passagesIn(all, matching);
  // What is only around things is found where nothing in it is.
  if (passages.length === 0 && role === undefined)
    passages.push(...passagesIn(surroundings(walked), matching));
  const found = passages.slice(0, request.limit).map(({ passage, hit }) => matchOf(walked, passage, hit));
  const frames = nodes.flatMap((node) => (node.kind === 'frame' ? node.id : []));
  return { found: tellApart(found), total: passages.length, frames, unasked: noteMetTrees(shadowRoots) };
}

/** Something that may be found: one node, or a stretch of several. */
interface Passage {
  /** Of its first node in what was walked, and of its last. */
  from: number;
  to: number;
  node: PerceivedNode;
  element: Element;
  /** The rest of its text, which is not told of it. */
  says?: (() => string) | undefined;
}

type Hit = NonNullable<PerceivedNode['hit']>;

/** A stretch is only told where none of its nodes is found by itself. */
function passagesIn(passages: readonly Passage[], matching: Matching): { passage: Passage; hit: Hit }[] {
  const found: { passage: Passage; hit: Hit }[] = [];
  const told = new Set<number>();
  const named = new Map<Element, string>();
  for (const passage of passages) {
    const hit = isAnyWithin(told, passage) ? undefined : matching(passage);
    if (!hit) continue;
    told.add(passage.from);
    // The text of a control is told with it, where that is found by its name.
    if (passage.node.kind === 'text' && named.size > 0 && isToldBy(named, passage)) continue;
    if (passage.node.kind === 'element') named.set(passage.element, fold(passage.node.name));
    found.push({ passage, hit });
  }
  return found.sort((one, other) => one.passage.from - other.passage.from);
}

function isToldBy(named: ReadonlyMap<Element, string>, { element, node }: Passage): boolean {
  const text = fold(node.name);
  for (let up: Element | null = element; up; up = parentOf(up))
    if (named.get(up)?.includes(text)) return true;
  return false;
}

function isAnyWithin(told: ReadonlySet<number>, { from, to }: Passage): boolean {
  if (to === from) return false;
  for (let at = from; at <= to; at++) if (told.has(at)) return true;
  return false;
}

/** Elements, headings and texts, then the sentences that they make up. */
function* things(walked: Walked, role: string | undefined): Iterable<Passage> {
  const { nodes } = walked;
  for (const [at, node] of nodes.entries()) {
    const isAsked = role === undefined ? node.kind !== 'context' : node.role === role;
    const element = node.kind === 'frame' ? undefined : elementAt(walked, at);
    if (isAsked && element) yield { from: at, to: at, node, element, says: moreSaidBy(walked, at, element) };
  }
  if (role !== undefined && role !== 'text') return;
  for (const run of runsIn(nodes)) yield* stretch(walked, run, 'text');
}

/** The text of a thing that its line may not tell: under a name that it was given, or in a summary. */
function moreSaidBy(walked: Walked, at: number, element: Element): (() => string) | undefined {
  const node = walked.nodes[at];
  if (node?.cell !== undefined && node.kind === 'text') return nameOfCell(element);
  if (node?.kind === 'context') return () => textWithin(walked.nodes, at);
  if (node?.kind !== 'element' || node.more || !element.matches('[aria-label], [aria-labelledby]')) return;
  return () => withoutTainted(element, clearText(element));
}

function textWithin(nodes: readonly PerceivedNode[], at: number): string {
  let text = '';
  for (let i = at + 1; i < nodes.length && isWithin(nodes, i, at); i++) text += ` ${nodes[i]?.name}`;
  return text;
}

function isWithin(nodes: readonly PerceivedNode[], at: number, outer: number): boolean {
  let up = nodes[at]?.parent ?? -1;
  while (up > outer) up = nodes[up]?.parent ?? -1;
  return up === outer;
}

function* stretch(walked: Walked, { text, from, to }: Run, role: string): Iterable<Passage> {
  const [first, last] = [elementAt(walked, from), elementAt(walked, to)];
  const { parent = -1, unseen } = walked.nodes[from] ?? {};
  let around: Element | null | undefined = first;
  while (around && last && !contains(around, last)) around = parentOf(around);
  if (!around) return;
  const node: PerceivedNode = {
    kind: 'text',
    id: 0,
    parent,
    role,
    name: squash(text),
    tag: around.localName,
  };
  yield { from, to, node: unseen ? { ...node, unseen } : node, element: around };
}

/** Table cells, each by all that stands in it. */
function cells(walked: Walked, role: string): Passage[] {
  const { nodes } = walked;
  const found: Passage[] = [];
  for (let from = 0, to = 0; from < nodes.length; from = to + 1) {
    to = from;
    const cell = nodes[from]?.cell;
    if (cell === undefined) {
      found.push(...[...thingsAt(walked, from)].filter(({ node }) => node.role === role));
      continue;
    }
    while (nodes[to + 1]?.cell === cell) to += 1;
    const inside = nodes.slice(from, to + 1);
    const text = inside.reduce((said, node) => said + (node.joined ? '' : ' ') + node.name, '');
    for (const passage of stretch(walked, { text, from, to }, role)) {
      const element = cellAround(passage.element);
      if (!element || roleOf(element) !== role) continue;
      const name = nameOfCell(element)?.() || passage.node.name;
      found.push({ ...passage, element, node: { ...passage.node, name }, says: () => text });
    }
  }
  return found;
}

function* thingsAt(walked: Walked, at: number): Iterable<Passage> {
  const node = walked.nodes[at];
  const element = elementAt(walked, at);
  if (node && element) yield { from: at, to: at, node, element };
}

function cellAround(element: Element): Element | undefined {
  for (let up: Element | null = element; up; up = parentOf(up)) if (cellRoles.has(roleOf(up))) return up;
  return undefined;
}

/** The name that a cell was given besides what stands in it. */
function nameOfCell(holder: Element): (() => string) | undefined {
  const cell = cellAround(holder);
  return cell?.matches('[aria-label], [aria-labelledby]') ? () => nameOf(cell) : undefined;
}

/** Rows, regions and frames, by their names. */
function surroundings(walked: Walked): Passage[] {
  return walked.nodes.flatMap((node, at) =>
    node.kind === 'context' || node.kind === 'frame' ? [...thingsAt(walked, at)] : [],
  );
}

function elementAt({ elements, holders }: Walked, at: number): Element | undefined {
  return elements[at] ?? holders.get(at);
}

function matchOf({ nodes }: Walked, { from, node, element }: Passage, hit: Hit): Match {
  const heading = nodes.slice(0, from).findLast(({ kind }) => kind === 'heading');
  const told = { ...node, hit };
  return { node: told, element, context: contextOf(nodes, node.parent), heading: identityIn(heading) };
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

/** Tells the surroundings of matches with them: of equal ones the nearest that is not the same for all. */
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

/** The row or item around it, by what it says. */
function itemAround(element: Element): Identity | undefined {
  let around = parentOf(element);
  while (around && !itemRoles.has(roleOf(around))) around = parentOf(around);
  const name = around ? summaryOf(around, new Set([element])) : '';
  return around && name ? { role: roleOf(around), name } : undefined;
}

type Matching = (passage: Passage) => Hit | undefined;

function matcher({ text, regex, hidden }: FindRequest): Matching {
  const wanted = text === undefined ? undefined : new WantedText(text);
  const pattern = regex === undefined ? undefined : new RegExp(regex, 'iu');
  const anywhere: Hit = { in: 'name', at: 0 };
  /** Where in it, if at all. */
  const placeIn = (given: string | undefined): number | undefined => {
    const part = given && withoutAny(visibleOnly(given), hidden);
    if (!part) return undefined;
    const at = wanted ? wanted.placeIn(fold(part))?.from : 0;
    if (at === undefined || !pattern) return at;
    const found = pattern.exec(part);
    return found ? (wanted ? at : found.index) : undefined;
  };
  return ({ node, says }) => {
    if (!wanted && !pattern) return anywhere;
    for (const part of ['name', 'value'] as const) {
      const at = placeIn(node[part]);
      if (at !== undefined) return { in: part, at };
    }
    const { placeholder, description, error, looks, near, called, options = [] } = node;
    const others = [placeholder, description, error, looks, near, called, ...options];
    if (others.some((part) => placeIn(part) !== undefined)) return anywhere;
    return placeIn(says?.()) === undefined ? undefined : anywhere;
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
