import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import type { Modifier } from '../page/acting/keys.js';
import { WorldGone } from '../page/frames/world.js';
import type { Choice } from '../page/injected/acting/choice-marks.js';
import type { Choices } from '../page/injected/acting/choices.js';
import { describe } from '../page/refs/book.js';
import type { Found } from '../page/targeting/find-target.js';
import type { SelectAction } from './action.js';
import { pressKey } from './field-text.js';
import { act, type Doing, nothingDone, type Outcome } from './outcome.js';
import { clickOn, rest } from './pointing.js';
import { enter, framesFrom, type Typed } from './type.js';

export interface Selected {
  element: string;
  /** Labels of what is selected now, read back. */
  selected: string[];
}

export function select(
  action: SelectAction,
  session: Session,
  deadline: Deadline,
): Promise<Selected & Outcome> {
  return act<Selected>(session, deadline, (tab, doing, line) => choose(action, tab, doing, line));
}

/** One list and what is to be chosen from it. */
interface Choosing {
  tab: Tab;
  doing: Doing<Selected>;
  control: Found;
  /** How the agent knows it. */
  element: string;
  values: string[];
  secret: string | undefined;
  editable: boolean;
  opens: boolean;
  /** The labels that somebody agreed to. */
  agreed: string | null;
  line: Deadline;
}

/** Chooses from a list, whatever kind it is. */
export async function choose(
  { target, values, secret }: Pick<SelectAction, 'target' | 'values' | 'secret'>,
  tab: Tab,
  doing: Doing<Selected>,
  line: Deadline,
): Promise<void> {
  const found = await tab.live.find(target, line);
  const { entry } = found;
  const { world } = entry.frame;
  const list = await tab.live.ask(found, line, () =>
    world.call(line, 'chooser', entry.id, entry.shown ?? null, values),
  );
  const element = describe(entry);
  if (list.state === 'not_editable')
    throw new Failure('not_editable', `${element} can not be chosen from: ${list.why}.`, {
      hint: 'Choose a combobox or listbox, or click what opens the list.',
    });
  if (list.state !== 'chooser') throw tab.live.obstacle(list, entry, line);
  if (found.healed) doing.healed = element;
  doing.told = [{ ref: entry.ref, value: true }];
  doing.touched = framesFrom(entry.frame);
  doing.data = { element, selected: values };
  const control =
    list.id === entry.id ? found : await tab.live.meet(entry.frame, list.id, list.identity, line);
  const { kind, editable } = list;
  const agreed = list.facts?.as?.name ?? null;
  const opens = kind === 'popup';
  const choosing = { tab, doing, control, element, values, secret, editable, opens, agreed, line };
  switch (kind) {
    case 'native':
      return chooseNative(choosing);
    case 'suggest':
      return chooseSuggestion(choosing);
    case 'listbox':
    case 'popup':
      return orShut(choosing, () => (list.multiple ? chooseSeveral(choosing) : choosePopup(choosing)));
  }
}

/** A choice that failed leaves no list open over the page. */
async function orShut(choosing: Choosing, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof Failure) await shut(choosing, false).catch(() => undefined);
    throw thrown;
  }
}

async function chooseNative(choosing: Choosing): Promise<void> {
  const { tab, doing, control, element, values, agreed, line } = choosing;
  const { id, frame } = control.entry;
  const aimed = await tab.live.aimAt(control, 'edit', line);
  doing.touched = aimed.touched;
  doing.sent = true;
  const result = await frame.world.call(line, 'chooseNative', id, values, agreed);
  switch (result.state) {
    case 'gone':
      throw tab.live.obstacle(result, control.entry, line).withSideEffect('none');
    case 'single':
      throw onlyOne(element);
    case 'off':
      throw optionDisabled(element, result.label);
    case 'absent':
      throw absent(element, result.value, result.labels, result.total).withSideEffect('none');
    case 'several':
      throw new Failure(
        'action_validation_error',
        `${element} has more than one option ${quote(result.value, 60)}.`,
        { hint: "Give the option's value instead of its label.", sideEffect: 'none' },
      );
    case 'selected':
      doing.data = { element, selected: result.selected };
  }
  doing.verify = async (late) => {
    const now = await unlessGone(frame.world.call(late, 'chosenNative', id));
    if (now) confirm(element, result.selected, now, doing);
  };
}

