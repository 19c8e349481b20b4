import { z } from 'zod';
import type { Effects, SoFar, Verified } from '../../../acting/attempt.js';
import { aimClick } from '../../../acting/pointing.js';
import type { Turn } from '../../../acting/turn.js';
import type { Deadline } from '../../../deadline.js';
import { Failure } from '../../../errors.js';
import { quote } from '../../../gate/untrusted.js';
import type { Modifier } from '../../../page/acting/keys.js';
import type { LiveFrame } from '../../../page/frames/frames.js';
import { WorldGone } from '../../../page/frames/world.js';
import type { Found } from '../../../page/targeting/find-target.js';

/** The answer to a choice. */
export const selected = {
  element: z.string(),
  /** Labels of what is selected by then, read back. */
  selected: z.array(z.string()),
};

export type Selected = z.output<z.ZodObject<typeof selected>>;

/** One list and what is to be chosen from it. */
export interface Choosing {
  turn: Turn;
  control: Found;
  /** The control as the agent knows it. */
  element: string;
  values: string[];
  secret: string | undefined;
  editable: boolean;
  opens: boolean;
  /** The labels that somebody agreed to. */
  agreed: string | null;
  /** The documents from the control's own up to the page's. */
  touched: LiveFrame[];
  soFar: SoFar<Selected>;
}

/** A choice that was made, and how it is read back. */
export interface Chosen {
  data: Selected;
  verify?: (deadline: Deadline) => Promise<Verified<Selected>>;
}

/** Notes what is selected, as the answer so far. */
export function chosen({ element, soFar }: Choosing, labels: string[]): Selected {
  soFar.data = { element, selected: labels };
  return soFar.data;
}

/** Notes what is selected, and throws where it is not just what was asked for. */
export function confirmChoice(choosing: Choosing, wanted: string[], labels: string[]): Selected {
  const fold = (label: string) => label.toLowerCase();
  const has = new Set(labels.map(fold));
  const data = chosen(choosing, labels);
  if (wanted.every((label) => has.has(fold(label))) && labels.length === wanted.length) return data;
  const shown = labels.map((label) => quote(label, 40)).join(', ') || 'nothing';
  throw new Failure('execution_error', `${choosing.element} did not keep the choice; ${shown} is selected.`, {
    details: { selected: labels },
    sideEffect: 'done',
  });
}

/** Clicks on the control or a part of its list. */
export async function clickOn(
  { turn, soFar }: Choosing,
  found: Found,
  modifiers: readonly Modifier[] = [],
): Promise<Effects> {
  const aimed = await aimClick(turn, found, { modifiers, afterOthers: soFar.sent });
  if (aimed.healed) soFar.healed = aimed.healed;
  soFar.sent = true;
  return aimed.send();
}

/** The answer, or null: what went with its page can't be read back any more. */
export async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof WorldGone) return null;
    throw thrown;
  }
}

export function absent(element: string, value: string, labels: string[], total: number): Failure {
  const shown = labels.slice(0, 12).map((label) => quote(label, 40));
  if (total > shown.length) shown.push(`… ${total - shown.length} more`);
  const has = shown.length > 0 ? `it has ${shown.join(', ')}` : 'nothing to choose from came up';
  return new Failure('element_not_found', `${element} has no option ${quote(value, 60)}; ${has}.`, {
    hint: 'Choose one of its options, by its label or value.',
    details: { options: labels },
  });
}

export function onlyOne(element: string): Failure {
  return new Failure('action_validation_error', `${element} takes one choice only.`, {
    hint: 'Give a single value.',
    sideEffect: 'none',
  });
}

export function optionDisabled(element: string, label: string): Failure {
  return new Failure('element_disabled', `The option ${quote(label, 60)} of ${element} is disabled.`, {
    sideEffect: 'none',
  });
}
