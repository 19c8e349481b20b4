import { z } from 'zod';
import { act } from '../../acting/act.js';
import type { Effects, Prepared } from '../../acting/attempt.js';
import type { Turn } from '../../acting/turn.js';
import { refuseOutside } from '../../acting/viewport.js';
import * as checks from '../../gate/checks.js';
import { elementText } from '../../gate/in-words.js';
import { points } from '../../gate/risk.js';
import { quote } from '../../gate/untrusted.js';
import { moveTo, press, release } from '../../page/acting/hand.js';
import { bits, clickAt, handOf, type MouseButton, type Point } from '../../page/acting/input.js';
import type { Modifier } from '../../page/acting/keys.js';
import type { LiveFrame } from '../../page/frames/frames.js';
import { defineTool } from '../../tool.js';
import { changes, farthest, modifiers, nothingChanged, outcomeShape, outcomeText } from '../shape.js';

const used = {
  x: z.number(),
  y: z.number(),
  /** The element at that point. */
  element: z.string().optional(),
};

export interface MouseFields {
  do: 'click' | 'move' | 'down' | 'up' | 'wheel';
  /** Where the pointer is, if absent. */
  at?: Point | undefined;
  button: MouseButton;
  clickCount: number;
  deltaX: number;
  deltaY: number;
  /** Held meanwhile. */
  modifiers: Modifier[];
  timeout: number;
}

export const mouse = defineTool({
  name: 'browser_mouse',
  description: 'Use the mouse at a point of the viewport, e.g. on a canvas.',
  category: 'interaction',
  safety: 'low_risk',
  destructive: true,
  timeout: 5000,
  input: z
    .strictObject({
      action: z.enum(['click', 'move', 'down', 'up', 'wheel']),
      x: z.number().min(0).max(farthest).optional(),
      y: z.number().min(0).max(farthest).optional(),
      button: z.enum(['left', 'right', 'middle']).default('left'),
      clickCount: z.number().int().min(1).max(3).default(1),
      deltaX: z.number().min(-farthest).max(farthest).default(0),
      deltaY: z.number().min(-farthest).max(farthest).default(0),
      modifiers,
    })
    .refine((input) => (input.x === undefined) === (input.y === undefined), {
      message: 'Give both x and y.',
      path: ['x'],
    })
    .refine((input) => input.x !== undefined || (input.action !== 'click' && input.action !== 'move'), {
      message: 'Give x and y.',
      path: ['x'],
    })
    .refine((input) => input.action !== 'wheel' || input.deltaX !== 0 || input.deltaY !== 0, {
      message: 'Give deltaX or deltaY.',
      path: ['deltaY'],
    }),
  output: z.object({ ...used, ...outcomeShape, changes }),
  examples: [
    { action: 'click', x: 200, y: 150 },
    { action: 'wheel', deltaY: 400 },
  ],
  returns: 'What is at the point, and what changed.',
  action: {
    type: 'mouse',
    plan: ({ action, x, y, ...input }): MouseFields => ({
      do: action,
      ...(x === undefined || y === undefined ? {} : { at: { x, y } }),
      ...input,
      timeout: 5000,
    }),
    checks: {
      do: checks.asParsed,
      at: checks.asParsed,
      button: checks.asParsed,
      clickCount: checks.asParsed,
      deltaX: checks.asParsed,
      deltaY: checks.asParsed,
      modifiers: checks.asParsed,
    },
    risk: points,
    describe: () => 'using the mouse',
    summarize: ({ do: what, at: point }, _nameOf, on) => {
      const at = point ? ` at ${point.x},${point.y}` : '';
      return `using the mouse (${what})${at}${on ? ` on ${elementText(on)}` : ''}`;
    },
    perform: (action, stage) => act(stage, (turn) => prepareMouse(action, turn)),
  },
  text: (data, { action }) =>
    outcomeText(
      `mouse ${action} at ${data.x},${data.y}${data.element ? ` on ${data.element}` : ''}`,
      data,
      data.changes,
      action === 'click' ? nothingChanged : '',
    ),
});

/** How long to wait for what comes up under a pointer that only moves, in ms. */
const lingerOfMove = 150;

async function prepareMouse(
  action: MouseFields,
  turn: Turn,
): Promise<Prepared<z.output<z.ZodObject<typeof used>>>> {
  const { live, deadline } = turn;
  const at = action.at ?? handOf(live.cdp).at;
  await refuseOutside(turn, at);
  const main = await live.frames.main(deadline);
  const frames = [main, ...(await live.frames.children(main, deadline))];
  const { identity } = await main.world.call(deadline, 'at', at.x, at.y);
  const element = identity && `${identity.role}${identity.name ? ` ${quote(identity.name, 60)}` : ''}`;
  const data = { ...at, ...(element ? { element } : {}) };
  if (action.at) await moveTo(live, frames, at, deadline, action.modifiers);
  // What the pointer has made appear there is what will be pressed.
  if (action.do !== 'move' && action.do !== 'wheel') await live.checkEventTarget(at, turn);
  let isSent = false;
  return {
    soFar: () => ({ data, sent: isSent }),
    send: async () => {
      isSent = true;
      return { ...(await use(action, turn, frames, at)), data, touched: [main] };
    },
  };
}

/** Does with the mouse what is asked for, the pointer being there already. */
async function use(
  { do: what, button, clickCount, deltaX, deltaY, modifiers }: MouseFields,
  turn: Turn,
  frames: LiveFrame[],
  at: Point,
): Promise<Pick<Effects, 'linger'>> {
  const { live, deadline } = turn;
  switch (what) {
    case 'move':
      return { linger: lingerOfMove };
    case 'click':
      await live.handled(clickAt(live.cdp, at, button, clickCount, modifiers), deadline, 'done');
      return {};
    case 'down':
      await press(live, frames, button, clickCount, deadline, modifiers);
      return {};
    case 'up':
      await release(live, frames, button, clickCount, turn, modifiers);
      return {};
    case 'wheel': {
      const turned = live.cdp.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        ...at,
        deltaX,
        deltaY,
        modifiers: bits(modifiers),
      });
      await live.handled(turned, deadline, 'done');
      return {};
    }
  }
}