/** A text field with suggestions of the browser's own takes them as text. */
async function chooseSuggestion(choosing: Choosing): Promise<void> {
  const { control, doing, element, values, line } = choosing;
  const [value = ''] = values;
  if (values.length > 1) throw onlyOne(element);
  const { id, frame } = control.entry;
  const found = await frame.world.call(line, 'suggestion', id, value);
  if (found.value === null) throw absent(element, value, found.labels, found.total);
  const typed = await typeFilter(choosing, found.value);
  doing.data = { element, selected: [typed] };
}

/** Opens the list if need be, finds the one option, clicks it, and sees that it took. */
async function choosePopup(choosing: Choosing): Promise<void> {
  const { tab, doing, control, element, values, line } = choosing;
  const [value = ''] = values;
  const state = await opened(choosing);
  // Of a list that nobody marked as one it can't be known how many it takes.
  const isUnmarked = state.open && state.total === 0;
  if (state.multiple || (values.length > 1 && isUnmarked)) return chooseSeveral(choosing);
  if (values.length > 1) throw onlyOne(element);
  const { choice, typed } = await locate(choosing, value, state);
  if (choice.disabled) {
    await shut(choosing, typed);
    throw optionDisabled(element, choice.label);
  }
  await rest(tab, doing, line, () => clickOption(choosing, choice));
  await shut(choosing, false, choice);
  doing.data = { element, selected: [choice.label] };
  doing.verify = async (late) => {
    const { id, frame } = control.entry;
    const now = await unlessGone(frame.world.call(late, 'chosen', id, [choice.label]));
    if (now) confirm(element, [choice.label], now, doing);
  };
}

/** Clicks options of a list that takes several until just those asked for are selected. */
async function chooseSeveral(choosing: Choosing): Promise<void> {
  const { tab, doing, control, element, values, line } = choosing;
  const { id, frame } = control.entry;
  const asked: Choice[] = [];
  let state = await opened(choosing);
  for (const value of values) {
    const { choice } = await locate(choosing, value, state);
    if (choice.disabled) throw optionDisabled(element, choice.label);
    asked.push(choice);
  }
  const labels = asked.map(({ label }) => label);
  let modifiers: Modifier[] = [];
  const clicked = new Set(asked.filter(({ drawn }) => drawn).map(({ label }) => label));
  const isAnyDrawn = clicked.size > 0;
  // Some tell late, or never, that they are selected: a second click would undo the first.
  const isLeft = (choice: Choice | null) => choice !== null && !choice.selected && !clicked.has(choice.label);
  const most = 2 * (values.length + state.others.length) + 2;
  for (let round = 0; round < most; round++) {
    state = await opened(choosing);
    const next = state.others[0] ?? state.wanted.find(isLeft);
    if (!next) break;
    clicked.add(next.label);
    const had = state.wanted.filter((choice) => choice?.selected).length;
    await rest(tab, doing, line, () => clickOption(choosing, next, modifiers));
    const after = await frame.world.call(line, 'choices', id, values);
    const has = after?.wanted.filter((choice) => choice?.selected).length ?? 0;
    // Some lists start anew with every plain click, as files in a folder do.
    const stays = after?.wanted.some((choice) => choice?.label === next.label && !choice.silent);
    if (next.selected || had === 0 || has > had || !stays || modifiers.length > 0) continue;
    modifiers = ['Control'];
    clicked.clear();
  }
  let selected = await frame.world.call(line, 'selectedIn', id);
  if (labels.some((label) => !selected.includes(label)) && (await frame.world.call(line, 'nextChange', 100)))
    selected = await frame.world.call(line, 'selectedIn', id);
  const drawn = isAnyDrawn
    ? (await look(choosing)).wanted.flatMap((choice) => (choice?.drawn ? [choice.label] : []))
    : [];
  selected = [...selected, ...drawn.filter((label) => !selected.includes(label))];
  // What leaves the list for one of those that are chosen may be called otherwise there.
  const { wanted } = await look(choosing);
  const moved = asked.filter(({ label }, i) => wanted[i]?.selected && !selected.includes(label));
  selected = [...selected, ...moved.map(({ label }) => label)];
  await shut(choosing, false);
  // What has been chosen may have left the list, to stand beside the field, or only be counted there.
  const missing = asked.filter(({ label }) => !selected.includes(label));
  confirm(element, labels, [...selected, ...(await keptElsewhere(choosing, missing))], doing);
}

