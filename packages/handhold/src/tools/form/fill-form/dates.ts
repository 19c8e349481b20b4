import { formatRef } from '../../../page/refs/ref.js';
import type { Filling, FoundField } from './filling.js';
import { rememberHeld } from './recheck.js';
import { typeOne } from './texts.js';

const dated = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$|^\d\d:\d\d$/;

/** A date or time for a field that is one part of it: each part gets its own; false where it is none. */
export async function fillDate(filling: Filling, { found }: FoundField, text: string): Promise<boolean> {
  if (!dated.test(text)) return false;
  const { live, deadline } = filling.turn;
  const { entry } = found;
  const parts = await entry.frame.world.call(deadline, 'dateParts', entry.id);
  const [, year, month, day] = /(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  const [, hour, minute] = /(\d\d):(\d\d)/.exec(text) ?? [];
  const values = { year, month, day, hour, minute };
  const given = parts.flatMap((part) => {
    const value = values[part.kind];
    return value === undefined ? [] : [{ part, value }];
  });
  if (given.length < 2 || given.length !== Object.values(values).filter(Boolean).length) return false;
  for (const { part, value } of given) {
    const met = await live.targetFor(entry.frame, part.id, part.identity, deadline);
    live.showRef(met);
    await typeOne(filling, { ref: formatRef(met.entry.ref), secret: undefined }, value);
  }
  await rememberHeld(filling, formatRef(entry.ref));
  return true;
}
