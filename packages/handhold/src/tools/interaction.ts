import { z } from 'zod';
import { quote } from '../gate/untrusted.js';
import { defineTool } from '../tool.js';
import {
  atMostOneTarget,
  changes,
  exactlyOneTarget,
  modifiers,
  nothingChanged,
  outcomeShape,
  outcomeText,
  patience,
  ref,
  requiredTarget,
  target,
  targetOf,
} from './shape.js';

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
  output: z.object({
    element: z.string(),
    matches: z.number().optional(),
    count: z.number().optional(),
    ...outcomeShape,
    changes,
  }),
  examples: [{ ref: '@e5' }, { ref: '@e8', count: 3 }, { selector: 'button[type="submit"]' }],
  returns: 'What was clicked and what changed.',
  run: (input, { perform }) => {
    const { timeout: once = 5000, count } = input;
    const timeout = Math.max(once, Math.min(30_000, once + 1000 * (count - 1)));
    return perform({ type: 'click', ...input, target: requiredTarget(input), timeout });
  },
  text: (data, { count = 1 }) => {
    const { count: done = count } = data;
    const times = count > 1 ? ` ${done < count ? `${done} of ` : ''}${count} times` : '';
    const matches = data.matches ? `, the first of ${data.matches} matches` : '';
    return outcomeText(`clicked ${data.element}${times}${matches}`, data, data.changes, nothingChanged);
  },
});

export const type = defineTool({
  name: 'browser_type',
  description: 'Type text into a field (the focused one if no ref). Returns its value.',
  category: 'interaction',
  safety: 'low_risk',
  destructive: true,
  core: true,
  timeout: 5000,
  input: z
    .strictObject({
      text: z.string(),
      ...target,
      clearFirst: z.boolean().default(false).describe('Replace what is there'),
      submit: z.boolean().default(false).describe('Then press Enter'),
      delay: z.number().min(0).max(1000).default(0).describe('ms between keys'),
      timeout: patience(5000),
    })
    .refine(...atMostOneTarget),
  output: z.object({
    element: z.string(),
    value: z.string(),
    became: z.string().optional(),
    ...outcomeShape,
    changes,
  }),
  examples: [
    { ref: '@e3', text: 'Ada Lovelace' },
    { ref: '@e4', text: 'query', submit: true },
    { ref: '@e4', text: '- red' },
  ],
  returns: 'The value the field now holds, read back.',
  run: (input, { perform }) =>
    perform({ type: 'type', ...input, target: targetOf(input), timeout: input.timeout ?? 5000 }),
  text: (data) =>
    outcomeText(
      `typed into ${data.element} = ${quote(data.value, 200)}${data.became ? ` (${data.became})` : ''}`,
      data,
      data.changes,
    ),
});

export const press = defineTool({
  name: 'browser_press',
  description: 'Press a key: Enter, Escape, ArrowDown, Control+A.',
  category: 'interaction',
  safety: 'low_risk',
  destructive: true,
  core: true,
  timeout: 5000,
  input: z
    .strictObject({
      key: z.string().min(1).max(100),
      modifiers,
      ...target,
      count: z.number().int().min(1).max(100).default(1),
      timeout: patience(5000),
    })
    .refine(...atMostOneTarget),
  output: z.object({ key: z.string(), element: z.string().optional(), ...outcomeShape, changes }),
  examples: [{ key: 'Enter' }, { key: 'Control+A', ref: '@e3' }],
  returns: 'What changed.',
  run: (input, { perform }) =>
    perform({ type: 'press', ...input, target: targetOf(input), timeout: input.timeout ?? 5000 }),
  text: (data) =>
    outcomeText(
      `pressed ${quote(data.key, 40)}${data.element ? ` on ${data.element}` : ''}`,
      data,
      data.changes,
      nothingChanged,
    ),
});

export const scroll = defineTool({
  name: 'browser_scroll',
  description: 'Scroll the page, or inside a ref.',
  category: 'interaction',
  safety: 'safe',
  readOnly: false,
  core: true,
  timeout: 5000,
  input: z
    .strictObject({
      direction: z.enum(['up', 'down', 'left', 'right']).optional(),
      amount: z
        .union([z.enum(['page', 'half']), z.number().min(0).max(1_000_000)])
        .default('page')
        .describe('or pixels'),
      ref: ref.optional().describe('Scroll inside it'),
      to: z.string().max(100).optional().describe('"top", "bottom" or a ref'),
    })
    .refine((input) => (input.direction === undefined) !== (input.to === undefined), {
      message: 'Give either direction or to.',
      path: ['direction'],
    }),
  output: z.object({
    scrollPosition: z.object({ x: z.number(), y: z.number() }),
    atEnd: z.boolean(),
    box: z.string().optional(),
    ...outcomeShape,
    changes,
  }),
  examples: [{ direction: 'down' }, { to: 'bottom' }, { direction: 'down', amount: 300, ref: '@e9' }],
  returns: 'The new scroll position, of which box if not the page, and whether that is the end.',
  run: (input, { perform }) => perform({ type: 'scroll', ...input, timeout: 5000 }),
  text: (data) => {
    const { x, y } = data.scrollPosition;
    const inside = data.box === undefined ? '' : ` in ${data.box}`;
    return outcomeText(`scrolled to ${x},${y}${inside}${data.atEnd ? ', the end' : ''}`, data, data.changes);
  },
});
