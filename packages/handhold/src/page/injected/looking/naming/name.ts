import { isBox, standsApart } from '../../dom/text-flow.js';
import { childrenOf, cut, isElement, isText, referenced, shadowOf, squash } from '../../dom/tree.js';
import { taintOf } from '../../secrets/taint.js';
import { state } from '../../state.js';
import { internalsOf } from '../roles/internals.js';
import { computedRole, roleOf } from '../roles/role.js';
import {
  decorationLegibility,
  isAllClear,
  isAtLeast,
  isOneOrClear,
  type Legibility,
  legibility,
} from '../visibility/readable.js';
import { isIconText, mayHaveIconFont, withoutGlyphs } from './icon-fonts.js';
import { labelsOf } from './labels.js';
import { markerText, mayHaveContent, mayHaveContentInside, pseudoText } from './pseudo.js';

/** Accessible names and descriptions, as accname 1.2 and html-aam compute them. */

const namedByContent = new Set(
  (
    'button cell checkbox columnheader comment gridcell heading link menuitem menuitemcheckbox menuitemradio option radio ' +
    'row rowheader switch tab tooltip treeitem doc-backlink doc-biblioref doc-glossref doc-noteref'
  ).split(' '),
);

/** One traversal, from the element that is being named to everything its name is made of. */
interface Traversal {
  /** Elements that have given their text; each does so once, so that nothing is said twice or goes round. */
  used: Set<Element>;
  /** As the specifications have it, rather than as an agent is best told. */
  exact: boolean;
  /** How far down it is; scripts can nest deeper than a stack can follow. */
  depth: number;
  /** How well a text must be readable to count. */
  least: Legibility;
  /** How many texts counted, and whether some did not. */
  texts: number;
  leftOut: boolean;
}

function newTraversal(least: Legibility, exact = false): Traversal {
  return { used: new Set(), exact, depth: 0, least, texts: 0, leftOut: false };
}

interface Step {
  /** Reached by a reference: no second hop. */
  referencing: boolean;
  /** Reached by reference while hidden: then hidden content counts. */
  hiddenCounts: boolean;
  /** Inside another element's name, so that controls give their value. */
  embedded: boolean;
}

const start: Step = { referencing: false, hiddenCounts: false, embedded: false };
const nameLimit = 5000;
const maxDepth = 400;

/** Names for assistive technology alone are short; what is longer is not meant as a name. */
const longestUnseen = 80;

/**
 * The name an agent is shown: the accessible one, on one line, with a figure's caption standing for its name. Text that
 * nobody can see counts only where there is no other, as beside an icon.
 */
export function nameOf(
  element: Element,
  role: string = roleOf(element),
  /** What is in it without being a part of it. */
  apart: readonly Element[] = [],
): string {
  const plain = apart.length === 0 ? plainText(element, role) : undefined;
  if (plain) return plain;
  const whole = nameBy('hidden', element, role, apart);
  if (whole.texts <= 1 && whole.name.length <= longestUnseen) return whole.name;
  const clear = nameBy('clear', element, role, apart);
  if (clear.texts > 0 || !clear.leftOut) return clear.name;
  const doubtful = nameBy('doubtful', element, role, apart);
  if (doubtful.texts > 0) return doubtful.name;
  return whole.name.length > longestUnseen ? clear.name : whole.name;
}

/** The name made of texts that can be read so well, how many these are, and whether there are others. */
function nameBy(
  least: Legibility,
  element: Element,
  role: string,
  apart: readonly Element[],
): { name: string; texts: number; leftOut: boolean } {
  const way = newTraversal(least);
  for (const one of apart) way.used.add(one);
  let name = squash(withoutGlyphs(compute(element, role, start, way)));
  if (!name)
    name = squash(
      (element.localName === 'figure'
        ? childText(element, 'figcaption', start, way)
        : labelOfHost(element, role, way)) ?? '',
    );
  return { name: cut(name, nameLimit), texts: way.texts, leftOut: way.leftOut };
}

const labelled = /^(checkbox|combobox|radio|searchbox|slider|spinbutton|switch|textbox)$/;

