import { quote } from '../gate/untrusted.js';
import { contextLine, elementLine } from './lines.js';
import type { View, ViewNode } from './view.js';

/** What the agent was last told is on the page: by ref for elements, by text for headings and dialogs. */
export interface Baseline {
  lines: Map<number, string>;
  headings: Map<string, number>;
  /** The element with the focus: who gains it is news, who loses it is not. */
  focused: number | undefined;
}

export interface Changes {
  lines: string[];
  /** Elements whose line the agent now sees. */
  shown: ViewNode[];
  omitted: number;
}

const maxLines = 40;

/** Remembers a view as known to the agent. */
export function baselineOf(view: View): Baseline {
  const lines = new Map<number, string>();
  const headings = new Map<string, number>();
  let focused: number | undefined;
  for (const node of view.nodes) {
    if (node.kind === 'element' && node.ref !== undefined) {
      lines.set(node.ref, lineBesidesFocus(node));
      if (hasFocus(node)) focused = node.ref;
    } else if (announces(node)) count(headings, contextLine(node));
  }
  return { lines, headings, focused };
}

function hasFocus(node: ViewNode): boolean {
  return node.states?.at(-1) === 'focused';
}

function lineBesidesFocus(node: ViewNode): string {
  return elementLine(hasFocus(node) ? { ...node, states: node.states?.slice(0, -1) ?? [] } : node);
}

/** Headings and dialogs have no ref but are what a person notices first. */
function announces(node: ViewNode): boolean {
  return (
    node.kind === 'heading' ||
    (node.kind === 'context' && (node.role === 'dialog' || node.role === 'alertdialog'))
  );
}

function onlyValueDiffers(was: string, node: ViewNode): boolean {
  const { value: _value, ...rest } = node;
  const bare = lineBesidesFocus(rest);
  return was.replace(/ = "(?:[^"\\]|\\.)*"/, '') === bare;
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}

/**
 * What is new, different or gone, by identity: a thing that only moved is none of these.
 * `told` is the element whose new value and focus the result says anyway.
 */
export function diff(before: Baseline, view: View, told?: number): Changes {
  const lines: string[] = [];
  const shown: ViewNode[] = [];
  let omitted = 0;
  const say = (line: string, node?: ViewNode) => {
    if (lines.length >= maxLines) {
      omitted += 1;
      return;
    }
    lines.push(line);
    if (node) shown.push(node);
  };
  const headings = new Map(before.headings);
  const present = new Set<number>();
  for (const node of view.nodes) {
    if (announces(node)) {
      const line = contextLine(node);
      const left = headings.get(line) ?? 0;
      if (left > 0) headings.set(line, left - 1);
      else say(`+ ${line}`);
      continue;
    }
    if (node.kind !== 'element' || node.ref === undefined) continue;
    present.add(node.ref);
    const was = before.lines.get(node.ref);
    if (was === undefined) say(`+ ${elementLine(node)}`, node);
    else if (was !== lineBesidesFocus(node)) {
      if (node.ref !== told || !onlyValueDiffers(was, node)) say(`~ ${elementLine(node)}`, node);
    } else if (hasFocus(node) && node.ref !== before.focused && node.ref !== told)
      say(`~ ${elementLine(node)}`, node);
  }
  for (const text of view.news) if (!lines.some((line) => line.includes(text))) say(`+ ${quote(text, 200)}`);
  for (const [ref, line] of before.lines) if (!present.has(ref)) say(`- ${line}`);
  for (const [line, left] of headings) if (left > 0) say(`- ${line}`);
  if (omitted > 0) lines.push(`… ${omitted} more changes: browser_snapshot shows the page as it is`);
  return { lines, shown, omitted };
}
