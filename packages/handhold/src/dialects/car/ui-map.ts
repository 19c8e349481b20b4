import { createHash } from 'node:crypto';
import { estimateTokenCount } from 'tokenx';
import { quote } from '../../gate/untrusted.js';

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One thing on the screen, under CAR's field names. */
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

/** What a page as a whole says about its state. */
export interface PageSignals {
  has_dialog: boolean;
  has_form: boolean;
  has_error: boolean;
  is_loading: boolean;
}

interface UiMapParts {
  url: string;
  viewport: { width: number; height: number };
  elements: UiElement[];
  text_blocks: string[];
  page_signals: PageSignals;
}

const full = { elements: 100, name: 50 };
const compact = { elements: 40, name: 30 };

/** A page as CAR's agents see it: numbered elements with their place, a summary in words, and a fingerprint. */
export class UiMap {
  readonly url: string;
  readonly viewport: { width: number; height: number };
  readonly elements: readonly UiElement[];
  readonly text_blocks: readonly string[];
  readonly page_signals: PageSignals;
  /** SHA-256 over what the page shows; equal pages have equal hashes. */
  readonly content_hash: string;
  readonly token_estimate: number;
  private readonly byId: Map<string, UiElement>;

  constructor(parts: UiMapParts) {
    this.url = parts.url;
    this.viewport = parts.viewport;
    this.elements = parts.elements;
    this.text_blocks = parts.text_blocks;
    this.page_signals = parts.page_signals;
    this.byId = new Map(parts.elements.map((element) => [element.id, element]));
    this.content_hash = hash(parts);
    this.token_estimate = estimateTokenCount(this.format_summary());
  }

  get_element(id: string): UiElement | undefined {
    return this.byId.get(id);
  }

  /** One element a line: `[el_0] Button "Submit" (120,340) focused`. */
  format_summary(): string {
    return this.format(full.elements, full.name);
  }

  /** The same, shorter: fewer elements, shorter names. */
  format_compact(): string {
    return this.format(compact.elements, compact.name);
  }

  private format(most: number, nameLength: number): string {
    const lines = this.elements.slice(0, most).map((element) => line(element, nameLength));
    const left = this.elements.length - lines.length;
    if (left > 0) lines.push(`... and ${left} more elements`);
    return lines.join('\n');
  }
}

function line({ id, role, name, value, bounds, states }: UiElement, nameLength: number): string {
  const middle = `(${Math.round(bounds.x + bounds.width / 2)},${Math.round(bounds.y + bounds.height / 2)})`;
  const parts = [`[${id}]`, role.charAt(0).toUpperCase() + role.slice(1)];
  if (name) parts.push(quote(name, nameLength));
  if (value) parts.push(`= ${quote(value, nameLength)}`);
  return [...parts, middle, ...states].join(' ');
}

/** Where things stand and what they hold, but not the numbers we gave them. */
function hash({ url, elements, text_blocks }: UiMapParts): string {
  const digest = createHash('sha256').update(url);
  for (const { role, name, value, states, bounds } of elements) {
    digest.update(JSON.stringify([role, name, value ?? '', states, bounds]));
  }
  return digest.update(JSON.stringify(text_blocks)).digest('hex');
}
