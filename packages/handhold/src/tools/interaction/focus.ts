import { z } from 'zod';
import { act } from '../../acting/act.js';
import type { Prepared } from '../../acting/attempt.js';
import { focusShown } from '../../acting/focus.js';
import { framesFrom } from '../../acting/frames-from.js';
import type { Turn } from '../../acting/turn.js';
import * as checks from '../../gate/checks.js';
import { looks } from '../../gate/risk.js';
import { describe } from '../../page/refs/book.js';
import type { Target } from '../../page/targeting/find-target.js';
import { defineTool } from '../../tool.js';
import {
  changes,
  exactlyOneTarget,
  outcomeShape,
  outcomeText,
  patience,
  requiredTarget,
  target,
} from '../shape.js';

const focused = { element: z.string() };

type Focused = z.output<z.ZodObject<typeof focused>>;

export const focus = defineTool({
  name: 'browser_focus',
  description: 'Give an element the focus.',
  category: 'interaction',
  safety: 'safe',
  readOnly: false,
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({ ...target, timeout: patience(5000) }).refine(...exactlyOneTarget),
  output: z.object({ ...focused, ...outcomeShape, changes }),
  examples: [{ ref: '@e3' }],
  returns: 'What changed.',
  action: {
    type: 'focus',
    plan: (input) => ({ target: requiredTarget(input), timeout: input.timeout ?? 5000 }),
    checks: { target: checks.target },
    risk: looks,
    describe: ({ target }, nameOf) => `focusing ${nameOf(target)}`,
    perform: ({ target }, stage) => act(stage, (turn) => prepareFocus(target, turn)),
  },
  text: (data) => outcomeText(`focused ${data.element}`, data, data.changes),
});

async function prepareFocus(target: Target, turn: Turn): Promise<Prepared<Focused>> {
  const { live, deadline } = turn;
  const found = await live.find(target, deadline);
  const { entry } = found;
  const seen = await live.ask(found, turn, () =>
    entry.frame.world.call(deadline, 'ready', entry.id, entry.shown ?? null, 'none', deadline.left / 2),
  );
  if (seen.state !== 'ready') throw live.obstacle(seen, entry, deadline);
  const data = { element: describe(entry) };
  let isSent = false;
  return {
    soFar: () => ({ data, sent: isSent, healed: found.healed ? describe(entry) : undefined }),
    send: async () => {
      isSent = true;
      await focusShown(turn, found);
      return {
        data,
        healed: found.healed ? describe(entry) : undefined,
        touched: framesFrom(entry.frame),
        reported: [{ ref: entry.ref, value: false }],
      };
    },
  };
}
