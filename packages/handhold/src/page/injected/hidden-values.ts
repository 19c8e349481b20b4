import { childrenOf, isElement, isText, rootElement, shadowOf } from './dom.js';
import { findIn, holdsAny, plainLetters } from './fingerprints.js';
import type { Fingerprint } from './protocol.js';
import { elementOf } from './refs.js';

/** Values that no picture may show are drawn as dots while it is taken. */

type Styled = Element & ElementCSSInlineStyle;

/** What was changed for that, to be undone after it. */
const changed = new Map<Styled, string | null>();
/** Ends looking for more of it. */
let stopWatching: (() => void) | undefined;

const maxNodes = 500_000;

/** Draws dots in place of these values wherever they stand in the document, shadow trees included, until they are shown. */
export function hideValues(values: Fingerprint[]): void {
  showValues();
  hideNow(values);
  stopWatching = hideAgain(values);
}

/** Undoes it. */
export function showValues(): void {
  stopWatching?.();
  stopWatching = undefined;
  for (const [element, before] of changed) {
    if (before !== null) element.setAttribute('style', before);
    // A style that has not been written out as an attribute, as reading does, leaves an empty one behind.
    else if (element.getAttribute('style') !== null) element.removeAttribute('style');
  }
  changed.clear();
}

function hideNow(values: readonly Fingerprint[]): ShadowRoot[] {
  const roots: ShadowRoot[] = [];
  const drawn = new DrawnText();
  const found = new Set<Element>();
  const holds = (text: string) => holdsAny(text, values);
  let seen = 0;
  /** Nodes to be gone through in the order they are drawn, and elements whose end that is. */
  const pending: (Node | { end: Element })[] = [rootElement()];
  for (let next = pending.pop(); next && seen < maxNodes; next = pending.pop(), seen++) {
    if ('end' in next) drawn.add(generated(next.end, '::after'), next.end);
    else if (isText(next)) drawn.add(next.data, next.parentElement ?? hostOf(next.parentNode));
    else if (isElement(next)) {
      const root = shadowOf(next);
      if (root) roots.push(root);
      if (showsMore(next, holds)) found.add(next);
      drawn.add(marker(next), next);
      drawn.add(generated(next, '::before'), next);
      pending.push({ end: next }, ...[...childrenOf(next)].reverse());
    }
  }
  for (const holder of drawn.holdersOf(values)) found.add(holder);
  for (const element of found) {
    hide(element);
    // A list shows its choice in a style of its own.
    const list = element.closest('select');
    if (list && list !== element) hide(list);
  }
  return roots;
}

/** All that is drawn, one after the other, so that a value is also found where it is put together from pieces. */
class DrawnText {
  private letters = '';
  private readonly pieces: { from: number; holder: Element }[] = [];

  add(text: string, holder: Element | null): void {
    const plain = text === '' ? '' : plainLetters(text);
    if (plain === '' || !holder) return;
    this.pieces.push({ from: this.letters.length, holder });
    this.letters += plain;
  }

  holdersOf(values: readonly Fingerprint[]): Set<Element> {
    const holders = new Set<Element>();
    for (const [from, to] of findIn(this.letters, values)) {
      for (let at = this.pieceAt(from); (this.pieces[at]?.from ?? to) < to; at++) {
        const piece = this.pieces[at];
        if (piece) holders.add(piece.holder);
      }
    }
    return holders;
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

/** Pages draw themselves anew meanwhile: whatever comes is hidden before the next frame shows it. */
function hideAgain(values: readonly Fingerprint[]): () => void {
  let on = true;
  const observer = new MutationObserver(() => again());
  const observe = (roots: readonly ShadowRoot[]) => {
    for (const place of [document, ...roots])
      observer.observe(place, { subtree: true, childList: true, characterData: true, attributes: true });
  };
  const again = () => {
    if (!on) return;
    const roots = hideNow(values);
    observe(roots);
    // What we did ourselves is no news.
    observer.takeRecords();
  };
  // What is written into a field is no change of the document.
  const eachFrame = () => {
    if (!on) return;
    for (const field of document.querySelectorAll('input, textarea'))
      if (isStyled(field) && !changed.has(field) && showsMore(field, (text) => holdsAny(text, values)))
        hide(field);
    requestAnimationFrame(eachFrame);
  };
  observe([]);
  requestAnimationFrame(eachFrame);
  return () => {
    on = false;
    observer.disconnect();
  };
}

/** Takes the frames out of the picture that are not known to be safe, by the numbers of those that are. */
export function hideFrames(safe: number[]): void {
  const known = new Set(safe.map(elementOf));
  const pending: (Document | ShadowRoot)[] = [document];
  for (let root = pending.pop(); root; root = pending.pop()) {
    for (const element of root.querySelectorAll('*')) {
      const inner = shadowOf(element);
      if (inner) pending.push(inner);
      if (element.matches('iframe, frame, object, embed') && !known.has(element) && isStyled(element))
        set(element, 'visibility', 'hidden');
    }
  }
}

/** Whether an element may draw text that is none of its children: a field's, or that of an attribute. */
function showsMore(element: Element, holds: (text: string) => boolean): boolean {
  if (element instanceof HTMLInputElement && element.type === 'password') return holds(element.placeholder);
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    if (holds(element.value)) return true;
  for (const { value } of element.attributes) if (value.length >= 4 && holds(value)) return true;
  return false;
}

/** The text that styles put before or after what an element holds. */
function generated(element: Element, where: '::before' | '::after'): string {
  const { content } = getComputedStyle(element, where);
  return content === 'none' || content === 'normal' || content === '' ? '' : quotedIn(content);
}

/** What stands in front of an item, where that is a text of the page's choice. */
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

function hide(element: Element): void {
  if (!isStyled(element)) return;
  set(element, '-webkit-text-security', 'disc');
  // Drawings have no dots.
  if (element instanceof SVGElement) set(element, 'visibility', 'hidden');
}

function isStyled(element: Element): element is Styled {
  return element instanceof HTMLElement || element instanceof SVGElement;
}

function set(element: Styled, property: string, value: string): void {
  if (!changed.has(element)) changed.set(element, element.getAttribute('style'));
  element.style.setProperty(property, value, 'important');
}
