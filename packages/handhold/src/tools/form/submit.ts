import { z } from 'zod';
import { act } from '../../acting/act.js';
import type { Prepared } from '../../acting/attempt.js';
import type { Turn } from '../../acting/turn.js';
import { Failure } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { elementText } from '../../gate/in-words.js';
import { quote } from '../../gate/untrusted.js';
import type { Target } from '../../page/targeting/find-target.js';
import { defineTool } from '../../tool.js';
import { changes, nothingChanged, outcomeShape, outcomeText, ref, targetOf } from '../shape.js';
import { prepareSubmit, type RefusedField, type Submitted, submitted } from './submitting.js';

export interface SubmitFields {
  target?: Target | undefined;
  timeout: number;
}

export const submit = defineTool({
  name: 'browser_submit',
  description: 'Submit a form: of the ref, of the focused field, or the only one.',
  category: 'form',
  safety: 'medium',
  destructive: true,
  timeout: 5000,
  input: z.strictObject({ ref: ref.optional() }),
  output: z.object({ ...submitted, ...outcomeShape, changes }),
  examples: [{}, { ref: '@e3' }],
  returns: 'What came of it; fields that the browser refuses are an error that names them.',
  action: {
    type: 'submit',
    plan: (input): SubmitFields => ({ target: targetOf(input), timeout: 5000 }),
    checks: { target: checks.optional(checks.target) },
    risk: ({ target }) => ({
      touch: 'activates',
      submits: true,
      form: target === undefined ? 'any' : 'named',
    }),
    describe: () => 'submitting a form',
    summarize: ({ target }, nameOf, on) =>
      `submitting the form of ${target ? nameOf(target) : (on && elementText(on)) || 'the page'}`,
    perform: ({ target }, stage) => act(stage, (turn) => prepare(target, turn)),
  },
  text: (data) =>
    outcomeText(
      data.submitted ? `submitted by ${data.element}` : `pressed ${data.element}; the page did not submit`,
      data,
      data.changes,
      nothingChanged,
    ),
});

async function prepare(target: Target | undefined, turn: Turn): Promise<Prepared<Submitted>> {
  const form = await prepareSubmit(turn, target);
  return {
    soFar: form.soFar,
    send: async () => {
      const sent = await form.send();
      return {
        ...sent,
        verify: async (late) => {
          const { data, refused } = await sent.verify(late);
          if (refused.length > 0) throw notSubmitted(refused);
          return { data };
        },
      };
    },
  };
}

function notSubmitted(refused: readonly RefusedField[]): Failure {
  const why = refused.map(({ element, message }) => `${element} is not valid, ${quote(message, 120)}`);
  return new Failure('execution_error', `The browser did not submit the form: ${why.join('; ')}.`, {
    hint: 'Correct these fields, then submit again.',
    details: { invalid: refused },
    sideEffect: 'none',
  });
}
