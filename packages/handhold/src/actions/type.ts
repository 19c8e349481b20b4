import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import type { LiveFrame } from '../page/frames.js';
import type { Editable, Focused } from '../page/injected/protocol.js';
import { clickAt, movePointer, pressChord, typeText } from '../page/input.js';
import { parseChord } from '../page/keys.js';
import { describe } from '../page/live-page.js';
import type { RefEntry } from '../page/refs.js';
import { WorldGone } from '../page/world.js';
import type { TypeAction } from './action.js';
import { act, type Doing, type Outcome } from './outcome.js';

export interface Typed {
  element: string;
  /** What the field holds now, read back from it; a password only shows its length. */
  value: string;
}

/** Fields that answer typing with suggestions, usually a moment later. */
const suggests = new Set(['combobox', 'searchbox']);

type Field = Extract<Focused, { state: 'focused' }> & { frame: LiveFrame; label: string; entry?: RefEntry };

export function type(action: TypeAction, session: Session, deadline: Deadline): Promise<Typed & Outcome> {
  return act<Typed>(session, deadline, (tab, doing, line) => enter(action, tab, doing, line));
}

/** The typing itself, for whoever fills in more than one field. */
export async function enter(
  action: TypeAction,
  tab: Tab,
  doing: Doing<Typed>,
  line: Deadline,
): Promise<void> {
  const field = await focus(tab, action, doing, line);
  doing.touched = framesFrom(field.frame);
  doing.sent = true;
  if (suggests.has(field.identity.role)) doing.linger = 300;
  doing.data = { element: field.label, value: '' };
  const value =
    field.editable === 'exact'
      ? await setExact(field, action, line)
      : await typeInto(tab, field, action, line);
  doing.data = { element: field.label, value };
  if (action.submit) await pressKey(tab, 'Enter', line);
}

/** The documents from this one up to the page's. */
export function framesFrom(frame: LiveFrame): LiveFrame[] {
  const frames = [frame];
  for (let up = frame.parent; up; up = up.parent) frames.push(up);
  return frames;
}

async function focus(tab: Tab, action: TypeAction, doing: Doing<Typed>, deadline: Deadline): Promise<Field> {
  if (!action.target) return focusCurrent(tab, action, deadline);
  const found = await tab.live.find(action.target, deadline);
  const { entry } = found;
  const ask = () =>
    tab.live.ask(found, deadline, () =>
      entry.frame.world.call(deadline, 'focusField', entry.id, entry.shown ?? null, action.clearFirst),
    );
  let focused = await ask();
  if (focused.state === 'not_focused') {
    // Some fields only become one when they are clicked.
    const aimed = await tab.live.aim(action.target, 'click', deadline);
    await tab.live.handled(movePointer(tab.live.session, aimed.point), deadline, 'none');
    doing.sent = true;
    await tab.live.handled(clickAt(tab.live.session, aimed.point, 'left', 1, []), deadline, 'unknown');
    focused = await ask();
  }
  if (found.healed) doing.healed = describe(entry);
  doing.told = { ref: entry.ref, value: true };
  if (focused.state === 'focused') return { ...focused, frame: entry.frame, label: describe(entry), entry };
  if (focused.state === 'not_focused' || focused.state === 'nothing_focused') {
    throw new Failure('not_focusable', `${describe(entry)} does not take the focus.`);
  }
  throw tab.live.obstacle(focused, entry, deadline);
}

/** The field that has the focus already, in whichever frame it is. */
async function focusCurrent(tab: Tab, action: TypeAction, deadline: Deadline): Promise<Field> {
  const main = await tab.live.frames.main(deadline);
  const frames = [main, ...(await tab.live.frames.children(main, deadline))];
  for (let frame: LiveFrame | undefined = main; frame; ) {
    const here: LiveFrame = frame;
    const active = await here.world.call(deadline, 'focusedIdentity');
    frame = active?.frame
      ? frames.find((child) => child.parent === here && child.owner === active.frame)
      : undefined;
    if (frame) continue;
    const focused = await here.world.call(deadline, 'focusField', null, null, action.clearFirst);
    if (focused.state === 'focused') {
      const { role, name } = focused.identity;
      return { ...focused, frame: here, label: `${role}${name ? ` ${quote(name, 60)}` : ''}` };
    }
    if (focused.state === 'not_editable')
      throw new Failure('not_editable', `What has the focus can not be typed into: ${focused.why}.`);
  }
  throw new Failure('not_focusable', 'Nothing on the page has the focus.', {
    hint: 'Give the ref of the field to type into.',
  });
}