async function keptElsewhere({ control, line }: Choosing, choices: Choice[]): Promise<string[]> {
  if (choices.length === 0) return [];
  const { id, frame } = control.entry;
  const labels = choices.map(({ label }) => label);
  const beside = (await unlessGone(frame.world.call(line, 'chosen', id, labels))) ?? [];
  if (beside.length === choices.length) return beside;
  const ids = choices.map((choice) => choice.id);
  const marked = (await unlessGone(frame.world.call(line, 'stillMarked', ids))) ?? [];
  return labels.filter((label, i) => beside.includes(label) || marked[i]);
}

function look({ control, values, line }: Choosing): Promise<Choices> {
  const { id, frame } = control.entry;
  return frame.world.call(line, 'choices', id, values).then((state) => {
    if (state) return state;
    throw new Failure('stale_ref', `${describe(control.entry)} was replaced while its list was open.`);
  });
}

/** The list, opened as a person would: by a click, else by the arrow key. */
async function opened(choosing: Choosing): Promise<Choices> {
  const { tab, doing, editable, opens, line } = choosing;
  const at = await look(choosing);
  // What has been chosen may be listed in it as well.
  if (at.open && (!opens || at.expanded || (at.total > 0 && !at.collapsed))) return at;
  if (!opens) return at;
  await rest(tab, doing, line, () => unfold(choosing), 300);
  const clicked = await look(choosing);
  const { id, frame, identity } = choosing.control.entry;
  if (clicked.open || clicked.expanded || (!editable && identity.role !== 'combobox')) return clicked;
  if (!(await frame.world.call(line, 'focusIsIn', id)))
    await frame.world.call(line, 'focusElement', id, null);
  await rest(tab, doing, line, () => pressKey(tab, 'ArrowDown', line), 300);
  return look(choosing);
}

/** By a click; by the keyboard where the control lies under parts of its own. */
async function unfold({ tab, doing, control, line }: Choosing): Promise<void> {
  try {
    await clickOn(tab, control, doing, line);
  } catch (thrown) {
    const { id, frame } = control.entry;
    const own =
      thrown instanceof Failure &&
      thrown.code === 'element_blocked' &&
      (await frame.world.call(line, 'isUnderItsOwn', id));
    if (!own) throw thrown;
    const focused = await frame.world.call(line, 'focusElement', id, null);
    if (focused.state !== 'focused') throw thrown;
    doing.sent = true;
    await pressKey(tab, 'ArrowDown', line);
  }
}

