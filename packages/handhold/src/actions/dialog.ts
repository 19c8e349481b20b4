import type { DialogReport } from '../browser/dialogs.js';
import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { inscriptions } from '../gate/inscriptions.js';
import { quote } from '../gate/untrusted.js';
import { cardNumbersIn } from '../page/injected/risk/card-number.js';
import type { DialogAction } from './action.js';
import { actOn, type Outcome } from './outcome.js';

export interface DialogAnswered {
  /** The dialog that was answered. */
  answered: DialogReport & { answer: 'accepted' | 'dismissed' };
}

export function dialog(
  action: DialogAction,
  session: Session,
  deadline: Deadline,
): Promise<DialogAnswered & Outcome> {
  const tab = session.tabWithDialog() ?? session.current();
  return actOn<DialogAnswered>(session, tab, deadline, async (on, doing, line) => {
    const waiting = on.dialog;
    if (waiting) {
      const { message, origin } = waiting.report;
      // Nothing is waited for between this and the answer, so that it is this dialog and no other that gets it.
      // A page that waits for its answer goes on with it before what it sends can be held back.
      const givesCard = cardNumbersIn(action.text ?? '').length > 0;
      const facts = {
        ...(inscriptions.destroy(message) ? { destroys: true } : {}),
        ...(givesCard && action.accept ? { payment: true, submits: true } : {}),
      };
      await on.live.checkMet(line, () => ({ role: 'dialog', name: message, url: origin, facts }));
      doing.data = { answered: { ...waiting.report, answer: action.accept ? 'accepted' : 'dismissed' } };
    } else refuseAnswer(session);
    doing.sent = waiting !== undefined;
    await line.race(on.answerDialog(action.accept, action.text));
  });
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
