import { z } from 'zod';
import { quote } from '../../gate/untrusted.js';
import { isJson } from '../../json.js';
import { defineTool } from '../../tool.js';

export const complete = defineTool({
  name: 'browser_complete',
  description: 'End the task as done.',
  category: 'system',
  safety: 'safe',
  readOnly: false,
  requiresPage: false,
  isTerminal: true,
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({
    summary: z.string().min(1).max(20_000),
    result: z
      .unknown()
      .refine((value) => value === undefined || isJson(value), 'It must be data that JSON can hold.')
      .optional(),
  }),
  output: z.object({ status: z.literal('completed'), summary: z.string(), result: z.unknown().optional() }),
  examples: [{ summary: 'Booked the room for two nights.', result: { booking: 'A-17' } }],
  returns: 'What was said, as the end of the task.',
  run: async ({ summary, result }) => ({
    status: 'completed' as const,
    summary,
    ...(result === undefined ? {} : { result }),
  }),
  text: (data) => ({ head: `completed: ${quote(data.summary, 1000)}` }),
});
