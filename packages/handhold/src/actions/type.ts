import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import { clickAt, movePointer, typedKeys, typeText } from '../page/acting/input.js';
import type { LiveFrame } from '../page/frames/frames.js';
import { WorldGone } from '../page/frames/world.js';
import type { Focused, PutInto } from '../page/injected/protocol.js';
import { describe } from '../page/refs/book.js';
import type { TypeAction } from './action.js';
import {
  confirm,
  type Field,
  type Held,
  isEditor,
  notTaken,
  pauseFor,
  pressKey,
  putText,
  type Reading,
  read,
  readOwn,
  singleLine,
  took,
} from './field-text.js';
import { act, type Doing, type Outcome } from './outcome.js';
import { rest } from './pointing.js';

export interface Typed {
  element: string;
  /** What the field holds now, read back from it; a password only shows its length. */
  value: string;
  /** Why that is not what was typed, where the page took the text to use it. */
  became?: string;
}

/** Fields that answer typing with suggestions, usually a moment later. */
const suggests = new Set(['combobox', 'searchbox']);

export function type(action: TypeAction, session: Session, deadline: Deadline): Promise<Typed & Outcome> {
  return act<Typed>(session, deadline, (tab, doing, line) => enterAndVerify(action, tab, doing, line));
}

/** The typing itself; what came of it is read back once the page has settled. */
export async function enterAndVerify(
  action: TypeAction,
  tab: Tab,
  doing: Doing<Typed>,
  line: Deadline,
): Promise<void> {
  const entered = await begin(action, tab, doing, line);
  const { field, arrived } = entered;
  const inPieces = isEditor(field) || action.submit;
  if (inPieces) tell(doing, field, await arrived(line));
  // Asked while the page settles, it takes no time of its own; a dialog may keep it from being asked later.
  else void peek(doing, field, line);
  if (action.submit) await pressKey(tab, 'Enter', line);
  doing.verify = async (late) => {
    if (!inPieces) return tell(doing, field, await arrived(late));
    const now = await readOwn(field, late);
    if (!now || now.shown === doing.data?.value) return;
    if (action.submit) return tellSubmitted(doing, field, now);
    // Of what an editor holds, only a part may be drawn.
    if (now.raw === '') tell(doing, field, await arrived(late));
  };
}

/** The same at once, for whoever fills in more than one field. */
export async function enter(
  action: TypeAction,
  tab: Tab,
  doing: Doing<Typed>,
  line: Deadline,
): Promise<void> {
  const { field, arrived } = await begin(action, tab, doing, line);
  tell(doing, field, await arrived(line));
}

/** A text that was sent to a field, and how to make sure that it has come. */
interface Entered {
  field: Field;
  arrived: (deadline: Deadline) => Promise<Held>;
}

async function begin(given: TypeAction, tab: Tab, doing: Doing<Typed>, line: Deadline): Promise<Entered> {
  const { field, action } = await focus(tab, given, doing, line);
  doing.touched = framesFrom(field.frame);
  doing.sent = true;
  if (suggests.has(field.identity.role)) doing.linger = 300;
  if (field.filters && !action.submit) doing.deferral = 600;
  doing.data = { element: field.label, value: '' };
  if (field.editable === 'exact') {
    const value = await setExact(field, action, line);
    return { field, arrived: (late) => stillHeld(field, value, late) };
  }
  if (action.secret !== undefined) {
    const value = await putSecret(tab, field, action, action.secret, line);
    return { field, arrived: (late) => stillHeld(field, value, late) };
  }
  const put = await putText(tab, field, action, line);
  return { field, arrived: (late) => confirm(put, doing, late) };
}

function tell(doing: Doing<Typed>, field: Field, { value, became, isSpread }: Held): void {
  doing.data = { element: field.label, value, ...(became ? { became } : {}) };
  if (field.entry) doing.told = [{ ref: field.entry.ref, value: isEditor(field) || isSpread || value }];
}

async function peek(doing: Doing<Typed>, field: Field, deadline: Deadline): Promise<void> {
  const now = await readOwn(field, deadline).catch(() => null);
  if (now) tell(doing, field, { value: now.shown });
}

/** A field that was sent off may be empty then, or hold something else. */
function tellSubmitted(doing: Doing<Typed>, field: Field, { raw, shown }: Reading): void {
  if (raw === '') tell(doing, field, { value: '', became: 'emptied on Enter' });
  else if (!isEditor(field)) tell(doing, field, { value: shown });
}

/** For what is known to have been taken: what the field holds after that. */
async function stillHeld(field: Field, value: string, deadline: Deadline): Promise<Held> {
  const now = await readOwn(field, deadline);
  if (!now || now.shown === value || (isEditor(field) && now.raw !== '')) return { value };
  if (now.raw === '') throw notTaken(field, '');
  return { value: now.shown };
}

/** A secret is not typed but put into the very element it is meant for; at the pace asked for, key by key. */
async function putSecret(
  tab: Tab,
  field: Field,
  action: TypeAction,
  label: string,
  deadline: Deadline,
): Promise<string> {
  const { world, url } = field.frame;
  const text = singleLine(field, action.text);
  const { origin } = new URL(url);
  if (field.editable === 'code' && (await world.call(deadline, 'paste', text))) return text;
  const keys = typedKeys(text);
  const pieces = action.delay > 0 ? keys.map((key) => [key]) : [keys];
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) await pauseFor(action.delay, deadline);
    const { state, put } = await world
      .call(deadline, 'putInto', field.id, piece, {
        origin,
        replace: action.clearFirst && at === 0,
        label,
        whole: text,
      })
      .catch((thrown: unknown) => {
        if (thrown instanceof WorldGone) return { state: 'gone' as const, put: 0 };
        throw thrown;
      });
    if (state !== 'put') throw keptBack(field, state, at + put > 0);
  }
  const before = action.clearFirst ? '' : field.value;
  const after = await read(tab, field, deadline);
  if (after === 'left' || took(field.editable, before, text, after.raw))
    return after === 'left' ? text : after.shown;
  const spread = await world.call(deadline, 'readSpread', field.id).catch(() => null);
  if (spread !== null && took(field.editable, before, text, spread)) return label;
  throw new Failure('execution_error', `${field.label} did not take the secret as given.`, {
    hint: 'Look at the page with browser_snapshot: the field may be too short for it, or not made for it.',
    sideEffect: 'done',
  });
}