/** A control that is nameless inside a custom element which has a label is what that label is for. */
function labelOfHost(element: Element, role: string, traversal: Traversal): string | undefined {
  const root = labelled.test(role) ? element.getRootNode() : undefined;
  if (!(root instanceof ShadowRoot)) return undefined;
  traversal.used.add(root.host);
  return labelText(root.host, start, traversal);
}

const referring = ['aria-label', 'aria-labelledby', 'aria-labeledby', 'aria-owns'];

/** Whatever in a name may say more than its text does, or keep some of it to itself. */
const notPlain =
  ':not(a, b, bdi, button, cite, code, div, em, i, kbd, mark, p, s, samp, small, span, strong, sub, sup, time, u, var), ' +
  '[role], [title], ' +
  '[class*="icon" i], [class*="material-symbols"], ' +
  '[aria-hidden], [aria-label], [aria-labelledby], [aria-labeledby], [aria-owns], [contenteditable], [tabindex]';

/** The usual case, told quickly: a thing named by its content, which is nothing but text, all of it to be seen. */
function plainText(element: Element, role: string): string | undefined {
  if (!namedByContent.has(role) || element.localName.includes('-')) return undefined;
  if (element instanceof HTMLInputElement || shadowOf(element)) return undefined;
  if (element.hasAttributes() && referring.some((attribute) => element.hasAttribute(attribute)))
    return undefined;
  if (mayHaveContent(element) || (element instanceof HTMLButtonElement && labelsOf(element).length > 0))
    return undefined;
  const mixed = element.firstElementChild !== null;
  if (mixed && (!(element instanceof HTMLElement) || element.querySelector(notPlain))) return undefined;
  if (mixed && (mayHaveContentInside(element) || mayHaveIconFont())) return undefined;
  const text = squash(element.textContent ?? '');
  if (withoutGlyphs(text) !== text || isIconText(text, element)) return undefined;
  // What is rendered leaves out what is hidden, and sets apart what stands in boxes of its own.
  if (element instanceof HTMLElement && mixed && !saysTheSame(element.innerText, text)) return undefined;
  if (text.length > longestUnseen ? !isAllClear(element) : mixed && !isOneOrClear(element)) return undefined;
  return cut(text, nameLimit);
}

function saysTheSame(rendered: string, text: string): boolean {
  return squash(rendered).toLowerCase() === text.toLowerCase();
}

const asciiSpace = /[\t\n\f\r ]+/g;

/** The accessible name to the letter: what is hidden has none, and only ASCII white space is collapsed. */
export function exactName(element: Element): string {
  if (isHidden(element)) return '';
  const text = compute(element, computedRole(element), start, newTraversal('hidden', true));
  return cut(text.replace(asciiSpace, ' ').replace(/^ | $/g, ''), nameLimit);
}

/** What is said of an element besides its name, to those who can see it. */
export function descriptionOf(element: Element, name: string): string {
  return description(element, name, 'clear');
}

/** The same to the letter, by whatever its attributes refer to. */
export function exactDescription(element: Element, name: string): string {
  return description(element, name, 'hidden');
}

function description(element: Element, name: string, least: Legibility): string {
  const described = references(element, 'aria-describedby');
  if (described.length > 0) {
    const text = squash(described.map((target) => textFromReference(target, least)).join(' '));
    if (text) return least === 'clear' && text === name ? '' : cut(text, nameLimit);
  }
  const direct = element.getAttribute('aria-description') ?? nativeDescription(element);
  if (direct?.trim()) return cut(squash(direct), nameLimit);
  const title = element.getAttribute('title');
  if (!title) return '';
  const text = squash(title);
  return text === name ? '' : cut(text, nameLimit);
}

function nativeDescription(element: Element): string | undefined {
  if (element instanceof SVGElement) {
    for (const child of element.children) if (child.localName === 'desc') return child.textContent ?? '';
  }
  return internalsOf(element)?.description;
}

function textFromReference(target: Element, least: Legibility): string {
  const step: Step = { referencing: true, hiddenCounts: isHidden(target), embedded: false };
  return compute(target, roleOf(target), step, newTraversal(least));
}

