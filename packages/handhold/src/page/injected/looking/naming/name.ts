import { cut, shadowOf, squash } from '../../dom/tree.js';
import { computedRole } from '../roles/computed-role.js';
import { roleOf } from '../roles/role.js';
import { isAllClear, isOneOrClear, type Legibility } from '../visibility/readable.js';
import { compute, namedByContent, newTraversal } from './accessible-name.js';
import { isHidden } from './hidden.js';
import { isIconText, mayHaveIconFont, withoutGlyphs } from './icon-fonts.js';
import { labelsOf } from './labels.js';
import { childText, labelText } from './native-name.js';
import { mayHaveContent, mayHaveContentInside } from './pseudo.js';
import { nameLimit, start, type Traversal } from './traversal.js';

/** Accessible names and descriptions, as accname 1.2 and html-aam compute them. */

/** Names for assistive technology alone are short; what is longer is not meant as a name. */
const longestUnseen = 80;

/**
 * The name an agent is shown: the accessible one, on one line, with a figure's caption standing for its name. Text that
 * nobody can see counts only where there is no other, as beside an icon.
 */
export function nameOf(
  element: Element,
  role: string = roleOf(element),
  /** Elements in it that are no part of it. */
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
