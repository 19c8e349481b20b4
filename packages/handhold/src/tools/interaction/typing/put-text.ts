import { pressKey } from '../../../acting/keys.js';
import type { Turn } from '../../../acting/turn.js';
import type { Deadline } from '../../../deadline.js';
import { insertText, insertWithKey, typeText } from '../../../page/acting/input.js';
import { endKey, type Field, isEditor, notCleared, read, readWhole, singleLine } from './field.js';

/** Putting text into a field that has the focus. */

/** A text that was put into a field. */
export interface Put {
  field: Field;
  text: string;
  /** What the field held besides, and kept. */
  before: string;
  /** True if the text was to replace what was there. */
  replaces: boolean;
  delay: number;
}

/** Puts text at the end of a field, or in place of what is there. */
export async function putText(
  turn: Turn,
  field: Field,
  { text, clearFirst, delay }: { text: string; clearFirst: boolean; delay: number },
): Promise<Put> {
  const put = { field, text: singleLine(field, text), before: '', replaces: clearFirst, delay };
  if (field.editable === 'section') {
    // It takes keys one by one, and starts anew with the first of them.
    if (text === '') await pressKey(turn, 'Backspace');
    else await putIn(turn, put);
    return put;
  }
  if (!clearFirst) put.before = await goToEnd(turn, field);
  // What is selected goes as the first key comes; only where there is none, or an editor of its own, it is taken out.
  else if (put.text === '' || isEditor(field)) await takeOut(turn, field);
  if (put.text !== '') await putIn(turn, put);
  return put;
}

/** Brings the caret to the end where only a key can; gives what is there before it. */
export async function goToEnd(turn: Turn, field: Field): Promise<string> {
  if (!field.caretUnknown || (field.value === '' && field.editable !== 'code')) return field.value;
  const whole = field.editable === 'code' ? await readWhole(turn, field) : null;
  if (whole === null) await pressKey(turn, endKey(field));
  return whole ?? field.value;
}

/** Takes out what is there. */
export async function takeOut(turn: Turn, field: Field): Promise<void> {
  if (field.value === '' && field.editable !== 'code') return;
  if (isEditor(field)) await pressKey(turn, 'ControlOrMeta+A');
  await pressKey(turn, 'Backspace');
  // What a code editor draws comes a frame later, and all of its text is read when it has been typed into.
  if (field.editable !== 'rich') return;
  const emptied = await read(turn, field);
  if (emptied === 'left' || !holdsStill(field, emptied.raw)) return;
  throw notCleared(field, emptied.shown);
}

/** True if something of the old text is still there; an empty editor may show a hint in its place. */
export function holdsStill(field: Field, value: string): boolean {
  if (!isEditor(field)) return value !== '';
  return field.value.split('\n').some((line) => line.trim() !== '' && value.includes(line));
}

/** Editors get their text in one piece: key by key they turn it into lists, curly quotes and closed brackets. */
export async function putIn(turn: Turn, put: Put): Promise<void> {
  const { live, deadline } = turn;
  const { field, text, delay } = put;
  if ((field.completes || field.editable === 'code') && delay === 0) return putInAtOnce(turn, put);
  if (field.editable === 'code' && (await field.frame.world.call(deadline, 'paste', text))) return;
  const pause = (ms: number) => pauseFor(ms, deadline);
  await live.handled(typeText(live.cdp, text, delay, pause, field.enters), deadline, 'unknown');
}

/** Puts all of a text in by a single message, in place of its keys. */
export async function putInAtOnce({ live, deadline }: Turn, { field, text }: Put): Promise<void> {
  const { cdp } = live;
  const insert = async () => {
    if (field.editable === 'code' && (await field.frame.world.call(deadline, 'paste', text))) return;
    await insertText(cdp, text);
  };
  await live.handled(insertWithKey(cdp, text, insert), deadline, 'unknown');
}

export function pauseFor(ms: number, deadline: Deadline): Promise<void> {
  return deadline.race(new Promise<void>((resolve) => setTimeout(resolve, ms)));
}
