import { estimateTokenCount } from 'tokenx';
import { forgedMark, inlineProse, markedHidden, prose, visibleOnly } from '../../gate/untrusted.js';
import type { ReadBlock, Run } from '../injected/protocol.js';

/** A block of the page, and what its links are called in the text. */
export interface WrittenBlock extends Omit<ReadBlock, 'frame'> {
  /** By the number of the link in its document. */
  link(number: number): string;
}

const maxRun = 100_000;

/** A piece of text, and what stands between it and the one before. */
export interface Part {
  gap: '\n' | '\n\n';
  text: string;
}

/** The content as Markdown whose every line is known to be the page's: what could pass for ours is escaped. */
export function writeMarkdown(blocks: readonly WrittenBlock[]): Part[] {
  const told = new Set<string>();
  const parts: Part[] = [];
  let before: ReadBlock['kind'] | undefined;
  for (const block of blocks) {
    const { kind } = block;
    const text = markdownOf(block, told);
    const together = before === kind && (kind === 'row' || kind === 'item');
    const rule = kind === 'row' && !together ? `\n|${' --- |'.repeat(block.cells?.length ?? 1)}` : '';
    if (text !== '') parts.push({ gap: together ? '\n' : '\n\n', text: text + rule });
    before = kind;
  }
  return parts;
}

function markdownOf(block: WrittenBlock, told: Set<string>): string {
  const write = (runs: readonly Run[]) => inline(runs, (number) => block.link(number), told);
  switch (block.kind) {
    case 'heading': {
      const text = marked(block.runs, write(block.runs).replace(/\s+/g, ' ').trim());
      return says.test(text) ? `${'#'.repeat(Math.min(Math.max(block.level ?? 2, 1), 6))} ${text}` : '';
    }
    case 'item': {
      const text = marked(block.runs, write(block.runs));
      const indent = '  '.repeat(Math.min(block.level ?? 0, 8));
      const lead = block.marker ? `${indent}${block.marker} ` : `${indent}  `;
      return text.trim() === '' ? '' : lead + text.trim().replace(/\n/g, `\n${indent}  `);
    }
    case 'quote':
      return marked(block.runs, escapeLines(write(block.runs))).replace(/^/gm, '> ');
    case 'code':
      return marked(block.runs, codeBlock(block.runs));
    case 'row':
      return `| ${(block.cells ?? []).map((cell) => marked(cell, write(cell).replace(/\s+/g, ' ').trim().replaceAll('|', '\\|'))).join(' | ')} |`;
    default:
      return marked(block.runs, escapeLines(write(block.runs)));
  }
}

/** Text that a person likely can't see, marked so line by line. */
function marked(runs: readonly Run[], text: string): string {
  if (text === '' || !runs.some(({ unseen }) => unseen)) return text;
  return text.split('\n').map(markedHidden).join('\n');
}

/** Separators and symbols by themselves say nothing. */
const says = /[\p{L}\p{N}]/u;

function inline(runs: readonly Run[], nameOf: (link: number) => string, told: Set<string>): string {
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
    const ref = link === undefined ? undefined : nameOf(link);
    const own = image ? `![${clean}]` : code ? `\`${clean.replaceAll('`', "'")}\`` : clean;
    // A link over several paragraphs is one link; a link that shows only a symbol is none worth following.
    const linked = ref !== undefined && !told.has(ref) && (image || says.test(clean));
    if (linked) told.add(ref);
    line += `${lead}${linked ? `[${own}](${ref})` : own}${trail}`;
  }
  // Runs that stand side by side may make up what none of them is by itself.
  return line.trim().replace(/(?<!\\)<(?=\/?page\b)/gi, '\\<');
}

function escapeLines(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^[@#+\-~<|…>*]/, '\\$&')
        .replace(forgedMark, '\\$&')
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
    .replace(/<(?=\/?page\b)/gi, '\\<');
}

/** The content as plain text, without marks and refs. */
export function writeText(blocks: readonly WrittenBlock[]): Part[] {
  return blocks
    .map((block) => {
      if (block.kind === 'code') return marked(block.runs, codeBlock(block.runs));
      if (block.kind === 'row')
        return (block.cells ?? [])
          .map((cell, at) => marked(cell, at === 0 ? escapeLines(plain(cell)) : plain(cell)))
          .join('\t')
          .trim();
      return marked(block.runs, escapeLines(plain(block.runs)));
    })
    .filter((text) => text !== '')
    .map((text) => ({ gap: '\n', text }));
}

function plain(runs: readonly Run[]): string {
  return inline(
    runs.map(({ text }) => ({ text })),
    () => '',
    new Set(),
  );
}

/** All text as it is, line by line; whoever shows it to a model escapes it. */
export function visibleText(blocks: readonly WrittenBlock[]): string {
  return blocks
    .flatMap((block) => {
      if (block.kind === 'code')
        return said(block.runs)
          .split(/\r?\n|[\r\u2028\u2029]/)
          .map((line) => line.trimEnd());
      if (block.kind === 'row')
        return [
          (block.cells ?? [])
            .map((cell) => oneLine(said(cell)))
            .join('\t')
            .trim(),
        ];
      const lines = said(block.runs).split('\n').map(oneLine);
      return block.runs.some(({ unseen }) => unseen)
        ? lines.map((line) => line && markedHidden(line))
        : lines;
    })
    .filter((line) => line !== '')
    .join('\n');
}

function said(runs: readonly Run[]): string {
  return visibleOnly(runs.map(({ text }) => text).join('')).toWellFormed();
}

function oneLine(text: string): string {
  return text.replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\s]+/g, ' ').trim();
}

/** Markup line by line, each so that it can't pass for one of ours. */
export function writeHtml(html: string): Part[] {
  return html.split('\n').map((line) => ({ gap: '\n', text: prose(line, maxRun) }));
}

/** Cuts parts into pages of at most so many tokens, between parts where that is possible. */
export function paginate(parts: readonly Part[], maxTokens: number): string[] {
  const pages: string[] = [];
  let page = '';
  let size = 0;
  for (const { gap, text } of parts.flatMap((part) => split(part, maxTokens))) {
    const cost = estimateTokenCount(text) + 1;
    if (page !== '' && size + cost > maxTokens) {
      pages.push(page);
      page = '';
      size = 0;
    }
    page += page === '' ? text : gap + text;
    size += cost;
  }
  if (page !== '') pages.push(page);
  return pages;
}

/** A part that is larger than a page by itself, in pieces. */
function split(part: Part, maxTokens: number): Part[] {
  const { gap, text } = part;
  // A token is hardly ever less than a character, and counting costs time.
  if (text.length <= maxTokens || estimateTokenCount(text) <= maxTokens) return [part];
  const middle = text.length / 2;
  const line = text.indexOf('\n', middle);
  const word = line < 0 ? text.indexOf(' ', middle) : line;
  const at = word < 0 ? Math.floor(middle) : word;
  const rest: Part = { gap: '\n', text: text.slice(at).replace(/^\s/, '').toWellFormed() };
  return [{ gap, text: text.slice(0, at).toWellFormed() }, rest].flatMap((some) => split(some, maxTokens));
}
