import { isBox, standsApart } from '../../dom/text-flow.js';
import { childrenOf, isElement, isText, referenced } from '../../dom/tree.js';
import { internalsOf } from '../roles/internals.js';
import { roleOf } from '../roles/role.js';
import { decorationLegibility, isAtLeast, type Legibility, legibility } from '../visibility/readable.js';
import { hiddenHere, isHidden } from './hidden.js';
import { isIconText } from './icon-fonts.js';
import { controlText, headingText, nativeName } from './native-name.js';
import { markerText, mayHaveContent, pseudoText } from './pseudo.js';
import { titleOf } from './titles.js';
import { nameLimit, type Step, type Traversal } from './traversal.js';

/** Accessible names, step by step as accname 1.2 and html-aam compute them. */

export const namedByContent = new Set(
  (
    'button cell checkbox columnheader comment gridcell heading link menuitem menuitemcheckbox menuitemradio option radio ' +
    'row rowheader switch tab tooltip treeitem doc-backlink doc-biblioref doc-glossref doc-noteref'
  ).split(' '),
);

export function newTraversal(least: Legibility, exact = false): Traversal {
  return { used: new Set(), exact, depth: 0, least, texts: 0, leftOut: false, compute, textInside };
}

const maxDepth = 400;

/** Elements an attribute names by their ids, or that scripts have set in its stead. */
export function references(
  element: Element,
  attribute: 'aria-labelledby' | 'aria-describedby',
): readonly Element[] {
  const value = element.getAttribute(attribute);
  // The misspelling is common, and browsers understand it.
  if (value === null) return attribute === 'aria-labelledby' ? referenced(element, 'aria-labeledby') : [];
  if (value !== '') return referenced(element, attribute);
  const set =
    attribute === 'aria-labelledby' ? element.ariaLabelledByElements : element.ariaDescribedByElements;
  return set ?? [];
}

export function compute(element: Element, role: string, step: Step, traversal: Traversal): string {
  const { used } = traversal;
  if (step.embedded && !step.hiddenCounts) {
    const hidden = hiddenHere(element);
    if (hidden === 'all') return '';
    // Children may be visible again.
    if (hidden === 'itself') return used.has(element) ? '' : textInside(element, step, traversal, true);
  }
  if (!step.referencing) {
    const text = labelledByText(element, role, traversal);
    if (text.trim()) return text;
  }
  if (used.has(element)) return '';
  used.add(element);
  return ownText(element, role, step, traversal);
}

function labelledByText(element: Element, role: string, traversal: Traversal): string {
  const targets = references(element, 'aria-labelledby');
  if (targets.length === 0) return '';
  const { used } = traversal;
  const before = used.has(element);
  const parts: string[] = [];
  for (const target of targets) {
    const step: Step = { referencing: true, hiddenCounts: isHidden(target), embedded: false };
    if (target === element) {
      if (!before) parts.push(ownText(element, role, step, traversal));
      continue;
    }
    used.add(element);
    const part = compute(target, roleOf(target), step, traversal);
    if (part.trim()) parts.push(part);
  }
  if (!before && parts.length === 0) used.delete(element);
  return parts.join(' ');
}

/** The name that an element has by itself, without references. */
function ownText(element: Element, role: string, step: Step, traversal: Traversal): string {
  const tag = element.localName;
  // A slot is a place, not a thing: what it says is what stands in it.
  if (tag === 'slot') return textInside(element, step, traversal);
  if (step.embedded || step.referencing) {
    const value = controlText(element, role, step, traversal);
    if (value !== undefined && (step.embedded || value.trim())) return value;
  }
  const label = element.getAttribute('aria-label');
  if (label?.trim()) return label;
  if (tag.includes('-')) {
    const internals = internalsOf(element);
    if (internals?.name) return internals.name;
  }
  if (role !== 'none') {
    const native = nativeName(element, tag, step, traversal);
    if (native !== undefined) return native;
  }
  let text = '';
  if (step.referencing || step.embedded || namedByContent.has(role) || isNamedByContentAnyway(tag)) {
    text = textInside(element, step, traversal);
    if (text.trim()) return text;
  } else if (namedByHeading.has(role)) {
    text = headingText(element, step, traversal);
    if (text) return text;
  }
  return titleOf(element) || text;
}

