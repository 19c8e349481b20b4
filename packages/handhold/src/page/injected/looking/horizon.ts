import { shadowTrees } from '../dom/shadow-trees.js';
import { parentOf, shadowOf } from '../dom/tree.js';
import { whyActionable } from '../refs/identity.js';
import { state } from '../state.js';
import { roleOf } from './roles/role.js';
import { fixedInTrees, type StyleFacts } from './visibility/style-sheets.js';

/** How much of a large document is worth walking: what is near the viewport, what comes first, what was seen before. */

/** Selects elements that may be something to act on, or the heading above it, as far as a selector can tell. */
export const candidates =
  'a[href],button,input,select,textarea,summary,area,video,audio,canvas,[role],[tabindex],[contenteditable],' +
  '[onclick],[draggable],h1,h2,h3,h4,h5,h6';

const plainControls = new Set(['A', 'BUTTON', 'INPUT', 'SELECT', 'TEXTAREA', 'SUMMARY']);
const headingLevels = new Map('H1 H2 H3 H4 H5 H6'.split(' ').map((tag, i) => [tag, i + 1]));

/** Smaller documents are walked whole: it costs less than finding out what to leave out. */
const smallDocument = 600;

const maxAsked = 3000;
const shut = '[aria-hidden="true"], [inert]';
const golden = (Math.sqrt(5) - 1) / 2;

export interface Wanted {
  /** How many elements are to be shown at most. */
  most: number;
  /** Things to look at wherever they are: known from before, or new. */
  also: Iterable<Element>;
}

/** The elements that a selector finds, and which of them are offered: the same until the document changes. */
export class Candidates implements Iterable<Element> {
  private readonly shadows = shadowTrees();
  private all: (ArrayLike<Element> & Iterable<Element>) | undefined;
  private readonly offered = new Map<Element, boolean>();
  private total: number | undefined;
  private pinned: { selector: string; elements: Element[] } | undefined;
  private pinnedInShadows: { fixed: Element[]; unsure: Element[] } | undefined;

  /** How many elements the document has, those in its shadow trees included. */
  get size(): number {
    return document.getElementsByTagName('*').length + this.shadows.size;
  }

  private get found(): ArrayLike<Element> & Iterable<Element> {
    this.all ??= this.shadows.find(candidates);
    return this.all;
  }

  [Symbol.iterator](): Iterator<Element> {
    return this.found[Symbol.iterator]();
  }

  /** Elements in shadow trees that are fixed to the window, or that may be as far as can be told. */
  get fixedInShadows(): { fixed: Element[]; unsure: Element[] } {
    this.pinnedInShadows ??= this.findFixedInShadows();
    return this.pinnedInShadows;
  }

  private findFixedInShadows(): { fixed: Element[]; unsure: Element[] } {
    const { fixed, unsure } = fixedInTrees(this.shadows.roots);
    return { fixed, unsure: unsure.flatMap((tree) => [...tree.querySelectorAll(candidates)]) };
  }

  /** True if anything is shut off at all, so that each would have to be asked what it is in. */
  private readonly mayBeShut = this.shadows.roots.length > 0 || this.shadows.has(shut);

  isOffered(element: Element): boolean {
    let offered = this.offered.get(element);
    if (offered === undefined) {
      offered = isOffered(element) && !(this.mayBeShut && element.closest(shut));
      this.offered.set(element, offered);
    }
    return offered;
  }

  /** How many are offered besides these. */
  offeredBut(others: Set<Element>): number {
    if (!this.isEstimated) return this.countBut(others);
    this.total ??= this.countOffered();
    let count = this.total;
    for (const element of others) if (this.isCounted(element)) count -= 1;
    return Math.max(0, count);
  }

  private countBut(others: Set<Element>): number {
    let count = 0;
    for (const element of this.found)
      if (!others.has(element) && !headingLevels.has(element.tagName) && this.isOffered(element)) count += 1;
    return count;
  }

  get isEstimated(): boolean {
    return this.found.length > maxAsked;
  }

  private isCounted(element: Element): boolean {
    return (
      this.offered.get(element) ??
      (element.matches(candidates) && !headingLevels.has(element.tagName) && this.isOffered(element))
    );
  }

  /**
   * Of very many, as many are asked as tell how many there are about: spread over the document, in no step it could
   * have.
   */
  private countOffered(): number {
    const { length } = this.found;
    let count = 0;
    for (let i = 0; i < maxAsked; i++) {
      const element = this.found[Math.floor(((i * golden) % 1) * length)];
      if (element && !headingLevels.has(element.tagName) && this.isOffered(element)) count += 1;
    }
    return Math.round(((count / maxAsked) * length) / 100) * 100;
  }

  /** Elements that are fixed to the window, of all that a selector finds. */
  fixed(selector: string): Element[] {
    if (this.pinned?.selector !== selector) {
      const elements = [...document.querySelectorAll(selector)].filter(
        (element) => getComputedStyle(element).position === 'fixed',
      );
      this.pinned = { selector, elements };
    }
    return this.pinned.elements;
  }
}

