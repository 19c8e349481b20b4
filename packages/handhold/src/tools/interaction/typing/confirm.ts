import type { Effects } from '../../../acting/attempt.js';
import { pressKey } from '../../../acting/keys.js';
import { rest } from '../../../acting/pointing.js';
import type { Turn } from '../../../acting/turn.js';
import { insertText } from '../../../page/acting/input.js';
import { WorldGone } from '../../../page/frames/world.js';
import type { TakenBy } from '../../../page/injected/acting/taken.js';
import { type Field, isEditor, notCleared, notTaken, read, readWhole } from './field.js';
import { goToEnd, holdsStill, type Put, putIn, putInAtOnce, takeOut } from './put-text.js';
import { isJumbled, lines, took, tookInView } from './same-text.js';

/** What a field holds in the end. */
export interface Held {
  value: string;
  /** Why that is not the text, where the page took it. */
  became?: string;
  /** Set where that is not all in the field itself. */
  isSpread?: boolean;
}

/**
 * What the field holds once a text was put in. A text that was lost, by a field that was not ready for it, is typed
 * again; one that the page took out to use it has arrived.
 */
export async function confirm(turn: Turn, put: Put, effects: Effects): Promise<Held> {
  const { field } = put;
  let held = await look(turn, put);
  if (isFine(put, held)) return held;
  await rest(turn, async () => effects);
  held = await look(turn, put);
  if (isFine(put, held)) return held;
  if (isLost(put, held) && !(await takenBy(turn, put))) {
    const { raw } = held;
    await rest(turn, async () => {
      await typeAgain(turn, put, raw);
      return effects;
    });
    held = await look(turn, put);
  }
  if (held.state !== 'other') return held;
  const by = await takenBy(turn, put);
  if (!by) throw put.text === '' ? notCleared(field, held.value) : notTaken(field, held.value);
  return { value: held.value.trim(), became: takers[by] };
}

const takers: Record<TakenBy, string> = {
  page: 'the page took the text and shows it elsewhere',
  drawing: 'the page took the text to draw it: look with browser_screenshot',
};

interface Look extends Held {
  /** True to the text, something else, or gone with its field. */
  state: 'held' | 'other' | 'left';
  raw: string;
  replaced: boolean;
}

/** Reads the field, and says whether it holds the text that was put into it. */
async function look(turn: Turn, { field, before, text, replaces }: Put): Promise<Look> {
  const after = await read(turn, field);
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
    ? await readWhole(turn, field)
    : await field.frame.world.call(turn.deadline, 'readSpread', field.id).catch(() => null);
  const whole = elsewhere ?? raw;
  const exact = field.editable === 'code' && elsewhere !== null && (replaces || field.caretUnknown);
  if (exact ? whole === lines(before + text) : took(field.editable, before, text, whole))
    return as(true, whole);
  return as(false, field.editable === 'code' ? whole : shown);
}

/** True of one that holds what it should, unless that was only added to what it should have replaced. */
function isFine(put: Put, { state, raw }: Look): boolean {
  const { field, text, replaces } = put;
  if (state !== 'held') return state === 'left';
  return !(replaces && keepsOld(field, text, raw)) && !isCompleted(put, raw);
}

/** True if the text was added to the old one instead of replacing it: the page took the selection away. */
function keepsOld({ value }: Field, text: string, held: string): boolean {
  return value !== '' && held !== text && held.length > text.length && held.includes(value);
}

/** True if keys typed into a rich text brought more, or less, than what they say. */
function isCompleted({ field, before, text, delay }: Put, raw: string): boolean {
  if (field.editable !== 'rich' || (field.completes && delay === 0)) return false;
  const length = (value: string) => value.replace(/\s/g, '').length;
  const isWhole = lines(raw).includes(lines(text).trimEnd()) && length(raw) === length(before) + length(text);
  return raw !== before && !isWhole;
}

async function takenBy({ deadline }: Turn, { field, before, text }: Put): Promise<TakenBy | null> {
  if (text === '') return null;
  try {
    return await field.frame.world.call(deadline, 'takenBy', field.entry?.id ?? field.id, before, text);
  } catch (thrown) {
    if (thrown instanceof WorldGone) return null;
    throw thrown;
  }
}

/** True if a text got lost because the field was not ready for it, rather than being refused or cut. */
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

async function typeAgain(turn: Turn, put: Put, raw: string): Promise<void> {
  const { live, deadline } = turn;
  const { field, before, text } = put;
  const { world } = field.frame;
  await world.call(deadline, 'focusAged');
  const isMissing = raw === before && text !== '';
  const focused = await world.call(deadline, 'focusField', field.entry?.id ?? null, null, !isMissing);
  if (focused.state !== 'focused') return;
  const again: Field = { ...field, ...focused };
  if (isCompleted(put, raw)) return putInInstead(turn, put, again, raw);
  if (isMissing) return putIn(turn, { ...put, field: again });
  // All of it is selected, for the first key to replace, unless the page takes the selection away.
  const whole = before + text;
  if (whole === '' || isEditor(field) || keepsOld(field, text, raw)) {
    await pressKey(turn, 'ControlOrMeta+A');
    await takeOut(turn, again);
  }
  if (isJumbled(whole, raw)) await live.handled(insertText(live.cdp, whole), deadline, 'unknown');
  else if (whole !== '') await putIn(turn, { ...put, field: again, text: whole });
}

/** Takes back what keys have made of a text, by undoing it where something else is there too, and puts it in at once. */
async function putInInstead(turn: Turn, put: Put, field: Field, raw: string): Promise<void> {
  const { before } = put;
  if (before === '') await takeOut(turn, { ...field, value: raw });
  let left = raw;
  for (let undone = 0; before !== '' && left.trim() !== before.trim() && undone < 50; undone++) {
    await pressKey(turn, 'ControlOrMeta+Z');
    const then = await read(turn, field);
    if (then === 'left' || then.raw === left) return;
    left = then.raw;
  }
  if (before !== '' && left.trim() !== before.trim()) return;
  await goToEnd(turn, field);
  await putInAtOnce(turn, { ...put, field });
}
