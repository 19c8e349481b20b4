import { estimateTokenCount } from 'tokenx';
import { cutHint, likelyHidden, quote } from '../../gate/untrusted.js';
import type { Belongs } from '../injected/protocol.js';
import type { View, ViewNode } from '../looking/view.js';
import { formatRef, refOf } from '../refs/ref.js';
import { indentsOf } from './indents.js';
import { composeProse, fitProse, isTextCut, readWithRefs } from './prose.js';

export interface LineOptions {
  interactiveOnly: boolean;
  maxElements: number;
  maxTokens?: number | undefined;
}

export interface Lines {
  tree: string;
  shown: ViewNode[];
  /** Headings and images, which have refs in full mode. */
  read: ViewNode[];
  /** Everything that has a ref, shown or not: in full mode headings and images too. */
  elementCount: number;
  /** How many of them can be acted on. */
  actionable: number;
  truncated: boolean;
}

export const nameLimit = 100;
export const valueLimit = 200;
const placeholderLimit = 60;
const errorLimit = 120;
const descriptionLimit = 80;
const optionLimit = 40;
const maxOptions = 12;

/** Contexts that are worth a line only where they tell equal things apart. */
const tellingApart = new Set([
  'row',
  'listitem',
  'article',
  'group',
  'figure',
  'table',
  'listbox',
  'menu',
  'tabpanel',
  'grid',
]);

/** One element on one line, without indentation. */
export function elementLine(node: ViewNode): string {
  const parts = [`${refOf(node)} ${node.role}`];
  if (node.name) parts.push(quote(node.name, nameLimit));
  if (node.value !== undefined) parts.push(`= ${quote(node.value, valueLimit)}`);
  for (const state of node.states ?? []) parts.push(state);
  if (node.coveredBy !== undefined) parts.push(coverText(node));
  if (node.options && node.options.length > 0) parts.push(optionsText(node.options));
  const extras: string[] = [];
  if (node.placeholder) extras.push(`placeholder ${quote(node.placeholder, placeholderLimit)}`);
  if (node.looks) extras.push(`icon ${quote(node.looks, 40)}`);
  if (node.near) extras.push(`near ${quote(node.near, 40)}`);
  if (node.called) extras.push(`called ${quote(node.called, 40)}`);
  if (node.place) extras.push(node.place);
  if (node.error) extras.push(`error ${quote(node.error, errorLimit)}`);
  if (node.description && node.description !== node.error)
    extras.push(quote(node.description, descriptionLimit));
  if (node.more) extras.push(node.more);
  if (node.unseen) extras.push(likelyHidden);
  if (node.within) extras.push(withinText(node.within));
  if (extras.length > 0) parts.push(`(${extras.join(', ')})`);
  return parts.join(' ');
}

/** Whether a line leaves out some of what an element holds or offers; a long name only ends in an ellipsis. */
export function isCut({ value, placeholder, error, description, options = [] }: ViewNode): boolean {
  const isLonger = (text: string | undefined, limit: number) => text !== undefined && text.length > limit;
  return (
    isLonger(value, valueLimit) ||
    isLonger(placeholder, placeholderLimit) ||
    isLonger(error, errorLimit) ||
    isLonger(description, descriptionLimit) ||
    options.length > maxOptions ||
    options.some((option) => option.length > optionLimit)
  );
}

function withinText({ role, name }: NonNullable<ViewNode['within']>): string {
  return `${role === 'heading' ? 'under' : `in ${role}`} ${quote(name, 60)}`;
}

function coverText(node: ViewNode): string {
  return node.coverRef === undefined ? 'covered' : `covered by ${formatRef(node.coverRef)}`;
}

function optionsText(options: string[]): string {
  const first = options.slice(0, maxOptions).map((option) => quote(option, optionLimit));
  if (options.length > maxOptions) first.push(`… ${options.length - maxOptions} more`);
  return `[${first.join(', ')}]`;
}

export function headingMark(heading: ViewNode): string {
  return '#'.repeat(Math.min(heading.level ?? 2, 6));
}

