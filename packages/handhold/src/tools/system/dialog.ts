import { z } from 'zod';
import { actOn } from '../../acting/act.js';
import type { Prepared } from '../../acting/attempt.js';
import type { Turn } from '../../acting/turn.js';
import type { DialogReport } from '../../browser/dialogs.js';
import type { Session } from '../../browser/session.js';
import { Failure } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { valueText } from '../../gate/in-words.js';
import { inscriptions } from '../../gate/inscriptions.js';
import { quote } from '../../gate/untrusted.js';
import { cardNumbersIn } from '../../page/injected/risk/card-number.js';
import { defineTool } from '../../tool.js';
import { changes, dialogShape, dialogText, nothingChanged, outcomeShape, outcomeText } from '../shape.js';

const answered = {
  /** The dialog that was answered. */
  answered: dialogShape.extend({ answer: z.enum(['accepted', 'dismissed']) }),
};

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
  output: z.object({ ...answered, ...outcomeShape, changes }),
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
    perform: (action, stage) => {
      const { session } = stage;
      const tab = session.tabWithDialog() ?? session.current();
      return actOn(stage, tab, (turn) => prepareAnswer(action, turn));
    },
  },
  text: (data) => {
    const { answer, ...answered } = data.answered;
    // It is this call's own answer, so it need not be told a second time.
    const { answeredDialogs: _answered, ...rest } = data;
    return outcomeText(`${answer} ${dialogText(answered, 200)}`, rest, data.changes, nothingChanged);
  },
});

type Answered = z.output<z.ZodObject<typeof answered>>;

async function prepareAnswer({ accept, text }: DialogFields, turn: Turn): Promise<Prepared<Answered>> {
  const { session, tab, live, deadline } = turn;
  const dataOf = (report: DialogReport): Answered => ({
    answered: { ...report, answer: accept ? 'accepted' : 'dismissed' },
  });
  // A page that waits for its answer goes on with it before what it sends can be held back.
  const givesCard = accept && cardNumbersIn(text ?? '').length > 0;
  let data: Answered | undefined;
  let isSent = false;
  // Nothing is waited for between the last check and the answer, so that it is this dialog and no other that gets it.
  if (tab.dialog)
    await live.checkMet(turn, () => {
      const { message = '', origin = '' } = tab.dialog?.report ?? {};
      data = tab.dialog && dataOf(tab.dialog.report);
      const facts = {
        ...(inscriptions.destroy(message) ? { destroys: true } : {}),
        ...(givesCard ? { payment: true, submits: true } : {}),
      };
      return { role: 'dialog', name: message, url: origin, facts };
    });
  // It may have gone while somebody was asked.
  if (!tab.dialog) refuseAnswer(session);
  return {
    soFar: () => ({ data, sent: isSent }),
    send: async () => {
      isSent = data !== undefined;
      const report = await deadline.race(tab.answerDialog(accept, text));
      return { data: dataOf(report), touched: [] };
    },
  };
}

/** There is nothing to answer; where the last one was answered by itself, that is why. */
function refuseAnswer(session: Session): void {
  const [last] = session
    .list()
    .flatMap(({ answered }) => answered)
    .sort((a, b) => b.at - a.at);
  if (!last?.byItself) return;
  const { report, answer } = last;
  throw new Failure('action_validation_error', 'No dialog is open.', {
    hint: `The last one, ${report.type} ${quote(report.message, 100)}, was ${answer} by itself. Go on; there is nothing to answer.`,
    details: { answeredByItself: { ...report, answer } },
  });
}
