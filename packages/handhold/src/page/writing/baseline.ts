import type { ScrollState } from '../injected/protocol.js';
import type { View, ViewNode } from '../looking/view.js';
import { contextLine } from './element-line.js';

const between = '\u001f';

export interface BaselineElement {
  node: ViewNode;
  appearance: string;
}

/** How often a heading or dialog is there, and where the last time. */
export interface BaselineText {
  count: number;
  node: ViewNode;
}

/** The page as the agent was last told of it: elements by ref, headings and dialogs by their text. */
export interface Baseline {
  elements: Map<number, BaselineElement>;
  announced: Map<string, BaselineText>;
  /** The element with the focus: who gains it is news, who loses it is not. */
  focused: number | undefined;
  scroll: ScrollState;
}

/** Remembers a view as known to the agent; what something in front of the page hides is still known from before. */
export function baselineOf(view: View, before?: Baseline): Baseline {
  const elements = new Map<number, BaselineElement>();
  for (const [ref, known] of before?.elements ?? []) if (isBehind(view, known.node)) elements.set(ref, known);
  const announced = new Map<string, BaselineText>(isShutOff(view) ? before?.announced : undefined);
  let focused: number | undefined;
  for (const node of view.nodes) {
    if (node.kind === 'element' && node.ref !== undefined) {
      elements.set(node.ref, { node, appearance: appearance(node) });
      if (hasFocus(node)) focused = node.ref;
    } else if (announces(node)) {
      const line = announcement(node);
      announced.set(line, { count: (announced.get(line)?.count ?? 0) + 1, node });
    }
  }
  return { elements, announced, focused, scroll: view.scroll };
}

/** True if something has opened in front of the page or a frame does not answer, so that what is missing need not be gone. */
export function isShutOff(view: View): boolean {
  return view.modalOpen || view.behind.size > 0 || view.silent.size > 0;
}

export function isBehind(view: View, node: ViewNode): boolean {
  if (view.modalOpen || view.behind.get(node.frame.world)?.has(node.id)) return true;
  if (view.silent.size > 0)
    for (let up = node.inside; up; up = up.inside)
      if (up.kind === 'frame' && view.silent.get(up.frame.world)?.has(up.id)) return true;
  return false;
}

const checkStates = new Set(['checked', 'unchecked', 'mixed']);

/** Everything in an element's line but the focus, cheap to make and to compare. */
export function appearance(node: ViewNode, { withValue = true, withCover = true } = {}): string {
  const { role, name, value, states, placeholder, description, error, options, looks, near, more } = node;
  const unfocused = hasFocus(node) ? states?.slice(0, -1) : states;
  const own = withValue ? unfocused : unfocused?.filter((state) => !checkStates.has(state));
  // What stands beside it is told only where something else looks like it.
  const beside = looks || value ? '' : near;
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
    beside,
    more,
  ].join(between);
}

export function hasFocus(node: ViewNode): boolean {
  return node.states?.at(-1) === 'focused';
}

/** Headings and dialogs have no ref but are what a person notices first. */
export function announces(node: ViewNode): boolean {
  return node.kind === 'heading' || isDialog(node);
}

/** How well it can be seen may depend on where the page is scrolled to, which makes it no other. */
export function announcement(node: ViewNode): string {
  return contextLine(node.unseen ? { ...node, unseen: false } : node);
}

export function isDialog(node: ViewNode): boolean {
  return node.kind === 'context' && (node.role === 'dialog' || node.role === 'alertdialog');
}