function isNamedByContentAnyway(tag: string): boolean {
  return tag === 'summary' || tag === 'label' || tag === 'legend';
}

const namedByHeading = new Set(['alertdialog', 'article', 'dialog']);
const skipped = new Set(['script', 'style', 'template', 'noscript', 'head', 'meta', 'link', 'rt', 'rp']);

/** Roles that hold what is under an item; that has names of its own. */
const subordinate = new Set(['group', 'menu', 'tree', 'treeitem']);

const withSubordinates = /^(treeitem|menuitem)/;

/** The text inside, block elements set apart by spaces, CSS content included. */
function textInside(element: Element, step: Step, traversal: Traversal, elementsOnly = false): string {
  if (traversal.depth > maxDepth) return '';
  traversal.depth += 1;
  const text = gather(element, step, traversal, elementsOnly);
  traversal.depth -= 1;
  return text;
}

function gather(element: Element, step: Step, traversal: Traversal, elementsOnly: boolean): string {
  const inner: Step = step.embedded ? step : { ...step, embedded: true };
  const transform = traversal.exact && !elementsOnly ? getComputedStyle(element).textTransform : 'none';
  const decorated = !elementsOnly && mayHaveContent(element);
  let text = decorated ? decoration(element, '::before', traversal) : '';
  if (traversal.exact && step.referencing && !elementsOnly) text = markerText(element) + text;
  for (const child of childrenOf(element)) {
    if (text.length > nameLimit) break;
    if (isText(child)) {
      if (!elementsOnly && isSaid(child, element, traversal))
        text += transform === 'none' ? child.data : transformed(child.data, transform);
    } else if (isElement(child)) {
      const tag = child.localName;
      if (skipped.has(tag)) continue;
      if (tag === 'br') {
        text += ' ';
        continue;
      }
      const role = roleOf(child);
      if (subordinate.has(role) && withSubordinates.test(element.getAttribute('role') ?? '')) continue;
      const part = compute(child, role, inner, traversal);
      if (part) text += part.trim() && isApart(child, traversal) ? ` ${part} ` : part;
    }
  }
  if (element.hasAttribute('aria-owns') && !elementsOnly) {
    for (const owned of referenced(element, 'aria-owns')) {
      if (!owned.contains(element)) text += ` ${compute(owned, roleOf(owned), inner, traversal)}`;
    }
  }
  return decorated ? text + decoration(element, '::after', traversal) : text;
}

function decoration(element: Element, which: '::before' | '::after', traversal: Traversal): string {
  const text = pseudoText(element, which);
  if (!text.trim()) return text;
  const own = traversal.least === 'hidden' ? 'hidden' : decorationLegibility(element, which);
  return counts(own, traversal) ? text : '';
}

/** True if a text is readable enough for what it is gathered for. */
function isSaid(text: Text, holder: Element, traversal: Traversal): boolean {
  if (!/\S/.test(text.data)) return true;
  if (!traversal.exact && isIconText(text.data, holder)) return false;
  // What there is to choose from is drawn by the browser, elsewhere.
  const isAsked = traversal.least !== 'hidden' && !(holder instanceof HTMLOptionElement);
  return counts(isAsked ? legibility(text, holder) : traversal.least, traversal);
}

function counts(own: Legibility, traversal: Traversal): boolean {
  const isReadable = isAtLeast(own, traversal.least);
  if (isReadable) traversal.texts += 1;
  else traversal.leftOut = true;
  return isReadable;
}

/** A button that is called otherwise than it looks is no part of the word beside it. */
function isSign(element: Element): boolean {
  return element.hasAttribute('aria-label') && element.matches('button, [role="button"]');
}

function isApart(element: Element, { exact }: Traversal): boolean {
  if (element.localName === 'img') return true;
  return exact ? isBox(element) : standsApart(element) || isSign(element);
}

function transformed(text: string, transform: string): string {
  switch (transform) {
    case 'uppercase':
      return text.toUpperCase();
    case 'lowercase':
      return text.toLowerCase();
    case 'capitalize':
      return text.replace(/(?<![\p{L}\p{N}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase());
    default:
      return text;
  }
}
