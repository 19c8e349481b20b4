import { cutHint, quote } from '../../gate/untrusted.js';
import type { Belongs } from '../injected/protocol.js';
import type { View, ViewNode } from '../looking/view.js';
import { formatRef } from '../refs/ref.js';
import { numberAlike } from './alike.js';
import {
  announcement,
  announces,
  appearance,
  type Baseline,
  hasFocus,
  isBehind,
  isDialog,
  isShutOff,
} from './baseline.js';
import { contextLine, elementLine, isCut, isToldBy, itemLine, markOf } from './element-line.js';
import { goneLines, outermostGone, wholeLine } from './gone.js';
import { headsOf, itemRoles, titleOf } from './items.js';
import { movedLine, movedOf, orderLine, type Persisting } from './moves.js';
import { isInViewport } from './rank.js';

export interface Changes {
  lines: string[];
  /** Elements whose line the agent now sees. */
  shown: ViewNode[];
  omitted: number;
}

const maxLines = 40;

/** Scrolling is asked for to see more, so more is shown. */
const maxRevealed = 100;

/** An element acted on, about which the result itself tells some things. */
export interface ActedOn {
  ref: number;
  /** Its new value too, or whether it is checked, not only that it has the focus; that very value where it may have changed since. */
  value: boolean | string;
  /** It was put somewhere, so that where it is now is worth telling. */
  placed?: boolean;
}

export interface DiffOptions {
  told?: readonly ActedOn[];
  /** Tells what the agent has not been shown and should be now, although it is not new. */
  reveals?: ((node: ViewNode) => boolean) | undefined;
}

/** One thing to tell. Where not all can be, what opened comes first, then what is new, different, gone. */
interface Entry {
  sign: '+' | '~' | '-';
  line: () => string;
  node?: ViewNode;
  /** A part of what has opened in front of the page. */
  opened?: boolean | undefined;
}

/** Tells what is new, different or gone, by identity. */
export function diff(before: Baseline, view: View, options: DiffOptions = {}): Changes {
  const difference = new Difference(before, view, options);
  for (const node of view.nodes) difference.note(node);
  difference.noteNews();
  difference.noteGone();
  difference.noteMoves();
  difference.noteLooks();
  return difference.written();
}

class Difference {
  private readonly entries: Entry[] = [];
  private readonly left: Map<string, number>;
  /** In the order in which they stand now. */
  private readonly present: ViewNode[] = [];
  private readonly persisting: Persisting[] = [];
  private readonly contexts = new Set<string>();
  private readonly kinds = new Set<string>();
  private readonly covers = new Covers();
  /** Rows, items and cards whose line is told. */
  private readonly rows = new Set<Belongs | ViewNode>();
  /** Those that are told as things themselves. */
  private readonly items = new Map<number, ViewNode>();
  /** Texts of the lines that there are, which others would only repeat. */
  private readonly said: string[] = [];
  private group: Belongs | ViewNode | undefined;
  private readonly heads: ReadonlyMap<ViewNode, Belongs>;

  constructor(
    private readonly before: Baseline,
    private readonly view: View,
    private readonly options: DiffOptions,
  ) {
    this.left = new Map([...before.announced].map(([line, { count }]) => [line, count]));
    this.heads = headsOf(view.nodes.filter(({ kind }) => kind === 'element'));
  }

  note(node: ViewNode): void {
    if (node.kind === 'context') this.kinds.add(kindOf(node));
    if (node.kind === 'frame' || (node.kind === 'context' && (node.name || isDialog(node))))
      this.contexts.add(wholeLine(node));
    if (announces(node)) this.noteAnnounced(node);
    else if (node.kind === 'element' && node.ref !== undefined) this.noteElement(node, node.ref);
  }

  private noteAnnounced(node: ViewNode): void {
    const line = announcement(node);
    const left = this.left.get(line) ?? 0;
    if (left > 0) this.left.set(line, left - 1);
    else if (!node.met && node.name !== node.inside?.name) this.tell('+', () => contextLine(node), node);
  }

  private noteElement(node: ViewNode, ref: number): void {
    const { before, view, options } = this;
    this.present.push(node);
    const was = before.elements.get(ref);
    if (was) this.persisting.push({ node, was: was.node });
    const told = options.told?.find((one) => one.ref === ref);
    const sign = options.reveals?.(node) ? '+' : signOf(node, ref, before, view, told);
    if (was && was.node.belongs?.says !== node.belongs?.says) this.tellRow('~', node);
    if (!sign) return;
    if (sign === '+') this.tellRow('+', node);
    const brief = sign === '~' && was?.node.options?.join() === node.options?.join();
    const entry = this.tell(sign, () => elementLine(brief ? { ...node, options: [] } : node), node);
    if (sign === '~' && was) this.covers.note(was.node, node, entry);
  }

  private tell(sign: Entry['sign'], line: () => string, node?: ViewNode): Entry {
    const entry: Entry = { sign, line, ...(node ? { opened: node.opened } : {}) };
    if (node?.kind === 'element') entry.node = node;
    if (node) this.said.push(node.name, node.value ?? '');
    this.entries.push(entry);
    return entry;
  }

