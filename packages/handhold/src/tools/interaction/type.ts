import { z } from 'zod';
import { act } from '../../acting/act.js';
import * as checks from '../../gate/checks.js';
import { elementText, valueText } from '../../gate/in-words.js';
import { quote } from '../../gate/untrusted.js';
import { defineTool } from '../../tool.js';
import { atMostOneTarget, changes, outcomeShape, outcomeText, patience, target, targetOf } from '../shape.js';
import { enterText } from './typing/enter.js';
import { type TextEntry, typed } from './typing/typed.js';

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
  output: z.object({ ...typed, ...outcomeShape, changes }),
  examples: [
    { ref: '@e3', text: 'Ada Lovelace' },
    { ref: '@e4', text: 'query', submit: true },
    { ref: '@e4', text: '- red' },
  ],
  returns: 'The value the field now holds, read back.',
  action: {
    type: 'type',
    plan: (input): TextEntry & { timeout: number } => ({
      text: input.text,
      target: targetOf(input),
      clearFirst: input.clearFirst,
      submit: input.submit,
      delay: input.delay,
      timeout: input.timeout ?? 5000,
    }),
    checks: {
      text: checks.text,
      target: checks.optional(checks.target),
      clearFirst: checks.asParsed,
      submit: checks.asParsed,
      delay: checks.asParsed,
      secret: checks.asParsed,
    },
    risk: ({ submit }) => ({ touch: 'works', submits: submit }),
    describe: ({ target }, nameOf) => `typing${target ? ` into ${nameOf(target)}` : ''}`,
    summarize: ({ target, text, submit }, nameOf, on) => {
      const into = target ? nameOf(target) : (on && elementText(on)) || 'what has the focus';
      return `typing ${valueText(text)} into ${into}${submit ? ' and pressing Enter' : ''}`;
    },
    secretIn: { field: 'text' },
    enters: ({ text }) => ({ by: 'typing', texts: [text] }),
    perform: (action, stage) => act(stage, (turn) => enterText(turn, action)),
  },
  text: (data) =>
    outcomeText(
      `typed into ${data.element} = ${quote(data.value, 200)}${data.became ? ` (${data.became})` : ''}`,
      data,
      data.changes,
    ),
});
