import { fold } from '../dom/same-text.js';
import { parentOf } from '../dom/tree.js';
import { isDisabled } from '../looking/roles/element-states.js';
import type { Option } from '../looking/roles/options.js';
import type { Identity } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { idOf } from '../refs/refs.js';
import { state } from '../state.js';
import { listsOf, offeredIn, optionsIn, severalIn } from './choice-lists.js';

/** Which options of a list are marked as chosen. */

export interface Choice {
  id: number;
  label: string;
  identity: Identity;
  disabled: boolean;
  selected: boolean;
  /** Nothing tells whether it is selected. */
  silent: boolean;
  /** But it is drawn as chosen. */
  drawn: boolean;
}

/** The labels of those that are marked as chosen. */
export function markedIn(control: Element): string[] {
  const lists = listsOf(control);
  if (severalIn(control, lists) === 'called') return [];
  return offeredIn(lists)
    .flatMap(optionsIn)
    .map(choiceFrom)
    .filter((choice) => choice.selected)
    .map((choice) => choice.label);
}

export function choiceFrom({ element, label }: Option): Choice {
  const on = element.getAttribute('aria-selected') ?? element.getAttribute('aria-checked');
  return {
    id: idOf(element),
    label,
    identity: identityOf(element),
    disabled: isDisabled(element),
    selected: on === 'true' && !isOnlyPointedAt(element, label),
    silent: on === null,
    drawn: on === null && isDrawnAsChosen(element, label),
  };
}

const pointedClass = /(?:^|[-_])(?:highlight(?:ed)?|active|focus(?:ed)?|hover(?:ed)?)$/;

/** Some mark what the keys are at as if it had been chosen: one at a time, and nothing else says that it was. */
function isOnlyPointedAt(option: Element, label: string): boolean {
  const list = option.closest('[aria-multiselectable="true"]');
  if (!state.acting.listsBefore || !list || state.acting.listsBefore.around.includes(fold(label)))
    return false;
  if (list.querySelectorAll('[aria-selected="true"]').length > 1) return false;
  return Array.from(option.classList).some((name) => pointedClass.test(name));
}

const chosenClass = /(?:^|[-_])selected$/;

/** Called selected, as some only call what the keys are at, and what the control shows says so, too. */
function isDrawnAsChosen(option: Element, label: string): boolean {
  if (!state.acting.listsBefore?.around.includes(fold(label))) return false;
  let up: Element | null = option;
  for (let i = 0; up && i < 3; i++, up = parentOf(up))
    for (const name of up.classList) if (chosenClass.test(name)) return true;
  return false;
}