  /** The row, item or card that something new stands in, once, and again where others came in between. */
  private tellRow(sign: '+' | '~', node: ViewNode): void {
    const row = this.itemOf(node) ?? tellingContext(node);
    const isItem = isItemByItself(node.role) && node.name !== '';
    if (sign === '+' && node.name !== '') this.items.set(node.id, node);
    const isAgain = row !== undefined && this.rows.has(row);
    const isSelf = row !== undefined && 'says' in row && isToldBy(row, this.items.get(row.id), node);
    const isKnown =
      row === undefined || row === this.group || isSelf || (isAgain && (sign === '~' || isItem));
    this.group = row;
    if (isKnown) return;
    this.rows.add(row);
    const limit = isAgain ? maxAgain : maxRow;
    this.said.push(('says' in row ? row.says : row.name).slice(0, limit));
    const from = this.entries.length;
    this.entries.push({ sign, line: () => this.rowLine(row, limit, from), opened: node.opened });
  }

  /** The element that begins a row or card stands for itself, and is told with it all the same. */
  private itemOf(node: ViewNode): Belongs | undefined {
    return node.belongs?.says ? node.belongs : this.heads.get(node);
  }

  /** All that it says but what stands in lines of its own; what begins it, only where it follows. */
  private rowLine(row: Belongs | ViewNode, limit: number, from: number): string {
    if (!('says' in row)) return contextLine(row);
    const own = new Set<string>();
    for (const [at, { node }] of this.entries.entries())
      if (node && (node.belongs === row || (at > from && this.heads.get(node) === row))) own.add(node.name);
    return itemLine(row, own, limit);
  }

  /** Texts that appeared, unless a line says them already. */
  noteNews(): void {
    const rows = new Set([...this.before.elements.values()].map(({ node }) => node.belongs?.says));
    for (const { text, unseen, opened } of this.view.news) {
      if (rows.has(text) || this.said.some((said) => said.includes(text))) continue;
      const line = () => quote(text, maxRow) + markOf(unseen);
      this.entries.push({ sign: '+', line, opened });
    }
  }

  noteGone(): void {
    const { before, view, contexts } = this;
    const present = new Set(this.present.map(({ ref }) => ref));
    const gone = [...before.elements]
      .map(([ref, { node }]) => ({ ref, node }))
      .filter(({ ref, node }) => !present.has(ref) && !isBehind(view, node) && !this.goesOn(node));
    const isThere = (context: ViewNode) => contexts.has(wholeLine(context));
    const lines = goneLines(gone, isThere, this.lasting());
    const titles = new Set(gone.map(({ node }) => titleOf(node.belongs?.says ?? '')));
    if (!isShutOff(view)) lines.push(...this.goneAnnouncements(lines, titles, isThere));
    for (const line of lines) this.entries.push({ sign: '-', line: () => line });
  }

  /** An element that held the focus for its items is still there when one of these has it. */
  private goesOn(node: ViewNode): boolean {
    return node.role !== 'dialog' && node.tag !== 'select' && this.kinds.has(kindOf(node));
  }

  /** True for items that are still there: something in them is, or they begin as they did. */
  private lasting(): (item: Belongs) => boolean {
    const kept = new Set(this.persisting.map(({ was }) => was.belongs));
    const titles = new Map<number, string>();
    for (const { belongs } of this.present) if (belongs?.id) titles.set(belongs.id, titleOf(belongs.says));
    return (item) => kept.has(item) || titles.get(item.id) === titleOf(item.says);
  }

  /** Headings and dialogs that are gone; not those that went with something that is told. */
  private goneAnnouncements(
    told: readonly string[],
    titles: ReadonlySet<string>,
    isThere: (context: ViewNode) => boolean,
  ): string[] {
    const isTold = (line: string) => told.some((one) => one.startsWith(`${line} and `));
    const wholes = new Set<string>();
    const lines: string[] = [];
    for (const [line, left] of this.left) {
      const node = this.before.announced.get(line)?.node;
      if (left <= 0 || isTold(line) || titles.has(node?.name ?? '')) continue;
      const whole = node && outermostGone(node, isThere);
      if (whole) wholes.add(wholeLine(whole));
      else lines.push(line);
    }
    const untold = [...wholes].filter((line) => !isTold(line) && !lines.includes(line));
    return [...untold, ...(lines.length <= few ? lines : [`${lines.length} headings`])];
  }

  /** Where nothing else is different, what moved is; and what was acted on in any case. */
  noteMoves(): void {
    const { before, view, options } = this;
    const shutOff = isShutOff(view);
    const order = shutOff ? undefined : orderLine([...before.elements.keys()], this.present, this.persisting);
    if (order) this.entries.push({ sign: '~', line: () => order });
    if (shutOff || options.reveals) return;
    const moved = movedOf(this.persisting, { before: before.scroll, now: view.scroll });
    const own = moved.filter(({ ref }) => options.told?.some((one) => one.ref === ref && one.placed));
    const worth = this.entries.length === 0 ? moved : own;
    if (worth.length > 0) this.entries.push({ sign: '~', line: () => movedLine(worth) });
  }