async function setExact(field: Field, action: TypeAction, deadline: Deadline): Promise<string> {
  const result = await field.frame.world.call(deadline, 'setExact', field.id, action.text);
  if (result.state === 'set') return result.value;
  throw new Failure('execution_error', `${field.label} does not take ${quote(action.text, 60)}.`, {
    hint: 'Dates and times are written as 2026-11-15, 14:30 or 2026-11-15T14:30, colours as #rrggbb, ranges as a number within their bounds.',
    details: { value: result.value },
    sideEffect: 'none',
  });
}

async function typeInto(tab: Tab, field: Field, action: TypeAction, deadline: Deadline): Promise<string> {
  const { session } = tab.live;
  const before = action.clearFirst ? '' : field.value;
  if (action.clearFirst && field.value !== '') {
    await pressKey(tab, 'Backspace', deadline);
    const emptied = await read(tab, field, deadline);
    if (emptied !== 'left' && emptied.raw !== '' && field.editable !== 'rich') {
      throw new Failure('execution_error', `${field.label} could not be cleared.`, {
        details: { value: emptied.shown },
      });
    }
  }
  if (!action.clearFirst && field.caretUnknown && field.value !== '') await pressKey(tab, 'End', deadline);
  const pause = (ms: number) => deadline.race(new Promise<void>((resolve) => setTimeout(resolve, ms)));
  const text = oneLine(field.editable) ? action.text.replace(/\s*[\r\n]+\s*/g, ' ') : action.text;
  await tab.live.handled(typeText(session, text, action.delay, pause), deadline, 'unknown');
  const after = await read(tab, field, deadline);
  if (after === 'left') return text;
  if (!took(before, text, after.raw)) {
    const spread = await field.frame.world.call(deadline, 'readSpread', field.id).catch(() => null);
    if (spread !== null && took('', text, spread)) return spread;
    throw new Failure(
      'execution_error',
      `${field.label} did not take the text as given; it now holds ${quote(after.shown, 100)}.`,
      {
        details: { value: after.shown },
        sideEffect: 'done',
      },
    );
  }
  return after.shown;
}

/** What the field holds, or the one that took its place while typing; `left` when it went with its page or form. */
async function read(
  tab: Tab,
  field: Field,
  deadline: Deadline,
): Promise<{ raw: string; shown: string } | 'left'> {
  const { world } = field.frame;
  try {
    const own = await world.call(deadline, 'readField', field.id);
    if (own) return own;
    if (field.entry) await tab.live.look(deadline);
    const twin = field.entry ? await world.call(deadline, 'readField', field.entry.id) : null;
    return twin ?? (await world.call(deadline, 'readActive')) ?? 'left';
  } catch (thrown) {
    if (thrown instanceof WorldGone) return 'left';
    throw thrown;
  }
}

export async function pressKey(tab: Tab, name: string, deadline: Deadline): Promise<void> {
  const chord = parseChord(name);
  if (chord) await tab.live.handled(pressChord(tab.live.session, chord), deadline, 'unknown');
}

/** Enter in a one-line field would submit its form, which only `submit` may do. */
function oneLine(kind: Editable): boolean {
  return kind === 'text' || kind === 'password';
}

/** Whether the field took the text: as it is, or reformatted by a mask, but not cut, refused or cleared. */
function took(before: string, text: string, after: string): boolean {
  const lines = (value: string) => value.replace(/\r\n?/g, '\n');
  const has = lines(after);
  if (has === lines(before + text) || has.includes(lines(text))) return true;
  const essence = (value: string) =>
    value
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  const core = essence(text);
  if (core === '') return has.replace(/\s/g, '').includes(text.replace(/\s/g, ''));
  return essence(after).includes(core);
}