/** The option for a value: as the list stands, after typing to narrow it down, or further down. */
async function locate(
  choosing: Choosing,
  value: string,
  state: Choices,
): Promise<{ choice: Choice; typed: boolean }> {
  const { tab, doing, control, element, values, editable, opens, line } = choosing;
  const which = values.indexOf(value);
  let now = state;
  const hit = () => now.wanted[which] ?? undefined;
  const { id, frame } = control.entry;
  let typed = false;
  if (!hit() && editable) {
    typed = true;
    await rest(tab, doing, line, () => typeFilter(choosing, value), 300);
    now = await look(choosing);
    // Many wait for a pause in the typing before they ask for what fits.
    const pauseEnd = performance.now() + 900;
    while (!now.open && performance.now() < pauseEnd) {
      await frame.world.call(line, 'nextChange', 300);
      now = await look(choosing);
    }
  }
  // Some look for what is typed in something else than what they show.
  if (!hit() && typed && opens && (state.open || state.expanded)) {
    await rest(tab, doing, line, () => typeFilter(choosing, ''), 300);
    now = await look(choosing);
  }
  for (let page = 0; page < 200 && !hit() && (await frame.world.call(line, 'nextChoices', id)); page++) {
    await rest(tab, doing, line, () => Promise.resolve());
    now = await look(choosing);
  }
  const choice = hit();
  if (choice) return { choice, typed };
  const { labels, total } = state.total > 0 ? state : now;
  await shut(choosing, typed);
  throw absent(element, value, labels, total);
}

async function typeFilter({ tab, doing, control, secret, line }: Choosing, text: string): Promise<string> {
  const own = nothingDone<Typed>();
  tab.live.introduce(control);
  const target = { ref: `@e${control.entry.ref}` };
  doing.sent = true;
  await enter(
    { type: 'type', text, target, clearFirst: true, submit: false, delay: 0, secret, timeout: line.budget },
    tab,
    own,
    line,
  );
  doing.touched = own.touched;
  return own.data?.value ?? text;
}

async function clickOption(
  { tab, doing, control, line }: Choosing,
  choice: Choice,
  modifiers: readonly Modifier[] = [],
): Promise<void> {
  const option = await tab.live.meet(control.entry.frame, choice.id, choice.identity, line);
  await clickOn(tab, option, doing, line, { modifiers });
}

/** Leaves no list open behind, where the control says that there is one. */
async function shut(choosing: Choosing, typed: boolean, choice?: Choice): Promise<void> {
  const { tab, doing, control, opens, line } = choosing;
  if (!opens) return;
  const { id, frame } = control.entry;
  const state = await unlessGone(frame.world.call(line, 'choices', id, []));
  if (state?.expanded && (await frame.world.call(line, 'focusIsIn', id)))
    await rest(tab, doing, line, () => pressKey(tab, 'Escape', line));
  if (state?.open || choice?.silent)
    await unlessGone(frame.world.call(line, 'listGone', id, choice?.id ?? null, 400));
  if (typed) await typeFilter(choosing, '').catch(() => undefined);
}

function confirm(element: string, wanted: string[], now: string[], doing: Doing<Selected>): void {
  const fold = (label: string) => label.toLowerCase();
  const has = new Set(now.map(fold));
  doing.data = { element, selected: now };
  if (wanted.every((label) => has.has(fold(label))) && now.length === wanted.length) return;
  const shown = now.map((label) => quote(label, 40)).join(', ') || 'nothing';
  throw new Failure('execution_error', `${element} did not keep the choice; ${shown} is selected.`, {
    details: { selected: now },
    sideEffect: 'done',
  });
}

/** What went with its page can't be read back any more. */
async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof WorldGone) return null;
    throw thrown;
  }
}

function absent(element: string, value: string, labels: string[], total: number): Failure {
  const shown = labels.slice(0, 12).map((label) => quote(label, 40));
  if (total > shown.length) shown.push(`… ${total - shown.length} more`);
  const has = shown.length > 0 ? `it has ${shown.join(', ')}` : 'nothing to choose from came up';
  return new Failure('element_not_found', `${element} has no option ${quote(value, 60)}; ${has}.`, {
    hint: 'Choose one of its options, by its label or value.',
    details: { options: labels },
  });
}

function onlyOne(element: string): Failure {
  return new Failure('action_validation_error', `${element} takes one choice only.`, {
    hint: 'Give a single value.',
    sideEffect: 'none',
  });
}

function optionDisabled(element: string, label: string): Failure {
  return new Failure('element_disabled', `The option ${quote(label, 60)} of ${element} is disabled.`, {
    sideEffect: 'none',
  });
}
