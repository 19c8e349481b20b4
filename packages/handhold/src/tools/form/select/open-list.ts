import { pressKey } from '../../../acting/keys.js';
import { rest } from '../../../acting/pointing.js';
import { Failure } from '../../../errors.js';
import type { Choice } from '../../../page/injected/acting/choice-marks.js';
import type { Choices } from '../../../page/injected/acting/choices.js';
import { describe } from '../../../page/refs/book.js';
import { formatRef } from '../../../page/refs/ref.js';
import { enterNow } from '../../interaction/typing/enter.js';
import { type Choosing, clickOn, unlessGone } from './choosing.js';

/** Lists that open and close, and fields that narrow them down. */

/** How long what opens a list, or filters it, may take to show that, in ms. */
const reactionTime = 300;

/** The list as it stands. */
export async function look({ turn, control, values }: Choosing): Promise<Choices> {
  const { id, frame } = control.entry;
  const state = await frame.world.call(turn.deadline, 'choices', id, values);
  if (state) return state;
  throw new Failure('stale_ref', `${describe(control.entry)} was replaced while its list was open.`);
}

/** The list, opened as a person would: by a click, else by the arrow key. */
export async function opened(choosing: Choosing): Promise<Choices> {
  const { turn, control, editable, opens, touched } = choosing;
  const { deadline } = turn;
  const at = await look(choosing);
  // What has been chosen may be listed in it as well.
  if (at.open && (!opens || at.expanded || (at.total > 0 && !at.collapsed))) return at;
  if (!opens) return at;
  await rest(turn, () => unfold(choosing));
  const clicked = await look(choosing);
  const { id, frame, identity } = control.entry;
  if (clicked.open || clicked.expanded || (!editable && identity.role !== 'combobox')) return clicked;
  if (!(await frame.world.call(deadline, 'focusIsIn', id)))
    await frame.world.call(deadline, 'focusElement', id, null);
  await rest(turn, async () => {
    await pressKey(turn, 'ArrowDown');
    return { touched, linger: reactionTime };
  });
  return look(choosing);
}

/** By a click; by the keyboard where the control lies under parts of its own. */
async function unfold(choosing: Choosing) {
  const { turn, control, touched, soFar } = choosing;
  try {
    return { ...(await clickOn(choosing, control)), linger: reactionTime };
  } catch (thrown) {
    const { deadline } = turn;
    const { id, frame } = control.entry;
    const own =
      thrown instanceof Failure &&
      thrown.code === 'element_blocked' &&
      (await frame.world.call(deadline, 'isUnderItsOwn', id));
    if (!own) throw thrown;
    const focused = await frame.world.call(deadline, 'focusElement', id, null);
    if (focused.state !== 'focused') throw thrown;
    soFar.sent = true;
    await pressKey(turn, 'ArrowDown');
    return { touched, linger: reactionTime };
  }
}

/** Types into the control's field, and gives what it holds then. */
export async function typeFilter({ turn, control, secret, soFar }: Choosing, text: string): Promise<string> {
  turn.live.showRef(control);
  const target = { ref: formatRef(control.entry.ref) };
  soFar.sent = true;
  const entry = { text, target, clearFirst: true, submit: false, delay: 0, secret };
  const { data } = await (await enterNow(turn, entry)).send();
  return data.value;
}

/** The same, then waits for what is suggested. */
export async function filterBy(choosing: Choosing, text: string): Promise<Choices> {
  await rest(choosing.turn, async () => {
    await typeFilter(choosing, text);
    return { touched: choosing.touched, linger: reactionTime };
  });
  return look(choosing);
}

/** Leaves no list open behind, where the control says that there is one. */
export async function shut(choosing: Choosing, typed: boolean, choice?: Choice): Promise<void> {
  const { turn, control, opens, touched } = choosing;
  const { deadline } = turn;
  if (!opens) return;
  const { id, frame } = control.entry;
  const state = await unlessGone(frame.world.call(deadline, 'choices', id, []));
  if (state?.expanded && (await frame.world.call(deadline, 'focusIsIn', id)))
    await rest(turn, async () => {
      await pressKey(turn, 'Escape');
      return { touched };
    });
  if (state?.open || choice?.silent)
    await unlessGone(frame.world.call(deadline, 'listGone', id, choice?.id ?? null, 400));
  if (typed) await typeFilter(choosing, '').catch(() => undefined);
}
