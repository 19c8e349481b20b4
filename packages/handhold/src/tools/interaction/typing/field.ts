import { pressKey } from '../../../acting/keys.js';
import type { Turn } from '../../../acting/turn.js';
import type { Deadline } from '../../../deadline.js';
import { Failure } from '../../../errors.js';
import { quote } from '../../../gate/untrusted.js';
import type { LiveFrame } from '../../../page/frames/frames.js';
import { WorldGone } from '../../../page/frames/world.js';
import type { Focused } from '../../../page/injected/protocol.js';
import type { RefEntry } from '../../../page/refs/book.js';
import { oneLine } from './same-text.js';

/** A field that has the focus. */
export type Field = Extract<Focused, { state: 'focused' }> & {
  frame: LiveFrame;
  label: string;
  entry?: RefEntry;
};

/** What a field holds: all of it, and as it may be told. */
export interface Reading {
  raw: string;
  shown: string;
}

/** Editors have a model of their own behind what they show, of which often only a part is drawn. */
export function isEditor({ editable }: Pick<Field, 'editable'>): boolean {
  return editable === 'rich' || editable === 'code';
}

/** Line breaks in a field that has one line only are blanks: Enter there would submit. */
export function singleLine(field: Field, text: string): string {
  return oneLine(field.editable) ? text.replace(/\s*[\r\n]+\s*/g, ' ') : text;
}

/** The key that brings the caret to the end of a field. */
export function endKey(field: Field): string {
  return isEditor(field) ? 'ControlOrMeta+End' : 'End';
}

/** What the field holds, or the one that took its place while typing; `left` when it went with its page or form. */
export async function read(
  { live, deadline }: Turn,
  field: Field,
): Promise<(Reading & { replaced: boolean }) | 'left'> {
  const { world } = field.frame;
  try {
    const own = await world.call(deadline, 'readField', field.id);
    if (own) return { ...own, replaced: false };
    if (field.entry) await live.look(deadline);
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

/** All the text of an editor, as it would copy it; null where it leaves copying to the browser. */
export async function readWhole(turn: Turn, field: Field): Promise<string | null> {
  await pressKey(turn, 'ControlOrMeta+A');
  const whole = await field.frame.world.call(turn.deadline, 'copy');
  await pressKey(turn, endKey(field));
  // Where nothing is selected because nothing is there, the empty line itself is copied.
  return whole === '\n' ? '' : whole;
}

export function notTaken(field: Field, value: string): Failure {
  return new Failure(
    'execution_error',
    `${field.label} did not take the text as given; it now holds ${quote(value, 100)}.`,
    { details: { value }, sideEffect: 'done' },
  );
}

export function notCleared(field: Field, value: string): Failure {
  return new Failure(
    'execution_error',
    `${field.label} could not be cleared; it holds ${quote(value, 100)}.`,
    { details: { value }, sideEffect: 'done' },
  );
}