function findCandidates(): Candidates {
  const { looking, settling } = state;
  if (looking.candidates && settling.anyClock.isUnchanged()) return looking.candidates;
  const found = new Candidates();
  looking.candidates = found;
  settling.anyClock.start(invalidate);
  return found;
}

function invalidate(): void {
  state.looking.candidates = undefined;
}

export interface Band {
  top: number;
  bottom: number;
  scrolled: readonly { box: WeakRef<Element>; at: number }[];
}

/**
 * How an element is gone through: not at all; only towards what is wanted in it; looking closer at each part; or
 * whole.
 */
export type Sight = 'out' | 'far' | 'closer' | 'whole';

/** The part of a document that a walk goes through, and what it leaves out. */
export class Horizon {
  private readonly marked = new Set<Element>();
  private readonly reached = new Set<Element>();
  private readonly scrolled: { box: WeakRef<Element>; at: number }[] = [];
  private readonly top = -innerHeight;
  private readonly bottom = innerHeight * 2;

  private constructor(
    private readonly found: Candidates,
    wanted: Wanted,
    styles: StyleFacts | undefined,
  ) {
    this.markFirst(wanted.most);
    this.markFixed(styles);
    for (const element of wanted.also) this.mark(element);
  }

  /** None where the document is small enough to be walked whole. */
  static of(wanted: Wanted, styles: StyleFacts | undefined): Horizon | undefined {
    const found = findCandidates();
    return found.size > smallDocument ? new Horizon(found, wanted, styles) : undefined;
  }

  /** The first things of a document fill the list where there are few near the viewport. */
  private markFirst(most: number): void {
    const open: (Element | undefined)[] = [];
    let left = most;
    for (const element of this.found) {
      const level = headingLevels.get(element.tagName);
      if (level !== undefined) {
        open.length = level - 1;
        open.push(element);
        if (level === 1) this.mark(element);
      } else if (this.found.isOffered(element)) {
        this.mark(element);
        for (const heading of open) if (heading) this.mark(heading);
        left -= 1;
        if (left <= 0) return;
      }
    }
  }

  /** Marks elements that are fixed to the window: they are in view wherever they stand in the document. */
  private markFixed(styles: StyleFacts | undefined): void {
    const selector = styles?.fixed;
    const { fixed, unsure } = this.found.fixedInShadows;
    for (const element of fixed) this.mark(element);
    if (selector !== undefined) for (const element of this.found.fixed(selector)) this.mark(element);
    for (const element of selector === undefined ? this.found : unsure)
      if (!this.marked.has(element) && !this.isFar(element.getBoundingClientRect())) this.mark(element);
  }

  private mark(element: Element): void {
    for (let up: Element | null = element; up && !this.marked.has(up); up = parentOf(up)) this.marked.add(up);
  }

  private isFar(rect: DOMRect): boolean {
    return rect.bottom < this.top || rect.top > this.bottom;
  }

  /** How to go through an element, by how its parent was. */
  judge(element: Element, parent: Sight): Sight {
    if (parent === 'whole') {
      this.reached.add(element);
      return 'whole';
    }
    const wanted = this.marked.has(element);
    if (parent === 'far' && !wanted) return 'out';
    const rect = element.getBoundingClientRect();
    // A box without a size says nothing about where its content is.
    const empty = rect.width === 0 || rect.height === 0;
    const far = !empty && this.isFar(rect);
    if (far && !wanted) return 'out';
    this.reached.add(element);
    this.measured = { element, rect };
    if (far) return 'far';
    const inside = !empty && rect.top >= this.top && rect.bottom <= this.bottom;
    return inside && !overflows(element) ? 'whole' : 'closer';
  }

  /** How to go on inside of a box that scrolls: what it holds may be far off although the box itself is near. */
  lookInto(box: Element, sight: Sight): Sight {
    this.scrolled.push({ box: new WeakRef(box), at: box.scrollTop });
    return sight === 'whole' ? 'closer' : sight;
  }

  private measured: { element: Element; rect: DOMRect } | undefined;

  /** The box of the element that was judged last, which need not be asked for again. */
  boxOf(element: Element): DOMRect | undefined {
    return this.measured?.element === element ? this.measured.rect : undefined;
  }

  /** How many things to act on were left out, as far as can be told without going there. */
  beyond(): number {
    return this.found.offeredBut(this.reached);
  }

  get isEstimated(): boolean {
    return this.found.isEstimated;
  }

  /**
   * The part of the document that it covers, in the document's own coordinates, with boxes that scroll as they are
   * now.
   */
  get band(): Band {
    return { top: this.top + scrollY, bottom: this.bottom + scrollY, scrolled: this.scrolled };
  }
}

/** Holds more than its box shows. */
function overflows(element: Element): boolean {
  if (element.firstElementChild === null && !shadowOf(element)) return false;
  return element.scrollHeight > element.clientHeight + 1;
}

function isOffered(element: Element): boolean {
  const tag = element.tagName;
  if (!plainControls.has(tag) && !whyActionable(element, tag, roleOf(element), false)) return false;
  return element.checkVisibility({ visibilityProperty: true });
}
