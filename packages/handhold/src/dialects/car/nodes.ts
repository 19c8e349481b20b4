import { z } from 'zod';
import { refPattern } from '../../page/refs/ref.js';
import type { snapshot } from '../../tools/observation/snapshot.js';
import type { A11yNode } from './pipeline.js';

/** The parts that are needed of a snapshot that shows everything that can be read (`interactiveOnly: false`). */
export type FullSnapshot = Pick<z.output<typeof snapshot.output>, 'tree' | 'refs' | 'shown'>;

type Refs = FullSnapshot['refs'];

/** A string in JSON, as a regular expression. */
const quoted = '"(?:[^"\\\\]|\\\\.)*"';
/** A ref with the blank after it, where it isn't a page's own text. */
const ofElement = `(?<!\\\\)(${refPattern}) `;
const elements = new RegExp(ofElement, 'g');
const elementInProse = new RegExp(`\\[?${ofElement}`);
const headings = new RegExp(`^ *(${refPattern}) #`, 'gm');
const atStart = new RegExp(`^(${refPattern}) `);
const headingLine = new RegExp(`^(?:${refPattern} )?(#{1,6}) (.*)$`);

/** The nodes that CAR's pipeline takes of a snapshot, in document order: what is only read has no id. */
export function nodesOf({ tree, refs, shown }: FullSnapshot): A11yNode[] {
  // Images that are only to be seen come after what can be acted on.
  const toAct = new Set(Object.keys(refs).filter((ref, i) => i < shown || refs[ref]?.role !== 'img'));
  for (const [, heading = ''] of tree.matchAll(headings)) toAct.delete(heading);
  const nodes: A11yNode[] = [];
  const element = (ref: string) => {
    const entry = refs[ref];
    if (!entry || !toAct.delete(ref)) return;
    const { role, name, value, states, box } = entry;
    nodes.push({ node_id: ref, role, name, value, states, bounds: box });
  };
  const lines = tree.split('\n');
  for (const [i, line] of lines.entries()) {
    const read = readLine(line, isAround(line, lines[i + 1]), refs);
    if (read) nodes.push({ node_id: '', ...read });
    for (const [, ref = ''] of line.matchAll(elements)) element(ref);
  }
  for (const ref of toAct) element(ref);
  return nodes;
}

/** In a row it stands in the midst of the others. */
const hiddenInRow = /\(likely hidden\) (?:\\\||[^|])*/g;

type Read = Pick<A11yNode, 'role' | 'name' | 'level'>;

/** The text to read in a line, besides things that have lines of their own. */
function readLine(line: string, holdsNext: boolean, refs: Refs): Read | undefined {
  const text = line.trimStart();
  // Ours: how much more there is, and what a person likely can't see. A page's own text can't begin so.
  if (text === '' || text.startsWith('… ') || /^\(likely hidden\)|\(likely hidden\)$/.test(text))
    return undefined;
  const heading = headingLine.exec(text);
  if (heading) return headed(heading[1] ?? '', heading[2] ?? '', refs);
  const [, ref] = atStart.exec(text) ?? [];
  if (ref !== undefined) return picture(refs[ref]);
  const row = /^\| (.*) \|$/.exec(text)?.[1];
  if (row !== undefined) return { role: 'row', name: inWords(row.replace(hiddenInRow, ''), refs) };
  const around = holdsNext ? new RegExp(`^([a-z]+)(?: (${quoted}))?`).exec(text) : undefined;
  if (!around?.[1]) return { role: 'text', name: inWords(text, refs) };
  const [, role, name] = around;
  // What landmarks there are says nothing; a dialog does.
  return name === undefined && !/dialog$/.test(role) ? undefined : { role, name: unquoted(name) };
}

function headed(hashes: string, rest: string, refs: Refs): Read {
  const ref = atStart.exec(rest)?.[1];
  const name = ref === undefined ? unquoted(rest) : (refs[ref]?.name ?? '');
  return { role: 'heading', name, level: hashes.length };
}

/** A line that has a ref is a node by that, but for a picture. */
function picture(entry: Refs[string] | undefined): Read | undefined {
  return entry?.role === 'img' ? { role: 'img', name: entry.name } : undefined;
}

/** A line of prose or a row as a person reads it: without refs, roles and states. */
function inWords(text: string, refs: Refs): string {
  let words = '';
  let rest = text;
  for (;;) {
    const at = elementInProse.exec(rest);
    if (!at) break;
    const ref = at[1] ?? '';
    words += rest.slice(0, at.index) + said(ref, refs);
    const start = at.index + at[0].length;
    rest = rest.slice(
      at[0].startsWith('[') ? endOfBrackets(rest, start) : endOfElement(rest, start, refs[ref]),
    );
  }
  return (words + rest)
    .replace(/\\(?=[@#+\-~<|…(])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function said(ref: string, refs: Refs): string {
  const { name = '', value = '' } = refs[ref] ?? {};
  return [name, value].filter((part) => part !== '').join(': ');
}

/** Where the bracket closes in which a thing stands in prose; what is quoted there may hold any. */
function endOfBrackets(text: string, start: number): number {
  let depth = 1;
  for (const { 0: part, index } of text.slice(start).matchAll(new RegExp(`${quoted}|[[\\]]`, 'g'))) {
    if (part === '[') depth += 1;
    else if (part === ']') depth -= 1;
    if (depth === 0) return start + index + 1;
  }
  return text.length;
}

/** Where a thing in a table cell ends, which has no brackets around it. */
function endOfElement(text: string, start: number, entry: Refs[string] | undefined): number {
  const states = (entry?.states ?? []).map((state) => `(?: ${state})?`).join('');
  const form = new RegExp(
    `^[\\w-]+(?: ${quoted})?(?: = ${quoted})?${states}(?: \\[${quoted}[^\\]]*\\])?(?: \\((?:${quoted}|[^()"])*\\))?`,
  );
  return start + (form.exec(text.slice(start))?.[0].length ?? 0);
}

/** The string in quotes at the beginning; as it is where what was taken out of it has spoilt them. */
function unquoted(text = '""'): string {
  const json = new RegExp(`^${quoted}`).exec(text)?.[0];
  if (json === undefined) return text;
  try {
    return z.string().parse(JSON.parse(json));
  } catch {
    return json.slice(1, -1);
  }
}

/** True if a line says what the next one stands in. No text of a page does: none has anything under it. */
function isAround(line: string, next: string | undefined): boolean {
  if (next === undefined) return false;
  return (
    indentOf(next) > indentOf(line) || (/^\s*(table|grid|treegrid)\b/.test(line) && /^\s*\| /.test(next))
  );
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
