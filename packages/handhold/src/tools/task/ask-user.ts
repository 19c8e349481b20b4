import { z } from 'zod';
import { Failure } from '../../errors.js';
import { quote } from '../../gate/untrusted.js';
import { defineTool } from '../../tool.js';

export const askUser = defineTool({
  name: 'browser_ask_user',
  description: 'Ask the user: a login, a captcha, a choice.',
  category: 'system',
  safety: 'safe',
  readOnly: false,
  requiresPage: false,
  timeout: 300_000,
  input: z.strictObject({
    question: z.string().min(1).max(4000),
    reason: z.enum(['login', 'captcha', 'choice', 'other']).default('other'),
  }),
  output: z.object({ answer: z.string() }),
  examples: [{ question: 'Which of the two accounts is yours?', reason: 'choice' }],
  returns: 'The answer.',
  run: async ({ question, reason }, { host, session, signal }) => {
    if (!host.ask)
      throw new Failure('approval_required', 'There is nobody here who can be asked.', {
        hint: 'End your turn with the question in your own words, and go on when the user has answered.',
      });
    const answer = await unlessAborted(host.ask({ session, question, reason, signal }), signal);
    if (answer === undefined)
      throw new Failure('approval_denied', 'The user gave no answer.', {
        hint: 'Go on without it if you can, or end the task with browser_fail.',
      });
    return { answer };
  },
  text: (data) => ({ head: `the user answered ${quote(data.answer, 4000)}` }),
});

/** A person may take as long as they like, but not longer than whoever called. */
function unlessAborted<T>(asking: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return asking;
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Failure('aborted', 'Cancelled while asking the user.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    asking.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
