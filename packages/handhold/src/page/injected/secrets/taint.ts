import { state } from '../state.js';
import { Reading } from './spellings.js';

/**
 * Fields that a secret was put into. What is left of it after keys and limits have been at work is known to nobody as a
 * secret, so until such a field is emptied its name is shown in place of what it holds.
 */

/** Fewer letters are in many a word. */
const leastLetters = 3;

/** From now on the label is shown in place of what the field holds. */
export function taint(field: Element, label: string, text: string): void {
  const { labels, fields, labelsByLetters } = state.secrets.taints;
  if (!labels.has(field)) fields.push(new WeakRef(field));
  labels.set(field, label);
  labelsByLetters.set(lettersOf(text), label);
}

/** Takes the taint off a field whose value is about to be replaced as a whole. */
export function untaint(field: Element): void {
  state.secrets.taints.labels.delete(field);
}

export function isTainted(element: Element): boolean {
  return taintOf(element) !== undefined;
}

/** The label that is shown in place of the element's value. */
export function taintOf(element: Element): string | undefined {
  const { labels, labelsByLetters } = state.secrets.taints;
  if (labelsByLetters.size === 0) return undefined;
  const held = fieldValue(element);
  if (held !== undefined) {
    if (held === '') labels.delete(element);
    return labels.get(element) ?? partOf(held);
  }
  for (let up: Element | null = element; up; up = up.parentElement) {
    const label = labels.get(up);
    if (label === undefined) continue;
    if (up.textContent?.trim()) return label;
    labels.delete(up);
  }
  return undefined;
}

/** A text of the element, with labels in place of what stands in tainted fields within it. */
export function withoutTainted(element: Element, text: string): string {
  const { fields, labelsByLetters } = state.secrets.taints;
  if (labelsByLetters.size === 0) return text;
  const own = taintOf(element);
  if (own !== undefined) return own;
  let clean = text;
  for (const ref of fields) {
    const field = ref.deref();
    if (!field || !element.contains(field) || fieldValue(field) !== undefined) continue;
    const label = taintOf(field);
    const shown = field instanceof HTMLElement ? field.innerText.trim() : '';
    if (label !== undefined && shown !== '') clean = clean.replaceAll(shown, label);
  }
  return clean;
}

/** True if something that is selected reaches into a tainted field. */
export function reachesTainted(range: Range): boolean {
  return state.secrets.taints.fields.some((ref) => {
    const field = ref.deref();
    return field?.isConnected === true && isTainted(field) && range.intersectsNode(field);
  });
}

/** The value of a form field; undefined where the element is none. */
function fieldValue(element: Element): string | undefined {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField ? element.value : undefined;
}

function partOf(held: string): string | undefined {
  const letters = lettersOf(held);
  if (letters.length < leastLetters) return undefined;
  for (const [whole, label] of state.secrets.taints.labelsByLetters)
    if (whole.includes(letters)) return label;
  return undefined;
}

function lettersOf(text: string): string {
  return new Reading(text, 'plain').get('letters');
}
