import type { SoFar } from '../../../acting/attempt.js';
import { framesFrom } from '../../../acting/frames-from.js';
import { rest } from '../../../acting/pointing.js';
import type { Turn } from '../../../acting/turn.js';
import { Failure } from '../../../errors.js';
import { quote } from '../../../gate/untrusted.js';
import { clickAt, movePointer, typeText } from '../../../page/acting/input.js';
import type { LiveFrame } from '../../../page/frames/frames.js';
import type { Focused } from '../../../page/injected/protocol.js';
import { describe } from '../../../page/refs/book.js';
import type { Found, Target } from '../../../page/targeting/find-target.js';
import type { Field } from './field.js';
import type { TextEntry, Typed } from './typed.js';

/** The field to type into, with the focus, and what is to be typed there. */
interface Ready {
  field: Field;
  entry: TextEntry;
}

/** Gives a field the focus, by a click where it only becomes one then. */
export async function focusField(
  turn: Turn,
  { target, found }: { target: Target; found: Found },
  given: TextEntry,
  soFar: SoFar<Typed>,
): Promise<Ready> {
  const { live, deadline } = turn;
  const { entry } = found;
  const ask = () =>
    live.ask(found, turn, () =>
      entry.frame.world.call(deadline, 'focusField', entry.id, entry.shown ?? null, given.clearFirst),
    );
  let focused = await ask();
  if (focused.state === 'not_focused') {
    const aimed = await live.aim(target, 'click', turn);
    await live.handled(movePointer(live.cdp, aimed.point), deadline, 'none');
    soFar.sent = true;
    await live.handled(clickAt(live.cdp, aimed.point, 'left', 1, []), deadline, 'unknown');
    focused = await ask();
  }
  if (found.healed) soFar.healed = describe(entry);
  if (focused.state === 'focused')
    return { field: { ...focused, frame: entry.frame, label: describe(entry), entry }, entry: given };
  if (focused.state === 'not_focused' || focused.state === 'nothing_focused')
    throw new Failure('not_focusable', `${describe(entry)} does not take the focus.`);
  throw live.obstacle(focused, entry, deadline);
}

/** The field that has the focus already, in whichever frame it is, or that a cell with the focus opens. */
export async function fieldInFocus(turn: Turn, given: TextEntry, soFar: SoFar<Typed>): Promise<Ready> {
  const { live, deadline } = turn;
  const frame = await live.focusedFrame(deadline);
  const current = await fieldIn(turn, frame, given.clearFirst);
  if ('frame' in current) return { field: current, entry: given };
  const firstKey = given.secret === undefined ? [...given.text][0] : undefined;
  if (firstKey && (await frame.world.call(deadline, 'keysComeToCell'))) {
    await live.checkEventTarget('focus', turn);
    soFar.sent = true;
    return { field: await fieldOpenedBy(firstKey, turn, frame), entry: { ...given, clearFirst: true } };
  }
  if (current.state === 'not_editable')
    throw new Failure('not_editable', `What has the focus can not be typed into: ${current.why}.`);
  throw new Failure('not_focusable', 'Nothing on the page has the focus.', {
    hint: 'Give the ref of the field to type into.',
  });
}

/** The field that a cell opens for a first key; what that has left in it is typed over with all of the text. */
async function fieldOpenedBy(firstKey: string, turn: Turn, frame: LiveFrame): Promise<Field> {
  const { live, deadline } = turn;
  await rest(turn, async () => {
    const noPause = () => Promise.resolve();
    await live.handled(typeText(live.cdp, firstKey, 0, noPause, false), deadline, 'unknown');
    return { touched: framesFrom(frame) };
  });
  const opened = await fieldIn(turn, await live.focusedFrame(deadline), true);
  if ('frame' in opened) return opened;
  throw new Failure(
    'not_editable',
    'What has the focus can not be typed into: the first key opened no field in the cell.',
    {
      hint: 'Some cells are opened by a double click (clickCount 2) or by browser_press with Enter; then type without a ref.',
      sideEffect: 'unknown',
    },
  );
}

/** The field that has the focus in a document. */
async function fieldIn(
  turn: Turn,
  frame: LiveFrame,
  clearFirst: boolean,
): Promise<Field | Exclude<Focused, { state: 'focused' }>> {
  const { live, deadline } = turn;
  const ask = () => frame.world.call(deadline, 'focusField', null, null, clearFirst);
  let focused = await ask();
  if (focused.state !== 'focused') return focused;
  let isFirst = true;
  await live.checkMet(turn, async () => {
    // Something else may have the focus once somebody was asked.
    if (!isFirst) focused = await ask();
    isFirst = false;
    if (focused.state !== 'focused') return { role: 'document', name: '', url: frame.url, facts: undefined };
    return { ...focused.identity, url: frame.url, facts: focused.facts };
  });
  if (focused.state !== 'focused') return focused;
  const { role, name } = focused.identity;
  return { ...focused, frame, label: `${role}${name ? ` ${quote(name, 60)}` : ''}` };
}
