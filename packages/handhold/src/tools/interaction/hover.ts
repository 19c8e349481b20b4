import { z } from 'zod';
import { act } from '../../acting/act.js';
import type { Prepared } from '../../acting/attempt.js';
import { pointAt } from '../../acting/pointing.js';
import type { Turn } from '../../acting/turn.js';
import * as checks from '../../gate/checks.js';
import { looks } from '../../gate/risk.js';
import { describe } from '../../page/refs/book.js';
import type { Target } from '../../page/targeting/find-target.js';
import { defineTool } from '../../tool.js';
import {
  changes,
  exactlyOneTarget,
  nothingChanged,
  outcomeShape,
  outcomeText,
  patience,
  requiredTarget,
  target,
} from '../shape.js';

const hovered = { element: z.string() };

export const hover = defineTool({
  name: 'browser_hover',
  description: 'Move the pointer over an element, for menus and tooltips.',
  category: 'interaction',
  safety: 'safe',
  readOnly: false,
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({ ...target, timeout: patience(5000) }).refine(...exactlyOneTarget),
  output: z.object({ ...hovered, ...outcomeShape, changes }),
  examples: [{ ref: '@e5' }],
  returns: 'What came up.',
  action: {
    type: 'hover',
    plan: (input) => ({ target: requiredTarget(input), timeout: input.timeout ?? 5000 }),
    checks: { target: checks.target },
    risk: looks,
    describe: ({ target }, nameOf) => `pointing at ${nameOf(target)}`,
    perform: ({ target }, stage) => act(stage, (turn) => prepareHover(target, turn)),
  },
  text: (data) => outcomeText(`pointing at ${data.element}`, data, data.changes, nothingChanged),
});

/** Tips and menus come up a moment after the pointer. */
const linger = 300;

async function prepareHover(
  target: Target,
  turn: Turn,
): Promise<Prepared<z.output<z.ZodObject<typeof hovered>>>> {
  const found = await turn.live.find(target, turn.deadline);
  const element = describe(found.entry);
  const data = { element };
  let isSent = false;
  let healed: string | undefined;
  return {
    soFar: () => ({ data, sent: isSent, healed }),
    send: async () => {
      isSent = true;
      const aimed = await pointAt(turn, found, 'hover');
      if (aimed.healed) healed = element;
      return { data, healed, touched: aimed.touched, linger };
    },
  };
}