  /** Where nothing else tells that what was acted on did something, its looks do. */
  noteLooks(): void {
    if (this.entries.length > 0) return;
    for (const node of this.present)
      if (node.restyled !== undefined) {
        const how = node.restyled ? `class ${quote(node.restyled, 60)}` : 'looks different';
        this.tell('~', () => `${elementLine({ ...node, options: [] })} (${how})`, node);
      }
  }

  /**
   * Keeps to the most there may be: what has the focus, what opened or reports, then the rest, in the order in which it
   * stands on the page.
   */
  written(): Changes {
    const most = this.options.reveals ? maxRevealed : maxLines;
    const entries = this.covers.folded(this.entries);
    const reports = entries.filter(({ node }) => node && reportRoles.has(node.role));
    const isReport = (entry: Entry) => reports.length <= few && reports.includes(entry);
    const isFirst = (entry: Entry) =>
      (entry.opened === true && entry.sign === '+') || (entry.sign !== '-' && isReport(entry));
    const ordered = [...entries.filter(isFirst), ...entries.filter((entry) => !isFirst(entry))];
    const ranked = [
      ...ordered.filter(({ node }) => node && hasFocus(node)),
      ...ordered.filter(isFirst),
      ...['+', '~', '-'].flatMap((sign) => ordered.filter((entry) => entry.sign === sign && !isFirst(entry))),
    ];
    const kept = new Set([...new Set(ranked)].slice(0, most));
    const told = ordered.filter((entry) => kept.has(entry));
    const nameless = told.filter(({ sign, node }) => sign === '+' && node?.name === '');
    if (nameless.length > 1) numberAlike(this.view, this.present);
    const lines = told.map(({ sign, line }) => `${sign} ${line()}`);
    const omitted = entries.length - told.length + this.view.moreNews;
    if (omitted > 0) lines.push(`… ${omitted} more changes: browser_snapshot shows the page as it is`);
    const shown = told.flatMap(({ node }) => node ?? []);
    if (shown.some((node) => node.kind === 'element' && isCut(node))) lines.push(cutHint);
    return { lines, shown, omitted };
  }
}

const few = 3;

const maxRow = 200;

/** Of a row that was told already, where something else came in between. */
const maxAgain = 40;

function kindOf({ role, name }: ViewNode): string {
  return `${role} ${name}`;
}

/** Roles of what reports what came of an action; where many report, they stand where they are. */
const reportRoles = new Set(['alert', 'status']);

/** Things that only came to lie under something, or came out from under it: many at once are told in one line. */
class Covers {
  private readonly groups = new Map<number | undefined, Entry[]>();

  note(was: ViewNode, node: ViewNode, entry: Entry): void {
    const but = { withCover: false };
    if (appearance(was, but) !== appearance(node, but) || coverOf(was) === coverOf(node)) return;
    const cover = coverOf(node);
    this.groups.set(cover, [...(this.groups.get(cover) ?? []), entry]);
  }

  folded(entries: Entry[]): Entry[] {
    const left = new Set(entries);
    const lines: Entry[] = [];
    for (const [cover, group] of this.groups) {
      if (group.length <= few) continue;
      for (const entry of group) left.delete(entry);
      const how = cover === undefined ? 'no longer covered' : `covered by ${formatRef(cover)}`;
      lines.push({ sign: '~', line: () => `${group.length} elements ${how}` });
    }
    return [...left, ...lines];
  }
}

function coverOf({ coveredBy, coverRef }: ViewNode): number | undefined {
  return coveredBy === undefined ? undefined : (coverRef ?? 0);
}

function signOf(
  node: ViewNode,
  ref: number,
  before: Baseline,
  view: View,
  told: ActedOn | undefined,
): '+' | '~' | undefined {
  const was = before.elements.get(ref);
  if (!was) return node.met ? undefined : '+';
  if (was.appearance !== appearance(node)) {
    // What lies on top of something out of view is not known, which does not make it free.
    const but = { withValue: !told || !tellsValue(told, node), withCover: isInViewport(node, view) };
    if (appearance(was.node, but) !== appearance(node, but)) return '~';
  }
  return hasFocus(node) && ref !== before.focused && !told ? '~' : undefined;
}

function tellsValue({ value }: ActedOn, node: ViewNode): boolean {
  if (typeof value === 'boolean') return value;
  return value === (node.value ?? '') || (node.value === undefined && value === node.name);
}

/** True for things to act on that are items themselves. */
function isItemByItself(role: string): boolean {
  return itemRoles.has(role) || role === 'option' || role === 'treeitem';
}

/** The named row, item or article that a thing belongs to. */
function tellingContext(node: ViewNode): ViewNode | undefined {
  for (let up = node.inside; up; up = up.inside) if (up.name && itemRoles.has(up.role)) return up;
  return undefined;
}
