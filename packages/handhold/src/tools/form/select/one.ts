import type { Choices } from '../../../page/injected/acting/choices.js';
import {
  absent,
  type Choosing,
  type Chosen,
  chosen,
  confirmChoice,
  onlyOne,
  optionDisabled,
  unlessGone,
} from './choosing.js';
import { shut, typeFilter } from './open-list.js';
import { clickOption, locate } from './options.js';

/** A text field with suggestions of the browser's own takes them as text. */
export async function chooseSuggestion(choosing: Choosing): Promise<Chosen> {
  const { turn, control, element, values } = choosing;
  const [value = ''] = values;
  if (values.length > 1) throw onlyOne(element);
  const { id, frame } = control.entry;
  const found = await frame.world.call(turn.deadline, 'suggestion', id, value);
  if (found.value === null) throw absent(element, value, found.labels, found.total);
  return { data: chosen(choosing, [await typeFilter(choosing, found.value)]) };
}

/** Finds the one option in a list, clicks it, and sees that it took. */
export async function chooseOne(choosing: Choosing, list: Choices): Promise<Chosen> {
  const { control, element, values } = choosing;
  const [value = ''] = values;
  if (values.length > 1) throw onlyOne(element);
  const { choice, typed } = await locate(choosing, value, list);
  if (choice.disabled) {
    await shut(choosing, typed);
    throw optionDisabled(element, choice.label);
  }
  await clickOption(choosing, choice);
  await shut(choosing, false, choice);
  const data = chosen(choosing, [choice.label]);
  return {
    data,
    verify: async (late) => {
      const { id, frame } = control.entry;
      const labels = await unlessGone(frame.world.call(late, 'chosen', id, [choice.label]));
      return { data: labels ? confirmChoice(choosing, [choice.label], labels) : data };
    },
  };
}
