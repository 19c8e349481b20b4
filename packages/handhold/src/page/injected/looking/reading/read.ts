import { catchesKeys } from '../../acting/code-editor.js';
import { fold } from '../../dom/same-text.js';
import { standsApart } from '../../dom/text-flow.js';
import { childrenOf, cut, ignored, isElement, isText, rootElement, squash } from '../../dom/tree.js';
import type { ReadBlock, ReadDocument, Run } from '../../protocol.js';
import { identityOf } from '../../refs/identity.js';
import { documentToken, elementOf, idOf } from '../../refs/refs.js';
import { taintOf, withoutTainted } from '../../secrets/taint.js';
import { descriptionOf } from '../naming/description.js';
import { currentValue } from '../roles/element-states.js';
import { headingLevel, roleOf } from '../roles/role.js';
import { isFadedField, isLikelyHidden } from '../visibility/for-the-eye.js';
import { clearLines, isAllClear, isVeiled, legibilityNow, legibilityOf } from '../visibility/readable.js';
import { isOffPage, isSeen } from '../visibility/seen.js';
import { childrenInPlace } from '../visual-order.js';
import { Content } from './main-content.js';

/** Reading a document as a person would: its content in order, without what can't be seen. */

export const maxCharacters = 1_500_000;
export const maxDepth = 1000;

/** Anything shorter stands whole in any line. */
const shortText = 60;

const unreadable = new Set(
  'INPUT SELECT TEXTAREA CANVAS VIDEO AUDIO OBJECT EMBED METER PROGRESS MAP'.split(' '),
);

const codeTags = new Set(['CODE', 'KBD', 'SAMP', 'TT']);

interface Around {
  depth: number;
  kind: ReadBlock['kind'];
  level: number;
  /** Of the item it stands in, until the item's first line has it. */
  marker: { text: string };
  link: number;
  code: boolean;
}

/**
 * The content of the document, or of one element in it; null when that is gone. With `everything` not only what is worth
 * reading: all text that can be seen, such as that of menus, buttons and fields.
 */
export function read(id: number | null, everything = false): ReadDocument | null {
  const asked = id === null ? undefined : elementOf(id);
  if (id !== null && !asked?.isConnected) return null;
  const content = asked || everything ? undefined : new Content();
  const reader = new Reader(content, everything);
  const root = asked ?? content?.root ?? rootElement();
  const title = content?.title();
  if (title) reader.visit(title, outside);
  if (!asked || everything || !reader.field(asked)) reader.visit(root, outside);
  reader.flush(outside);
  if (asked && !everything) reader.rest(asked);
  const { blocks, links, capped } = reader;
  return {
    document: documentToken(),
    url: location.href,
    title: cut(document.title, 1000),
    blocks,
    links,
    capped,
  };
}

const outside: Around = { depth: 0, kind: 'text', level: 0, marker: { text: '' }, link: -1, code: false };

class Reader {
  readonly blocks: ReadBlock[] = [];
  readonly links: number[] = [];
  capped = false;
  private runs: Run[] = [];
  private characters = 0;
  /** True if a person likely can't see the text that is being gathered. */
  private unseen = false;

  constructor(
    private readonly content: Content | undefined,
    private readonly everything: boolean,
  ) {}

  visit(element: Element, around: Around): void {
    const tag = element.tagName;
    if (tag === 'BR') {
      this.runs.push({ text: '\n' });
      return;
    }
    if (ignored.has(tag) || unreadable.has(tag)) {
      if (this.everything && unreadable.has(tag)) this.shownIn(element);
      return;
    }
    if (around.depth > maxDepth || this.characters > maxCharacters) {
      this.capped = true;
      return;
    }
    const { display } = getComputedStyle(element);
    if (display === 'none') return;
    const isKept = element.hasAttribute('inert') || element.getAttribute('aria-hidden') === 'true';
    if (isKept && !this.everything) return;
    if (this.content?.isAround(element)) return;
    const inner: Around = { ...around, depth: around.depth + 1 };
    const isBlock = !display.startsWith('inline') && display !== 'contents' && !display.startsWith('ruby');
    if (!isBlock) {
      // Side by side with a gap, which text has none of.
      const isApart = display !== 'inline' && standsApart(element);
      if (isApart && this.runs.length > 0) this.runs.push({ text: ' ' });
      this.visitInline(element, tag, inner);
      if (isApart) this.runs.push({ text: ' ' });
      return;
    }
    this.flush(around);
    this.visitBlock(element, tag, inner);
    this.flush(inner);
  }

  /** A field by what it holds, a list by what there is to choose from; false where an element is neither. */
  field(element: Element): boolean {
    const isList = element instanceof HTMLSelectElement;
    const isField = unreadable.has(element.tagName) || catchesKeys(element);
    const value = isField ? currentValue(element, roleOf(element)) : undefined;
    if (!isList && value === undefined) return false;
    if (!isSeen(element, true) && !isFadedField(element)) return true;
    const unseen = isLikelyHidden(element) ? { unseen: true } : {};
    if (isList) {
      for (const option of element.options) {
        const state = option.selected ? ' (selected)' : option.disabled ? ' (disabled)' : '';
        const runs = [{ text: squash(option.label) + state, ...unseen }];
        this.blocks.push({ kind: 'item', level: 0, marker: '*', runs });
      }
    } else if (value) {
      const text = value.slice(0, maxCharacters);
      this.capped ||= text.length < value.length;
      this.blocks.push({ kind: text.includes('\n') ? 'code' : 'text', runs: [{ text, ...unseen }] });
    }
    return true;
  }

