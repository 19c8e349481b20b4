import { Failure } from '../../../errors.js';
import { quote } from '../../../gate/untrusted.js';
import { describe, type RefEntry } from '../../../page/refs/book.js';
import { formatRef } from '../../../page/refs/ref.js';
import { toggleTo } from '../../interaction/check.js';
import { type Filling, type FoundField, restedPart } from './filling.js';
import { type FieldValue, textOf } from './form-field.js';

/** Checkboxes, switches and radios. */

/** Checks or unchecks something, and gives its state. */
export async function tick(filling: Filling, ref: string, wanted: boolean): Promise<boolean> {
  const { checked } = await restedPart(filling, () => toggleTo(filling.turn, { ref }, wanted));
  return checked ?? wanted;
}

/** Checks the radio that is meant: the field itself, or one of its group by name; gives that too. */
export async function checkRadio(
  filling: Filling,
  field: FoundField,
): Promise<{ held: boolean; element: string }> {
  const { ref, value, element } = field;
  const named = typeof value === 'boolean' ? undefined : await radioNamed(filling, field);
  if (!named) return { held: await tick(filling, ref, truth(value, element)), element };
  return { held: await tick(filling, formatRef(named.ref), true), element: describe(named) };
}

/** The radio of the same group that is called so; none for a word that says whether this one is to be checked. */
async function radioNamed({ turn }: Filling, { found, value }: FoundField): Promise<RefEntry | undefined> {
  const { live, deadline } = turn;
  const { entry } = found;
  const name = textOf(value);
  const radio = await entry.frame.world.call(deadline, 'radioNamed', entry.id, entry.shown ?? null, name);
  if (!radio && truthOf.has(name.toLowerCase())) return undefined;
  if (!radio)
    throw new Failure(
      'element_not_found',
      `The group of ${describe(entry)} has no radio ${quote(name, 60)}.`,
      { sideEffect: 'none' },
    );
  const other = await live.targetFor(entry.frame, radio.id, radio.identity, deadline);
  if (other.entry !== entry) live.showRef(other);
  return other.entry;
}

const truthOf = new Map<string, boolean>(
  ['true', 'yes', 'on', 'checked', '1']
    .map((word): [string, boolean] => [word, true])
    .concat(['false', 'no', 'off', 'unchecked', '0'].map((word): [string, boolean] => [word, false])),
);

/** True or false as a value says it. */
export function truth(value: FieldValue, element: string): boolean {
  if (typeof value === 'boolean') return value;
  const said = truthOf.get(String(value).toLowerCase());
  if (said !== undefined) return said;
  throw new Failure('action_validation_error', `${element} is on or off; its value must be true or false.`);
}
