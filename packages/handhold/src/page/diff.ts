import { quote } from '../gate/untrusted.js';
import { contextLine, elementLine, isInViewport, markOf } from './lines.js';
import type { View, ViewNode } from './view.js';

/** What the agent was last told is on the page: elements by ref, headings and dialogs by their text. */
export interface Baseline {
  elements: Map<number, Known>;
  announced: Map<string, number>;
  /** The element with the focus: who gains it is news, who loses it is not. */
  focused: number | undefined;
}

interface Known {
  node: ViewNode;
  looks: string;
}

export interface Changes {
  lines: string[];
  /** Elements whose line the agent now sees. */
  shown: ViewNode[];
  omitted: number;
}

const maxLines = 40;
/** Scrolling is asked for to see more, so more is shown. */
const maxRevealed = 100;
const between = '\u001f';

/** An element acted on, about which the result itself tells some things. */
export interface Told {
  ref: number;
  /** Its new value too, or whether it is checked, not only that it has the focus. */
  value: boolean;
}

/** Remembers a view as known to the agent; what something in front of the page hides is still known from before. */
export function baselineOf(view: View, before?: Baseline): Baseline {
  const elements = new Map<number, Known>();
  for (const [ref, known] of before?.elements ?? []) if (isBehind(view, known.node)) elements.set(ref, known);
  const announced = new Map<string, number>(isShutOff(view) ? before?.announced : undefined);
  let focused: number | undefined;
  for (const node of view.nodes) {
    if (node.kind === 'element' && node.ref !== undefined) {
      elements.set(node.ref, { node, looks: appearance(node) });
      if (hasFocus(node)) focused = node.ref;
    } else if (announces(node)) {
      const line = announcement(node);
      announced.set(line, (announced.get(line) ?? 0) + 1);
    }
  }
  return { elements, announced, focused };
}

/** Whether something has opened in front of the page, so that what is missing need not be gone. */
function isShutOff(view: View): boolean {
  return view.modalOpen || view.behind.size > 0;
}

function isBehind(view: View, { frame, id }: ViewNode): boolean {
  return view.modalOpen || view.behind.get(frame.world)?.has(id) === true;
}

const checkStates = new Set(['checked', 'unchecked', 'mixed']);

/** Everything in an element's line but the focus, cheap to make and to compare. */
function appearance(node: ViewNode, { withValue = true, withCover = true } = {}): string {
  const { role, name, value, states, placeholder, description, error, options, looks, near, more } = node;
  const unfocused = hasFocus(node) ? states?.slice(0, -1) : states;
  const own = withValue ? unfocused : unfocused?.filter((state) => !checkStates.has(state));
  const cover = node.coveredBy === undefined || !withCover ? '' : `covered ${node.coverRef ?? ''}`;
  const shownValue = withValue ? value : '';
  return [
    role,
    name,
    shownValue,
    own?.join(),
    cover,
    placeholder,
    description,
    error,
    options?.join(),
    looks,
    near,
    more,
  ].join(between);
}

function hasFocus(node: ViewNode): boolean {
  return node.states?.at(-1) === 'focused';
}

/** Headings and dialogs have no ref but are what a person notices first. */
function announces(node: ViewNode): boolean {
  return node.kind === 'heading' || isDialog(node);
}

/** How well it can be seen may depend on where the page is scrolled to, which makes it no other. */
function announcement(node: ViewNode): string {
  return contextLine(node.unseen ? { ...node, unseen: false } : node);
}

function isDialog(node: ViewNode): boolean {
  return node.kind === 'context' && (node.role === 'dialog' || node.role === 'alertdialog');
}

export interface DiffOptions {
  told?: readonly Told[];
  /** Tells what the agent has not been shown and should be now, although it is not new. */
  reveals?: ((node: ViewNode) => boolean) | undefined;
}

/** One thing to tell. What is new comes before what is different, and that before what is gone, where not all can be. */
interface Entry {
  sign: '+' | '~' | '-';
  line: () => string;
  node?: ViewNode;
}

/** What is new, different or gone, by identity: a thing that only moved is none of these. */
export function diff(before: Baseline, view: View, { told = [], reveals }: DiffOptions = {}): Changes {
  const entries: Entry[] = [];
  const announced = new Map(before.announced);
  const present = new Set<number>();
  const contexts = new Set<string>();
  const covers = new Covers();
  let group: ViewNode | undefined;
  for (const node of view.nodes) {
    if (node.kind === 'context' && node.name) contexts.add(contextLine(node));
    if (announces(node)) {
      const line = announcement(node);
      const left = announced.get(line) ?? 0;
      if (left > 0) announced.set(line, left - 1);
      else if (!node.met && node.name !== node.inside?.name)
        entries.push({ sign: '+', line: () => contextLine(node) });
    } else if (node.kind === 'element' && node.ref !== undefined) {
      present.add(node.ref);
      const was = before.elements.get(node.ref);
      const sign = reveals?.(node)
        ? '+'
        : signOf(
            node,
            node.ref,
            before,
            view,
            told.find(({ ref }) => ref === node.ref),
          );
      if (!sign) continue;
      const around = sign === '+' || isElsewhere(was, node) ? tellingContext(node) : undefined;
      if (around && around !== group) entries.push({ sign, line: () => contextLine(around) });
      group = around;
      const brief = sign === '~' && was?.node.options?.join() === node.options?.join();
      const entry: Entry = {
        sign,
        line: () => elementLine(brief ? { ...node, options: [] } : node),
        node,
      };
      entries.push(entry);
      if (sign === '~' && was) covers.note(was.node, node, entry);
    }
  }
  for (const { text, unseen } of view.news)
    if (!isSaid(text, view)) entries.push({ sign: '+', line: () => quote(text, 200) + markOf(unseen) });
  for (const line of goneLines(before, present, contexts, view))
    entries.push({ sign: '-', line: () => line });
  if (!isShutOff(view))
    for (const [line, left] of announced) if (left > 0) entries.push({ sign: '-', line: () => line });
  return written(covers.folded(entries), reveals ? maxRevealed : maxLines, view.moreNews);
}

