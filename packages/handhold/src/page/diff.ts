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
const between = '\u001f';

/** Remembers a view as known to the agent. */
export function baselineOf(view: View): Baseline {
  const elements = new Map<number, Known>();
  const announced = new Map<string, number>();
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

/** Everything in an element's line but the focus, cheap to make and to compare. */
function appearance(node: ViewNode, withValue = true): string {
  const { role, name, value, states, placeholder, description, options, looks, more } = node;
  const own = hasFocus(node) ? states?.slice(0, -1) : states;
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
    options?.join(),
    looks,
    more,
  ].join(between);
}

function hasFocus(node: ViewNode): boolean {
  return node.states?.at(-1) === 'focused';
}

/** Headings and dialogs have no ref but are what a person notices first. */
function announces(node: ViewNode): boolean {
  return (
    node.kind === 'heading' ||
    (node.kind === 'context' && (node.role === 'dialog' || node.role === 'alertdialog'))
  );
}

/**
 * What is new, different or gone, by identity: a thing that only moved is none of these.
 * `told` is the element whose new value and focus the result says anyway.
 */
export function diff(before: Baseline, view: View, told?: number): Changes {
  const lines: string[] = [];
  const shown: ViewNode[] = [];
  let omitted = 0;
  const say = (line: () => string, node?: ViewNode) => {
    if (lines.length >= maxLines) {
      omitted += 1;
      return;
    }
    lines.push(line());
    if (node) shown.push(node);
  };
  const announced = new Map(before.announced);
  const present = new Set<number>();
  for (const node of view.nodes) {
    if (announces(node)) {
      const line = contextLine(node);
      const left = announced.get(line) ?? 0;
      if (left > 0) announced.set(line, left - 1);
      else say(() => `+ ${line}`);
    } else if (node.kind === 'element' && node.ref !== undefined) {
      present.add(node.ref);
      const sign = signOf(node, node.ref, before, told);
      if (sign) say(() => `${sign} ${elementLine(node)}`, node);
    }
  }
  for (const text of view.news)
    if (!lines.some((line) => line.includes(text))) say(() => `+ ${quote(text, 200)}`);
  for (const [ref, { node }] of before.elements) if (!present.has(ref)) say(() => `- ${elementLine(node)}`);
  for (const [line, left] of announced) if (left > 0) say(() => `- ${line}`);
  if (omitted > 0) lines.push(`… ${omitted} more changes: browser_snapshot shows the page as it is`);
  return { lines, shown, omitted };
}

function signOf(
  node: ViewNode,
  ref: number,
  before: Baseline,
  told: number | undefined,
): '+' | '~' | undefined {
  const was = before.elements.get(ref);
  if (!was) return '+';
  if (was.looks !== appearance(node)) {
    if (ref === told && appearance(was.node, false) === appearance(node, false)) return undefined;
    return '~';
  }
  return hasFocus(node) && ref !== before.focused && ref !== told ? '~' : undefined;
}
