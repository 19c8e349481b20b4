import type { Prepared, SoFar } from '../../../acting/attempt.js';
import { focusShown } from '../../../acting/focus.js';
import { framesFrom } from '../../../acting/frames-from.js';
import { pressKey } from '../../../acting/keys.js';
import { rest } from '../../../acting/pointing.js';
import type { Turn } from '../../../acting/turn.js';
import { Failure } from '../../../errors.js';
import { quote } from '../../../gate/untrusted.js';
import type { LiveFrame } from '../../../page/frames/frames.js';
import { WorldGone } from '../../../page/frames/world.js';
import type { Scale } from '../../../page/injected/acting/scale.js';
import { describe } from '../../../page/refs/book.js';
import type { Found } from '../../../page/targeting/find-target.js';

/** How far one key moves a scale, in the direction that is up. */
interface Step {
  up: string;
  down: string;
  by: number;
}

interface Moving {
  turn: Turn;
  found: Found;
  touched: LiveFrame[];
  soFar: SoFar<string>;
}

/** Moves a slider or the like to a value by keys, as a person without a pointer would; gives what it says then. */
export async function moveTo(turn: Turn, found: Found, wanted: string): Promise<Prepared<string>> {
  await focusShown(turn, found);
  const soFar: SoFar<string> = { data: undefined, sent: false };
  const touched = framesFrom(found.entry.frame);
  const moving = { turn, found, touched, soFar };
  const at = await read(moving);
  const goal = goalOf(wanted, at);
  const isInWords = at.says !== String(at.now);
  if (goal === undefined ? !isInWords : !isWithin(goal, at)) throw beyond(moving, wanted, at);
  return {
    soFar: () => soFar,
    send: async () => {
      const end = goal === undefined ? await searchFor(wanted, at, moving) : await stepTo(goal, at, moving);
      if (end.now !== goal && !isSame(end.says, wanted)) throw stuck(moving, wanted, end);
      return { data: end.says, touched };
    },
  };
}

/** The number that is meant; undefined for something that it may say in place of one. */
function goalOf(wanted: string, { now, says }: Scale): number | undefined {
  if (wanted.trim() !== '' && !Number.isNaN(Number(wanted))) return Number(wanted);
  const number = (text: string) => (/\d/.test(text) ? Number(text.replace(/[^\d.-]/g, '')) : Number.NaN);
  return number(says) === now && !Number.isNaN(number(wanted)) ? number(wanted) : undefined;
}

function isWithin(goal: number, { min, max }: Scale): boolean {
  return (min === null || goal >= min) && (max === null || goal <= max);
}

/** With the fewest keys: to an end at once, then by as much as each key is seen to bring. */
async function stepTo(goal: number, from: Scale, moving: Moving): Promise<Scale> {
  let at = from;
  if (at.now !== goal && goal === at.min) at = await press('Home', 1, moving);
  if (at.now !== goal && goal === at.max) at = await press('End', 1, moving);
  const steps: Step[] = [];
  if (Math.abs(goal - at.now) > 0) {
    const small = await measure(at, goal, arrows(from), moving);
    if (!small) return read(moving);
    at = small.at;
    if (Math.abs(goal - at.now) > 40 * small.step.by) {
      const large = await measure(at, goal, [['PageUp', 'PageDown']], moving);
      if (large && large.step.by > small.step.by) steps.push(large.step);
      at = await read(moving);
    }
    steps.push(small.step);
  }
  for (const step of steps)
    for (let round = 0; round < 4 && at.now !== goal; round++) {
      const count = Math.floor(Math.abs(goal - at.now) / step.by + 1e-9);
      if (count === 0) break;
      at = await press(goal > at.now ? step.up : step.down, Math.min(count, 500), moving);
    }
  return at;
}

function arrows({ upright }: Scale): [string, string][] {
  const across: [string, string] = ['ArrowRight', 'ArrowLeft'];
  const along: [string, string] = ['ArrowUp', 'ArrowDown'];
  return upright ? [along, across] : [across, along];
}

/** Presses a key once towards the goal, to see how far it goes; the keys are the other way round in some scripts. */
async function measure(
  from: Scale,
  goal: number,
  keys: [string, string][],
  moving: Moving,
): Promise<{ step: Step; at: Scale } | undefined> {
  for (const [up, down] of keys) {
    const rises = goal > from.now;
    const at = await press(rises ? up : down, 1, moving);
    const by = at.now - from.now;
    if (by === 0) continue;
    const turned = by > 0 !== rises;
    return { at, step: { up: turned ? down : up, down: turned ? up : down, by: Math.abs(by) } };
  }
  return undefined;
}

/** Goes through what it says from its beginning, for what is named rather than counted. */
async function searchFor(wanted: string, from: Scale, moving: Moving): Promise<Scale> {
  if (isSame(from.says, wanted)) return from;
  let at = await press('Home', 1, moving);
  const [[up] = ['ArrowUp']] = arrows(from);
  for (let i = 0; i < 30 && !isSame(at.says, wanted); i++) {
    const next = await press(up, 1, moving);
    if (next.now === at.now) break;
    at = next;
  }
  return at;
}

function isSame(says: string, wanted: string): boolean {
  return says.trim().toLowerCase() === wanted.trim().toLowerCase();
}

async function press(key: string, count: number, moving: Moving): Promise<Scale> {
  const { turn, touched, soFar } = moving;
  soFar.sent = true;
  await rest(turn, async () => {
    await pressKey(turn, key, count);
    return { touched };
  });
  return read(moving);
}

async function read({ turn, found }: Moving): Promise<Scale> {
  const { entry } = found;
  const scale = await entry.frame.world.call(turn.deadline, 'scaleOf', entry.id).catch((thrown: unknown) => {
    if (thrown instanceof WorldGone) return null;
    throw thrown;
  });
  if (scale) return scale;
  throw new Failure('stale_ref', `${describe(entry)} was replaced while it was moved.`, {
    sideEffect: 'done',
  });
}

function beyond({ found }: Moving, wanted: string, { min, max, says }: Scale): Failure {
  const range = `${min ?? '…'} to ${max ?? '…'}`;
  return new Failure(
    'execution_error',
    `${describe(found.entry)} does not take ${quote(wanted, 60)}: it goes from ${range}.`,
    {
      details: { value: says },
      sideEffect: 'none',
    },
  );
}

function stuck({ found }: Moving, wanted: string, { says }: Scale): Failure {
  return new Failure(
    'execution_error',
    `${describe(found.entry)} does not go to ${quote(wanted, 60)}; it is at ${quote(says, 60)}.`,
    {
      details: { value: says },
      sideEffect: 'done',
    },
  );
}
