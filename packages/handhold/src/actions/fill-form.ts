import type { Stage } from '../acting/stage.js';
import type { Session } from '../browser/session.js';
import { Interruption, type Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { type ErrorCode, Failure, toToolError } from '../errors.js';
import type { FileRoots } from '../gate/files.js';
import { quote } from '../gate/untrusted.js';
import { type World, WorldGone } from '../page/frames/world.js';
import { describe, type RefEntry } from '../page/refs/book.js';
import type { Found } from '../page/targeting/find-target.js';
import type { FieldValue, FillAction } from './action.js';
import { type Checked, setChecked } from './check.js';
import { pressKey } from './field-text.js';
import { act, type Doing, nothingDone, type Outcome } from './outcome.js';
import { rest } from './pointing.js';
import { moveTo } from './scale.js';
import { choose, type Selected } from './select.js';
import { type Submitted, send } from './submit.js';
import { enter, type Typed } from './type.js';
import { attach, type Uploaded } from './upload.js';

/** What became of one field. */
export type FieldResult =
  | { ref: string; element: string; ok: true; value: string | boolean | string[] }
  | ({ ok: false; error: { code: ErrorCode; message: string } } & Named);

/** What names a field: its selector only where there is none that it names. */
type Named = { ref: string } | { selector: string };

export interface Filled {
  fields: FieldResult[];
  /** Only if it was asked for. */
  submitted?: boolean;
  /** What kept it from being submitted. */
  invalid?: { element: string; message: string }[];
}

type GivenField = FillAction['fields'][number];

interface Filling {
  tab: Tab;
  session: Session;
  files: FileRoots;
  doing: Doing<Filled>;
  line: Deadline;
  /** What a field itself held once something had been chosen, which may stand beside it as a chip. */
  heldAfter: Map<string, string | undefined>;
}

/** Fills in field after field; one that can't be filled in keeps the form from being submitted, not the others from being tried. */
export function fillForm(
  action: FillAction,
  session: Session,
  deadline: Deadline,
  { files }: Stage,
): Promise<Filled & Outcome> {
  return act<Filled>(session, deadline, async (tab, doing, line) => {
    const fields: FieldResult[] = action.fields.map((field) => ({
      ...named(field),
      ok: false,
      error: { code: 'page_changed', message: 'Not reached: something came in between.' },
    }));
    doing.data = { fields };
    const filling = { tab, session, files, doing, line, heldAfter: new Map() };
    for (const [i, field] of action.fields.entries()) fields[i] = await fillOne(filling, field);
    if (fields.every((field) => !field.ok)) throw nothingFilled(fields);
    if (!action.submit) {
      doing.verify = (late) => recheck({ ...filling, line: late }, fields);
      return;
    }
    // Some pages undo, once it is left, what was typed into a field.
    const { world } = await tab.live.focusedFrame(line);
    await world.call(line, 'leaveField');
    await recheck(filling, fields);
    doing.data = { fields, submitted: false };
    const last = fields.at(-1);
    if (!last?.ok || fields.some((field) => !field.ok)) return;
    const own = nothingDone<Submitted>();
    try {
      const verdict = await send({ ref: last.ref }, tab, own, line);
      doing.touched = own.touched;
      doing.clicked = own.clicked;
      doing.verify = async (late) => {
        const { refused } = await verdict(late);
        doing.data = { fields, submitted: own.data?.submitted ?? false };
        if (refused.length > 0) doing.data.invalid = refused;
      };
    } finally {
      doing.sent ||= own.sent;
    }
  });
}

/** How long a field may take to become ready after the one before it was filled in. */
const patience = 250;

/** Fields depend on each other: what fails before the page has taken in the last one may work after it. */
async function fillOne(filling: Filling, given: GivenField): Promise<FieldResult> {
  const { tab, doing, line } = filling;
  const end = performance.now() + patience;
  let ref = 'ref' in given ? given.ref : undefined;
  for (;;) {
    try {
      ref ??= await refOf(filling, given);
      return await fill(filling, { ...given, ref });
    } catch (thrown) {
      const none = thrown instanceof Failure && (thrown.sideEffect ?? 'none') === 'none';
      const left = Math.min(end - performance.now(), line.left);
      const mayCome = ref === undefined || tab.live.shown.has(ref);
      const late = none && doing.sent && dependent.has(thrown.code) && mayCome && left > 0;
      if (!late) return failed(filling, ref === undefined ? named(given) : { ref }, thrown);
      const frame =
        ref === undefined
          ? await tab.live.frames.main(line)
          : (await tab.live.find({ ref }, line)).entry.frame;
      await frame.world.call(line, 'nextChange', left).catch(() => false);
    }
  }
}

/** The ref of the field that is meant, which counts as shown: what becomes of it is told by that. */
async function refOf({ tab, line }: Filling, given: GivenField): Promise<string> {
  if ('ref' in given) return given.ref;
  const found = await tab.live.find({ selector: given.selector }, line);
  tab.live.introduce(found);
  return `@e${found.entry.ref}`;
}

function named(field: GivenField): Named {
  return 'ref' in field ? { ref: field.ref } : { selector: field.selector };
}

const dependent = new Set<ErrorCode>([
  'element_disabled',
  'element_not_found',
  'element_not_visible',
  'element_blocked',
  'not_editable',
  'stale_ref',
]);

/** What happened to the page or to the call as a whole is not the field's own error. */
function failed({ line }: Filling, name: Named, thrown: unknown): FieldResult {
  if (!(thrown instanceof Failure) && !(thrown instanceof WorldGone)) throw thrown;
  if (thrown instanceof Interruption || line.signal?.aborted || line.left <= 0) throw thrown;
  const error = thrown instanceof WorldGone ? new Failure('page_changed', 'The page changed.') : thrown;
  const { code, message } = toToolError(error);
  if (code === 'page_unresponsive') throw thrown;
  return { ...name, ok: false, error: { code, message } };
}

async function fill(filling: Filling, given: GivenField & { ref: string }): Promise<FieldResult> {
  const { ref, value, secret } = given;
  const { tab, line } = filling;
  const target = { ref };
  const found = await tab.live.find(target, line);
  const { entry } = found;
  const field = await tab.live.ask(found, line, () =>
    entry.frame.world.call(line, 'fieldKind', entry.id, entry.shown ?? null),
  );
  if (field.state !== 'field') throw tab.live.obstacle(field, entry, line);
  const element = describe(entry);
  const done = (result: string | boolean | string[]): FieldResult & { ok: true } => {
    filling.doing.told.push({ ref: entry.ref, value: true });
    return { ref, element, ok: true, value: result };
  };
  switch (field.kind) {
    case 'text': {
      if (Array.isArray(value) && value.length > 1) return done(await addEach(filling, found, value, secret));
      const text = textOf(value);
      const inParts = dated.test(text) && (await fillDate(filling, found, text));
      return done(inParts ? text : await typeAll(filling, ref, text, secret));
    }
    case 'combobox':
      if (Array.isArray(value) && value.length > 1)
        return done(await pickOrAdd(filling, found, value, secret));
      return done(await typeOrChoose(filling, ref, textOf(value), secret));
    case 'option':
      if (typeof value === 'boolean') return done(await tick(filling, ref, value));
      return done(await pick(filling, ref, value, secret));
    case 'choice':
      return done(await pick(filling, ref, value, secret));
    case 'scale': {
      if (secret) throw new Failure('validation_error', `${element} takes a number, and a secret is none.`);
      const own = nothingDone<never>();
      try {
        return done(await moveTo(textOf(value), found, tab, own, line));
      } finally {
        adopt(filling.doing, own);
      }
    }
    case 'toggle':
      return done(await tick(filling, ref, truth(value, element)));
    case 'radio': {
      const named = typeof value === 'boolean' ? undefined : await radioNamed(filling, found, textOf(value));
      if (!named) return done(await tick(filling, ref, truth(value, element)));
      const checked = await tick(filling, `@e${named.ref}`, true);
      return { ...done(checked), element: describe(named) };
    }
    case 'file': {
      if (secret) throw new Failure('validation_error', `${element} takes files, and a secret is none.`);
      const own = nothingDone<Uploaded>();
      const { session, files } = filling;
      const paths = [value].flat().map(String);
      for (const path of paths) files.readable(path);
      await within(filling, own, () => attach(target, paths, { tab, session, files, doing: own, line }));
      return done(own.data?.files ?? []);
    }
  }
}

/** Does a part and waits for it, so that what it brings about is there for the next. */
async function within<T>(filling: Filling, own: Doing<T>, work: () => Promise<void>): Promise<void> {
  const { tab, doing, line } = filling;
  try {
    await rest(tab, own, line, work);
    await own.verify?.(line);
  } finally {
    adopt(doing, own);
  }
}

function adopt<T>(doing: Doing<Filled>, own: Doing<T>): void {
  doing.sent ||= own.sent;
  doing.touched = [...new Set([...doing.touched, ...own.touched])];
  doing.linger = Math.max(doing.linger, own.linger);
  doing.deferral = Math.max(doing.deferral, own.deferral);
  doing.healed ??= own.healed;
}

async function pick(
  filling: Filling,
  ref: string,
  value: FieldValue,
  secret: string | undefined,
): Promise<string | string[]> {
  const { tab, line } = filling;
  const own = nothingDone<Selected>();
  const values = [value].flat().map(String);
  await within(filling, own, () => choose({ target: { ref }, values, secret }, tab, own, line));
  const selected = own.data?.selected ?? [];
  return Array.isArray(value) ? selected : selected.join(', ');
}

/** Several choices of a field that suggests some; where it has none to suggest, they are made of what is typed. */
async function pickOrAdd(
  filling: Filling,
  found: Found,
  values: string[],
  secret: string | undefined,
): Promise<string | string[]> {
  try {
    return await pick(filling, `@e${found.entry.ref}`, values, secret);
  } catch (thrown) {
    const isWithout =
      thrown instanceof Failure && /^(element_not_found|action_validation_error)$/.test(thrown.code);
    const { entry } = found;
    if (!isWithout || !(await entry.frame.world.call(filling.line, 'makesTags', entry.id))) throw thrown;
    return addEach(filling, found, values, secret);
  }
}

/** Several texts for one field that makes a thing of each, as tags are given; all in one for any other. */
async function addEach(
  filling: Filling,
  { entry }: Found,
  texts: string[],
  secret: string | undefined,
): Promise<string | string[]> {
  const ref = `@e${entry.ref}`;
  const [first = '', ...others] = texts;
  const { tab, line } = filling;
  const whole = texts.join(', ');
  if (texts.some((text) => /[,;\n]/.test(text))) return typeAll(filling, ref, whole, secret);
  if ((await typeOne(filling, ref, `${first},`, secret)).became) {
    for (const text of others) await typeOne(filling, ref, `${text},`, secret);
    return texts;
  }
  const { world } = entry.frame;
  if (!(await world.call(line, 'makesTags', entry.id))) return typeAll(filling, ref, whole, secret);
  for (const text of texts) {
    await typeOne(filling, ref, text, secret);
    await rest(tab, filling.doing, line, () => pressKey(tab, 'Enter', line));
    if ((await world.call(line, 'takenBy', entry.id, '', text)) === null)
      return typeAll(filling, ref, whole, secret);
  }
  return texts;
}

const dated = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$|^\d\d:\d\d$/;

/** A date or time for a field that is one part of it: each part gets its own; false where it is none. */
async function fillDate(filling: Filling, { entry }: Found, text: string): Promise<boolean> {
  const { tab, line } = filling;
  const parts = await entry.frame.world.call(line, 'dateParts', entry.id);
  const [, year, month, day] = /(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  const [, hour, minute] = /(\d\d):(\d\d)/.exec(text) ?? [];
  const values = { year, month, day, hour, minute };
  const given = parts.flatMap((part) => {
    const value = values[part.kind];
    return value === undefined ? [] : [{ part, value }];
  });
  if (given.length < 2 || given.length !== Object.values(values).filter(Boolean).length) return false;
  for (const { part, value } of given) {
    const found = await tab.live.meet(entry.frame, part.id, part.identity, line);
    tab.live.introduce(found);
    await typeOne(filling, `@e${found.entry.ref}`, value, undefined);
  }
  await remember(filling, `@e${entry.ref}`);
  return true;
}

/** What a field itself holds, where what it was given is not all of that. */
async function remember(filling: Filling, ref: string): Promise<void> {
  const { tab, line } = filling;
  const { entry } = await tab.live.find({ ref }, line);
  const [held] = await readFields(entry.frame.world, [entry.id], line);
  filling.heldAfter.set(ref, held ?? undefined);
}

async function typeAll(
  filling: Filling,
  ref: string,
  text: string,
  secret: string | undefined,
): Promise<string> {
  const { value, became } = await typeOne(filling, ref, text, secret);
  if (!became) return value;
  filling.heldAfter.set(ref, value);
  return text;
}

async function typeOne(
  { tab, doing, line }: Filling,
  ref: string,
  text: string,
  secret: string | undefined,
): Promise<Pick<Typed, 'value' | 'became'>> {
  const own = nothingDone<Typed>();
  try {
    await enter(
      {
        type: 'type',
        target: { ref },
        text,
        clearFirst: true,
        submit: false,
        delay: 0,
        secret,
        timeout: line.budget,
      },
      tab,
      own,
      line,
    );
  } finally {
    adopt(doing, own);
  }
  return own.data ?? { value: text };
}

/** A field that suggests takes the suggestion that says just this, or else the text as it is. */
async function typeOrChoose(
  filling: Filling,
  ref: string,
  text: string,
  secret: string | undefined,
): Promise<string> {
  const { tab, line } = filling;
  const own = nothingDone<Selected>();
  try {
    await within(filling, own, () => choose({ target: { ref }, values: [text], secret }, tab, own, line));
    await remember(filling, ref);
    return own.data?.selected.join(', ') ?? text;
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'element_not_found') throw thrown;
    return typeAll(filling, ref, text, secret);
  }
}

async function tick(filling: Filling, ref: string, wanted: boolean): Promise<boolean> {
  const { tab, line } = filling;
  const own = nothingDone<Checked>();
  await within(filling, own, () => setChecked({ ref }, wanted, tab, own, line));
  return own.data?.checked ?? wanted;
}

/** The radio of the same group that is called so; none for a word that says whether this one is to be checked. */
async function radioNamed(
  { tab, line }: Filling,
  { entry }: Found,
  value: string,
): Promise<RefEntry | undefined> {
  const radio = await entry.frame.world.call(line, 'radioNamed', entry.id, entry.shown ?? null, value);
  if (!radio && words.has(value.toLowerCase())) return undefined;
  if (!radio)
    throw new Failure(
      'element_not_found',
      `The group of ${describe(entry)} has no radio ${quote(value, 60)}.`,
      {
        sideEffect: 'none',
      },
    );
  const other = await tab.live.meet(entry.frame, radio.id, radio.identity, line);
  if (other.entry !== entry) tab.live.introduce(other);
  return other.entry;
}

const words = new Map<string, boolean>(
  ['true', 'yes', 'on', 'checked', '1']
    .map((word): [string, boolean] => [word, true])
    .concat(['false', 'no', 'off', 'unchecked', '0'].map((word): [string, boolean] => [word, false])),
);

function truth(value: FieldValue, element: string): boolean {
  if (typeof value === 'boolean') return value;
  const known = words.get(String(value).toLowerCase());
  if (known !== undefined) return known;
  throw new Failure('action_validation_error', `${element} is on or off; its value must be true or false.`);
}

function textOf(value: FieldValue): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** A later field may have changed an earlier one: what is told is what they all hold in the end. */
async function recheck({ tab, line, heldAfter }: Filling, fields: FieldResult[]): Promise<void> {
  const held = new Map<World, { field: FieldResult & { ok: true }; i: number; id: number }[]>();
  for (const [i, field] of fields.entries()) {
    if (!field.ok || typeof field.value !== 'string') continue;
    const { entry } = await tab.live.find({ ref: field.ref }, line);
    const { world } = entry.frame;
    held.set(world, [...(held.get(world) ?? []), { field, i, id: entry.id }]);
  }
  for (const [world, group] of held) {
    const ids = group.map(({ id }) => id);
    const values = await readFields(world, ids, line);
    group.forEach(({ field, i }, n) => {
      const now = values[n];
      if (typeof now !== 'string' || now === field.value || now === heldAfter.get(field.ref)) return;
      fields[i] = different(field, now);
    });
  }
}

/** What went with its document can't be read any more. */
async function readFields(world: World, ids: number[], line: Deadline): Promise<(string | null)[]> {
  return world.call(line, 'readFields', ids).catch((thrown: unknown) => {
    if (thrown instanceof WorldGone) return [];
    throw thrown;
  });
}

function different(field: FieldResult & { ok: true }, now: string): FieldResult {
  if (now !== '') return { ...field, value: now };
  const message = `${field.element} was filled in but is empty again.`;
  return { ref: field.ref, ok: false, error: { code: 'execution_error', message } };
}

/** Nothing at all was done, so the call itself failed. */
function nothingFilled(fields: FieldResult[]): Failure {
  const errors = fields.flatMap((field) => (field.ok ? [] : [field.error]));
  const [first] = errors;
  if (!first) return new Failure('validation_error', 'There is no field to fill in.');
  const others = errors.length > 1 ? ` (${errors.length - 1} more fields failed too)` : '';
  return new Failure(first.code, `${first.message}${others}`, { details: { fields } });
}
