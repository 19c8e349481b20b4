import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import { insertText, insertWithKey, pressChord, typeText } from '../page/acting/input.js';
import { parseChord } from '../page/acting/keys.js';
import type { LiveFrame } from '../page/frames/frames.js';
import { WorldGone } from '../page/frames/world.js';
import type { TakenBy } from '../page/injected/acting/taken.js';
import type { Editable, Focused } from '../page/injected/protocol.js';
import type { RefEntry } from '../page/refs/book.js';
import type { Doing } from './outcome.js';
import { rest } from './pointing.js';

/** Putting text into a field that has the focus, and reading back what came of it. */

export type Field = Extract<Focused, { state: 'focused' }> & {
  frame: LiveFrame;
  label: string;
  entry?: RefEntry;
};

/** A text that was put into a field. */
export interface Put {
  tab: Tab;
  field: Field;
  text: string;
  /** What the field held besides, and kept. */
  before: string;
  /** Whether the text was to replace what was there. */
  replaces: boolean;
  delay: number;
}

/** What a field holds in the end. */
export interface Held {
  value: string;
  /** Why that is not the text, where the page took it. */
  became?: string;
  /** Set where that is not all in the field itself. */
  isSpread?: boolean;
}

export interface Reading {
  raw: string;
  shown: string;
}

/** Puts text at the end of a field, or in place of what is there. */
export async function putText(
  tab: Tab,
  field: Field,
  { text, clearFirst, delay }: { text: string; clearFirst: boolean; delay: number },
  deadline: Deadline,
): Promise<Put> {
  const put = { tab, field, text: singleLine(field, text), before: '', replaces: clearFirst, delay };
  if (field.editable === 'section') {
    // It takes keys one by one, and starts anew with the first of them.
    if (text === '') await pressKey(tab, 'Backspace', deadline);
    else await putIn(put, deadline);
    return put;
  }
  if (!clearFirst) put.before = await goToEnd(tab, field, deadline);
  // What is selected goes as the first key comes; only where there is none, or an editor of its own, it is taken out.
  else if (put.text === '' || isEditor(field)) await clear(tab, field, deadline);
  if (put.text !== '') await putIn(put, deadline);
  return put;
}

/**
 * What the field holds once a text was put in. A text that was lost, by a field that was not ready for it, is typed
 * again; one that the page took out to use it has arrived.
 */
export async function confirm<T>(put: Put, doing: Doing<T>, deadline: Deadline): Promise<Held> {
  const { tab, field } = put;
  let held = await look(put, deadline);
  if (isFine(put, held)) return held;
  await rest(tab, doing, deadline, () => Promise.resolve());
  held = await look(put, deadline);
  if (isFine(put, held)) return held;
  if (isLost(put, held) && !(await takenBy(put, deadline))) {
    const { raw } = held;
    await rest(tab, doing, deadline, () => typeAgain(put, raw, deadline));
    held = await look(put, deadline);
  }
  if (held.state !== 'other') return held;
  const by = await takenBy(put, deadline);
  if (!by) throw put.text === '' ? notCleared(field, held.value) : notTaken(field, held.value);
  return { value: held.value.trim(), became: takers[by] };
}

const takers: Record<TakenBy, string> = {
  page: 'the page took the text and shows it elsewhere',
  drawing: 'the page took the text to draw it: look with browser_screenshot',
};

interface Look extends Held {
  /** Whether it is what it should be, something else, or went with its field. */
  state: 'held' | 'other' | 'left';
  raw: string;
  replaced: boolean;
}

/** Whether the field holds the text that was put into it. */
async function look({ tab, field, before, text, replaces }: Put, deadline: Deadline): Promise<Look> {
  const after = await read(tab, field, deadline);
  if (after === 'left') return { state: 'left', value: text, raw: text, replaced: true };
  const { raw, shown, replaced } = after;
  const as = (holds: boolean, value = shown): Look => ({
    state: holds ? 'held' : 'other',
    value,
    raw,
    replaced,
    isSpread: value !== shown,
  });
  if (field.editable === 'section') return as(Number(raw) === Number(text) || took('text', '', text, shown));
  if (text === '' && replaces) return as(!holdsStill(field, raw));
  if (field.editable !== 'code' && took(field.editable, before, text, raw)) return as(true);
  // All of an editor's text is read by selecting it, and the caret stays where it is when nobody said which editor is meant.
  if (isEditor(field) && !field.entry) return as(tookInView(before, text, raw));
  const elsewhere = isEditor(field)
    ? await readWhole(tab, field, deadline)
    : await field.frame.world.call(deadline, 'readSpread', field.id).catch(() => null);
  const whole = elsewhere ?? raw;
  const exact = field.editable === 'code' && elsewhere !== null && (replaces || field.caretUnknown);
  if (exact ? whole === lines(before + text) : took(field.editable, before, text, whole))
    return as(true, whole);
  return as(false, field.editable === 'code' ? whole : shown);
}

