import { z } from 'zod';
import { act } from '../../acting/act.js';
import * as checks from '../../gate/checks.js';
import { elementText, shortly } from '../../gate/in-words.js';
import { inscriptions } from '../../gate/inscriptions.js';
import { destroying } from '../../gate/risk.js';
import { defineTool } from '../../tool.js';
import {
  changes,
  exactlyOneTarget,
  outcomeShape,
  outcomeText,
  patience,
  quoted,
  requiredTarget,
  target,
} from '../shape.js';
import { type Choose, choose } from './select/choose.js';
import { selected } from './select/choosing.js';

export const select = defineTool({
  name: 'browser_select',
  description: 'Choose options of a select, listbox or combobox.',
  category: 'form',
  safety: 'low_risk',
  destructive: true,
  core: true,
  idempotent: true,
  timeout: 5000,
  input: z
    .strictObject({
      ...target,
      values: z.array(z.string().max(1000)).min(1).max(100).describe('Labels or values'),
      timeout: patience(5000),
    })
    .refine(...exactlyOneTarget),
  output: z.object({ ...selected, ...outcomeShape, changes }),
  examples: [{ ref: '@e3', values: ['Japan'] }],
  returns: 'What is selected now, read back.',
  action: {
    type: 'select',
    plan: (input): Choose & { timeout: number } => ({
      target: requiredTarget(input),
      values: input.values,
      timeout: input.timeout ?? 5000,
    }),
    checks: { target: checks.target, values: checks.each(checks.text), secret: checks.asParsed },
    risk: ({ values }) => ({
      touch: 'activates',
      byItself: values.some((value) => inscriptions.destroy(value))
        ? { level: 'high', reasons: [destroying] }
        : undefined,
    }),
    describe: ({ target }, nameOf) => `choosing in ${nameOf(target)}`,
    summarize: ({ target, values }, nameOf, on) => {
      const option = on?.role === 'option' ? ` (${elementText(on)})` : '';
      return `choosing ${shortly(values)}${option} in ${nameOf(target)}`;
    },
    secretIn: { field: 'values' },
    perform: (action, stage) => act(stage, (turn) => choose(turn, action)),
  },
  text: (data) => outcomeText(`selected ${quoted(data.selected)} in ${data.element}`, data, data.changes),
});
