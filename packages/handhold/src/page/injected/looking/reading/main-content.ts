import { childrenOf, ignored, isElement, isText, rootElement, shadowOf, squash } from '../../dom/tree.js';
import { openModal } from '../modal.js';
import { isSeen } from '../visibility/seen.js';

/** Which part of a document is what it is about, and which is only around it. */

const around = new Set(['NAV', 'ASIDE', 'FOOTER']);
const aroundRoles = new Set(
  'navigation banner contentinfo complementary search menu menubar toolbar dialog alertdialog'.split(' '),
);
const aroundNames =
  /(^|[-_\s])(sidebar|footer|nav|navbar|navigation|menu|masthead|related|promo|newsletter|share|sharing|social|adverts?|ads?|cookies?|consent|breadcrumbs?|pagination|comments?)([-_\s]|$)/i;
const containers = new Set('BODY DIV SECTION MAIN ARTICLE TABLE TBODY TR TD FORM CENTER'.split(' '));
/**
 * So many characters may be left out of a long page as being around its content, however small a part of it that is.
 */
const mostLeftOut = 1000;
/** A page with less prose than this is a list or an application: all of it counts. */
const leastProse = 500;
const maxDepth = 1000;

export class Content {
  private readonly weights = new Map<Element, number>();
  readonly root: Element;
  private readonly total: number;

  constructor() {
    const body = document.body ?? rootElement();
    const modal = openModal();
    this.total = this.weigh(modal ?? body, false, 0);
    this.root = modal ?? this.descend(body);
  }

  /** Things around the content, unless most of the content is in them. */
  isAround(element: Element): boolean {
    if (element === this.root || (this.weights.get(element) ?? 0) > this.total * 0.4) return false;
    if (element.tagName === 'HEADER' && !element.hasAttribute('role'))
      return element.closest('main, article, section') === null;
    return isNamedAround(element);
  }

  /** The heading of the page, where it stands outside the content. */
  title(): Element | undefined {
    const inside = this.root.querySelector('h1');
    if (inside && isSeen(inside)) return undefined;
    for (const heading of document.querySelectorAll('h1'))
      if (isSeen(heading) && squash(heading.textContent ?? '') !== '') return heading;
    return undefined;
  }

  /** How much prose, links not counted, stands in an element. */
  private weigh(element: Element, inLink: boolean, depth: number): number {
    let weight = 0;
    if (depth > maxDepth || ignored.has(element.tagName)) return 0;
    const linked = inLink || element.tagName === 'A' || element.tagName === 'BUTTON';
    for (const child of shadowOf(element) ? childrenOf(element) : element.childNodes) {
      if (isText(child)) {
        if (!linked && child.data.length > 15) weight += proseIn(child.data);
      } else if (isElement(child)) weight += this.weigh(child, linked, depth + 1);
    }
    if (weight > 0 && (isNamedAround(element) || element.hasAttribute('hidden'))) weight /= 10;
    if (weight > 0) this.weights.set(element, weight);
    return weight;
  }

  /** The innermost container that holds nearly all of the prose. */
  private descend(body: Element): Element {
    const main = this.only('main, [role="main"]');
    let root = main ?? body;
    const all = this.weights.get(root) ?? 0;
    if (all < leastProse) return root;
    const least = all - Math.min(all * 0.1, mostLeftOut);
    for (;;) {
      if (root.tagName === 'ARTICLE') return root;
      const next = [...childrenOf(root)].find(
        (child): child is Element =>
          isElement(child) &&
          (containers.has(child.tagName) || child.tagName.includes('-')) &&
          (this.weights.get(child) ?? 0) >= least,
      );
      // What stands with the heading belongs to it: who wrote it, when, and what it is about.
      if (!next || this.headed(root, next)) return root;
      root = next;
    }
  }

  /** True if the heading of the page is in the outer but not in the inner one. */
  private headed(outer: Element, inner: Element): boolean {
    const heading = outer.querySelector('h1');
    return heading !== null && !inner.contains(heading) && isSeen(heading) && !heading.closest('header, nav');
  }

  private only(selector: string): Element | undefined {
    const found = [...document.querySelectorAll(selector)].filter(
      (element) => isSeen(element) && squash(element.textContent ?? '') !== '',
    );
    return found.length === 1 ? found[0] : undefined;
  }
}

/** By its tag, role, id or class. */
function isNamedAround(element: Element): boolean {
  const role = element.getAttribute('role');
  if (role ? aroundRoles.has(role) : around.has(element.tagName)) return true;
  const classes = element.getAttribute('class');
  if (!element.id && !classes) return false;
  const names = `${element.id} ${classes ?? ''}`;
  return names.length < 200 && aroundNames.test(names);
}

function proseIn(text: string): number {
  const words = squash(text);
  return words.length > 15 ? words.length : 0;
}
