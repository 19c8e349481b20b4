import {
  type Effects,
  type Prepared,
  type Sent,
  type SoFar,
  usualDeferral,
} from '../../../acting/attempt.js';
import { framesFrom } from '../../../acting/frames-from.js';
import { pressKey } from '../../../acting/keys.js';
import type { Turn } from '../../../acting/turn.js';
import type { Deadline } from '../../../deadline.js';
import { Failure } from '../../../errors.js';
import { quote } from '../../../gate/untrusted.js';
import type { Found } from '../../../page/targeting/find-target.js';
import type { ActedOn } from '../../../page/writing/diff.js';
import { confirm, type Held } from './confirm.js';
import { type Field, isEditor, notTaken, type Reading, readOwn } from './field.js';
import { fieldInFocus, focusField } from './focus-field.js';
import { putText } from './put-text.js';
import { putSecret } from './secret-text.js';
import type { TextEntry, Typed } from './typed.js';

/** Enters a text as an action of its own: what came of it is read back once the page has settled. */
export async function enterText(turn: Turn, entry: TextEntry): Promise<Prepared<Typed>> {
  return prepared(turn, entry, async (entered, soFar) => {
    const { field, effects, arrived } = entered;
    let { data, reported } = entered;
    const tell = (held: Held) => {
      data = answerOf(field, held);
      soFar.data = data;
      reported = reportOf(field, held);
    };
    const inPieces = isEditor(field) || entry.submit;
    if (inPieces) tell(await arrived(turn));
    // Asked while the page settles, it takes no time of its own; a dialog may keep it from being asked later.
    else void glimpse(field, turn.deadline).then((held) => held && tell(held));
    if (entry.submit) await pressKey(turn, 'Enter');
    const readBack = async (late: Turn): Promise<void> => {
      if (!inPieces) return tell(await arrived(late));
      const held = await readOwn(field, late.deadline);
      if (!held || held.shown === data.value) return;
      if (entry.submit) {
        const left = leftAfterEnter(field, held);
        if (left) tell(left);
      }
      // Of what an editor holds, only a part may be drawn.
      else if (held.raw === '') tell(await arrived(late));
    };
    return {
      ...effects,
      data,
      healed: soFar.healed,
      reported,
      verify: async (late) => {
        await readBack({ ...turn, deadline: late });
        return { data, reported };
      },
    };
  });
}

/** Enters a text as a part of an action: what came of it is read back at once. */
export async function enterNow(turn: Turn, entry: TextEntry): Promise<Prepared<Typed>> {
  return prepared(turn, entry, async ({ field, effects, arrived }, soFar) => {
    const held = await arrived(turn);
    const data = answerOf(field, held);
    soFar.data = data;
    return { ...effects, data, healed: soFar.healed, reported: reportOf(field, held) };
  });
}

/** A text that was sent to a field. */
interface Entered {
  field: Field;
  data: Typed;
  effects: Effects;
  reported: readonly ActedOn[];
  /** Makes sure that it has come. */
  arrived(turn: Turn): Promise<Held>;
}

async function prepared(
  turn: Turn,
  entry: TextEntry,
  readBack: (entered: Entered, soFar: SoFar<Typed>) => Promise<Sent<Typed>>,
): Promise<Prepared<Typed>> {
  const { target } = entry;
  const found = target && (await turn.live.find(target, turn.deadline));
  const soFar: SoFar<Typed> = { data: undefined, sent: false };
  return {
    soFar: () => soFar,
    send: async () => readBack(await enter(turn, entry, found, soFar), soFar),
  };
}

/** How long a field that answers typing with suggestions usually takes to, in ms. */
const suggestionTime = 300;
const suggests = new Set(['combobox', 'searchbox']);

/** How long a list may wait for the next key before it is filtered by what is typed beside it, in ms. */
const filterDeferral = 600;

async function enter(
  turn: Turn,
  given: TextEntry,
  found: Found | undefined,
  soFar: SoFar<Typed>,
): Promise<Entered> {
  const { target } = given;
  const { field, entry } =
    target && found
      ? await focusField(turn, { target, found }, given, soFar)
      : await fieldInFocus(turn, given, soFar);
  const touched = framesFrom(field.frame);
  const deferral = field.filters && !entry.submit ? filterDeferral : usualDeferral;
  const data = { element: field.label, value: '' };
  soFar.sent = true;
  soFar.data = data;
  const effects = {
    touched,
    deferral,
    linger: suggests.has(field.identity.role) ? suggestionTime : 0,
  };
  const reported = field.entry ? [{ ref: field.entry.ref, value: true }] : [];
  const entered = { field, data, effects, reported };
  const { text, secret, clearFirst, delay } = entry;
  if (field.editable === 'exact' || secret !== undefined) {
    const value =
      field.editable === 'exact'
        ? await setExact(turn, field, text)
        : await putSecret(turn, field, { text, secret: secret ?? '', clearFirst, delay });
    return { ...entered, arrived: (late) => stillHeld(field, value, late.deadline) };
  }
  const put = await putText(turn, field, entry);
  return { ...entered, arrived: (late) => confirm(late, put, { touched, deferral }) };
}

function answerOf(field: Field, { value, became }: Held): Typed {
  return { element: field.label, value, ...(became ? { became } : {}) };
}

function reportOf(field: Field, { value, isSpread }: Held): ActedOn[] {
  return field.entry ? [{ ref: field.entry.ref, value: isEditor(field) || isSpread || value }] : [];
}

async function glimpse(field: Field, deadline: Deadline): Promise<Held | undefined> {
  const held = await readOwn(field, deadline).catch(() => null);
  return held ? { value: held.shown } : undefined;
}

/** A field that was sent off may be empty then, or hold something else. */
function leftAfterEnter(field: Field, { raw, shown }: Reading): Held | undefined {
  if (raw === '') return { value: '', became: 'emptied on Enter' };
  return isEditor(field) ? undefined : { value: shown };
}

/** For what is known to have been taken: what the field holds after that. */
async function stillHeld(field: Field, value: string, deadline: Deadline): Promise<Held> {
  const held = await readOwn(field, deadline);
  if (!held || held.shown === value || (isEditor(field) && held.raw !== '')) return { value };
  if (held.raw === '') throw notTaken(field, '');
  return { value: held.shown };
}

/** Gives a date, a colour or the like its value at once: there is no typing it. */
async function setExact({ deadline }: Turn, field: Field, text: string): Promise<string> {
  const result = await field.frame.world.call(deadline, 'setExact', field.id, text);
  if (result.state === 'set') return result.value;
  throw new Failure('execution_error', `${field.label} does not take ${quote(text, 60)}.`, {
    hint: 'Dates and times are written as 2026-11-15, 14:30 or 2026-11-15T14:30, colours as #rrggbb, ranges as a number within their bounds.',
    details: { value: result.value },
    sideEffect: 'none',
  });
}