/** Things that only came to lie under something, or came out from under it: many at once are told in one line. */
class Covers {
  private readonly groups = new Map<number | undefined, Entry[]>();

  note(was: ViewNode, node: ViewNode, entry: Entry): void {
    const but = { withCover: false };
    if (appearance(was, but) !== appearance(node, but)) return;
    const cover = node.coveredBy === undefined ? undefined : node.coverRef;
    this.groups.set(cover, [...(this.groups.get(cover) ?? []), entry]);
  }

  folded(entries: Entry[]): Entry[] {
    const left = new Set(entries);
    const lines: Entry[] = [];
    for (const [cover, group] of this.groups) {
      if (group.length <= fewCovered) continue;
      for (const entry of group) left.delete(entry);
      const how = cover === undefined ? 'no longer covered' : `covered by @e${cover}`;
      lines.push({ sign: '~', line: () => `${group.length} elements ${how}` });
    }
    return [...left, ...lines];
  }
}

const fewCovered = 3;

/** Keeps to the most there may be, in the order in which things stand on the page. */
function written(entries: Entry[], most: number, untold: number): Changes {
  const ranked = ['+', '~', '-'].flatMap((sign) => entries.filter((entry) => entry.sign === sign));
  const kept = new Set(ranked.slice(0, most));
  const told = entries.filter((entry) => kept.has(entry));
  const lines = told.map(({ sign, line }) => `${sign} ${line()}`);
  const omitted = entries.length - told.length + untold;
  if (omitted > 0) lines.push(`… ${omitted} more changes: browser_snapshot shows the page as it is`);
  return { lines, shown: told.flatMap(({ node }) => node ?? []), omitted };
}

function signOf(
  node: ViewNode,
  ref: number,
  before: Baseline,
  view: View,
  told: Told | undefined,
): '+' | '~' | undefined {
  const was = before.elements.get(ref);
  if (!was) return node.met ? undefined : '+';
  if (isElsewhere(was, node)) return '~';
  if (was.looks !== appearance(node)) {
    // What lies on top of something out of view is not known, which does not make it free.
    const but = { withValue: !told?.value, withCover: isInViewport(node, view) };
    if (appearance(was.node, but) !== appearance(node, but)) return '~';
  }
  return hasFocus(node) && ref !== before.focused && !told ? '~' : undefined;
}

/** Whether the row or item around it is another one now, as in tables that are sorted by filling their rows anew. */
function isElsewhere(was: Known | undefined, node: ViewNode): boolean {
  const [before, now] = [was && tellingContext(was.node), tellingContext(node)];
  const first = (context: ViewNode) => context.name.split(' · ')[0];
  return before !== undefined && now !== undefined && first(before) !== first(now);
}

const telling = new Set(['row', 'listitem', 'article']);

/** The named row, item or article that a thing belongs to. */
function tellingContext(node: ViewNode): ViewNode | undefined {
  for (let up = node.inside; up; up = up.inside) if (up.name && telling.has(up.role)) return up;
  return undefined;
}

/** What went away, told once for a whole row, item or dialog where that is gone too. */
function goneLines(before: Baseline, present: Set<number>, contexts: Set<string>, view: View): string[] {
  const lines: string[] = [];
  const groups = new Map<string, number>();
  for (const [ref, { node }] of before.elements) {
    if (present.has(ref) || isBehind(view, node)) continue;
    const around = dialogAround(node) ?? tellingContext(node);
    const line = around ? contextLine(around) : undefined;
    if (line === undefined || contexts.has(line))
      lines.push(`@e${ref} ${node.role}${node.name ? ` ${quote(node.name)}` : ''}`);
    else if (!around || !isDialog(around)) groups.set(line, (groups.get(line) ?? 0) + 1);
  }
  for (const [line, count] of groups)
    lines.push(`${line} (${count} ${count === 1 ? 'element' : 'elements'})`);
  return lines;
}

function dialogAround(node: ViewNode): ViewNode | undefined {
  for (let up = node.inside; up; up = up.inside) if (isDialog(up)) return up;
  return undefined;
}

/** Whether a name on the page carries this text already. */
function isSaid(text: string, view: View): boolean {
  return view.nodes.some(
    (node) => node.kind !== 'text' && (node.name.includes(text) || node.value?.includes(text)),
  );
}
