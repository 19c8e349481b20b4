import { squash } from '../dom/tree.js';
import { isDisabled } from '../looking/roles/element-states.js';
import { firstLabels, type Option, pick } from '../looking/roles/options.js';
import type { Facts } from '../protocol.js';
import { elementOf } from '../refs/refs.js';
import { destroys } from '../risk/inscriptions.js';
import { factsOf } from '../risk/risk.js';
import { watch } from '../settling/changes.js';

/** Lists of the browser's own: `select`, and a text field with suggestions. */

export type NativeChoice =
  | { state: 'selected'; selected: string[] }
  | { state: 'absent' | 'several'; value: string; labels: string[]; total: number }
  | { state: 'off'; label: string }
  | { state: 'single' }
  | { state: 'gone' };

function optionsOf(select: HTMLSelectElement): Option[] {
  return [...select.options].map((element) => ({
    element,
    label: squash(element.label),
    value: element.value,
  }));
}

/** Reasons that weigh on choosing these, by whichever of their labels and values they are named. */
export function factsOfChoice(select: HTMLSelectElement, values: string[]): Facts | undefined {
  const options = optionsOf(select);
  const meant = values.flatMap((value) => pick(options, value).slice(0, 1));
  const label = meant.map((option) => option.label).join(', ');
  if (!meant.some((option) => destroys(option.label) || destroys(option.value))) return undefined;
  return { ...factsOf(select), destroys: true, as: { role: 'option', name: label } };
}

/**
 * Chooses in a list of the browser's own and tells the page as a pick would; where somebody agreed to it, only if the
 * labels are still those.
 */
export function chooseNative(id: number, values: string[], agreed: string | null): NativeChoice {
  const select = elementOf(id);
  if (!(select instanceof HTMLSelectElement) || !select.isConnected) return { state: 'gone' };
  if (values.length > 1 && !select.multiple) return { state: 'single' };
  const options = optionsOf(select);
  if (agreed !== null && factsOfChoice(select, values)?.as?.name !== agreed) return { state: 'gone' };
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

/** The choice in a list of the browser's own; null when it is gone. */
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
