import { z } from 'zod';
import { act } from '../dist/acting/act.js';
import * as checks from '../dist/gate/checks.js';
import { points } from '../dist/gate/risk.js';
import { describe } from '../dist/page/refs/book.js';
import { defineTool } from '../dist/tool.js';
import {
  changes,
  exactlyOneTarget,
  nothingChanged,
  outcomeShape,
  outcomeText,
  patience,
  requiredTarget,
  target,
} from '../dist/tools/shape.js';

/** A tool in one file: everything that there is to say about it. */
export const tap = defineTool({
  name: 'browser_tap',
  description: 'Touch an element with a finger. Returns what changed, with refs.',
  category: 'interaction',
  safety: 'low_risk',
  timeout: 5000,
  input: z.strictObject({ ...target, timeout: patience(5000) }).refine(...exactlyOneTarget),
  output: z.object({ element: z.string(), ...outcomeShape, changes }),
  action: {
    type: 'tap',
    plan: (input) => ({ target: requiredTarget(input), timeout: input.timeout ?? 5000 }),
    checks: {
      target: checks.target,
    },
    risk: points,
    describe: ({ target }, nameOf) => `tapping ${nameOf(target)}`,
    perform: ({ target }, stage) =>
      act(stage, async (turn) => {
        const { live, deadline } = turn;
        const { entry, point, touched } = await live.aim(target, 'click', turn);
        const data = { element: describe(entry) };
        let sent = false;
        return {
          soFar: () => ({ data, sent }),
          send: async () => {
            sent = true;
            const touch = async () => {
              await live.cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
              await live.cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
            };
            await live.handled(touch(), deadline, 'unknown');
            return { data, touched };
          },
        };
      }),
  },
  text: (data) => outcomeText(`tapped ${data.element}`, data, data.changes, nothingChanged),
});
