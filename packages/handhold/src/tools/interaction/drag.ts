import { z } from 'zod';
import { act } from '../../acting/act.js';
import type { Prepared } from '../../acting/attempt.js';
import { aimClear, pointAt } from '../../acting/pointing.js';
import type { Turn } from '../../acting/turn.js';
import { refuseOutside } from '../../acting/viewport.js';
import { Failure } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { shortly } from '../../gate/in-words.js';
import { activates } from '../../gate/risk.js';
import { letGo, moveTo, press, release } from '../../page/acting/hand.js';
import type { Point } from '../../page/acting/input.js';
import type { LiveFrame } from '../../page/frames/frames.js';
import type { Need } from '../../page/injected/protocol.js';
import { describe } from '../../page/refs/book.js';
import type { Found, Target } from '../../page/targeting/find-target.js';
import { defineTool } from '../../tool.js';
import { changes, elementNamed, farthest, nothingChanged, outcomeShape, outcomeText } from '../shape.js';

const offset = z.strictObject({
  x: z.number().min(-farthest).max(farthest),
  y: z.number().min(-farthest).max(farthest),
});

const dragged = {
  element: z.string(),
  /** The element it was dropped on. */
  to: z.string().optional(),
};

export interface DragFields {
  target: Target;
  /** The element to drop on. */
  to?: Target | undefined;
  /** From the top left corner of `to`; its centre if absent. */
  toOffset?: Point | undefined;
  by?: Point | undefined;
  timeout: number;
}

export const drag = defineTool({
  name: 'browser_drag',
  description: 'Drag an element onto another, or by a distance.',
  category: 'interaction',
  safety: 'low_risk',
  destructive: true,
  timeout: 5000,
  input: z
    .strictObject({
      from: z.string().max(1000).describe('Ref or selector'),
      to: z.string().max(1000).optional().describe('Ref or selector to drop on'),
      toOffset: offset.optional().describe("From to's top left; default its centre"),
      by: offset.optional().describe('Pixels, instead of to'),
    })
    .refine((input) => (input.to === undefined) !== (input.by === undefined), {
      message: 'Give either to or by.',
      path: ['to'],
    }),
  output: z.object({ ...dragged, ...outcomeShape, changes }),
  examples: [
    { from: '@e3', to: '@e9' },
    { from: '#card', to: '#done' },
    { from: '@e4', by: { x: 120, y: 0 } },
  ],
  returns: 'What changed.',
  action: {
    type: 'drag',
    plan: ({ from, to, ...input }): DragFields => ({
      target: elementNamed(from),
      ...input,
      to: to === undefined ? undefined : elementNamed(to),
      timeout: 5000,
    }),
    checks: {
      target: checks.target,
      to: checks.optional(checks.target),
      toOffset: checks.asParsed,
      by: checks.asParsed,
    },
    risk: activates,
    describe: ({ target }, nameOf) => `dragging ${nameOf(target)}`,
    summarize: ({ target, to, by }, nameOf) =>
      `dragging ${nameOf(target)} ${to === undefined ? `by ${shortly(by)}` : `to ${nameOf(to)}`}`,
    perform: (action, stage) => act(stage, (turn) => prepareDrag(action, turn)),
  },
  text: (data) =>
    outcomeText(
      `dragged ${data.element}${data.to ? ` to ${data.to}` : ''}`,
      data,
      data.changes,
      nothingChanged,
    ),
});

type Dragged = z.output<z.ZodObject<typeof dragged>>;

/** How many movements lead from one end to the other; pages watch for more than one. One that is slow is spared some. */
const steps = { usual: 8, slow: 4 };

/** A movement that takes this long, in ms, meets a slow page. */
const slowMove = 250;

async function prepareDrag(action: DragFields, turn: Turn): Promise<Prepared<Dragged>> {
  const { live, deadline } = turn;
  const from = await live.find(action.target, deadline);
  const to = action.to === undefined ? undefined : await live.find(action.to, deadline);
  const element = describe(from.entry);
  const data: Dragged = { element, ...(to ? { to: describe(to.entry) } : {}) };
  if (to) {
    await reachable(turn, from, to, action.toOffset === undefined ? 'drop' : 'hover');
    await live.checkElement(to, turn);
  }
  const start = await pointAt(turn, from, 'click');
  const { point, touched } = start;
  if (!to) {
    const goal = moved(point, action.by);
    await refuseOutside(turn, goal);
    await live.checkEventTarget(goal, turn);
  }
  let healed = start.healed ? element : undefined;
  let isSent = false;
  return {
    soFar: () => ({ data, sent: isSent, healed }),
    send: async () => {
      isSent = true;
      await carry(turn, to ? [...new Set([...touched, to.entry.frame])] : touched, point, action, to);
      return {
        data,
        healed,
        touched,
        pressed: true,
        verify: async (late) => {
          if (await live.shown.followDrag(from.entry, to?.entry, late)) healed = element;
          return { data, healed };
        },
      };
    },
  };
}

/** Makes sure, before anything is picked up, that the target of a drop is in the clear; only the dragged element may lie on it. */
async function reachable(turn: Turn, from: Found, to: Found, need: Need): Promise<void> {
  try {
    await aimClear(turn, to, need);
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'element_blocked') throw thrown;
    if (thrown.message.includes(` covered by @e${from.entry.ref} `)) return;
    if (need !== 'drop') throw thrown;
    await turn.live.aimAt(to, 'hover', turn);
    throw coveredInTheMiddle(thrown);
  }
}

function coveredInTheMiddle({ message, details }: Failure): Failure {
  return new Failure('element_blocked', message.replace(' is covered', ', in its middle, is covered'), {
    hint: 'Drop beside that with toOffset, or deal with what covers the element first.',
    details,
  });
}

/** Picks up what the pointer is on, carries it there and lets go of it. */
async function carry(
  turn: Turn,
  frames: LiveFrame[],
  start: Point,
  action: DragFields,
  to: Found | undefined,
): Promise<void> {
  const { live, deadline } = turn;
  try {
    await press(live, frames, 'left', 1, deadline);
    await moveThere(turn, frames, start, action, to);
    await release(live, frames, 'left', 1, turn);
  } catch (thrown) {
    void letGo(live, frames, { ...turn, deadline: deadline.atMost(1000) });
    throw thrown;
  }
}

/** Sets off a little, so that the page notices, then goes there step by step and stays for a moment. */
async function moveThere(
  turn: Turn,
  frames: LiveFrame[],
  start: Point,
  action: DragFields,
  to: Found | undefined,
): Promise<void> {
  const { live, deadline } = turn;
  const [frame] = frames;
  const go = async (point: Point) => {
    await Promise.all([moveTo(live, frames, point, deadline), frame?.world.call(deadline, 'drawn')]);
  };
  const { x, y } = action.by ?? { x: 1, y: 1 };
  const before = performance.now();
  await go({ x: start.x + Math.sign(x) * 6, y: start.y + Math.sign(y) * 6 });
  const most = performance.now() - before > slowMove ? steps.slow : steps.usual;
  // Only now: scrolling there before the page has noticed would take what is dragged from under the pointer.
  const goal = to ? (await live.aimAt(to, 'none', turn, action.toOffset)).point : moved(start, action.by);
  for (let step = 1; step <= most; step++)
    await go({
      x: start.x + ((goal.x - start.x) * step) / most,
      y: start.y + ((goal.y - start.y) * step) / most,
    });
  await go(goal);
}

function moved(point: Point, by: Point = { x: 0, y: 0 }): Point {
  return { x: point.x + by.x, y: point.y + by.y };
}
