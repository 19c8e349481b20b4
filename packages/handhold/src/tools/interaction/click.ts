import { z } from 'zod';
import { act } from '../../acting/act.js';
import type { Effects, Prepared } from '../../acting/attempt.js';
import { type AimedClick, aimClick, rest } from '../../acting/pointing.js';
import type { Turn } from '../../acting/turn.js';
import { Interruption } from '../../browser/tab.js';
import { Failure } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { points } from '../../gate/risk.js';
import type { MouseButton } from '../../page/acting/input.js';
import type { Modifier } from '../../page/acting/keys.js';
import { describe } from '../../page/refs/book.js';
import type { Found, Target } from '../../page/targeting/find-target.js';
import { defineTool } from '../../tool.js';
import {
  changes,
  exactlyOneTarget,
  modifiers,
  nothingChanged,
  outcomeShape,
  outcomeText,
  patience,
  requiredTarget,
  target,
} from '../shape.js';

const clicked = {
  /** The element that was clicked: ref, role and name. */
  element: z.string(),
  /** How many elements the selector matched, if more than one. */
  matches: z.number().optional(),
  /** How often it was clicked, if more than once was asked for. */
  count: z.number().optional(),
};

export const click = defineTool({
  name: 'browser_click',
  description: 'Click an element. Returns what changed, with refs.',
  category: 'interaction',
  safety: 'low_risk',
  destructive: true,
  core: true,
  timeout: 5000,
  input: z
    .strictObject({
      ...target,
      button: z.enum(['left', 'right', 'middle']).default('left'),
      clickCount: z.number().int().min(1).max(3).default(1).describe('2: double click'),
      count: z.number().int().min(1).max(20).default(1).describe('Click again and again'),
      modifiers,
      timeout: patience(5000),
    })
    .refine(...exactlyOneTarget),
  output: z.object({ ...clicked, ...outcomeShape, changes }),
  examples: [{ ref: '@e5' }, { ref: '@e8', count: 3 }, { selector: 'button[type="submit"]' }],
  returns: 'What was clicked and what changed.',
  action: {
    type: 'click',
    plan: (input) => {
      const { button, clickCount, count, modifiers, timeout: once = 5000 } = input;
      const timeout = Math.max(once, Math.min(30_000, once + 1000 * (count - 1)));
      return { target: requiredTarget(input), button, clickCount, count, modifiers, timeout };
    },
    checks: {
      target: checks.target,
      button: checks.asParsed,
      clickCount: checks.asParsed,
      count: checks.asParsed,
      modifiers: checks.asParsed,
    },
    risk: points,
    describe: ({ target, count }, nameOf) =>
      `clicking ${nameOf(target)}${count > 1 ? ` ${count} times` : ''}`,
    perform: (action, stage) => act(stage, (turn) => prepareClicks(action, turn)),
  },
  text: (data, { count = 1 }) => {
    const { count: done = count } = data;
    const times = count > 1 ? ` ${done < count ? `${done} of ` : ''}${count} times` : '';
    const matches = data.matches ? `, the first of ${data.matches} matches` : '';
    return outcomeText(`clicked ${data.element}${times}${matches}`, data, data.changes, nothingChanged);
  },
});

interface Clicks {
  target: Target;
  button: MouseButton;
  clickCount: number;
  /** How many such clicks, one after the other. */
  count: number;
  modifiers: Modifier[];
}

type Clicked = z.output<z.ZodObject<typeof clicked>>;

async function prepareClicks(action: Clicks, turn: Turn): Promise<Prepared<Clicked>> {
  const found = await turn.live.find(action.target, turn.deadline);
  const first = await aimClick(turn, found, { ...action, sideEffect: 'done' });
  const { ref } = found.entry;
  const data: Clicked = {
    element: describe(found.entry),
    ...(found.matches > 1 ? { matches: found.matches } : {}),
  };
  const reported = [{ ref, value: false }];
  let isSent = false;
  let count = 0;
  const soFar = () => ({
    data: action.count === 1 ? data : { ...data, count },
    sent: isSent,
    healed: first.healed,
  });
  const sendOne = async (aimed: AimedClick) => {
    isSent = true;
    count += 1;
    return aimed.send();
  };
  return {
    soFar,
    send: async () => {
      const sent =
        action.count === 1 ? await sendOne(first) : await sendAll(action, turn, found, first, sendOne);
      return { ...sent, data: soFar().data, reported };
    },
  };
}

/** Clicks again and again, each time once the page has come to rest. */
async function sendAll(
  action: Clicks,
  turn: Turn,
  found: Found,
  first: AimedClick,
  send: (aimed: AimedClick) => Promise<Effects>,
): Promise<Effects> {
  let sent = await rest(turn, () => send(first));
  const later = unasked(turn);
  for (let done = 1; done < action.count; done++) {
    try {
      sent = await rest(later, async () =>
        send(await aimClick(later, found, { ...action, sideEffect: 'done', afterOthers: true })),
      );
    } catch (thrown) {
      throw thrown instanceof Interruption ? thrown : stopped(thrown, done, action.count);
    }
  }
  return { ...sent, click: undefined };
}

/** Agreed to was what stood there at first: the rest of several clicks is not asked about. */
function unasked(turn: Turn): Turn {
  return {
    ...turn,
    check: (on) => {
      if (turn.check(on)) throw new Error('Another element than the one that was agreed to.');
      return undefined;
    },
  };
}

/** The failure that keeps the rest of several clicks from being done, with how many were. */
function stopped(thrown: unknown, done: number, count: number): Failure {
  const so = `Clicked ${done} of ${count} times`;
  if (thrown instanceof Failure)
    return new Failure(thrown.code, `${so}, then: ${thrown.message}`, {
      hint: thrown.hint,
      canRetry: false,
      sideEffect: thrown.sideEffect === 'unknown' ? 'unknown' : 'done',
      details: { ...(typeof thrown.details === 'object' ? thrown.details : {}), done, count },
    });
  return new Failure('page_changed', `${so}, then the page became another.`, {
    hint: 'Take a browser_snapshot before you click again.',
    canRetry: false,
    sideEffect: 'done',
    details: { done, count },
  });
}
