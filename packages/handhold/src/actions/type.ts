import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import type { LiveFrame } from '../page/frames.js';
import type { Editable, Focused, PutInto } from '../page/injected/protocol.js';
import { clickAt, insertText, movePointer, pressChord, typedKeys, typeText } from '../page/input.js';
import { parseChord } from '../page/keys.js';
import { describe, type RefEntry } from '../page/refs.js';
import { WorldGone } from '../page/world.js';
import type { TypeAction } from './action.js';
import { act, type Doing, type Outcome } from './outcome.js';

export interface Typed {
  element: string;
  /** What the field holds now, read back from it; a password only shows its length. */
  value: string;
}

/** Fields that answer typing with suggestions, usually a moment later; those that filter wait for the end of it. */
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
  if (field.filters && !action.submit) doing.linger = 600;
  doing.data = { element: field.label, value: '' };
  const value =
    field.editable === 'exact'
      ? await setExact(field, action, line)
      : action.secret !== undefined
        ? await putSecret(tab, field, action, action.secret, line)
        : await typeInto(tab, field, action, line);
  doing.data = { element: field.label, value };
  if (action.submit) await pressKey(tab, 'Enter', line);
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

function notTaken(field: Field, value: string): Failure {
  return new Failure(
    'execution_error',
    `${field.label} did not take the text as given; it now holds ${quote(value, 100)}.`,
    { details: { value }, sideEffect: 'done' },
  );
}

function pauseFor(ms: number, deadline: Deadline): Promise<void> {
  return deadline.race(new Promise<void>((resolve) => setTimeout(resolve, ms)));
}

