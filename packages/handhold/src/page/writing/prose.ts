import { estimateTokenCount } from 'tokenx';
import { inlineProse, markedHidden, prose, quote } from '../../gate/untrusted.js';
import type { View, ViewNode } from '../looking/view.js';
import { refOf } from '../refs/ref.js';
import { contextLine, elementLine, headingMark } from './element-line.js';
import { indentsOf } from './indents.js';
import { isInViewport } from './rank.js';

export interface ProseLine {
  text: string;
  /** The nodes that stand in it. */
  nodes: ViewNode[];
}

/**
 * Full mode: everything a person can read, once, as prose with refs in it; table rows as table rows. What is kept is
 * shown with its ref.
 */
export function composeProse(view: View, kept: Set<ViewNode>, contexts: Set<ViewNode>): ProseLine[] {
  const lines: ProseLine[] = [];
  const shown = view.nodes.filter(
    (node) => (node.kind !== 'context' && node.kind !== 'frame') || contexts.has(node),
  );
  const indents = indentsOf(shown, contexts);
  const indentOf = (node: ViewNode) => indents.get(node) ?? '';
  let run: ViewNode[] = [];
  const flush = () => {
    // Controls side by side are a list, not a sentence.
    const sentence = run.some((node) => node.role === 'text' && says.test(node.name));
    for (const part of sentence ? [run] : run.map((node) => [node])) {
      const text = flowing(part, kept);
      const [first] = part;
      if (text && first) lines.push({ text: indentOf(first) + text, nodes: part });
    }
    run = [];
  };
  for (let i = 0; i < view.nodes.length; i++) {
    const node = view.nodes[i];
    if (!node) continue;
    if (node.kind === 'text' || node.kind === 'element') {
      if (!flowsOn(run.at(-1), node)) flush();
      run.push(node);
      continue;
    }
    flush();
    if (node.role === 'row') {
      const cells = cellsOf(view, i, kept);
      if (cells) {
        lines.push({
          text: `${indentOf(node)}| ${cells.texts.join(' | ')} |`,
          nodes: view.nodes.slice(i + 1, cells.last + 1),
        });
        i = cells.last;
        continue;
      }
    }
    const indent = indentOf(node);
    if (node.kind === 'heading') {
      const only = soleElementOf(node, view.nodes[i + 1]);
      if (only) i += 1;
      if (only && kept.has(only))
        lines.push({ text: `${indent}${headingMark(node)} ${elementLine(only)}`, nodes: [only] });
      else
        lines.push({
          text: `${indent}${kept.has(node) ? `${refOf(node)} ` : ''}${contextLine(node)}`,
          nodes: [node],
        });
    } else if (contexts.has(node)) lines.push({ text: indent + contextLine(node), nodes: [] });
  }
  flush();
  return lines;
}

/** As many lines as there are tokens for, from an open modal or the top of the viewport on. */
export function fitProse(lines: ProseLine[], view: View, maxTokens: number): ProseLine[] {
  const modal = lines.findIndex(({ nodes }) => nodes.some((node) => node.modal));
  const seen =
    view.scroll.y > 0 ? lines.findIndex(({ nodes }) => nodes.some((node) => isInViewport(node, view))) : 0;
  const start = Math.max(0, modal >= 0 ? modal : seen);
  let left = maxTokens;
  const end = lines.findIndex(({ text }, i) => {
    if (i >= start) left -= estimateTokenCount(text) + 1;
    return left < 0;
  });
  return end < 0 ? lines.slice(start) : lines.slice(start, Math.max(end, start + 1));
}

/** Headings and images as far as elements are shown; what comes after the cut is only text. */
export function readWithRefs(view: View, kept: Set<ViewNode>): ViewNode[] {
  const isCut = view.nodes.some((node) => node.kind === 'element' && !kept.has(node));
  const end = isCut ? view.nodes.findLastIndex((node) => kept.has(node)) : view.nodes.length;
  return view.nodes.filter((node, i) => {
    if (i > end || node.ref === undefined) return false;
    if (node.kind !== 'heading') return node.kind === 'text' && node.role === 'img';
    const only = soleElementOf(node, view.nodes[i + 1]);
    return !only || !kept.has(only);
  });
}

