import type { Prepared, Sent } from '../../../acting/attempt.js';
import type { Turn } from '../../../acting/turn.js';
import type { Deadline } from '../../../deadline.js';
import { Failure } from '../../../errors.js';
import { prepareSubmit } from '../submitting.js';
import type { FieldResult, Filled } from './field-result.js';
import { fillField } from './fill-field.js';
import { emptyForm, type Filling } from './filling.js';
import { type FormField, fieldTarget } from './form-field.js';
import { recheck } from './recheck.js';

/** Fills in field after field; one that can't be filled in keeps the form from being submitted, not the others from being tried. */
export async function prepareFill(
  given: { fields: readonly FormField[]; submit: boolean },
  turn: Turn,
): Promise<Prepared<Filled>> {
  const fields = given.fields.map(
    (field): FieldResult => ({
      ...fieldTarget(field),
      ok: false,
      error: { code: 'page_changed', message: 'Not reached: something came in between.' },
    }),
  );
  const filling = emptyForm(turn, { fields });
  return {
    soFar: () => filling.soFar,
    send: async () => {
      for (const [i, field] of given.fields.entries()) fields[i] = await fillField(filling, field);
      if (fields.every((field) => !field.ok)) throw nothingFilled(filling.failures, fields);
      return given.submit ? submit(filling, fields) : filledIn(filling, { fields }, recheckLater);
      async function recheckLater(late: Deadline) {
        await recheck({ ...filling, turn: { ...turn, deadline: late } }, fields);
        return { data: { fields } };
      }
    },
  };
}

function filledIn(filling: Filling, data: Filled, verify?: Sent<Filled>['verify']): Sent<Filled> {
  const { soFar, effects, reported } = filling;
  soFar.data = data;
  return { ...effects, data, reported, healed: soFar.healed, verify };
}

/** Submits the form unless something is wrong with a field. */
async function submit(filling: Filling, fields: FieldResult[]): Promise<Sent<Filled>> {
  const { turn, soFar } = filling;
  const { live, deadline } = turn;
  // Some pages undo, once it is left, what was typed into a field.
  const { world } = await live.focusedFrame(deadline);
  await world.call(deadline, 'leaveField');
  await recheck(filling, fields);
  const unsent = filledIn(filling, { fields, submitted: false });
  const last = fields.at(-1);
  if (!last?.ok || fields.some((field) => !field.ok)) return unsent;
  const form = await prepareSubmit(turn, { ref: last.ref });
  try {
    const { touched, click, verify } = await form.send();
    return {
      ...unsent,
      touched,
      click,
      verify: async (late) => {
        const { data, refused } = await verify(late);
        const { submitted } = data;
        soFar.data = { fields, submitted, ...(refused.length > 0 ? { invalid: refused } : {}) };
        return { data: soFar.data };
      },
    };
  } finally {
    soFar.sent ||= form.soFar().sent;
  }
}

/** Nothing at all was done, so the call itself failed. */
function nothingFilled([first, ...others]: readonly Failure[], fields: FieldResult[]): Failure {
  if (!first) return new Failure('validation_error', 'There is no field to fill in.');
  const more = others.length > 0 ? ` (${others.length} more fields failed too)` : '';
  return new Failure(first.code, `${first.message}${more}`, { details: { fields } });
}
