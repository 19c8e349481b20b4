import { z } from 'zod';
import { inSession } from '../acting/in-session.js';
import type { WaitFor } from '../actions/action.js';
import { wait as performWait } from '../actions/wait.js';
import * as checks from '../gate/checks.js';
import { reads } from '../gate/risk.js';
import { defineTool } from '../tool.js';
import { changes, outcomeShape, outcomeText, selector, timeout } from './shape.js';

const conditions = ['for', 'text', 'textGone', 'element', 'selector', 'time'] as const;

const input = z
  .strictObject({
    for: z.enum(['page_loaded', 'url_changed', 'network_idle']).optional(),
    text: z.string().min(1).max(1000).optional(),
    textGone: z.string().min(1).max(1000).optional(),
    element: z
      .strictObject({ name: z.string().max(1000), role: z.string().max(100).optional() })
      .refine(({ name, role }) => name !== '' || Boolean(role), {
        message: 'Give a name; it may be empty where there is a role.',
        path: ['name'],
      })
      .optional(),
    selector: selector.optional(),
    state: z
      .enum(['attached', 'detached', 'visible', 'hidden'])
      .optional()
      .describe('of selector; default visible'),
    time: z.number().min(0).max(30_000).optional().describe('ms'),
    timeout: timeout(5000),
  })
  .refine((given) => conditions.filter((name) => given[name] !== undefined).length === 1, {
    message: `Give exactly one of ${conditions.join(', ')}.`,
    path: ['for'],
  })
  .refine((given) => given.state === undefined || given.selector !== undefined, {
    message: 'It says something about a selector, which is missing.',
    path: ['state'],
  });

function conditionOf(given: z.output<typeof input>): WaitFor {
  if (given.for !== undefined) return { for: given.for };
  if (given.text !== undefined) return { text: given.text };
  if (given.textGone !== undefined) return { textGone: given.textGone };
  if (given.element !== undefined) return { element: given.element };
  if (given.selector !== undefined) return { selector: given.selector, state: given.state ?? 'visible' };
  return { time: given.time ?? 0 };
}

const condition: checks.Check<WaitFor> = {
  check: (until, rules) => {
    if ('selector' in until) checks.selector.check(until.selector, rules);
  },
};

export const wait = defineTool({
  name: 'browser_wait',
  description: 'Wait for one condition. Not met in time is no error: met is false.',
  category: 'system',
  safety: 'safe',
  core: true,
  idempotent: true,
  timeout: 5000,
  input,
  output: z.object({
    met: z.boolean(),
    waited: z.number(),
    element: z.string().optional(),
    ...outcomeShape,
    changes,
  }),
  examples: [
    { text: 'Order confirmed' },
    { for: 'url_changed' },
    { element: { name: 'Save', role: 'button' } },
  ],
  returns: 'Whether it came true, how long it took, what was waited for, with its ref, and what changed.',
  action: {
    type: 'wait',
    plan: (given) => ({ until: conditionOf(given), timeout: given.timeout }),
    checks: { until: condition },
    risk: reads,
    describe: () => 'waiting',
    // One that sleeps needs its time, and each a moment to look at the page afterwards.
    grace: ({ until }) => ('time' in until ? until.time : 0) + 2000,
    perform: inSession(performWait),
  },
  text: (data) => {
    const { met, waited, element, changes: lines } = data;
    const [ref = ''] = element?.split(' ', 1) ?? [];
    // What a line tells already needs not be told twice.
    const isTold = new RegExp(`^[+~]? *${ref} `, 'm').test(lines);
    const came = element === undefined || isTold ? '' : `: ${element}`;
    return outcomeText(`${met ? 'met' : 'not met'} after ${waited} ms${came}`, data, lines);
  },
});
