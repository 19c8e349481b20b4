import { z } from 'zod';
import { inSession } from '../acting/in-session.js';
import { drag as performDrag } from '../actions/drag.js';
import { hover as performHover } from '../actions/hover.js';
import { mouse as performMouse } from '../actions/mouse.js';
import * as checks from '../gate/checks.js';
import { elementText, shortly } from '../gate/in-words.js';
import { activates, looks, points } from '../gate/risk.js';
import type { MouseButton, Point } from '../page/acting/input.js';
import type { Modifier } from '../page/acting/keys.js';
import type { Target } from '../page/targeting/find-target.js';
import { defineTool } from '../tool.js';
import {
  changes,
  elementNamed,
  exactlyOneTarget,
  modifiers,
  nothingChanged,
  outcomeShape,
  outcomeText,
  patience,
  requiredTarget,
  target,
} from './shape.js';

const far = 100_000;
const offset = z.strictObject({ x: z.number().min(-far).max(far), y: z.number().min(-far).max(far) });

export const hover = defineTool({
  name: 'browser_hover',
  description: 'Move the pointer over an element, for menus and tooltips.',
  category: 'interaction',
  safety: 'safe',
  readOnly: false,
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({ ...target, timeout: patience(5000) }).refine(...exactlyOneTarget),
  output: z.object({ element: z.string(), ...outcomeShape, changes }),
  examples: [{ ref: '@e5' }],
  returns: 'What came up.',
  action: {
    type: 'hover',
    plan: (input) => ({ target: requiredTarget(input), timeout: input.timeout ?? 5000 }),
    checks: { target: checks.target },
    risk: looks,
    describe: ({ target }, nameOf) => `pointing at ${nameOf(target)}`,
    perform: inSession(performHover),
  },
  text: (data) => outcomeText(`pointing at ${data.element}`, data, data.changes, nothingChanged),
});

export interface DragFields {
  target: Target;
  /** What to drop on. */
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
  output: z.object({ element: z.string(), to: z.string().optional(), ...outcomeShape, changes }),
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
    perform: inSession(performDrag),
  },
  text: (data) =>
    outcomeText(
      `dragged ${data.element}${data.to ? ` to ${data.to}` : ''}`,
      data,
      data.changes,
      nothingChanged,
    ),
});

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
      x: z.number().min(0).max(far).optional(),
      y: z.number().min(0).max(far).optional(),
      button: z.enum(['left', 'right', 'middle']).default('left'),
      clickCount: z.number().int().min(1).max(3).default(1),
      deltaX: z.number().min(-far).max(far).default(0),
      deltaY: z.number().min(-far).max(far).default(0),
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
  output: z.object({
    x: z.number(),
    y: z.number(),
    element: z.string().optional(),
    ...outcomeShape,
    changes,
  }),
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
    perform: inSession(performMouse),
  },
  text: (data, { action }) =>
    outcomeText(
      `mouse ${action} at ${data.x},${data.y}${data.element ? ` on ${data.element}` : ''}`,
      data,
      data.changes,
      action === 'click' ? nothingChanged : '',
    ),
});
