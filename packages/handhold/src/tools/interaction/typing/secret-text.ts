import type { Turn } from '../../../acting/turn.js';
import { Failure } from '../../../errors.js';
import { typedKeys } from '../../../page/acting/input.js';
import { WorldGone } from '../../../page/frames/world.js';
import type { PutInto } from '../../../page/injected/protocol.js';
import { type Field, read, singleLine } from './field.js';
import { pauseFor } from './put-text.js';
import { took } from './same-text.js';

/** A text that holds secrets, and how it is put in. */
interface SecretText {
  text: string;
  /** The text with names in place of the secrets in it. */
  secret: string;
  clearFirst: boolean;
  delay: number;
}

/** A secret is not typed but put into the very element it is meant for; at the pace asked for, key by key. */
export async function putSecret(turn: Turn, field: Field, given: SecretText): Promise<string> {
  const { deadline } = turn;
  const { secret, clearFirst, delay } = given;
  const { world, url } = field.frame;
  const text = singleLine(field, given.text);
  const { origin } = new URL(url);
  if (field.editable === 'code' && (await world.call(deadline, 'paste', text))) return text;
  const keys = typedKeys(text);
  const pieces = delay > 0 ? keys.map((key) => [key]) : [keys];
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) await pauseFor(delay, deadline);
    const { state, put } = await world
      .call(deadline, 'putInto', field.id, piece, {
        origin,
        replace: clearFirst && at === 0,
        label: secret,
        whole: text,
      })
      .catch((thrown: unknown) => {
        if (thrown instanceof WorldGone) return { state: 'gone' as const, put: 0 };
        throw thrown;
      });
    if (state !== 'put') throw keptBack(field, state, at + put > 0);
  }
  const before = clearFirst ? '' : field.value;
  const after = await read(turn, field);
  if (after === 'left' || took(field.editable, before, text, after.raw))
    return after === 'left' ? text : after.shown;
  const spread = await world.call(deadline, 'readSpread', field.id).catch(() => null);
  if (spread !== null && took(field.editable, before, text, spread)) return secret;
  throw new Failure('execution_error', `${field.label} did not take the secret as given.`, {
    hint: 'Look at the page with browser_snapshot: the field may be too short for it, or not made for it.',
    sideEffect: 'done',
  });
}

/** What was not put in has gone nowhere. */
function keptBack(field: Field, state: PutInto['state'], some: boolean): Failure {
  const why =
    state === 'lost'
      ? 'something else on the page keeps taking the focus'
      : 'the page was left or the field replaced meanwhile';
  return new Failure(
    state === 'lost' ? 'not_focusable' : 'page_changed',
    `The secret was not typed into ${field.label}: ${why}.`,
    {
      hint: 'None of it went anywhere else. Look at the page with browser_snapshot before you try again.',
      canRetry: true,
      sideEffect: some ? 'done' : 'none',
    },
  );
}
