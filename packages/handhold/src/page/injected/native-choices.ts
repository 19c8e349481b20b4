import { watch } from './changes.js';
import { squash } from './dom.js';
import { firstLabels, pick } from './options.js';
import { elementOf } from './refs.js';
import { isDisabled } from './state.js';

/** Lists of the browser's own: `select`, and a text field with suggestions. */

export type NativeChoice =
  | { state: 'selected'; selected: string[] }
  | { state: 'absent' | 'several'; value: string; labels: string[]; total: number }
  | { state: 'off'; label: string }
  | { state: 'single' }
  | { state: 'gone' };

/** Chooses in a list of the browser's own and tells the page as a pick would. */
export function chooseNative(id: number, values: string[]): NativeChoice {
  const select = elementOf(id);
  if (!(select instanceof HTMLSelectElement) || !select.isConnected) return { state: 'gone' };
  if (values.length > 1 && !select.multiple) return { state: 'single' };
  const options = [...select.options].map((element) => ({
    element,
    label: squash(element.label),
    value: element.value,
  }));
  const chosen: HTMLOptionElement[] = [];
  for (const value of values) {
    const hits = pick(options, value);
    const [hit] = hits;
    const known = {
      value,
      labels: firstLabels(options),
      total: options.length,
    };
    if (!(hit?.element instanceof HTMLOptionElement)) return { state: 'absent', ...known };
    if (new Set(hits.map((one) => one.value)).size > 1) return { state: 'several', ...known };
    if (isDisabled(hit.element)) return { state: 'off', label: hit.label };
    if (!chosen.includes(hit.element)) chosen.push(hit.element);
  }
  watch();
  // A person presses it first, by which some pages know that they are still being used.
  for (const type of ['pointerdown', 'mousedown'])
    select.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true }));
  select.focus({ preventScroll: true });
  const same = select.selectedOptions.length === chosen.length && chosen.every((option) => option.selected);
  if (!same) {
    for (const option of select.options) option.selected = chosen.includes(option);
    select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  return { state: 'selected', selected: chosen.map((option) => squash(option.label)) };
}

/** What is chosen in a list of the browser's own; null when it is gone. */
export function chosenNative(id: number): string[] | null {
  const select = elementOf(id);
  if (!(select instanceof HTMLSelectElement) || !select.isConnected) return null;
  return [...select.selectedOptions].map((option) => squash(option.label));
}

/** The one suggestion of a text field that is meant, as the field would take it. */
export function suggestion(
  id: number,
  wanted: string,
): { value: string | null; labels: string[]; total: number } {
  const input = elementOf(id);
  const options =
    input instanceof HTMLInputElement && input.list instanceof HTMLDataListElement
      ? [...input.list.options].map((element) => ({
          element,
          label: squash(element.label || element.value),
          value: element.value,
        }))
      : [];
  return {
    value: pick(options, wanted)[0]?.value ?? null,
    labels: firstLabels(options),
    total: options.length,
  };
}
