import { createHash } from 'node:crypto';
import { estimateTokenCount } from 'tokenx';
import { quote } from '../../gate/untrusted.js';

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One thing on the screen that can be acted on, under CAR's field names. */
export interface UiElement {
  /** `el_N`, in document order. */
  id: string;
  role: string;
  name: string;
  value?: string;
  bounds: Bounds;
  states: string[];
  /** 1 for what comes from the document itself. */
  confidence: number;
  source: 'accessibility' | 'ocr' | 'vision';
  icon_type?: string;
  children: string[];
  /** The ref it stands for. */
  ax_ref: string;
}

/** Something to read: a text, a heading, the row of a table, a picture's name, or the name of what it stands in. */
export interface UiText {
  role: string;
  text: string;
  /** Of a dialog of the browser: which kind it is. */
  value?: string;
  /** Of a heading. */
  level?: number;
  /** It stands above what is in view. */
  above?: boolean;
}

/** The state of a page as a whole. */
export interface PageSignals {
  has_dialog: boolean;
  has_form: boolean;
  has_error: boolean;
  is_loading: boolean;
}

/** The parts of a map. */
export interface UiMapParts {
  url: string;
  viewport: { width: number; height: number };
  elements: readonly UiElement[];
  /** Everything that can be read, part by part. */
  textBlocks: readonly string[];
  pageSignals: PageSignals;
  /** Elements and texts as they follow each other; by default the texts come after the elements. */
  content?: readonly (UiElement | UiText)[];
}

/** How much of a page a summary tells. */
interface Extent {
  elements: number;
  name: number;
  texts: number;
  text: number;
}

const full: Extent = { elements: 100, name: 50, texts: 150, text: 300 };
const compact: Extent = { elements: 40, name: 30, texts: 40, text: 100 };

/** A page as CAR's agents see it: numbered elements with their place, what is to be read, a summary in words, a fingerprint. */
export class UiMap {
  readonly url: string;
  readonly viewport: { width: number; height: number };
  readonly elements: readonly UiElement[];
  readonly textBlocks: readonly string[];
  readonly pageSignals: PageSignals;
  /** SHA-256 over what the page shows; equal pages have equal hashes. */
  readonly contentHash: string;
  readonly tokenEstimate: number;
  private readonly content: readonly (UiElement | UiText)[];
  private readonly byId: Map<string, UiElement>;

  constructor(parts: UiMapParts) {
    this.url = parts.url;
    this.viewport = parts.viewport;
    this.elements = parts.elements;
    this.textBlocks = parts.textBlocks;
    this.pageSignals = parts.pageSignals;
    this.content = parts.content ?? [...parts.elements, ...parts.textBlocks.map(asText)];
    this.byId = new Map(parts.elements.map((element) => [element.id, element]));
    this.contentHash = hash(parts);
    this.tokenEstimate = estimateTokenCount(this.formatSummary());
  }

  getElement(id: string): UiElement | undefined {
    return this.byId.get(id);
  }

  /** One thing a line: `[el_0] Button "Submit" (120,340) focused`, `# "Your order"`, `"Order total: $42.00"`. */
  formatSummary(): string {
    return this.format(full);
  }

  /** The same, shorter: fewer elements and texts, shorter names. */
  formatCompact(): string {
    return this.format(compact);
  }

  /** The map as CAR writes it down. */
  toJSON(): object {
    return {
      url: this.url,
      viewport: this.viewport,
      elements: this.elements,
      text_blocks: this.textBlocks,
      page_signals: this.pageSignals,
      content_hash: this.contentHash,
      token_estimate: this.tokenEstimate,
    };
  }

  private format(extent: Extent): string {
    const { viewport, content, elements } = this;
    const shown = new Set<object>(nearest(elements, viewport.height, extent.elements));
    const texts = content.filter((item): item is UiText => !('id' in item));
    const start = texts.length > extent.texts ? texts.findIndex(({ above }) => !above) : 0;
    const listed = texts.slice(Math.max(0, start), Math.max(0, start) + extent.texts);
    for (const text of listed) shown.add(text);
    const lines = content.filter((item) => shown.has(item)).map((item) => line(item, extent));
    const left = elements.length - Math.min(elements.length, extent.elements);
    if (left > 0) lines.push(`... and ${left} more elements`);
    const unread = texts.length - listed.length;
    if (unread > 0) lines.push(`... and ${unread} more lines of text, further up or down the page`);
    return lines.join('\n');
  }
}

function asText(text: string): UiText {
  return { role: 'text', text };
}

/** Those in view and next to it, where there are too many. */
function nearest(elements: readonly UiElement[], height: number, most: number): readonly UiElement[] {
  if (elements.length <= most) return elements;
  const away = ({ bounds: { y, height: own } }: UiElement) => Math.max(0, -(y + own), y - height);
  return elements.toSorted((one, other) => away(one) - away(other)).slice(0, most);
}

function line(item: UiElement | UiText, extent: Extent): string {
  return 'id' in item ? elementLine(item, extent.name) : textLine(item, extent.text);
}

function elementLine({ id, role, name, value, bounds, states }: UiElement, length: number): string {
  const middle = `(${Math.round(bounds.x + bounds.width / 2)},${Math.round(bounds.y + bounds.height / 2)})`;
  const parts = [`[${id}]`, role.charAt(0).toUpperCase() + role.slice(1)];
  if (name) parts.push(quote(name, length));
  if (value) parts.push(`= ${quote(value, length)}`);
  return [...parts, middle, ...states].join(' ');
}

function textLine({ role, text, value, level }: UiText, length: number): string {
  if (role === 'text') return quote(text, length);
  if (role === 'heading') return `${'#'.repeat(Math.min(level ?? 2, 6))} ${quote(text, length)}`;
  const name = text === '' ? '' : ` ${quote(text, length)}`;
  return value === undefined ? role + name : `${role} ${value}${name}: Enter accepts it, Escape dismisses it`;
}

/** Where things stand and what they hold, but not the numbers we gave them. */
function hash({ url, elements, textBlocks }: UiMapParts): string {
  const digest = createHash('sha256').update(url);
  for (const { role, name, value, states, bounds } of elements) {
    digest.update(JSON.stringify([role, name, value ?? '', states, bounds]));
  }
  return digest.update(JSON.stringify(textBlocks)).digest('hex');
}
