import { cut, squash } from '../../dom/tree.js';
import { internalsOf } from '../roles/internals.js';
import { roleOf } from '../roles/role.js';
import type { Legibility } from '../visibility/readable.js';
import { compute, newTraversal, references } from './accessible-name.js';
import { isHidden } from './hidden.js';
import { nameLimit, type Step } from './traversal.js';

/** The description of an element, to those who can see it. */
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
