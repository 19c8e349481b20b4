import { childrenOf, isElement, isText } from '../../dom/tree.js';
import { taintOf } from '../../secrets/taint.js';
import { roleOf } from '../roles/role.js';
import { isHidden } from './hidden.js';
import { labelsOf } from './labels.js';
import { titleOf } from './titles.js';
import type { Step, Traversal } from './traversal.js';

/** Names that HTML and ARIA offer for each kind of element. */

/** The heading that stands highest in something that opens with one. */
export function headingText(element: Element, step: Step, traversal: Traversal): string {
  let level: Element[] = [element];
  for (let depth = 0; depth < 6; depth++) {
    const next: Element[] = [];
    for (const parent of level) {
      for (const child of childrenOf(parent)) {
        if (!isElement(child) || next.length > 200) continue;
        if (roleOf(child) === 'heading')
          return traversal.compute(child, 'heading', { ...step, embedded: true }, traversal);
        next.push(child);
      }
    }
    level = next;
  }
  return '';
}

/** A control inside a name stands for its value: "Flash the screen [3] times". A password never does. */
export function controlText(
  element: Element,
  role: string,
  step: Step,
  traversal: Traversal,
): string | undefined {
  switch (role) {
    case 'textbox':
    case 'searchbox':
      if (element instanceof HTMLInputElement)
        return element.type === 'password' ? '' : (taintOf(element) ?? element.value);
      if (element instanceof HTMLTextAreaElement) return taintOf(element) ?? element.value;
      return taintOf(element) ?? traversal.textInside(element, step, traversal);
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
  if (chosen.length === 0) return role === 'combobox' ? traversal.textInside(element, step, traversal) : '';
  return [...chosen]
    .map((option) => traversal.compute(option, 'option', { ...step, embedded: true }, traversal))
    .join(' ');
}

/** The name that HTML itself offers; undefined when the element kind has nothing of the sort. */
export function nativeName(
  element: Element,
  tag: string,
  step: Step,
  traversal: Traversal,
): string | undefined {
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
export function childText(
  element: Element,
  tag: string,
  step: Step,
  traversal: Traversal,
): string | undefined {
  for (const child of element.children) {
    if (child.localName !== tag) continue;
    const text = traversal.compute(child, roleOf(child), { ...step, embedded: true }, traversal);
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

export function labelText(element: Element, step: Step, traversal: Traversal): string {
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
    const text = traversal.compute(label, roleOf(label), inner, traversal);
    if (text.trim()) parts.push(text);
  }
  return parts.join(' ');
}
