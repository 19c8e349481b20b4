import type { Effects } from '../../../acting/attempt.js';
import { rest } from '../../../acting/pointing.js';
import type { Modifier } from '../../../page/acting/keys.js';
import type { Choice } from '../../../page/injected/acting/choice-marks.js';
import type { Choices } from '../../../page/injected/acting/choices.js';
import { absent, type Choosing, clickOn } from './choosing.js';
import { filterBy, look, shut } from './open-list.js';

/** How long a field may wait for a pause in the typing before it asks for what fits, in ms. */
const typingPause = 900;

/** The option for a value: as the list stands, after typing to narrow it down, or further down. */
export async function locate(
  choosing: Choosing,
  value: string,
  state: Choices,
): Promise<{ choice: Choice; typed: boolean }> {
  const { turn, control, element, values, editable, opens, touched } = choosing;
  const { deadline } = turn;
  const { world } = control.entry.frame;
  const which = values.indexOf(value);
  let list = state;
  const hit = () => list.wanted[which] ?? undefined;
  let typed = false;
  if (!hit() && editable) {
    typed = true;
    list = await filterBy(choosing, value);
    const pauseEnd = performance.now() + typingPause;
    while (!list.open && performance.now() < pauseEnd) {
      await world.call(deadline, 'nextChange', 300);
      list = await look(choosing);
    }
  }
  // Some look for what is typed in something else than what they show.
  if (!hit() && typed && opens && (state.open || state.expanded)) list = await filterBy(choosing, '');
  const scrolls = () => world.call(deadline, 'nextChoices', control.entry.id);
  for (let page = 0; page < 200 && !hit() && (await scrolls()); page++) {
    await rest(turn, async () => ({ touched }));
    list = await look(choosing);
  }
  const choice = hit();
  if (choice) return { choice, typed };
  const { labels, total } = state.total > 0 ? state : list;
  await shut(choosing, typed);
  throw absent(element, value, labels, total);
}

/** Clicks on an option and waits for what comes of it. */
export async function clickOption(
  choosing: Choosing,
  choice: Choice,
  modifiers: readonly Modifier[] = [],
): Promise<Effects> {
  const { turn, control } = choosing;
  return rest(turn, async () => {
    const option = await turn.live.targetFor(control.entry.frame, choice.id, choice.identity, turn.deadline);
    return clickOn(choosing, option, modifiers);
  });
}
