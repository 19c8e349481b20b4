import { estimateTokenCount } from 'tokenx';
import { inlineProse, prose, visibleOnly } from '../gate/untrusted.js';
import type { ReadBlock, Run } from './injected/protocol.js';

/** A block of the page with its links as the agent may use them. */
export interface WrittenBlock extends Omit<ReadBlock, 'frame'> {
  /** Ref of each link, by its number in the document. */
  refs: readonly (string | undefined)[];
}

const maxRun = 100_000;

/** The content as Markdown whose every line is known to be the page's: what could pass for ours is escaped. */
export function writeMarkdown(blocks: readonly WrittenBlock[]): string[] {
  const told = new Set<string>();
  const parts: string[] = [];
  let before: WrittenBlock | undefined;
  for (const block of blocks) {
    const text = markdownOf(block, told);
    if (text !== '') {
      const together =
        before && before.kind === block.kind && (block.kind === 'row' || block.kind === 'item');
      const ruled =
        block.kind === 'row' && before?.kind !== 'row'
          ? `${text}\n|${' --- |'.repeat(block.cells?.length ?? 1)}`
          : text;
      if (together) parts.push(`${parts.pop() ?? ''}\n${ruled}`);
      else parts.push(ruled);
    }
    before = block;
  }
  return parts;
}

function markdownOf(block: WrittenBlock, told: Set<string>): string {
  const write = (runs: readonly Run[]) => inline(runs, block.refs, told);
  switch (block.kind) {
    case 'heading': {
      const text = write(block.runs).replace(/\s+/g, ' ').trim();
      return says.test(text) ? `${'#'.repeat(Math.min(Math.max(block.level ?? 2, 1), 6))} ${text}` : '';
    }
    case 'item': {
      const text = write(block.runs);
      const indent = '  '.repeat(Math.min(block.level ?? 0, 8));
      const lead = block.marker ? `${indent}${block.marker} ` : `${indent}  `;
      return text.trim() === '' ? '' : lead + text.trim().replace(/\n/g, `\n${indent}  `);
    }
    case 'quote':
      return escapeLines(write(block.runs)).replace(/^/gm, '> ');
    case 'code':
      return codeBlock(block.runs);
    case 'row':
      return `| ${(block.cells ?? []).map((cell) => write(cell).replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')).join(' | ')} |`;
    default:
      return escapeLines(write(block.runs));
  }
}

/** Separators and symbols by themselves say nothing. */
const says = /[\p{L}\p{N}]/u;

function inline(runs: readonly Run[], refs: readonly (string | undefined)[], told: Set<string>): string {
  let line = '';
  for (const { text, link, code, image } of runs) {
    if (text === '\n') {
      line = `${line.trimEnd()}\n`;
      continue;
    }
    const clean = inlineProse(text, maxRun);
    const lead = /^\s/.test(text) && !/\s$/.test(line) && line !== '' ? ' ' : '';
    const trail = /\s$/.test(text) ? ' ' : '';
    if (clean === '') {
      if (line !== '' && !/\s$/.test(line)) line += lead || trail;
      continue;
    }
    const ref = link === undefined ? undefined : refs[link];
    const own = image ? `![${clean}]` : code ? `\`${clean.replaceAll('`', "'")}\`` : clean;
    // A link over several paragraphs is one link; a link that shows only a symbol is none worth following.
    const linked = ref !== undefined && !told.has(ref) && (image || says.test(clean));
    if (linked) told.add(ref);
    line += `${lead}${linked ? `[${own}](${ref})` : own}${trail}`;
  }
  return line.trim();
}

function escapeLines(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^[@#+\-~<|…>*]/, '\\$&')
        .replace(/^(\d+)\. /, '$1\\. ')
        .replace(/^```/, '\\```'),
    )
    .filter((line) => line !== '')
    .join('\n');
}

/** Code keeps its indentation, which is also what tells it from lines of ours. */
function codeBlock(runs: readonly Run[]): string {
  const text = runs.map((run) => run.text).join('');
  const lines = text.split(/\r?\n|\r|[\u2028\u2029]/).map((line) => `    ${codeLine(line)}`.trimEnd());
  return lines.join('\n');
}

function codeLine(line: string): string {
  return visibleOnly(line)
    .toWellFormed()
    .replace(/\t/g, '  ')
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
    .replace(/@(?=e\d)/g, '\\@')
    .replace(/^(?=<\/?page )/, '\\');
}

/** The content as plain text, without marks and refs. */
export function writeText(blocks: readonly WrittenBlock[]): string[] {
  return blocks
    .map((block) => {
      if (block.kind === 'code') return codeBlock(block.runs);
      if (block.kind === 'row')
        return (block.cells ?? [])
          .map((cell) => plain(cell))
          .join('\t')
          .trim()
          .replace(/^./, (first) => prose(first));
      return escapeLines(plain(block.runs));
    })
    .filter((text) => text !== '');
}

function plain(runs: readonly Run[]): string {
  return inline(
    runs.map(({ text }) => ({ text })),
    [],
    new Set(),
  );
}

/** Markup line by line, each so that it can't pass for one of ours. */
export function escapeHtml(html: string): string {
  return html
    .split('\n')
    .map((line) => prose(line, maxRun))
    .join('\n');
}

/** Cuts parts into pages of at most so many tokens, between parts where that is possible. */
export function paginate(parts: readonly string[], maxTokens: number, between: string): string[] {
  const pages: string[] = [];
  let page: string[] = [];
  let size = 0;
  for (const part of parts.flatMap((long) => split(long, maxTokens))) {
    const cost = estimateTokenCount(part) + 1;
    if (page.length > 0 && size + cost > maxTokens) {
      pages.push(page.join(between));
      page = [];
      size = 0;
    }
    page.push(part);
    size += cost;
  }
  if (page.length > 0) pages.push(page.join(between));
  return pages;
}

/** A part that is larger than a page by itself, in pieces. */
function split(part: string, maxTokens: number): string[] {
  if (estimateTokenCount(part) <= maxTokens) return [part];
  const lines = part.split('\n');
  if (lines.length > 1) {
    const half = Math.ceil(lines.length / 2);
    return [lines.slice(0, half), lines.slice(half)].flatMap((some) => split(some.join('\n'), maxTokens));
  }
  const middle = part.indexOf(' ', Math.floor(part.length / 2));
  const at = middle < 0 ? Math.floor(part.length / 2) : middle;
  if (at <= 0 || part.length < 20) return [part];
  return [part.slice(0, at), part.slice(at).trimStart()].flatMap((some) =>
    split(some.toWellFormed(), maxTokens),
  );
}
