import { z } from 'zod';
import { act } from '../../acting/act.js';
import * as checks from '../../gate/checks.js';
import { works } from '../../gate/risk.js';
import { defineTool } from '../../tool.js';
import { enterText } from '../interaction/typing/enter.js';
import { typed } from '../interaction/typing/typed.js';
import {
  changes,
  exactlyOneTarget,
  outcomeShape,
  outcomeText,
  patience,
  requiredTarget,
  target,
} from '../shape.js';

const { element, value } = typed;

/** Typed in place of what a field holds, it leaves that empty. */
const nothing = { text: '', clearFirst: true, submit: false, delay: 0 };

export const clear = defineTool({
  name: 'browser_clear',
  description: 'Empty a field.',
  category: 'form',
  safety: 'low_risk',
  destructive: true,
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({ ...target, timeout: patience(5000) }).refine(...exactlyOneTarget),
  output: z.object({ element, value, ...outcomeShape, changes }),
  examples: [{ ref: '@e3' }],
  returns: 'The value, read back: empty.',
  action: {
    type: 'clear',
    plan: (input) => ({ target: requiredTarget(input), timeout: input.timeout ?? 5000 }),
    checks: { target: checks.target },
    risk: works,
    describe: ({ target }, nameOf) => `clearing ${nameOf(target)}`,
    perform: ({ target }, stage) => act(stage, (turn) => enterText(turn, { target, ...nothing })),
  },
  text: (data) => outcomeText(`cleared ${data.element}`, data, data.changes),
});
