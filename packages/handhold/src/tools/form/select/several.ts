import type { Modifier } from '../../../page/acting/keys.js';
import type { Choice } from '../../../page/injected/acting/choice-marks.js';
import { type Choosing, type Chosen, confirmChoice, optionDisabled, unlessGone } from './choosing.js';
import { look, opened, shut } from './open-list.js';
import { clickOption, locate } from './options.js';

/** Clicks options of a list that takes several until just those asked for are selected. */
export async function chooseSeveral(choosing: Choosing): Promise<Chosen> {
  const { element, values } = choosing;
  const wanted: Choice[] = [];
  const list = await opened(choosing);
  for (const value of values) {
    const { choice } = await locate(choosing, value, list);
    if (choice.disabled) throw optionDisabled(element, choice.label);
    wanted.push(choice);
  }
  await clickAll(choosing, wanted, 2 * (values.length + list.others.length) + 2);
  const selected = await selectedOf(choosing, wanted);
  await shut(choosing, false);
  // What has been chosen may have left the list, to stand beside the field, or only be counted there.
  const missing = wanted.filter(({ label }) => !selected.includes(label));
  const labels = wanted.map(({ label }) => label);
  return {
    data: confirmChoice(choosing, labels, [...selected, ...(await elsewhere(choosing, missing))]),
  };
}

/** Clicks what is to be selected and is not, and what is and should not be; at most so often. */
async function clickAll(choosing: Choosing, wanted: Choice[], most: number): Promise<void> {
  const { turn, control, values } = choosing;
  const { id, frame } = control.entry;
  let modifiers: Modifier[] = [];
  const clicked = new Set(wanted.filter(({ drawn }) => drawn).map(({ label }) => label));
  // Some tell late, or never, that they are selected: a second click would undo the first.
  const isLeft = (choice: Choice | null) => choice !== null && !choice.selected && !clicked.has(choice.label);
  for (let round = 0; round < most; round++) {
    const list = await opened(choosing);
    const next = list.others[0] ?? list.wanted.find(isLeft);
    if (!next) return;
    clicked.add(next.label);
    const had = list.wanted.filter((choice) => choice?.selected).length;
    await clickOption(choosing, next, modifiers);
    const after = await frame.world.call(turn.deadline, 'choices', id, values);
    const has = after?.wanted.filter((choice) => choice?.selected).length ?? 0;
    // Some lists start anew with every plain click, as files in a folder do.
    const stays = after?.wanted.some((choice) => choice?.label === next.label && !choice.silent);
    if (next.selected || had === 0 || has > had || !stays || modifiers.length > 0) continue;
    modifiers = ['Control'];
    clicked.clear();
  }
}

/** Labels of what is selected in the list, as far as that says so. */
async function selectedOf(choosing: Choosing, wanted: Choice[]): Promise<string[]> {
  const { turn, control } = choosing;
  const { deadline } = turn;
  const { id, frame } = control.entry;
  let selected = await frame.world.call(deadline, 'selectedIn', id);
  if (
    wanted.some(({ label }) => !selected.includes(label)) &&
    (await frame.world.call(deadline, 'nextChange', 100))
  )
    selected = await frame.world.call(deadline, 'selectedIn', id);
  const drawn = wanted.some(({ drawn }) => drawn)
    ? (await look(choosing)).wanted.flatMap((choice) => (choice?.drawn ? [choice.label] : []))
    : [];
  selected = [...selected, ...drawn.filter((label) => !selected.includes(label))];
  // What leaves the list for one of those that are chosen may be called otherwise there.
  const list = await look(choosing);
  const moved = wanted.filter(({ label }, i) => list.wanted[i]?.selected && !selected.includes(label));
  return [...selected, ...moved.map(({ label }) => label)];
}

/** Labels of choices that are marked as such outside the list. */
async function elsewhere({ turn, control }: Choosing, choices: Choice[]): Promise<string[]> {
  if (choices.length === 0) return [];
  const { deadline } = turn;
  const { id, frame } = control.entry;
  const labels = choices.map(({ label }) => label);
  const beside = (await unlessGone(frame.world.call(deadline, 'chosen', id, labels))) ?? [];
  if (beside.length === choices.length) return beside;
  const ids = choices.map((choice) => choice.id);
  const marked = (await unlessGone(frame.world.call(deadline, 'stillMarked', ids))) ?? [];
  return labels.filter((label, i) => beside.includes(label) || marked[i]);
}
