import { z } from 'zod';
import { act } from '../../acting/act.js';
import * as checks from '../../gate/checks.js';
import { shortly } from '../../gate/in-words.js';
import { defineTool } from '../../tool.js';
import { changes, exactlyOneTarget, outcomeShape, outcomeText, requiredTarget } from '../shape.js';
import { fieldText, filled } from './fill-form/field-result.js';
import { type FormField, fieldTarget, formField } from './fill-form/form-field.js';
import { prepareFill } from './fill-form/prepare-fill.js';

const text = z.string().max(500_000);

export const fillForm = defineTool({
  name: 'browser_fill_form',
  description: 'Fill in many fields of any kind in one call.',
  category: 'form',
  safety: 'low_risk',
  destructive: true,
  core: true,
  input: z.strictObject({
    fields: z
      .array(
        z
          .strictObject({
            ref: z.string().max(100).optional(),
            selector: z.string().max(1000).optional(),
            value: z
              .union([text, z.boolean(), z.number(), z.array(text).max(100)])
              .describe('Text, true/false, option, ISO date, #rrggbb, file path'),
          })
          .refine(...exactlyOneTarget),
      )
      .min(1)
      .max(100),
    submit: z.boolean().default(false),
  }),
  output: z.object({ ...filled, ...outcomeShape, changes }),
  examples: [
    {
      fields: [
        { ref: '@e1', value: 'Ada' },
        { ref: '@e4', value: true },
      ],
      submit: true,
    },
    { fields: [{ selector: '#name', value: 'Ada Lovelace' }] },
  ],
  returns: 'For each field its value, read back, or why it could not be filled in.',
  timeout: 30_000,
  action: {
    type: 'fill',
    plan: ({ fields, submit }) => ({
      fields: fields.map(({ value, ...field }): FormField => ({ ...requiredTarget(field), value })),
      submit,
      timeout: Math.min(30_000, 5000 + 1000 * fields.length),
    }),
    checks: { fields: checks.each(formField), submit: checks.asParsed },
    risk: ({ submit }) => ({ touch: 'activates', submits: submit, form: 'named', givesFiles: true }),
    describe: () => 'filling in a form',
    summarize: ({ fields, submit }, nameOf) => {
      const each = fields.map((field) => `${nameOf(fieldTarget(field))} = ${shortly(field.value)}`);
      return `filling in ${each.join(', ')}${submit ? ' and submitting the form' : ''}`;
    },
    secretIn: { field: 'value' },
    enters: ({ fields }) => ({
      by: 'typing',
      texts: fields.flatMap(({ value }) => [value].flat().map(String)),
    }),
    perform: (action, stage) => act(stage, (turn) => prepareFill(action, turn)),
  },
  text: (data) => {
    const done = data.fields.filter((field) => field.ok).length;
    const sent = data.submitted === undefined ? '' : data.submitted ? ' and submitted' : '; NOT submitted';
    const head = `filled ${done} of ${data.fields.length} fields${sent}`;
    return outcomeText([head, ...data.fields.map(fieldText)].join('\n'), data, data.changes);
  },
});
