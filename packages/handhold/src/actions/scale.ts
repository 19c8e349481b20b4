import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import { pressChord } from '../page/acting/input.js';
import { parseChord } from '../page/acting/keys.js';
import { WorldGone } from '../page/frames/world.js';
import type { Scale } from '../page/injected/acting/scale.js';
import { describe } from '../page/refs/book.js';
import type { Found } from '../page/targeting/find-target.js';
import type { Doing } from './outcome.js';
import { rest } from './pointing.js';
import { framesFrom } from './type.js';

/** How far one key moves it, in the direction that is up. */
interface Step {
  up: string;
  down: string;
  by: number;
}

interface Moving<T> {
  tab: Tab;
  doing: Doing<T>;
  found: Found;
  line: Deadline;
}

/** Moves a slider or the like to a value by keys, as a person without a pointer would; gives what it says then. */
export async function moveTo<T>(
  wanted: string,
  found: Found,
  tab: Tab,
  doing: Doing<T>,
  line: Deadline,
): Promise<string> {
  const { entry } = found;
  const { world } = entry.frame;
  const focused = await tab.live.ask(found, line, () =>
    world.call(line, 'focusElement', entry.id, entry.shown ?? null),
  );
  if (focused.state === 'not_focused' || focused.state === 'nothing_focused')
    throw new Failure('not_focusable', `${describe(entry)} does not take the focus.`);
  if (focused.state !== 'focused') throw tab.live.obstacle(focused, entry, line);
  doing.touched = framesFrom(entry.frame);
  const moving = { tab, doing, found, line };
  const at = await read(moving);
  const goal = goalOf(wanted, at);
  const isInWords = at.says !== String(at.now);
  if (goal === undefined ? !isInWords : !isWithin(goal, at)) throw beyond(moving, wanted, at);
  const end = goal === undefined ? await searchFor(wanted, at, moving) : await stepTo(goal, at, moving);
  if (end.now === goal || isSame(end.says, wanted)) return end.says;
  throw new Failure(
    'execution_error',
    `${describe(entry)} does not go to ${quote(wanted, 60)}; it is at ${quote(end.says, 60)}.`,
    {
      details: { value: end.says },
      sideEffect: 'done',
    },
  );
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
async function stepTo<T>(goal: number, from: Scale, moving: Moving<T>): Promise<Scale> {
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
async function measure<T>(
  from: Scale,
  goal: number,
  keys: [string, string][],
  moving: Moving<T>,
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
async function searchFor<T>(wanted: string, from: Scale, moving: Moving<T>): Promise<Scale> {
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

async function press<T>(key: string, count: number, moving: Moving<T>): Promise<Scale> {
  const { tab, doing, line } = moving;
  const chord = parseChord(key);
  doing.sent = true;
  if (chord)
    await rest(tab, doing, line, () =>
      tab.live.handled(pressChord(tab.live.cdp, chord, count), line, 'unknown'),
    );
  return read(moving);
}

async function read<T>({ found, line }: Moving<T>): Promise<Scale> {
  const { entry } = found;
  const scale = await entry.frame.world.call(line, 'scaleOf', entry.id).catch((thrown: unknown) => {
    if (thrown instanceof WorldGone) return null;
    throw thrown;
  });
  if (scale) return scale;
  throw new Failure('stale_ref', `${describe(entry)} was replaced while it was moved.`, {
    sideEffect: 'done',
  });
}

function beyond<T>({ found }: Moving<T>, wanted: string, { min, max, says }: Scale): Failure {
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
