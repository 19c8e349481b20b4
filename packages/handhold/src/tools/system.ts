import { z } from 'zod';
import { defineTool } from '../tool.js';
import { changes, dialogShape, dialogText, nothingChanged, outcomeShape, outcomeText } from './shape.js';

export const dialog = defineTool({
  name: 'browser_dialog',
  description: 'Answer the open alert, confirm or prompt.',
  category: 'system',
  safety: 'low_risk',
  destructive: true,
  core: true,
  timeout: 5000,
  input: z.strictObject({
    action: z.enum(['accept', 'dismiss']),
    text: z.string().max(10_000).optional().describe('for a prompt'),
  }),
  output: z.object({
    answered: dialogShape.extend({ answer: z.enum(['accepted', 'dismissed']) }),
    ...outcomeShape,
    changes,
  }),
  examples: [{ action: 'accept' }, { action: 'accept', text: 'Ada' }],
  returns: 'The dialog that was answered, and what changed.',
  run: (input, { perform }) =>
    perform({ type: 'dialog', accept: input.action === 'accept', text: input.text, timeout: 5000 }),
  text: (data) => {
    const { answer, ...answered } = data.answered;
    // It is this call's own answer, so it need not be told a second time.
    const { answeredDialogs: _answered, ...rest } = data;
    return outcomeText(`${answer} ${dialogText(answered, 200)}`, rest, data.changes, nothingChanged);
  },
});

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
  run: (_input, { perform }) => perform({ type: 'close', timeout: 5000 }),
  text: () => ({ head: 'closed' }),
});