/** Line breaks in a field that has one line only are blanks: Enter there would submit. */
function singleLine(field: Field, text: string): string {
  return oneLine(field.editable) ? text.replace(/\s*[\r\n]+\s*/g, ' ') : text;
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
  doing.told = [{ ref: entry.ref, value: true }];
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
      tab.live.judge({ role, name, url: here.url, facts: focused.facts });
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

/** A part of a date takes keys one by one, and starts anew with the first of them. */
async function typeSection(tab: Tab, field: Field, action: TypeAction, deadline: Deadline): Promise<string> {
  if (action.text === '') await pressKey(tab, 'Backspace', deadline);
  else await putIn(tab, field, action.text, action.delay, deadline);
  const after = await read(tab, field, deadline);
  if (after === 'left') return action.text;
  const holds = Number(after.raw) === Number(action.text) || took('text', '', action.text, after.shown);
  if (holds) return after.shown;
  throw notTaken(field, after.shown);
}

async function typeInto(tab: Tab, field: Field, action: TypeAction, deadline: Deadline): Promise<string> {
  if (field.editable === 'section') return typeSection(tab, field, action, deadline);
  const text = singleLine(field, action.text);
  // What is selected goes as the first key comes; only where there is none, or an editor of its own, it is taken out.
  const replaces = action.clearFirst && text !== '' && !isEditor(field);
  const cleared = async () => (replaces ? '' : clear(tab, field, deadline));
  const before = action.clearFirst ? await cleared() : await goToEnd(tab, field, deadline);
  if (text !== '') await putIn(tab, field, text, action.delay, deadline);
  let after = await read(tab, field, deadline);
  if (replaces && after !== 'left' && keepsOld(field, text, after.raw)) {
    await pressKey(tab, 'ControlOrMeta+A', deadline);
    await clear(tab, field, deadline);
    await putIn(tab, field, text, action.delay, deadline);
    after = await read(tab, field, deadline);
  }
  if (after === 'left') return text;
  if (field.editable !== 'code' && took(field.editable, before, text, after.raw)) return after.shown;
  const elsewhere = isEditor(field)
    ? await readWhole(tab, field, deadline)
    : await field.frame.world.call(deadline, 'readSpread', field.id).catch(() => null);
  const whole = elsewhere ?? after.raw;
  const exact = field.editable === 'code' && elsewhere !== null && (action.clearFirst || field.caretUnknown);
  if (exact ? whole === lines(before + text) : took(field.editable, before, text, whole)) return whole;
  throw notTaken(field, field.editable === 'code' ? whole : after.shown);
}

/** Editors have a model of their own behind what they show, of which often only a part is drawn. */
function isEditor({ editable }: Field): boolean {
  return editable === 'rich' || editable === 'code';
}

function endKey(field: Field): string {
  return isEditor(field) ? 'ControlOrMeta+End' : 'End';
}

/** Brings the caret to the end where only a key can; gives what is there before it. */
async function goToEnd(tab: Tab, field: Field, deadline: Deadline): Promise<string> {
  if (!field.caretUnknown || (field.value === '' && field.editable !== 'code')) return field.value;
  const whole = field.editable === 'code' ? await readWhole(tab, field, deadline) : null;
  if (whole === null) await pressKey(tab, endKey(field), deadline);
  return whole ?? field.value;
}

/** Takes out what is there, and gives what is left: nothing. */
async function clear(tab: Tab, field: Field, deadline: Deadline): Promise<''> {
  if (field.value === '' && field.editable !== 'code') return '';
  if (isEditor(field)) await pressKey(tab, 'ControlOrMeta+A', deadline);
  await pressKey(tab, 'Backspace', deadline);
  // What such an editor draws comes a frame later; all of its text is read when it has been typed into.
  if (field.editable === 'code') return '';
  const emptied = await read(tab, field, deadline);
  if (emptied === 'left' || !holdsStill(field, emptied.raw)) return '';
  throw new Failure('execution_error', `${field.label} could not be cleared.`, {
    details: { value: emptied.shown },
  });
}

/** Whether the text was added to the old one instead of replacing it: the page took the selection away. */
function keepsOld({ value }: Field, text: string, now: string): boolean {
  return value !== '' && now !== text && now.length > text.length && now.includes(value);
}

/** Whether something of the old text is still there; an empty editor may show a hint in its place. */
function holdsStill(field: Field, now: string): boolean {
  if (!isEditor(field)) return now !== '';
  return field.value.split('\n').some((line) => line.trim() !== '' && now.includes(line));
}

/** Editors get their text in one piece: key by key they turn it into lists, curly quotes and closed brackets. */
async function putIn(tab: Tab, field: Field, text: string, delay: number, deadline: Deadline): Promise<void> {
  const { session } = tab.live;
  if (field.editable === 'code' && (await field.frame.world.call(deadline, 'paste', text))) return;
  const pause = (ms: number) => pauseFor(ms, deadline);
  const sent =
    isEditor(field) && delay === 0 ? insertText(session, text) : typeText(session, text, delay, pause);
  await tab.live.handled(sent, deadline, 'unknown');
}

/** All the text of an editor, as it would copy it; null where it leaves copying to the browser. */
async function readWhole(tab: Tab, field: Field, deadline: Deadline): Promise<string | null> {
  await pressKey(tab, 'ControlOrMeta+A', deadline);
  const whole = await field.frame.world.call(deadline, 'copy');
  await pressKey(tab, endKey(field), deadline);
  // Where nothing is selected because nothing is there, the empty line itself is copied.
  return whole === '\n' ? '' : whole;
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

function lines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Whether the field took the text: as it is, or reformatted by a mask, but not cut, refused, cleared or joined up. */
function took(kind: Editable, before: string, text: string, after: string): boolean {
  const has = lines(after);
  if (text !== '' && has === lines(before)) return false;
  if (has === lines(before + text) || has.includes(lines(text))) return true;
  const noise = oneLine(kind) ? /[^\p{L}\p{N}]/gu : /[^\p{L}\p{N}\n]/gu;
  const essence = (value: string) =>
    lines(value).normalize('NFKC').toLowerCase().replace(noise, '').replace(/\n+/g, '\n').trim();
  const core = essence(text);
  if (core === '') return has.replace(/\s/g, '').includes(text.replace(/\s/g, ''));
  return essence(after).includes(core);
}