/** A heading that is nothing but a link is told by the link. */
function soleElementOf(heading: ViewNode, next: ViewNode | undefined): ViewNode | undefined {
  return next?.kind === 'element' && next.name === heading.name && next.inside === heading.inside
    ? next
    : undefined;
}

function flowsOn(before: ViewNode | undefined, node: ViewNode): boolean {
  return (
    before !== undefined &&
    before.block === node.block &&
    before.inside === node.inside &&
    before.frame === node.frame &&
    isUnseenText(before) === isUnseenText(node)
  );
}

/** Elements tell it of themselves. */
function isUnseenText({ kind, unseen }: ViewNode): boolean {
  return kind === 'text' && unseen === true;
}

/** Text and elements of one block in the order they are read; what is likely hidden is never among the rest. */
function flowing(run: ViewNode[], kept: Set<ViewNode>): string {
  const line = inOneLine(run, kept);
  return line !== '' && run.some(isUnseenText) ? markedHidden(line) : line;
}

function inOneLine(run: ViewNode[], kept: Set<ViewNode>): string {
  const [only] = run;
  if (run.length === 1 && only)
    return ownLine(only, kept) ?? (says.test(only.name) ? prose(only.name, proseLimit) : '');
  let line = '';
  let before: string | undefined;
  for (const node of run) {
    const own = ownLine(node, kept);
    const part = own
      ? `[${own}]`
      : line === ''
        ? prose(node.name, proseLimit)
        : inlineProse(node.name, proseLimit);
    if (!part) continue;
    const isOneWord = node.joined && !(own && before);
    const tight = line === '' || isOneWord || opens.test(line) || closes.test(part);
    line += tight ? part : ` ${part}`;
    before = own;
  }
  return line;
}

/** Separators between links say nothing by themselves. */
const says = /[\p{L}\p{N}]/u;
const opens = /[([{\u00ab\u201c]$/;
const closes = /^[,.;:!?)\]}%\u00bb\u201d]/;

/** The line of a node that is shown with a ref; undefined for one that is only read. */
function ownLine(node: ViewNode, kept: Set<ViewNode>): string | undefined {
  if (!kept.has(node)) return undefined;
  return node.kind === 'text' ? `${refOf(node)} img ${quote(node.name)}` : elementLine(node);
}

/** A row as its cells, where it holds nothing but text and elements; undefined where it is really a layout. */
function cellsOf(view: View, at: number, kept: Set<ViewNode>): { texts: string[]; last: number } | undefined {
  const row = view.nodes[at];
  const cells: ViewNode[][] = [];
  let last = at;
  for (let i = at + 1; i < view.nodes.length; i++) {
    const node = view.nodes[i];
    if (!node || !isWithin(node, row)) break;
    if ((node.kind !== 'text' && node.kind !== 'element') || node.cell === undefined) return undefined;
    const current = cells.at(-1);
    if (current?.[0]?.cell === node.cell) current.push(node);
    else cells.push([node]);
    last = i;
  }
  if (cells.length === 0) return undefined;
  return { texts: cells.map((cell) => inCell(cell, kept)), last };
}

function isWithin(node: ViewNode, outer: ViewNode | undefined): boolean {
  for (let up = node.inside; up; up = up.inside) if (up === outer) return true;
  return false;
}

function inCell(cell: ViewNode[], kept: Set<ViewNode>): string {
  let endsInOwn = false;
  let text = '';
  for (const node of cell) {
    const own = ownLine(node, kept);
    const part = own ?? textInCell(node);
    if (part === '') continue;
    // Without brackets around it a ref is told apart by the blanks beside it.
    const isOneWord = node.joined && !own && !endsInOwn;
    text += text === '' || isOneWord ? part : ` ${part}`;
    endsInOwn = own !== undefined;
  }
  return text;
}

const cellLimit = 300;
const proseLimit = 2000;

/** True if a text is longer than it is shown. */
export function isTextCut({ kind, name, cell }: ViewNode): boolean {
  return kind === 'text' && name.length > (cell === undefined ? proseLimit : cellLimit);
}

function textInCell(node: ViewNode): string {
  const text = inlineProse(node.name, cellLimit).replaceAll('|', '\\|');
  return isUnseenText(node) && text !== '' ? markedHidden(text) : text;
}
