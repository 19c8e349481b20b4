import { z } from 'zod';
import { act } from '../../acting/act.js';
import type { Prepared, Verified } from '../../acting/attempt.js';
import { framesFrom } from '../../acting/frames-from.js';
import { aimClick, rest } from '../../acting/pointing.js';
import type { Turn } from '../../acting/turn.js';
import type { Deadline } from '../../deadline.js';
import { Failure } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { points } from '../../gate/risk.js';
import { WorldGone } from '../../page/frames/world.js';
import { hasInternals, refreshInternals } from '../../page/looking/internals.js';
import { describe, type RefEntry } from '../../page/refs/book.js';
import type { Found, Target } from '../../page/targeting/find-target.js';
import { defineTool } from '../../tool.js';
import {
  changes,
  exactlyOneTarget,
  outcomeShape,
  outcomeText,
  patience,
  requiredTarget,
  target,
} from '../shape.js';

const checked = {
  element: z.string(),
  /** Read back; absent when the element went with its page. */
  checked: z.boolean().optional(),
};

export const check = defineTool({
  name: 'browser_check',
  description: 'Check or uncheck a checkbox, radio or switch.',
  category: 'interaction',
  safety: 'low_risk',
  destructive: true,
  idempotent: true,
  timeout: 5000,
  input: z
    .strictObject({ ...target, checked: z.boolean().default(true), timeout: patience(5000) })
    .refine(...exactlyOneTarget),
  output: z.object({ ...checked, ...outcomeShape, changes }),
  examples: [{ ref: '@e4' }, { ref: '@e4', checked: false }],
  returns: 'Its state, read back.',
  action: {
    type: 'check',
    plan: (input) => ({
      target: requiredTarget(input),
      checked: input.checked,
      timeout: input.timeout ?? 5000,
    }),
    checks: { target: checks.target, checked: checks.asParsed },
    risk: points,
    describe: ({ target, checked }, nameOf) => `${checked ? 'checking' : 'unchecking'} ${nameOf(target)}`,
    perform: (action, stage) => act(stage, (turn) => toggleTo(turn, action.target, action.checked)),
  },
  text: (data) => {
    const state = data.checked === undefined ? 'clicked' : data.checked ? 'checked' : 'unchecked';
    return outcomeText(`${state} ${data.element}`, data, data.changes);
  },
});

export type Checked = z.output<z.ZodObject<typeof checked>>;

type State = boolean | 'mixed';

/** Brings a checkbox, radio or switch into a state, by a click where that is needed. */
export async function toggleTo(turn: Turn, target: Target, wanted: boolean): Promise<Prepared<Checked>> {
  const { live, deadline } = turn;
  const found = await live.find(target, deadline);
  const was = await toggleAt(turn, found, wanted);
  const { entry } = found;
  const element = describe(entry);
  let data: Checked = { element, checked: was.checked === true };
  let healed = found.healed ? element : undefined;
  let isSent = false;
  const soFar = () => ({ data, sent: isSent, healed });
  const answer = { data, reported: [{ ref: entry.ref, value: false }] };
  if (was.checked === wanted)
    return { soFar, send: async () => ({ ...answer, healed, touched: framesFrom(entry.frame) }) };
  if (was.disabled) throw live.obstacle({ state: 'disabled' }, entry, deadline);

  const itself =
    was.id === entry.id ? found : await live.targetFor(entry.frame, was.id, was.identity, deadline);
  const aimed = await aimClick(turn, itself);
  healed = aimed.healed ?? healed;
  const verify = async (late: Deadline): Promise<Verified<Checked>> => {
    const after = await stateAfterClick({ ...turn, deadline: late }, itself, was.checked, wanted);
    const { state } = after;
    healed = after.healed ?? healed;
    data = state === undefined ? { element } : { element, checked: state === true };
    if (state !== undefined && state !== wanted) throw notToggled(element, wanted, state);
    return { data, healed };
  };
  return {
    soFar,
    send: async () => {
      isSent = true;
      return { ...(await aimed.send()), ...answer, healed, verify };
    },
  };
}

/** How the checkbox, radio or switch that a target names stands; refuses what can't be brought into the state. */
async function toggleAt(turn: Turn, found: Found, wanted: boolean) {
  const { live, deadline } = turn;
  const { entry } = found;
  const was = await live.ask(found, turn, () =>
    entry.frame.world.call(deadline, 'toggle', entry.id, entry.shown ?? null),
  );
  const element = describe(entry);
  if (was.state === 'not_editable')
    throw new Failure('not_editable', `${element} can not be checked: ${was.why}.`, {
      hint: 'Choose a checkbox, radio or switch.',
    });
  if (was.state !== 'toggle') throw live.obstacle(was, entry, deadline);
  if (was.radio && !wanted)
    throw new Failure('action_validation_error', `${element} is a radio, which can not be unchecked.`, {
      hint: 'Check another radio of its group instead.',
    });
  return was;
}

/** The state that a click has led to; undefined where the element went with its page. */
async function stateAfterClick(
  turn: Turn,
  toggle: Found,
  was: State,
  wanted: boolean,
): Promise<{ state: State | undefined; healed?: string | undefined }> {
  let state = await stateOf(turn, toggle);
  if (state === undefined && (await isReborn(turn, toggle.entry))) state = await stateOf(turn, toggle);
  if (was !== 'mixed' || state === undefined || state === wanted) return { state };
  // From neither on nor off, a first click may lead to the other one.
  const { healed } = await rest(turn, async () =>
    (await aimClick(turn, toggle, { afterOthers: true })).send(),
  );
  return { state: await stateOf(turn, toggle), healed };
}

async function stateOf({ deadline }: Turn, { entry }: Found): Promise<State | undefined> {
  const { world } = entry.frame;
  if (hasInternals(world)) await refreshInternals(world, deadline).catch(() => undefined);
  const answer = await world.call(deadline, 'toggle', entry.id, null).catch((thrown: unknown) => {
    if (thrown instanceof WorldGone) return { state: 'gone' as const };
    throw thrown;
  });
  return answer.state === 'toggle' ? answer.checked : undefined;
}

/** True if an element that is gone was replaced by an equal one. */
async function isReborn({ live, deadline }: Turn, entry: RefEntry): Promise<boolean> {
  entry.healed = false;
  await live.look(deadline);
  return entry.healed;
}

function notToggled(element: string, wanted: boolean, state: State): Failure {
  return new Failure(
    'execution_error',
    `${element} was clicked but is not ${wanted ? 'checked' : 'unchecked'}.`,
    { details: { checked: state }, sideEffect: 'done' },
  );
}
