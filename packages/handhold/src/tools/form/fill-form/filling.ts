import {
  type Effects,
  type Prepared,
  type Sent,
  type SoFar,
  usualDeferral,
} from '../../../acting/attempt.js';
import { rest } from '../../../acting/pointing.js';
import type { Turn } from '../../../acting/turn.js';
import type { Failure } from '../../../errors.js';
import type { LiveFrame } from '../../../page/frames/frames.js';
import type { Found } from '../../../page/targeting/find-target.js';
import type { ActedOn } from '../../../page/writing/diff.js';
import type { Filled } from './field-result.js';
import type { FieldValue } from './form-field.js';

/** A form that is being filled in, field after field. */
export interface Filling {
  readonly turn: Turn;
  readonly soFar: SoFar<Filled>;
  /** Effects of all fields together. */
  readonly effects: { touched: LiveFrame[]; linger: number; deferral: number };
  readonly reported: ActedOn[];
  /** The failures of fields. */
  readonly failures: Failure[];
  /** What a field itself held once something had been chosen, which may stand beside it as a chip. */
  readonly heldAfter: Map<string, string | undefined>;
}

/** A field that was found, and what it is to hold. */
export interface FoundField {
  ref: string;
  found: Found;
  element: string;
  value: FieldValue;
  secret: string | undefined;
}

/** The beginning: nothing is filled in. */
export function emptyForm(turn: Turn, data: Filled): Filling {
  return {
    turn,
    soFar: { data, sent: false },
    effects: { touched: [], linger: 0, deferral: usualDeferral },
    reported: [],
    failures: [],
    heldAfter: new Map(),
  };
}

/** Does a part of it, and gives what came of that. */
export async function part<T>(filling: Filling, prepare: () => Promise<Prepared<T>>): Promise<T> {
  return noting(filling, prepare, (send) => send());
}

/** Does a part and waits for it, so that what it brings about is there for the next. */
export async function restedPart<T>(filling: Filling, prepare: () => Promise<Prepared<T>>): Promise<T> {
  return noting(filling, prepare, (send) => rest(filling.turn, send));
}

/** Does a part in some way, and notes its effects even if it fails. */
async function noting<T>(
  filling: Filling,
  prepare: () => Promise<Prepared<T>>,
  how: (send: () => Promise<Sent<T>>) => Promise<Sent<T>>,
): Promise<T> {
  const { turn, soFar: all } = filling;
  let soFar = (): SoFar<T> | undefined => undefined;
  try {
    const sent = await how(async () => {
      const prepared = await prepare();
      soFar = () => prepared.soFar();
      return prepared.send();
    });
    add(filling, sent);
    const { data, healed } = (await sent.verify?.(turn.deadline)) ?? sent;
    all.healed ??= healed ?? sent.healed;
    return data;
  } finally {
    const { sent = false, healed } = soFar() ?? {};
    all.sent ||= sent;
    all.healed ??= healed;
  }
}

/** The documents that something was done in. */
export function touch({ effects }: Filling, frames: readonly LiveFrame[]): void {
  effects.touched = [...new Set([...effects.touched, ...frames])];
}

function add(filling: Filling, { touched, linger = 0, deferral = 0 }: Effects): void {
  const { effects } = filling;
  touch(filling, touched);
  effects.linger = Math.max(effects.linger, linger);
  effects.deferral = Math.max(effects.deferral, deferral);
}
