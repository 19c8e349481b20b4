import { estimateTokenCount } from 'tokenx';
import { cutHint } from '../../gate/untrusted.js';
import type { Belongs } from '../injected/protocol.js';
import type { View, ViewNode } from '../looking/view.js';
import { numberAlike } from './alike.js';
import { neededContexts, neededHeadings, neededItems } from './contexts.js';
import { contextLine, elementLine, isCut, isToldBy } from './element-line.js';
import { indentsOf } from './indents.js';
import { composeProse, fitProse, isTextCut, readWithRefs } from './prose.js';
import { keepByRank } from './rank.js';

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

/** The text a model reads for a view, cut by rank but kept in document order. */
export function writeLines(view: View, options: LineOptions): Lines {
  const elements = view.nodes.filter((node) => node.kind === 'element');
  numberAlike(view, elements);
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

function composeElements(view: View, kept: Set<ViewNode>): string[] {
  const needed = neededContexts(view, kept, true);
  const headings = neededHeadings(view, kept, needed);
  const shown = view.nodes.filter((node) => kept.has(node) || headings.has(node) || needed.has(node));
  const indents = indentsOf(shown, needed);
  const items = neededItems(kept, headings, needed);
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
    const line = node.belongs && items.get(node.belongs);
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