  /** The text in a control: a button's inscription, the value of a field or its placeholder. */
  private shownIn(element: Element): void {
    if (!isSeen(element) || isVeiled(element, element.getBoundingClientRect()) || isOffPage(element)) return;
    const text = squash(inscriptionOf(element));
    if (text === '') return;
    this.characters += text.length;
    this.runs.push({ text: ` ${text} `, ...(isLikelyHidden(element) ? { unseen: true } : {}) });
  }

  /** The rest of a text that its line alone may be too short for. */
  rest(element: Element): void {
    const { name } = identityOf(element);
    const said = fold(
      this.blocks
        .flatMap(({ runs, cells = [] }) => [...runs, ...cells.flat()].map(({ text }) => text))
        .join(' '),
    );
    const hint = element.getAttribute('placeholder') ?? '';
    for (const text of [name, squash(hint), descriptionOf(element, name)])
      if (text.length > shortText && !said.includes(fold(text)))
        this.blocks.push({ kind: 'text', runs: [{ text }] });
  }

  private visitInline(element: Element, tag: string, inner: Around): void {
    if (tag === 'IMG' || element.getAttribute('role') === 'img' || tag === 'svg') {
      this.image(element);
      return;
    }
    if (tag === 'IFRAME') {
      this.frame(element, inner);
      return;
    }
    this.enter(element, tag, inner);
    this.visitChildren(element, inner);
  }

  private visitBlock(element: Element, tag: string, inner: Around): void {
    if (tag === 'IMG' || tag === 'IFRAME' || tag === 'svg') {
      this.visitInline(element, tag, inner);
      return;
    }
    if (tag === 'PRE') {
      this.code(element);
      return;
    }
    if (tag === 'TABLE' && this.table(element, inner)) return;
    this.enter(element, tag, inner);
    this.visitChildren(element, inner);
  }

  /** The context that an element makes for its content. */
  private enter(element: Element, tag: string, inner: Around): void {
    const role = element.getAttribute('role');
    if (/^H[1-6]$/.test(tag) || role === 'heading') {
      inner.kind = 'heading';
      inner.level = headingLevel(element);
    } else if (tag === 'UL' || tag === 'OL' || tag === 'MENU' || role === 'list') {
      inner.level = inner.kind === 'item' ? inner.level + 1 : 0;
      inner.kind = 'item';
      inner.marker = { text: '' };
    } else if (tag === 'LI' || role === 'listitem') {
      inner.kind = 'item';
      inner.marker = { text: markerOf(element) };
    } else if (tag === 'BLOCKQUOTE') inner.kind = 'quote';
    if (codeTags.has(tag)) inner.code = true;
    if (inner.link < 0 && isLink(element, tag, role)) inner.link = this.link(element);
  }

  private link(element: Element): number {
    return isSeen(element) ? this.links.push(idOf(element)) - 1 : -1;
  }

  private visitChildren(element: Element, inner: Around): void {
    const label = taintOf(element);
    if (label !== undefined) {
      this.text(element, label, inner);
      return;
    }
    for (const child of childrenInPlace(element) ?? childrenOf(element)) {
      if (isText(child)) this.text(element, child, inner);
      else if (isElement(child)) this.visit(child, inner);
    }
  }

  private text(element: Element, said: Text | string, around: Around): void {
    const text = (typeof said === 'string' ? said : said.data).replace(/[\s\u00a0]+/g, ' ');
    const isAsked = typeof said !== 'string' && (text.length > 1 || text.trim() !== '');
    const legible = isAsked ? legibilityNow(said, element) : undefined;
    if (text === '' || legible === 'hidden') return;
    // What can be read and what can't are no sentence together.
    if (legible && this.unseen !== (legible === 'doubtful')) {
      this.flush(around);
      this.unseen = legible === 'doubtful';
    }
    const last = this.runs.at(-1);
    const link = around.link < 0 ? undefined : around.link;
    this.characters += text.length;
    if (
      last &&
      last.text !== '\n' &&
      last.link === link &&
      (last.code ?? false) === around.code &&
      !last.image
    )
      last.text += text;
    else {
      const run: Run = { text };
      if (link !== undefined) run.link = link;
      if (around.code) run.code = true;
      if (this.unseen) run.unseen = true;
      this.runs.push(run);
    }
  }