/** The same for an editor of which only what is in view is known, which the end of what was typed is. */
function tookInView(before: string, text: string, inView: string): boolean {
  const signs = (value: string) => value.replace(/\s/g, '');
  return inView !== before && signs(inView).includes(signs(text).slice(-80));
}

/** One that holds what it should, unless that was only added to what it should have replaced. */
function isFine(put: Put, { state, raw }: Look): boolean {
  const { field, text, replaces } = put;
  if (state !== 'held') return state === 'left';
  return !(replaces && keepsOld(field, text, raw)) && !isCompleted(put, raw);
}

/** Whether keys typed into a rich text brought more, or less, than what they say. */
function isCompleted({ field, before, text, delay }: Put, raw: string): boolean {
  if (field.editable !== 'rich' || (field.completes && delay === 0)) return false;
  const length = (value: string) => value.replace(/\s/g, '').length;
  const isWhole = lines(raw).includes(lines(text).trimEnd()) && length(raw) === length(before) + length(text);
  return raw !== before && !isWhole;
}

async function takenBy({ field, before, text }: Put, deadline: Deadline): Promise<TakenBy | null> {
  if (text === '') return null;
  try {
    return await field.frame.world.call(deadline, 'takenBy', field.entry?.id ?? field.id, before, text);
  } catch (thrown) {
    if (thrown instanceof WorldGone) return null;
    throw thrown;
  }
}

/** Whether a text got lost because the field was not ready for it, rather than being refused or cut. */
function isLost(put: Put, { raw, replaced }: Look): boolean {
  const { field, before, text, replaces } = put;
  if (raw === before) return field.entry !== undefined || !isEditor(field);
  // Where the caret was in what is there is not known any more.
  if (!field.entry && before !== '') return false;
  if (isCompleted(put, raw)) return true;
  if (raw === '' || replaced || (replaces && keepsOld(field, text, raw))) return true;
  const came = raw.startsWith(before) ? raw.slice(before.length) : raw;
  return text.endsWith(came) || isJumbled(text, came);
}

/**
 * Whether keys came too fast for a field that is written anew as it is typed into: all of them came, but not in order, or
 * some in the middle did not. What only lacks an end was cut.
 */
function isJumbled(text: string, came: string): boolean {
  const signs = (value: string) => [...value].sort().join('');
  if (came === '' || text.startsWith(came)) return false;
  if (signs(text) === signs(came)) return true;
  let at = 0;
  for (const sign of text) if (sign === came[at]) at += 1;
  return at === came.length;
}

async function typeAgain(put: Put, raw: string, deadline: Deadline): Promise<void> {
  const { tab, field, before, text } = put;
  const { world } = field.frame;
  await world.call(deadline, 'focusAged');
  const isMissing = raw === before && text !== '';
  const focused = await world.call(deadline, 'focusField', field.entry?.id ?? null, null, !isMissing);
  if (focused.state !== 'focused') return;
  const now: Field = { ...field, ...focused };
  if (isCompleted(put, raw)) return putInInstead(put, now, raw, deadline);
  if (isMissing) return putIn({ ...put, field: now }, deadline);
  // All of it is selected, for the first key to replace, unless the page takes the selection away.
  const whole = before + text;
  if (whole === '' || isEditor(field) || keepsOld(field, text, raw)) {
    await pressKey(tab, 'ControlOrMeta+A', deadline);
    await clear(tab, now, deadline);
  }
  if (isJumbled(whole, raw)) await tab.live.handled(insertText(tab.live.cdp, whole), deadline, 'unknown');
  else if (whole !== '') await putIn({ ...put, field: now, text: whole }, deadline);
}

