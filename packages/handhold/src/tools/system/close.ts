import { z } from 'zod';
import { looks } from '../../gate/risk.js';
import { defineTool } from '../../tool.js';

export const close = defineTool({
  name: 'browser_close',
  description: 'Close the session and its tabs.',
  category: 'system',
  safety: 'low_risk',
  destructive: true,
  core: true,
  requiresPage: false,
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({}),
  output: z.object({ closed: z.boolean() }),
  examples: [{}],
  returns: 'That it is closed.',
  action: {
    type: 'close',
    plan: () => ({ timeout: 5000 }),
    checks: {},
    risk: looks,
    describe: () => 'closing the session',
    needsNoSession: true,
    perform: async (_action, { end }) => {
      await end();
      return { closed: true };
    },
  },
  text: () => ({ head: 'closed' }),
});
