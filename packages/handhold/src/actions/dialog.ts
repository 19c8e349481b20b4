import type { DialogReport } from '../browser/dialogs.js';
import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { cardNumbersIn } from '../page/injected/card-number.js';
import { destroys } from '../page/injected/words.js';
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
        ...(destroys(message) ? { destroys: true } : {}),
        ...(givesCard && action.accept ? { payment: true, submits: true } : {}),
      };
      on.live.judge({ role: 'dialog', name: message, url: origin, facts });
      doing.data = { answered: { ...waiting.report, answer: action.accept ? 'accepted' : 'dismissed' } };
    }
    doing.sent = waiting !== undefined;
    await line.race(on.answerDialog(action.accept, action.text));
  });
}
