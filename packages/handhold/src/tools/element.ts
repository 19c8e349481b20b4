import { z } from 'zod';
import { inSession } from '../acting/in-session.js';
import { getElement as performGetElement } from '../actions/get-element.js';
import * as checks from '../gate/checks.js';
import { reads } from '../gate/risk.js';
import { address, cutHint, quote } from '../gate/untrusted.js';
import { defineTool } from '../tool.js';
import { exactlyOneTarget, patience, requiredTarget, target } from './shape.js';

export const getElement = defineTool({
  name: 'browser_get_element',
  description: 'One element in detail: role, name, attributes, box, text, HTML.',
  category: 'extraction',
  safety: 'safe',
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({ ...target, timeout: patience(5000) }).refine(...exactlyOneTarget),
  output: z.object({
    ref: z.string(),
    element: z.string(),
    role: z.string(),
    name: z.string(),
    description: z.string(),
    tag: z.string(),
    states: z.array(z.string()),
    level: z.number().optional(),
    value: z.string().optional(),
    options: z.array(z.string()).optional(),
    attributes: z.record(z.string(), z.string()),
    box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    text: z.string(),
    html: z.string(),
    frame: z.string().optional(),
    matches: z.number().optional(),
    healed: z.string().optional(),
  }),
  examples: [{ ref: '@e5' }, { selector: '#total' }],
  returns: 'What the element is, as ARIA and HTML have it, where it is, and what is in it.',
  action: {
    type: 'element',
    plan: (input) => ({ target: requiredTarget(input), timeout: input.timeout ?? 5000 }),
    checks: { target: checks.target },
    risk: reads,
    describe: ({ target }, nameOf) => `looking at ${nameOf(target)}`,
    perform: inSession(performGetElement),
  },
  text: (data) => {
    const head = [data.element];
    if (data.matches) head.push(`first of ${data.matches} matches`);
    if (data.healed) head.push(`healed: ${data.healed} had been replaced by an equal element`);
    const { x, y, width, height } = data.box;
    const lines = [
      `tag ${quote(data.tag)} role ${quote(data.role)} name ${quote(data.name, 300)}`,
      `box ${x},${y} ${width}x${height}`,
    ];
    if (data.states.length > 0) lines.push(`states ${data.states.map((state) => quote(state)).join(' ')}`);
    if (data.description) lines.push(`description ${quote(data.description, 300)}`);
    if (data.value !== undefined) lines.push(`value ${quote(data.value, 2000)}`);
    if (data.options) lines.push(`options ${data.options.map((option) => quote(option, 60)).join(' ')}`);
    if (data.frame) lines.push(`frame ${address(data.frame)}`);
    for (const [name, value] of Object.entries(data.attributes)) {
      lines.push(`attribute ${quote(name)} ${quote(value, 300)}`);
    }
    if (data.text) lines.push(`text ${quote(data.text, 1000)}`);
    if (`${data.value ?? ''}`.length > 2000 || data.text.length >= 1000) lines.push(cutHint);
    lines.push(`html ${quote(data.html, 2000)}`);
    return { head: head.join('\n'), page: lines.join('\n') };
  },
});
