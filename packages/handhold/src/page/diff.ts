import { quote } from '../gate/untrusted.js';
import { contextLine, elementLine } from './lines.js';
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

/** Remembers a view as known to the agent; what an open modal hides is still known from before. */
export function baselineOf(view: View, before?: Baseline): Baseline {
  const behind = view.modalOpen ? before : undefined;
  const elements = new Map<number, Known>(behind?.elements);
  const announced = new Map<string, number>(behind?.announced);
  let focused: number | undefined;
  for (const node of view.nodes) {
    if (node.kind === 'element' && node.ref !== undefined) {
      elements.set(node.ref, { node, looks: appearance(node) });
      if (hasFocus(node)) focused = node.ref;
    } else if (announces(node)) {
      const line = contextLine(node);
      announced.set(line, (announced.get(line) ?? 0) + 1);
    }
  }
  return { elements, announced, focused };
}

const checkStates = new Set(['checked', 'unchecked', 'mixed']);

/** Everything in an element's line but the focus, cheap to make and to compare. */
function appearance(node: ViewNode, withValue = true): string {
  const { role, name, value, states, placeholder, description, error, options, looks, near, more } = node;
  const unfocused = hasFocus(node) ? states?.slice(0, -1) : states;
  const own = withValue ? unfocused : unfocused?.filter((state) => !checkStates.has(state));
  const cover = node.coveredBy === undefined ? '' : `covered ${node.coverRef ?? ''}`;
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

function isDialog(node: ViewNode): boolean {
  return node.kind === 'context' && (node.role === 'dialog' || node.role === 'alertdialog');
}

export interface DiffOptions {
  told?: readonly Told[];
  /** Tells what the agent has not been shown and should be now, although it is not new. */
  reveals?: ((node: ViewNode) => boolean) | undefined;
}

/** What is new, different or gone, by identity: a thing that only moved is none of these. */
export function diff(before: Baseline, view: View, { told = [], reveals }: DiffOptions = {}): Changes {
  const most = reveals ? maxRevealed : maxLines;
  const lines: string[] = [];
  const shown: ViewNode[] = [];
  let omitted = 0;
  const say = (line: () => string, node?: ViewNode) => {
    if (lines.length >= most) {
      omitted += 1;
      return;
    }
    lines.push(line());
    if (node) shown.push(node);
  };
  const announced = new Map(before.announced);
  const present = new Set<number>();
  const contexts = new Set<string>();
  let group: ViewNode | undefined;
  for (const node of view.nodes) {
    if (node.kind === 'context' && node.name) contexts.add(contextLine(node));
    if (announces(node)) {
      const line = contextLine(node);
      const left = announced.get(line) ?? 0;
      if (left > 0) announced.set(line, left - 1);
      else if (!node.met && node.name !== node.inside?.name) say(() => `+ ${line}`);
    } else if (node.kind === 'element' && node.ref !== undefined) {
      present.add(node.ref);
      const sign = reveals?.(node)
        ? '+'
        : signOf(
            node,
            node.ref,
            before,
            told.find(({ ref }) => ref === node.ref),
          );
      if (!sign) continue;
      const around = sign === '+' ? tellingContext(node) : undefined;
      if (around && around !== group) say(() => `+ ${contextLine(around)}`);
      group = around;
      const brief =
        sign === '~' && before.elements.get(node.ref)?.node.options?.join() === node.options?.join();
      say(() => `${sign} ${elementLine(brief ? { ...node, options: [] } : node)}`, node);
    }
  }
  for (const text of view.news) if (!isSaid(text, view)) say(() => `+ ${quote(text, 200)}`);
  if (!view.modalOpen) {
    for (const line of goneLines(before, present, contexts)) say(() => `- ${line}`);
    for (const [line, left] of announced) if (left > 0) say(() => `- ${line}`);
  }
  if (omitted > 0) lines.push(`… ${omitted} more changes: browser_snapshot shows the page as it is`);
  return { lines, shown, omitted };
}

function signOf(
  node: ViewNode,
  ref: number,
  before: Baseline,
  told: Told | undefined,
): '+' | '~' | undefined {
  const was = before.elements.get(ref);
  if (!was) return node.met ? undefined : '+';
  if (was.looks !== appearance(node)) {
    const known = told?.value && appearance(was.node, false) === appearance(node, false);
    return known ? undefined : '~';
  }
  return hasFocus(node) && ref !== before.focused && !told ? '~' : undefined;
}

const telling = new Set(['row', 'listitem', 'article']);

/** The named row, item or article that a thing belongs to. */
function tellingContext(node: ViewNode): ViewNode | undefined {
  for (let up = node.inside; up; up = up.inside) if (up.name && telling.has(up.role)) return up;
  return undefined;
}

/** What went away, told once for a whole row, item or dialog where that is gone too. */
function goneLines(before: Baseline, present: Set<number>, contexts: Set<string>): string[] {
  const lines: string[] = [];
  const groups = new Map<string, number>();
  for (const [ref, { node }] of before.elements) {
    if (present.has(ref)) continue;
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
