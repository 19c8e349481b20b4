import { parentOf } from './dom.js';
import { whyActionable } from './identity.js';
import { roleOf } from './role.js';
import type { StyleFacts } from './sheets.js';

/** How much of a large document is worth walking: what is near the viewport, what comes first, what was seen before. */

/** What may be something to act on, or the heading above it, as far as a selector can tell. */
export const candidates =
  'a[href],button,input,select,textarea,summary,area,video,audio,canvas,[role],[tabindex],[contenteditable],' +
  '[onclick],[draggable],h1,h2,h3,h4,h5,h6';

const plainControls = new Set(['A', 'BUTTON', 'INPUT', 'SELECT', 'TEXTAREA', 'SUMMARY']);
const headingTag = /^H([1-6])$/;

/** Smaller documents are walked whole: it costs less than finding out what to leave out. */
const smallDocument = 600;

export interface Wanted {
  /** How many elements are to be shown at most. */
  most: number;
  /** Things to look at wherever they are: known from before, or new. */
  also: Iterable<Element>;
}

/** The part of a document that a walk goes through, and what it leaves out. */
export class Horizon {
  private readonly found = document.querySelectorAll(candidates);
  private readonly marked = new Set<Element>();
  private readonly reached = new Set<Element>();
  private readonly top = -innerHeight;
  private readonly bottom = innerHeight * 2;

  private constructor(wanted: Wanted, styles: StyleFacts | undefined) {
    this.markFirst(wanted.most);
    this.markFixed(styles);
    for (const element of wanted.also) this.mark(element);
  }

  /** None where the document is small enough to be walked whole. */
  static of(wanted: Wanted, styles: StyleFacts | undefined): Horizon | undefined {
    return document.getElementsByTagName('*').length > smallDocument
      ? new Horizon(wanted, styles)
      : undefined;
  }

  /** The first things of a document fill the list where there are few near the viewport. */
  private markFirst(most: number): void {
    const open: (Element | undefined)[] = [];
    let left = most;
    for (const element of this.found) {
      const level = headingTag.exec(element.tagName)?.[1];
      if (level !== undefined) {
        open.length = Number(level) - 1;
        open.push(element);
        if (level === '1') this.mark(element);
      } else if (isOffered(element)) {
        this.mark(element);
        for (const heading of open) if (heading) this.mark(heading);
        left -= 1;
        if (left <= 0) return;
      }
    }
  }

  /** What is fixed to the window is in view wherever it stands in the document. */
  private markFixed(styles: StyleFacts | undefined): void {
    if (styles?.fixed !== undefined) {
      for (const element of document.querySelectorAll(styles.fixed))
        if (getComputedStyle(element).position === 'fixed') this.mark(element);
      return;
    }
    for (const element of this.found)
      if (!this.marked.has(element) && !this.isFar(element.getBoundingClientRect())) this.mark(element);
  }

  private mark(element: Element): void {
    for (let up: Element | null = element; up && !this.marked.has(up); up = parentOf(up)) this.marked.add(up);
  }

  private isFar(rect: DOMRect): boolean {
    return rect.bottom < this.top || rect.top > this.bottom;
  }

  /** What to do with an element: leave it out with all that is in it, look closer, or take it whole. */
  judge(element: Element): 'out' | 'closer' | 'whole' {
    const rect = element.getBoundingClientRect();
    // A box without a size says nothing about where its content is.
    const empty = rect.width === 0 || rect.height === 0;
    if (!empty && this.isFar(rect) && !this.marked.has(element)) return 'out';
    this.reached.add(element);
    const inside = !empty && rect.top >= this.top && rect.bottom <= this.bottom;
    return inside && !overflows(element) ? 'whole' : 'closer';
  }

  /** Notes an element that needs no judging, because what is around it was taken whole. */
  reach(element: Element): void {
    this.reached.add(element);
  }

  /** How many things to act on were left out, as far as can be told without going there. */
  beyond(): number {
    let count = 0;
    for (const element of this.found) {
      if (!this.reached.has(element) && !headingTag.test(element.tagName) && isOffered(element)) count += 1;
    }
    return count;
  }

  /** What it covers, in the document's own coordinates. */
  get band(): { top: number; bottom: number } {
    return { top: this.top + scrollY, bottom: this.bottom + scrollY };
  }
}

/** Holds more than its box shows. */
function overflows(element: Element): boolean {
  return element.firstElementChild !== null && element.scrollHeight > element.clientHeight + 1;
}

function isOffered(element: Element): boolean {
  const tag = element.tagName;
  if (!plainControls.has(tag) && !whyActionable(element, tag, roleOf(element), false)) return false;
  return element.checkVisibility({ visibilityProperty: true });
}