/** Takes back what keys have made of a text, by undoing it where something else is there too, and puts it in at once. */
async function putInInstead(put: Put, field: Field, raw: string, deadline: Deadline): Promise<void> {
  const { tab, before } = put;
  if (before === '') await clear(tab, { ...field, value: raw }, deadline);
  let now = raw;
  for (let undone = 0; before !== '' && now.trim() !== before.trim() && undone < 50; undone++) {
    await pressKey(tab, 'ControlOrMeta+Z', deadline);
    const then = await read(tab, field, deadline);
    if (then === 'left' || then.raw === now) return;
    now = then.raw;
  }
  if (before !== '' && now.trim() !== before.trim()) return;
  await goToEnd(tab, field, deadline);
  await putInAtOnce({ ...put, field }, deadline);
}

export function notTaken(field: Field, value: string): Failure {
  return new Failure(
    'execution_error',
    `${field.label} did not take the text as given; it now holds ${quote(value, 100)}.`,
    { details: { value }, sideEffect: 'done' },
  );
}

function notCleared(field: Field, value: string): Failure {
  return new Failure(
    'execution_error',
    `${field.label} could not be cleared; it holds ${quote(value, 100)}.`,
    {
      details: { value },
      sideEffect: 'done',
    },
  );
}

export function pauseFor(ms: number, deadline: Deadline): Promise<void> {
  return deadline.race(new Promise<void>((resolve) => setTimeout(resolve, ms)));
}

/** Line breaks in a field that has one line only are blanks: Enter there would submit. */
export function singleLine(field: Field, text: string): string {
  return oneLine(field.editable) ? text.replace(/\s*[\r\n]+\s*/g, ' ') : text;
}

/** Editors have a model of their own behind what they show, of which often only a part is drawn. */
export function isEditor({ editable }: Field): boolean {
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
  // What a code editor draws comes a frame later, and all of its text is read when it has been typed into.
  if (field.editable !== 'rich') return '';
  const emptied = await read(tab, field, deadline);
  if (emptied === 'left' || !holdsStill(field, emptied.raw)) return '';
  throw notCleared(field, emptied.shown);
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
async function putIn(put: Put, deadline: Deadline): Promise<void> {
  const { tab, field, text, delay } = put;
  const { cdp } = tab.live;
  if ((field.completes || field.editable === 'code') && delay === 0) return putInAtOnce(put, deadline);
  if (field.editable === 'code' && (await field.frame.world.call(deadline, 'paste', text))) return;
  const pause = (ms: number) => pauseFor(ms, deadline);
  await tab.live.handled(typeText(cdp, text, delay, pause, field.enters), deadline, 'unknown');
}

async function putInAtOnce({ tab, field, text }: Put, deadline: Deadline): Promise<void> {
  const { cdp } = tab.live;
  const insert = async () => {
    if (field.editable === 'code' && (await field.frame.world.call(deadline, 'paste', text))) return;
    await insertText(cdp, text);
  };
  await tab.live.handled(insertWithKey(cdp, text, insert), deadline, 'unknown');
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
export async function read(
  tab: Tab,
  field: Field,
  deadline: Deadline,
): Promise<(Reading & { replaced: boolean }) | 'left'> {
  const { world } = field.frame;
  try {
    const own = await world.call(deadline, 'readField', field.id);
    if (own) return { ...own, replaced: false };
    if (field.entry) await tab.live.look(deadline);
    const twin = field.entry ? await world.call(deadline, 'readField', field.entry.id) : null;
    const heir = twin ?? (await world.call(deadline, 'readActive'));
    return heir ? { ...heir, replaced: true } : 'left';
  } catch (thrown) {
    if (thrown instanceof WorldGone) return 'left';
    throw thrown;
  }
}

/** What the field itself holds; null where it is gone. */
export async function readOwn({ frame, id }: Field, deadline: Deadline): Promise<Reading | null> {
  try {
    return await frame.world.call(deadline, 'readField', id);
  } catch (thrown) {
    if (thrown instanceof WorldGone) return null;
    throw thrown;
  }
}

export async function pressKey(tab: Tab, name: string, deadline: Deadline): Promise<void> {
  const chord = parseChord(name);
  if (chord) await tab.live.handled(pressChord(tab.live.cdp, chord), deadline, 'unknown');
}

/** Enter in a one-line field would submit its form, which only `submit` may do. */
function oneLine(kind: Editable): boolean {
  return kind === 'text' || kind === 'password';
}

function lines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Whether the field took the text: as it is, or reformatted by a mask, but not cut, refused, cleared or joined up. */
export function took(kind: Editable, before: string, text: string, after: string): boolean {
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