/** What ends a line of something that a person likely can't see. */
export function markOf(unseen: boolean | undefined): string {
  return unseen ? ` (${likelyHidden})` : '';
}

/** A heading, context or frame on one line. */
export function contextLine(node: ViewNode): string {
  if (node.kind === 'heading')
    return `${headingMark(node)} ${quote(node.name, nameLimit)}${markOf(node.unseen)}`;
  const parts = [node.role];
  if (node.name) parts.push(quote(node.name, nameLimit));
  for (const state of node.states ?? []) parts.push(state);
  if (node.description) parts.push(`(${quote(node.description, 80)})`);
  return parts.join(' ') + markOf(node.unseen);
}

/** The text a model reads for a view, cut by rank but kept in document order. */
export function writeLines(view: View, options: LineOptions): Lines {
  const elements = view.nodes.filter((node) => node.kind === 'element');
  placeAlike(view, elements);
  const { lines, kept, read, more } = options.interactiveOnly
    ? writeElements(view, elements, options)
    : writeProse(view, elements, options);
  const elementCount = countWithRefs(view, options.interactiveOnly);
  const actionable = elements.length + view.beyond;
  const missing = actionable - kept.size;
  if (more > 0) lines.push(`… ${more} more lines: browser_read, browser_find, or a larger maxTokens`);
  else if (missing > 0) {
    const about = view.estimated ? 'about ' : '';
    lines.push(`… ${about}${missing} more elements: browser_find, browser_scroll, or a larger maxElements`);
  }
  const isProseCut = !options.interactiveOnly && view.nodes.some(isTextCut);
  if (isProseCut || [...kept, ...read].some(isCut)) lines.push(cutHint);
  if (view.capped) lines.push('… the page is too large to be read to its end');
  return {
    tree: lines.join('\n'),
    shown: elements.filter((node) => kept.has(node)),
    read,
    elementCount,
    actionable,
    truncated: more > 0 || missing > 0 || view.capped,
  };
}

/** How many things of a page have refs: what can be acted on, and in full mode headings and images. */
export function countWithRefs(view: View, interactiveOnly: boolean): number {
  const elements = view.nodes.filter((node) => node.kind === 'element');
  const readable = interactiveOnly ? [] : readWithRefs(view, new Set(elements));
  return elements.length + readable.length + view.beyond;
}

interface Written {
  lines: string[];
  /** Elements that are shown. */
  kept: Set<ViewNode>;
  read: ViewNode[];
  /** Lines that there were no tokens for. */
  more: number;
}

function writeElements(view: View, elements: ViewNode[], { maxElements, maxTokens }: LineOptions): Written {
  let kept = keepByRank(view, elements, maxElements);
  let lines = composeElements(view, kept);
  while (maxTokens !== undefined && kept.size > 1 && estimateTokenCount(lines.join('\n')) > maxTokens) {
    kept = keepByRank(view, elements, Math.max(1, Math.floor(kept.size * 0.75)));
    lines = composeElements(view, kept);
  }
  return { lines, kept, read: [], more: 0 };
}

/** Prose is cut by the line: fewer refs in it would hardly make it shorter. */
function writeProse(view: View, elements: ViewNode[], { maxElements, maxTokens }: LineOptions): Written {
  const kept = keepByRank(view, elements, maxElements);
  const read = readWithRefs(view, kept);
  const all = composeProse(view, new Set([...kept, ...read]), neededContexts(view, kept, false));
  const lines = maxTokens === undefined ? all : fitProse(all, view, maxTokens);
  const more = all.length - lines.length;
  const there = more > 0 ? new Set(lines.flatMap(({ nodes }) => nodes)) : undefined;
  return {
    lines: lines.map(({ text }) => text),
    kept: there ? new Set([...kept].filter((node) => there.has(node))) : kept,
    read: there ? read.filter((node) => there.has(node)) : read,
    more,
  };
}

/** So many alike are not told apart by counting them. */
const mostCounted = 20;

