import { pressKey } from '../../../acting/keys.js';
import { rest } from '../../../acting/pointing.js';
import { Failure } from '../../../errors.js';
import { enterNow } from '../../interaction/typing/enter.js';
import type { Typed } from '../../interaction/typing/typed.js';
import { choose } from '../select/choose.js';
import { type Filling, type FoundField, part, restedPart } from './filling.js';
import { textOf } from './form-field.js';
import { rememberHeld } from './recheck.js';

/** Fields that take texts, and those that suggest some. */

/** Types a text, and gives what the field holds, or the text where the page has taken it to use it. */
export async function typeAll(
  filling: Filling,
  { ref, secret }: Pick<FoundField, 'ref' | 'secret'>,
  text: string,
): Promise<string> {
  const { value, became } = await typeOne(filling, { ref, secret }, text);
  if (!became) return value;
  filling.heldAfter.set(ref, value);
  return text;
}

/** Types a text in place of what a field holds. */
export function typeOne(
  filling: Filling,
  { ref, secret }: Pick<FoundField, 'ref' | 'secret'>,
  text: string,
): Promise<Typed> {
  const entry = { target: { ref }, text, clearFirst: true, submit: false, delay: 0, secret };
  return part(filling, () => enterNow(filling.turn, entry));
}

/** A field that suggests takes the suggestion that says just this, or else the text as it is. */
export async function typeOrChoose(filling: Filling, field: FoundField): Promise<string> {
  const { ref, value, secret } = field;
  const text = textOf(value);
  try {
    const asked = { target: { ref }, values: [text], secret };
    const { selected } = await restedPart(filling, () => choose(filling.turn, asked));
    await rememberHeld(filling, ref);
    return selected.join(', ');
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'element_not_found') throw thrown;
    return typeAll(filling, field, text);
  }
}

/** Chooses from a list. */
export async function pick(filling: Filling, field: FoundField): Promise<string | string[]> {
  const { ref, value, secret } = field;
  const asked = { target: { ref }, values: [value].flat().map(String), secret };
  const { selected } = await restedPart(filling, () => choose(filling.turn, asked));
  return Array.isArray(value) ? selected : selected.join(', ');
}

/** Several choices of a field that suggests some; where it has none to suggest, they are made of what is typed. */
export async function pickOrAdd(
  filling: Filling,
  field: FoundField,
  values: string[],
): Promise<string | string[]> {
  try {
    return await pick(filling, field);
  } catch (thrown) {
    const isWithout =
      thrown instanceof Failure && /^(element_not_found|action_validation_error)$/.test(thrown.code);
    const { entry } = field.found;
    if (!isWithout || !(await entry.frame.world.call(filling.turn.deadline, 'makesTags', entry.id)))
      throw thrown;
    return addEach(filling, field, values);
  }
}

/** Several texts for one field that makes a thing of each, as tags are given; all in one for any other. */
export async function addEach(
  filling: Filling,
  field: FoundField,
  texts: string[],
): Promise<string | string[]> {
  const [first = '', ...others] = texts;
  const { turn, effects } = filling;
  const whole = texts.join(', ');
  if (texts.some((text) => /[,;\n]/.test(text))) return typeAll(filling, field, whole);
  if ((await typeOne(filling, field, `${first},`)).became) {
    for (const text of others) await typeOne(filling, field, `${text},`);
    return texts;
  }
  const { id, frame } = field.found.entry;
  if (!(await frame.world.call(turn.deadline, 'makesTags', id))) return typeAll(filling, field, whole);
  for (const text of texts) {
    await typeOne(filling, field, text);
    await rest(turn, async () => {
      await pressKey(turn, 'Enter');
      return { touched: effects.touched, deferral: effects.deferral };
    });
    if ((await frame.world.call(turn.deadline, 'takenBy', id, '', text)) === null)
      return typeAll(filling, field, whole);
  }
  return texts;
}
