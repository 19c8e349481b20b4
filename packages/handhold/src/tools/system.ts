import { z } from 'zod';
import { inSession } from '../acting/in-session.js';
import { dialog as performDialog } from '../actions/dialog.js';
import * as checks from '../gate/checks.js';
import { valueText } from '../gate/in-words.js';
import { looks } from '../gate/risk.js';
import { defineTool } from '../tool.js';
import { changes, dialogShape, dialogText, nothingChanged, outcomeShape, outcomeText } from './shape.js';

export interface DialogFields {
  accept: boolean;
  text?: string | undefined;
  timeout: number;
}

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
  action: {
    type: 'dialog',
    plan: (input): DialogFields => ({ accept: input.action === 'accept', text: input.text, timeout: 5000 }),
    checks: { accept: checks.asParsed, text: checks.optional(checks.text) },
    risk: ({ accept }) => ({ touch: accept ? 'activates' : 'reaches' }),
    describe: () => 'answering a dialog',
    summarize: ({ accept, text }, _nameOf, on) => {
      const answer = text === undefined ? '' : ` with ${valueText(text)}`;
      const which = on ? `the dialog ${valueText(on.name)}` : 'a dialog';
      return `${accept ? 'accepting' : 'dismissing'} ${which}${answer}`;
    },
    secretIn: { field: 'text', unlabelled: true },
    enters: ({ accept, text = '' }) => ({ by: 'typing', texts: accept ? [text] : [] }),
    answersDialog: true,
    perform: inSession(performDialog),
  },
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