/** Nameless things of which nothing else is told that others have not are told apart by which of them they are. */
export function placeAlike(view: View, elements: readonly ViewNode[]): void {
  // Of those that are not known nobody can say how many there are.
  if (view.beyond > 0 || view.capped) return;
  const alike = new Map<ViewNode | undefined, Map<string, ViewNode[]>>();
  for (const node of elements) {
    const { role, name, looks = '', near = '', called = '', placeholder = '', description = '', more } = node;
    if (name || more) continue;
    let around = node.inside;
    while (around && !around.name) around = around.inside;
    const groups = alike.get(around) ?? new Map<string, ViewNode[]>();
    alike.set(around, groups);
    const key = [role, looks, near, called, placeholder, description].join('|');
    const group = groups.get(key);
    if (group) group.push(node);
    else groups.set(key, [node]);
  }
  for (const group of [...alike.values()].flatMap((groups) => [...groups.values()])) {
    if (group.length < 2 || group.length > mostCounted) continue;
    for (const [at, node] of group.entries()) node.place = `${at + 1} of ${group.length}`;
  }
}

/** What is in front comes first: an open modal, then the viewport, then what is near it, then the rest. */
function rank(node: ViewNode, view: View): number {
  if (node.modal) return 0;
  const { box } = node;
  if (!box || node.scrolledOut) return 3;
  if (isInViewport(node, view)) return 1;
  const { height } = view.viewport;
  return box.y < height * 2 && box.y + box.height > -height ? 2 : 3;
}

export function isInViewport(node: ViewNode, { viewport: { width, height } }: View): boolean {
  const { box } = node;
  if (!box || node.scrolledOut) return false;
  return box.y < height && box.y + box.height > 0 && box.x < width && box.x + box.width > 0;
}

function keepByRank(view: View, elements: ViewNode[], max: number): Set<ViewNode> {
  if (elements.length <= max) return new Set(elements);
  const ranked: ViewNode[][] = [[], [], [], []];
  for (const node of elements) ranked[rank(node, view)]?.push(node);
  return new Set(ranked.flat().slice(0, max));
}

function composeElements(view: View, kept: Set<ViewNode>): string[] {
  const needed = neededContexts(view, kept, true);
  const headings = neededHeadings(view, kept, needed);
  const shown = view.nodes.filter((node) => kept.has(node) || headings.has(node) || needed.has(node));
  const indents = indentsOf(shown, needed);
  const records = neededRecords(kept, headings, needed);
  let open: Belongs | undefined;
  let last: ViewNode | undefined;
  return shown.flatMap((node) => {
    const indent = indents.get(node) ?? '';
    if (!kept.has(node)) {
      open = undefined;
      return indent + contextLine(node);
    }
    const before = last;
    last = node;
    const line = node.belongs && records.get(node.belongs);
    if (line === undefined) {
      open = undefined;
      return indent + elementLine(node);
    }
    const inside = `${indent} ${elementLine(node)}`;
    if (node.belongs === open) return inside;
    open = node.belongs;
    if (open && isToldBy(open, before, node)) return inside;
    return [indent + line, inside];
  });
}

/** Colons, bars and brackets between other things tell nothing apart. */
function isOnlyMarks(text: string): boolean {
  return /^[\s:;,.|·•/()[\]{}–—-]+$/.test(text);
}

/** A row, item or card on one line: all that it says but what stands in lines of its own. */
export function recordLine({ role, says }: Belongs, own: ReadonlySet<string>, limit: number): string {
  const rest = says.split(' · ').filter((part) => !own.has(part) && !isOnlyMarks(part));
  return rest.length > 0 ? `${role} ${quote(rest.join(' · '), limit)}` : role;
}

/** Whether a record is a thing with a line of its own, which says what it is. */
export function isToldBy(record: Belongs, owner: ViewNode | undefined, inside: ViewNode): boolean {
  if (owner === undefined || owner.id !== record.id || owner.frame !== inside.frame) return false;
  return owner.name.includes(record.says.split(' · ', 1)[0] ?? '');
}

