import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { WorldGone } from '../page/frames/world.js';
import { hasInternals, refreshInternals } from '../page/looking/internals.js';
import { describe } from '../page/refs/book.js';
import type { Target } from '../page/targeting/find-target.js';
import type { CheckAction } from './action.js';
import { act, type Doing, type Outcome } from './outcome.js';
import { clickOn, rest } from './pointing.js';
import { framesFrom } from './type.js';

export interface Checked {
  element: string;
  /** Read back; absent when the element went with its page. */
  checked?: boolean;
}

export function check(action: CheckAction, session: Session, deadline: Deadline): Promise<Checked & Outcome> {
  return act<Checked>(session, deadline, (tab, doing, line) =>
    setChecked(action.target, action.checked, tab, doing, line),
  );
}

/** Brings a checkbox, radio or switch into a state, by a click where that is needed. */
export async function setChecked(
  target: Target,
  wanted: boolean,
  tab: Tab,
  doing: Doing<Checked>,
  line: Deadline,
): Promise<void> {
  const found = await tab.live.find(target, line);
  const { entry } = found;
  const { world } = entry.frame;
  const was = await tab.live.ask(found, line, () =>
    world.call(line, 'toggle', entry.id, entry.shown ?? null),
  );
  const element = describe(entry);
  if (was.state === 'not_editable')
    throw new Failure('not_editable', `${element} can not be checked: ${was.why}.`, {
      hint: 'Choose a checkbox, radio or switch.',
    });
  if (was.state !== 'toggle') throw tab.live.obstacle(was, entry, line);
  if (was.radio && !wanted)
    throw new Failure('action_validation_error', `${element} is a radio, which can not be unchecked.`, {
      hint: 'Check another radio of its group instead.',
    });
  doing.touched = framesFrom(entry.frame);
  doing.told = [{ ref: entry.ref, value: false }];
  doing.data = { element, checked: was.checked === true };
  if (found.healed) doing.healed = element;
  if (was.checked === wanted) return;
  if (was.disabled) throw tab.live.obstacle({ state: 'disabled' }, entry, line);

  const itself = was.id === entry.id ? found : await tab.live.meet(entry.frame, was.id, was.identity, line);
  await clickOn(tab, itself, doing, line);
  const now = async (late: Deadline) => {
    if (hasInternals(world)) await refreshInternals(world, late).catch(() => undefined);
    const answer = await world.call(late, 'toggle', itself.entry.id, null).catch((thrown: unknown) => {
      if (thrown instanceof WorldGone) return { state: 'gone' as const };
      throw thrown;
    });
    return answer.state === 'toggle' ? answer.checked : undefined;
  };
  doing.verify = async (late) => {
    let is = await now(late);
    if (is === undefined && (await reborn(tab, itself.entry, late))) is = await now(late);
    // From neither on nor off, a first click may lead to the other one.
    if (was.checked === 'mixed' && is !== undefined && is !== wanted) {
      await rest(tab, doing, late, () => clickOn(tab, itself, doing, late));
      is = await now(late);
    }
    if (is === undefined) {
      doing.data = { element };
      return;
    }
    doing.data = { element, checked: is === true };
    if (is !== wanted)
      throw new Failure(
        'execution_error',
        `${element} was clicked but is not ${wanted ? 'checked' : 'unchecked'}.`,
        {
          details: { checked: is },
          sideEffect: 'done',
        },
      );
  };
}

/** Whether an element that is gone was replaced by an equal one. */
async function reborn(tab: Tab, entry: { healed: boolean }, deadline: Deadline): Promise<boolean> {
  entry.healed = false;
  await tab.live.look(deadline);
  return entry.healed;
}
