import { z } from 'zod';
import { inSession } from '../acting/in-session.js';
import { scroll as performScroll } from '../actions/scroll.js';
import * as checks from '../gate/checks.js';
import { reads } from '../gate/risk.js';
import { defineTool } from '../tool.js';
import { changes, outcomeShape, outcomeText, ref } from './shape.js';

/** Either end of the page, or a ref to bring into view. */
const endOrRef: checks.Check<string> = {
  check: (to, rules) => {
    if (!isEnd(to)) checks.ref.check(to, rules);
  },
  refs: (to) => (isEnd(to) ? [] : [to]),
};

function isEnd(to: string): boolean {
  return to === 'top' || to === 'bottom';
}

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
  action: {
    type: 'scroll',
    plan: (input) => ({ ...input, timeout: 5000 }),
    checks: {
      direction: checks.asParsed,
      amount: checks.asParsed,
      ref: checks.optional(checks.ref),
      to: checks.optional(endOrRef),
    },
    risk: reads,
    describe: () => 'scrolling',
    perform: inSession(performScroll),
  },
  text: (data) => {
    const { x, y } = data.scrollPosition;
    const inside = data.box === undefined ? '' : ` in ${data.box}`;
    return outcomeText(`scrolled to ${x},${y}${inside}${data.atEnd ? ', the end' : ''}`, data, data.changes);
  },
});
