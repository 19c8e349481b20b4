import { framesFrom } from '../../../acting/frames-from.js';
import { Interruption } from '../../../browser/tab.js';
import { type ErrorCode, Failure, toToolError } from '../../../errors.js';
import { WorldGone } from '../../../page/frames/world.js';
import type { FieldKind } from '../../../page/injected/acting/forms.js';
import { describe } from '../../../page/refs/book.js';
import { formatRef } from '../../../page/refs/ref.js';
import type { Target } from '../../../page/targeting/find-target.js';
import { attach } from '../attaching.js';
import { fillDate } from './dates.js';
import type { FieldResult, FilledField } from './field-result.js';
import { type Filling, type FoundField, part, restedPart, touch } from './filling.js';
import { type FormField, fieldTarget, textOf } from './form-field.js';
import { moveTo } from './scale.js';
import { addEach, pick, pickOrAdd, typeAll, typeOrChoose } from './texts.js';
import { checkRadio, tick, truth } from './toggles.js';

/** How long a field may take to become ready after the one before it was filled in. */
const patience = 250;

/** Fields depend on each other: what fails before the page has taken in the last one may work after it. */
export async function fillField(filling: Filling, given: FormField): Promise<FieldResult> {
  const { live, deadline } = filling.turn;
  const end = deadline.now + patience;
  let ref = 'ref' in given ? given.ref : undefined;
  for (;;) {
    try {
      ref ??= await refOf(filling, fieldTarget(given));
      return await fill(filling, { ...given, ref });
    } catch (thrown) {
      const none = thrown instanceof Failure && (thrown.sideEffect ?? 'none') === 'none';
      const left = Math.min(end - deadline.now, deadline.left);
      const mayCome = ref === undefined || live.shown.has(ref);
      const late = none && filling.soFar.sent && dependent.has(thrown.code) && mayCome && left > 0;
      if (!late) return failed(filling, ref === undefined ? fieldTarget(given) : { ref }, thrown);
      const frame =
        ref === undefined
          ? await live.frames.main(deadline)
          : (await live.find({ ref }, deadline)).entry.frame;
      await frame.world.call(deadline, 'nextChange', left).catch(() => false);
    }
  }
}

const dependent = new Set<ErrorCode>([
  'element_disabled',
  'element_not_found',
  'element_not_visible',
  'element_blocked',
  'not_editable',
  'stale_ref',
]);

/** The ref of the field that is meant, which counts as shown: what becomes of it is told by that. */
async function refOf({ turn }: Filling, target: Target): Promise<string> {
  const found = await turn.live.find(target, turn.deadline);
  turn.live.showRef(found);
  return formatRef(found.entry.ref);
}

/** The result of a field that failed; throws on whatever happened to the page or to the call as a whole. */
function failed({ turn, failures }: Filling, target: Target, thrown: unknown): FieldResult {
  const { deadline } = turn;
  if (!(thrown instanceof Failure) && !(thrown instanceof WorldGone)) throw thrown;
  if (thrown instanceof Interruption || deadline.signal?.aborted || deadline.left <= 0) throw thrown;
  const failure = thrown instanceof WorldGone ? new Failure('page_changed', 'The page changed.') : thrown;
  const { code, message } = toToolError(failure);
  if (code === 'page_unresponsive') throw thrown;
  failures.push(failure);
  return { ...target, ok: false, error: { code, message } };
}

async function fill(filling: Filling, given: FormField & { ref: string }): Promise<FieldResult> {
  const { ref, value, secret } = given;
  const { turn, reported } = filling;
  const { live, deadline } = turn;
  const found = await live.find({ ref }, deadline);
  const { entry } = found;
  const field = await live.ask(found, turn, () =>
    entry.frame.world.call(deadline, 'fieldKind', entry.id, entry.shown ?? null),
  );
  if (field.state !== 'field') throw live.obstacle(field, entry, deadline);
  const element = describe(entry);
  touch(filling, framesFrom(entry.frame));
  const one = { ref, found, element, value, secret };
  const done =
    field.kind === 'radio'
      ? await checkRadio(filling, one)
      : { held: await fillKind(field.kind, filling, one), element };
  reported.push({ ref: entry.ref, value: true });
  return { ref, element: done.element, ok: true, value: done.held };
}

/** Fills in a field in the way of its kind, and gives what it holds. */
async function fillKind(
  kind: Exclude<FieldKind, 'radio'>,
  filling: Filling,
  field: FoundField,
): Promise<FilledField['value']> {
  const { ref, value, element } = field;
  const several = Array.isArray(value) && value.length > 1 ? value : undefined;
  switch (kind) {
    case 'text': {
      if (several) return addEach(filling, field, several);
      const text = textOf(value);
      return (await fillDate(filling, field, text)) ? text : typeAll(filling, field, text);
    }
    case 'combobox':
      return several ? pickOrAdd(filling, field, several) : typeOrChoose(filling, field);
    case 'option':
      return typeof value === 'boolean' ? tick(filling, ref, value) : pick(filling, field);
    case 'choice':
      return pick(filling, field);
    case 'scale':
      return fillScale(filling, field);
    case 'toggle':
      return tick(filling, ref, truth(value, element));
    case 'file':
      return fillFile(filling, field);
  }
}

async function fillScale(filling: Filling, { found, element, value, secret }: FoundField): Promise<string> {
  if (secret) throw new Failure('validation_error', `${element} takes a number, and a secret is none.`);
  return part(filling, () => moveTo(filling.turn, found, textOf(value)));
}

async function fillFile(filling: Filling, { ref, element, value, secret }: FoundField): Promise<string[]> {
  if (secret) throw new Failure('validation_error', `${element} takes files, and a secret is none.`);
  const { turn } = filling;
  const paths = [value].flat().map(String);
  for (const path of paths) turn.files.readable(path);
  const { files } = await restedPart(filling, () => attach(turn, { ref }, paths));
  return files;
}