/** Elements an attribute names by their ids, or that scripts have set in its stead. */
function references(element: Element, attribute: 'aria-labelledby' | 'aria-describedby'): readonly Element[] {
  const value = element.getAttribute(attribute);
  // The misspelling is common, and browsers understand it.
  if (value === null) return attribute === 'aria-labelledby' ? referenced(element, 'aria-labeledby') : [];
  if (value !== '') return referenced(element, attribute);
  const set =
    attribute === 'aria-labelledby' ? element.ariaLabelledByElements : element.ariaDescribedByElements;
  return set ?? [];
}

function compute(element: Element, role: string, step: Step, traversal: Traversal): string {
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

/** What an element itself has to say, without references. */
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

function titleOf(element: Element): string {
  const title = element.getAttribute('title');
  if (title?.trim()) {
    state.looking.naming.titles.set(element, title);
    return title;
  }
  const placeholder = element.getAttribute('placeholder') || element.getAttribute('aria-placeholder');
  return placeholder || titlePutAside(element);
}

/** Scripts that draw a tooltip themselves take the title away while the browser might show it, too. */
function titlePutAside(element: Element): string {
  const title = state.looking.naming.titles.get(element);
  if (title === undefined) return '';
  const isKept = [...element.attributes].some(({ value }) => value === title);
  return isKept || element.matches(':hover') ? title : '';
}

const namedByHeading = new Set(['alertdialog', 'article', 'dialog']);

/** The heading that stands highest in something that opens with one. */
function headingText(element: Element, step: Step, traversal: Traversal): string {
  let level: Element[] = [element];
  for (let depth = 0; depth < 6; depth++) {
    const next: Element[] = [];
    for (const parent of level) {
      for (const child of childrenOf(parent)) {
        if (!isElement(child) || next.length > 200) continue;
        if (roleOf(child) === 'heading')
          return compute(child, 'heading', { ...step, embedded: true }, traversal);
        next.push(child);
      }
    }
    level = next;
  }
  return '';
}

/** A control inside a name stands for its value: "Flash the screen [3] times". A password never does. */
function controlText(element: Element, role: string, step: Step, traversal: Traversal): string | undefined {
  switch (role) {
    case 'textbox':
    case 'searchbox':
      if (element instanceof HTMLInputElement)
        return element.type === 'password' ? '' : (taintOf(element) ?? element.value);
      if (element instanceof HTMLTextAreaElement) return taintOf(element) ?? element.value;
      return taintOf(element) ?? textInside(element, step, traversal);
    case 'combobox':
    case 'listbox':
      return chosenText(element, role, step, traversal);
    case 'slider':
    case 'spinbutton':
    case 'progressbar':
    case 'meter':
    case 'scrollbar':
      return (
        element.getAttribute('aria-valuetext') ??
        element.getAttribute('aria-valuenow') ??
        (element instanceof HTMLInputElement ||
        element instanceof HTMLMeterElement ||
        element instanceof HTMLProgressElement
          ? String(element.value)
          : '')
      );
    default:
      return undefined;
  }
}

function chosenText(element: Element, role: string, step: Step, traversal: Traversal): string {
  if (element instanceof HTMLSelectElement) {
    return [...element.selectedOptions].map((option) => option.label).join(' ');
  }
  if (element instanceof HTMLInputElement) return taintOf(element) ?? element.value;
  const chosen = element.querySelectorAll('[role="option"][aria-selected="true"]');
  if (chosen.length === 0) return role === 'combobox' ? textInside(element, step, traversal) : '';
  return [...chosen]
    .map((option) => compute(option, 'option', { ...step, embedded: true }, traversal))
    .join(' ');
}

/** What HTML itself offers as a name; undefined when the element kind has nothing of the sort. */
function nativeName(element: Element, tag: string, step: Step, traversal: Traversal): string | undefined {
  switch (tag) {
    case 'div':
    case 'span':
    case 'a':
      return element instanceof SVGElement ? svgTitle(element) : undefined;
    case 'input': {
      if (!(element instanceof HTMLInputElement)) return undefined;
      const labels = labelText(element, step, traversal);
      if (labels) return labels;
      if (element.type === 'submit') return element.value || titleOf(element) || 'Submit';
      if (element.type === 'reset') return element.value || titleOf(element) || 'Reset';
      if (element.type === 'button') return element.value || titleOf(element);
      if (element.type === 'image') {
        return element.getAttribute('alt') || element.getAttribute('value') || titleOf(element) || 'Submit';
      }
      return titleOf(element);
    }
    case 'select':
    case 'textarea':
    case 'meter':
    case 'progress':
    case 'output':
    case 'button':
      return labelText(element, step, traversal) || undefined;
    case 'img':
      return element.getAttribute('alt')?.trim()
        ? (element.getAttribute('alt') ?? undefined)
        : titleOf(element) || captionOf(element, step, traversal);
    case 'area':
      return element.getAttribute('alt') || undefined;
    case 'fieldset':
      return childText(element, 'legend', step, traversal);
    case 'table':
      return childText(element, 'caption', step, traversal);
    case 'optgroup':
      return childText(element, 'legend', step, traversal) ?? (element.getAttribute('label') || undefined);
    case 'option':
      return element.getAttribute('label')?.trim() || undefined;
    case 'math':
      return element.getAttribute('alttext')?.trim() || undefined;
    default:
      return element instanceof SVGElement ? svgTitle(element) : undefined;
  }
}

function svgTitle(element: SVGElement): string | undefined {
  for (const child of element.children) {
    if (child.localName === 'title' && child.textContent?.trim()) return child.textContent;
  }
  const title = element.getAttribute('xlink:title');
  if (title || element.localName !== 'svg') return title ?? undefined;
  return element.querySelector('title')?.textContent ?? undefined;
}

/** The text of the first such child that is shown. */
function childText(element: Element, tag: string, step: Step, traversal: Traversal): string | undefined {
  for (const child of element.children) {
    if (child.localName !== tag) continue;
    const text = compute(child, roleOf(child), { ...step, embedded: true }, traversal);
    if (text.trim()) return text;
  }
  return undefined;
}

/** The caption of a figure that holds an image without a text of its own, and nothing else. */
function captionOf(image: Element, step: Step, traversal: Traversal): string | undefined {
  const figure = image.parentElement;
  if (figure?.localName !== 'figure' || image.hasAttribute('alt')) return undefined;
  for (const child of figure.childNodes) {
    if (
      isText(child)
        ? child.data.trim()
        : isElement(child) && child !== image && child.localName !== 'figcaption'
    )
      return undefined;
  }
  return childText(figure, 'figcaption', step, traversal);
}

function labelText(element: Element, step: Step, traversal: Traversal): string {
  if (step.referencing && step.embedded) return '';
  const parts: string[] = [];
  for (const label of labelsOf(element)) {
    const hidden = isHidden(label);
    // One that everyone but assistive technology can see still says what the control is.
    if (hidden && !label.checkVisibility({ visibilityProperty: true })) continue;
    const inner: Step = {
      referencing: step.referencing,
      hiddenCounts: hidden || step.hiddenCounts,
      embedded: true,
    };
    const text = compute(label, roleOf(label), inner, traversal);
    if (text.trim()) parts.push(text);
  }
  return parts.join(' ');
}

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

/** Whether a text is readable enough for what it is gathered for. */
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

/** Hidden from everyone: not rendered, invisible or aria-hidden. */
export function isHidden(element: Element): boolean {
  return element.closest('[aria-hidden="true"]') !== null || hiddenHere(element) !== 'no';
}

/** Whether an element is hidden whose ancestors are known not to be aria-hidden: with all that is in it, or not. */
function hiddenHere(element: Element): 'no' | 'itself' | 'all' {
  if (element.getAttribute('aria-hidden') === 'true') return 'all';
  if (element.checkVisibility({ visibilityProperty: true })) return 'no';
  const tag = element.localName;
  if (tag === 'area' || tag === 'option' || tag === 'optgroup') return 'no';
  if (tag === 'legend' && element.parentElement?.localName === 'optgroup') return 'no';
  if (element instanceof SVGElement && tag !== 'svg') return 'no';
  const style = getComputedStyle(element);
  const isRendered = style.display === 'contents' || element.checkVisibility();
  if (!isRendered) return 'all';
  return style.visibility === 'visible' ? 'no' : 'itself';
}