/** What was not put in has gone nowhere. */
function keptBack(field: Field, state: PutInto['state'], some: boolean): Failure {
  const why =
    state === 'lost'
      ? 'something else on the page keeps taking the focus'
      : 'the page was left or the field replaced meanwhile';
  return new Failure(
    state === 'lost' ? 'not_focusable' : 'page_changed',
    `The secret was not typed into ${field.label}: ${why}.`,
    {
      hint: 'None of it went anywhere else. Look at the page with browser_snapshot before you try again.',
      canRetry: true,
      sideEffect: some ? 'done' : 'none',
    },
  );
}

/** The documents from this one up to the page's. */
export function framesFrom(frame: LiveFrame): LiveFrame[] {
  const frames = [frame];
  for (let up = frame.parent; up; up = up.parent) frames.push(up);
  return frames;
}

/** The field to type into, and what to do there. */
interface Begun {
  field: Field;
  action: TypeAction;
}

async function focus(tab: Tab, action: TypeAction, doing: Doing<Typed>, deadline: Deadline): Promise<Begun> {
  if (!action.target) return focusCurrent(tab, action, doing, deadline);
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
    await tab.live.handled(movePointer(tab.live.cdp, aimed.point), deadline, 'none');
    doing.sent = true;
    await tab.live.handled(clickAt(tab.live.cdp, aimed.point, 'left', 1, []), deadline, 'unknown');
    focused = await ask();
  }
  if (found.healed) doing.healed = describe(entry);
  doing.told = [{ ref: entry.ref, value: true }];
  if (focused.state === 'focused')
    return { field: { ...focused, frame: entry.frame, label: describe(entry), entry }, action };
  if (focused.state === 'not_focused' || focused.state === 'nothing_focused') {
    throw new Failure('not_focusable', `${describe(entry)} does not take the focus.`);
  }
  throw tab.live.obstacle(focused, entry, deadline);
}

/** The field that has the focus already, in whichever frame it is, or that a cell with the focus opens. */
async function focusCurrent(
  tab: Tab,
  action: TypeAction,
  doing: Doing<Typed>,
  deadline: Deadline,
): Promise<Begun> {
  const frame = await focusedFrame(tab, deadline);
  let current = await fieldWithFocus(tab, frame, action, deadline);
  if ('frame' in current) return { field: current, action };
  const firstKey = action.secret === undefined ? [...action.text][0] : undefined;
  if (firstKey && (await frame.world.call(deadline, 'keysComeToCell'))) {
    await tab.live.weighReached('focus', deadline);
    doing.touched = framesFrom(frame);
    doing.sent = true;
    await rest(tab, doing, deadline, () =>
      tab.live.handled(typeText(tab.live.cdp, firstKey, 0, pauseForNothing, false), deadline, 'unknown'),
    );
    // What the first key has left in the field is typed over with all of the text.
    const whole = { ...action, clearFirst: true };
    current = await fieldWithFocus(tab, await focusedFrame(tab, deadline), whole, deadline);
    if ('frame' in current) return { field: current, action: whole };
    throw new Failure(
      'not_editable',
      'What has the focus can not be typed into: the first key opened no field in the cell.',
      {
        hint: 'Some cells are opened by a double click (clickCount 2) or by browser_press with Enter; then type without a ref.',
        sideEffect: 'unknown',
      },
    );
  }
  if (current.state === 'not_editable')
    throw new Failure('not_editable', `What has the focus can not be typed into: ${current.why}.`);
  throw new Failure('not_focusable', 'Nothing on the page has the focus.', {
    hint: 'Give the ref of the field to type into.',
  });
}

const pauseForNothing = () => Promise.resolve();

/** The innermost document that has the focus. */
async function focusedFrame(tab: Tab, deadline: Deadline): Promise<LiveFrame> {
  const main = await tab.live.frames.main(deadline);
  const frames = [main, ...(await tab.live.frames.children(main, deadline))];
  for (let frame = main; ; ) {
    const here: LiveFrame = frame;
    const active = await here.world.call(deadline, 'focusedIdentity');
    const inside: LiveFrame | undefined = active?.frame
      ? frames.find((child) => child.parent === here && child.owner === active.frame)
      : undefined;
    if (!inside) return here;
    frame = inside;
  }
}

async function fieldWithFocus(
  tab: Tab,
  frame: LiveFrame,
  { clearFirst }: TypeAction,
  deadline: Deadline,
): Promise<Field | Exclude<Focused, { state: 'focused' }>> {
  const focused = await frame.world.call(deadline, 'focusField', null, null, clearFirst);
  if (focused.state !== 'focused') return focused;
  const { role, name } = focused.identity;
  await tab.live.checkMet(deadline, () => ({ role, name, url: frame.url, facts: focused.facts }));
  return { ...focused, frame, label: `${role}${name ? ` ${quote(name, 60)}` : ''}` };
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