/** Rows and cards that are no contexts, where nothing else tells apart what stands in them from its likes in others. */
function neededRecords(
  kept: ReadonlySet<ViewNode>,
  headings: ReadonlySet<ViewNode>,
  contexts: ReadonlySet<ViewNode>,
): Map<Belongs, string> {
  const likes = new Map<string, Set<Belongs | undefined>>();
  const names = new Map<Belongs, Set<string>>();
  const alike = ({ role, name }: ViewNode) => `${role}|${name}`;
  for (const node of kept) {
    likes.set(alike(node), (likes.get(alike(node)) ?? new Set()).add(node.belongs));
    if (!node.belongs) continue;
    const said = names.get(node.belongs) ?? new Set();
    names.set(node.belongs, said.add(node.name).add(node.near ?? ''));
  }
  const titles = new Set([...headings].map(({ name }) => name));
  for (const node of kept) if (likes.get(alike(node))?.size === 1) titles.add(node.name);
  const needed = new Set<Belongs>();
  for (const node of kept) {
    const { belongs } = node;
    if (!belongs?.says) continue;
    if ((likes.get(alike(node))?.size ?? 0) > 1 && !hasTellingContext(node, contexts)) needed.add(belongs);
  }
  const lines = new Map<Belongs, string>();
  for (const record of needed) {
    const parts = record.says.split(' · ');
    const line = recordLine(record, names.get(record) ?? new Set(), nameLimit);
    if (line !== record.role && !parts.some((part) => titles.has(part))) lines.set(record, line);
  }
  return lines;
}

function hasTellingContext(node: ViewNode, contexts: ReadonlySet<ViewNode>): boolean {
  for (let up = node.inside; up; up = up.inside)
    if (contexts.has(up) && up.name && records.has(up.role)) return true;
  return false;
}

const records = new Set(['row', 'listitem', 'article', 'group']);

/** Contexts of what is shown: landmarks, dialogs and frames always, rows and items where equal names need them. */
function neededContexts(view: View, kept: Set<ViewNode>, interactiveOnly: boolean): Set<ViewNode> {
  const twins = new Map<string, number>();
  for (const node of kept) {
    const key = `${node.role}|${node.name}`;
    twins.set(key, (twins.get(key) ?? 0) + 1);
  }
  const needed = new Set<ViewNode>();
  for (const node of kept) {
    const ambiguous = (twins.get(`${node.role}|${node.name}`) ?? 0) > 1;
    for (let up = node.inside; up; up = up.inside) {
      if (up.kind === 'element' || needed.has(up)) continue;
      if (!tellingApart.has(up.role)) needed.add(up);
      else if (up.name && !isOnlyMarks(up.name) && (ambiguous || up.role === 'group')) needed.add(up);
    }
  }
  for (const node of view.nodes) {
    if (node.kind === 'frame' && node.states) needed.add(node);
    if (node.kind === 'context' && !interactiveOnly && !tellingApart.has(node.role) && node.name)
      needed.add(node);
  }
  return needed;
}

/** Headings that stand above something shown, and the main ones, which say what page this is. */
function neededHeadings(view: View, kept: Set<ViewNode>, contexts: Set<ViewNode>): Set<ViewNode> {
  const needed = new Set<ViewNode>();
  const open: ViewNode[] = [];
  let lone: ViewNode | undefined;
  for (const node of view.nodes) {
    if (node.kind === 'heading') {
      const level = node.level ?? 2;
      while (open.length > 0 && (open[open.length - 1]?.level ?? 2) >= level) open.pop();
      open.push(node);
      if (level === 1) needed.add(node);
      lone = node;
    } else if (node.kind === 'element' && kept.has(node)) {
      const repeatsHeading = lone && (node.name === lone.name || isSaidAround(lone, contexts));
      for (const heading of open) if (!(heading === lone && repeatsHeading)) needed.add(heading);
      if (repeatsHeading && lone) open.splice(open.indexOf(lone), 1);
      lone = undefined;
    }
  }
  return needed;
}

/** Whether the line of what is around a heading says the same. */
function isSaidAround({ name, inside }: ViewNode, contexts: Set<ViewNode>): boolean {
  return inside !== undefined && contexts.has(inside) && inside.name.split(' · ').includes(name);
}
