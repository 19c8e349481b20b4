import { childrenOf, isElement, isText, rootElement, shadowOf } from '../dom/tree.js';
import type { Fingerprint } from '../protocol.js';
import { findIn } from './fingerprints.js';
import { type Of, Reading } from './spellings.js';

/** All that is drawn, one after the other, so that a value is also found where it is put together from pieces. */
class DrawnText {
  private read = '';
  private readonly pieces: { from: number; holder: Element }[] = [];

  constructor(private readonly of: Of) {}

  add(text: string, holder: Element): void {
    const read = new Reading(text, 'plain').get(this.of);
    if (read === '') return;
    this.pieces.push({ from: this.read.length, holder });
    this.read += read;
  }

  /** The elements that the values stand in, for each of them. */
  holdersOf(values: readonly Fingerprint[]): Set<Element>[] {
    return findIn(this.read, this.of, values).map(([from, to]) => {
      const holders = new Set<Element>();
      for (let at = this.pieceAt(from); (this.pieces[at]?.from ?? to) < to; at++) {
        const piece = this.pieces[at];
        if (piece) holders.add(piece.holder);
      }
      return holders;
    });
  }

  /** The last piece that begins there or before. */
  private pieceAt(place: number): number {
    let low = 0;
    let high = this.pieces.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.pieces[middle]?.from ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const maxNodes = 500_000;

interface Drawn {
  /** The elements whose text makes up a value, a set for each place where one stands. */
  holders: Set<Element>[];
  roots: ShadowRoot[];
}

/** Goes through the document in the order it is drawn, shadow trees included. */
export function drawnValues(values: readonly Fingerprint[], visit?: (element: Element) => void): Drawn {
  const roots: ShadowRoot[] = [];
  const ways = (['letters', 'signs'] as const).filter((of) => values.some((value) => value.of === of));
  const drawn = ways.map((of) => new DrawnText(of));
  const add = (text: string, holder: Element | null) => {
    if (text !== '' && holder) for (const texts of drawn) texts.add(text, holder);
  };
  /** Nodes to be gone through, and elements whose end that is. */
  const pending: (Node | { end: Element })[] = [rootElement()];
  let seen = 0;
  for (let next = pending.pop(); next && seen < maxNodes; next = pending.pop(), seen++) {
    if ('end' in next) add(generated(next.end, '::after'), next.end);
    else if (isText(next)) add(next.data, next.parentElement ?? hostOf(next.parentNode));
    else if (isElement(next)) {
      const root = shadowOf(next);
      if (root) roots.push(root);
      visit?.(next);
      add(marker(next), next);
      add(generated(next, '::before'), next);
      pending.push({ end: next });
      if (!isNeverDrawn(next)) pending.push(...[...childrenOf(next)].reverse());
    }
  }
  return { holders: drawn.flatMap((texts) => texts.holdersOf(values)), roots };
}

/** A page may have its scripts and style sheets shown, but few do. */
function isNeverDrawn(element: Element): boolean {
  return /^(SCRIPT|STYLE)$/.test(element.tagName) && getComputedStyle(element).display === 'none';
}

/** The text that styles put before or after what an element holds. */
function generated(element: Element, where: '::before' | '::after'): string {
  const { content } = getComputedStyle(element, where);
  return content === 'none' || content === 'normal' || content === '' ? '' : quotedIn(content);
}

/** The marker of an item, where that is a text of the page's choice. */
function marker(element: Element): string {
  const { display, listStyleType } = getComputedStyle(element);
  if (display !== 'list-item') return '';
  return quotedIn(listStyleType) || quotedIn(getComputedStyle(element, '::marker').content);
}

function quotedIn(css: string): string {
  return [...css.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, text = '']) => text.replace(/\\(["\\])/g, '$1'))
    .join('');
}

function hostOf(parent: Node | null): Element | null {
  return parent instanceof ShadowRoot ? parent.host : null;
}
