import { z } from 'zod';
import { quote } from '../../gate/untrusted.js';
import { defineTool } from '../../tool.js';

export const fail = defineTool({
  name: 'browser_fail',
  description: 'End the task as not possible.',
  category: 'system',
  safety: 'safe',
  readOnly: false,
  requiresPage: false,
  isTerminal: true,
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({
    reason: z.string().min(1).max(20_000),
    recoverable: z.boolean().default(false),
  }),
  output: z.object({ status: z.literal('failed'), reason: z.string(), recoverable: z.boolean() }),
  examples: [{ reason: 'The shop does not deliver there.' }],
  returns: 'What was said, as the end of the task.',
  run: async ({ reason, recoverable }) => ({ status: 'failed' as const, reason, recoverable }),
  text: (data) => ({
    head: `failed: ${quote(data.reason, 1000)}${data.recoverable ? ', can be tried again' : ''}`,
  }),
});