  private image(element: Element): void {
    if (this.everything) {
      // An alternative is not seen where the picture is; what is drawn as text is.
      const around = { ...outside };
      for (const drawn of element.querySelectorAll('text')) {
        this.text(drawn, ' ', around);
        for (const said of textsIn(drawn)) this.text(said.parentElement ?? drawn, said, around);
        this.text(drawn, ' ', around);
      }
      return;
    }
    const alt = squash(element.getAttribute('alt') ?? element.getAttribute('aria-label') ?? '');
    if (alt === '' || !isSeen(element)) return;
    const box = element.getBoundingClientRect();
    if (box.width < 24 || box.height < 24 || isVeiled(element, box) || isOffPage(element, box)) return;
    this.runs.push({ text: cut(alt, 300), image: true });
  }

  private frame(element: Element, around: Around): void {
    const box = element.getBoundingClientRect();
    if (!isSeen(element) || box.width < 50 || box.height < 50) return;
    if (isVeiled(element, box) || isOffPage(element, box)) return;
    this.flush(around);
    this.blocks.push({ kind: 'frame', runs: [], frame: idOf(element) });
  }

  /** Code keeps its lines and their beginnings. */
  private code(element: Element): void {
    const legible = legibilityOf(element, legibilityNow);
    if (!(element instanceof HTMLElement) || !legible || legible === 'hidden') return;
    const whole = legible === 'doubtful' || isAllClear(element) ? element.innerText : clearLines(element);
    const text = withoutTainted(element, whole)
      .replace(/\s+$/, '')
      .slice(0, maxCharacters - this.characters);
    this.characters += text.length;
    const unseen = legible === 'doubtful' ? { unseen: true } : {};
    if (text.trim() !== '') this.blocks.push({ kind: 'code', runs: [{ text, ...unseen }] });
  }

  /** A table of data as rows; false where it only serves the layout. */
  private table(table: Element, around: Around): boolean {
    if (!(table instanceof HTMLTableElement) || !isData(table)) return false;
    const caption = table.caption;
    if (caption) this.visit(caption, { ...around, kind: 'text' });
    this.flush(around);
    for (const row of table.rows) {
      const cells = [...row.cells].map((cell) => this.cell(cell, around));
      if (!cells.some((cell) => cell.some(({ text }) => text.trim() !== ''))) continue;
      const header = [...row.cells].every((cell) => cell.tagName === 'TH');
      this.blocks.push({ kind: 'row', runs: [], cells, ...(header ? { header } : {}) });
    }
    this.blocks.push({ kind: 'text', runs: [] });
    return true;
  }

  private cell(cell: Element, around: Around): Run[] {
    const before = this.runs;
    const blocks = this.blocks.length;
    this.runs = [];
    this.visit(cell, { ...around, kind: 'text', marker: { text: '' }, depth: around.depth + 1 });
    this.flush(around);
    const inside = this.blocks.splice(blocks);
    this.runs = before;
    return inside.flatMap(({ runs }, at) => (at === 0 ? runs : [{ text: ' ' }, ...runs]));
  }

  flush(around: Around): void {
    const { runs } = this;
    this.runs = [];
    if (!runs.some(({ text, image }) => image || /\S/.test(text))) return;
    const { kind, level, marker } = around;
    this.blocks.push({
      kind,
      runs,
      ...(kind === 'heading' || kind === 'item' ? { level } : {}),
      ...(kind === 'item' && marker.text ? { marker: marker.text } : {}),
    });
    // Further paragraphs of an item are not items of their own.
    if (kind === 'item') marker.text = '';
  }
}

function inscriptionOf(element: Element): string {
  if (element instanceof HTMLSelectElement)
    return [...element.selectedOptions].map(({ label }) => label).join(', ');
  if (element instanceof HTMLInputElement && /^(submit|button|reset)$/.test(element.type))
    return element.value || (element.type === 'submit' ? 'Submit' : element.type === 'reset' ? 'Reset' : '');
  if (
    element instanceof HTMLInputElement &&
    /^(checkbox|radio|range|color|file|hidden|image)$/.test(element.type)
  )
    return '';
  return currentValue(element, roleOf(element)) || (element.getAttribute('placeholder') ?? '');
}

function textsIn(element: Element): Text[] {
  const found: Text[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (isText(node)) found.push(node);
  return found;
}

function isLink(element: Element, tag: string, role: string | null): boolean {
  if (tag === 'A') return element.hasAttribute('href') || role === 'button';
  return tag === 'BUTTON' || tag === 'SUMMARY' || role === 'link' || role === 'button' || role === 'tab';
}

function markerOf(item: Element): string {
  const list = item.parentElement;
  if (!(list instanceof HTMLOListElement)) return '*';
  const first = list.hasAttribute('start') ? list.start : 1;
  let at = 0;
  for (let before = item.previousElementSibling; before; before = before.previousElementSibling)
    if (before.tagName === 'LI') at += 1;
  return `${first + at}.`;
}

function isData(table: HTMLTableElement): boolean {
  const role = roleOf(table);
  if (role === 'none' || role === 'presentation' || table.rows.length === 0) return false;
  if (table.querySelector('table, h1, h2, h3, pre')) return false;
  const columns = table.rows[0]?.cells.length ?? 0;
  return table.querySelector('th') !== null || (table.rows.length > 1 && columns > 1);
}
