import type { Deadline } from '../../../deadline.js';
import { type World, WorldGone } from '../../../page/frames/world.js';
import type { FieldResult, FilledField } from './field-result.js';
import type { Filling } from './filling.js';

/** A later field may have changed an earlier one: the result is what they all hold in the end. */
export async function recheck({ turn, heldAfter }: Filling, fields: FieldResult[]): Promise<void> {
  const { live, deadline } = turn;
  const held = new Map<World, { field: FilledField; i: number; id: number }[]>();
  for (const [i, field] of fields.entries()) {
    if (!field.ok || typeof field.value !== 'string') continue;
    const { entry } = await live.find({ ref: field.ref }, deadline);
    const { world } = entry.frame;
    held.set(world, [...(held.get(world) ?? []), { field, i, id: entry.id }]);
  }
  for (const [world, group] of held) {
    const ids = group.map(({ id }) => id);
    const values = await readFields(world, ids, deadline);
    group.forEach(({ field, i }, n) => {
      const value = values[n];
      if (typeof value !== 'string' || value === field.value || value === heldAfter.get(field.ref)) return;
      fields[i] = different(field, value);
    });
  }
}

/** Remembers what a field itself holds, where what it was given is not all of that. */
export async function rememberHeld({ turn, heldAfter }: Filling, ref: string): Promise<void> {
  const { entry } = await turn.live.find({ ref }, turn.deadline);
  const [held] = await readFields(entry.frame.world, [entry.id], turn.deadline);
  heldAfter.set(ref, held ?? undefined);
}

/** What went with its document can't be read any more. */
async function readFields(world: World, ids: number[], deadline: Deadline): Promise<(string | null)[]> {
  return world.call(deadline, 'readFields', ids).catch((thrown: unknown) => {
    if (thrown instanceof WorldGone) return [];
    throw thrown;
  });
}

function different(field: FilledField, value: string): FieldResult {
  if (value !== '') return { ...field, value };
  const message = `${field.element} was filled in but is empty again.`;
  return { ref: field.ref, ok: false, error: { code: 'execution_error', message } };
}
