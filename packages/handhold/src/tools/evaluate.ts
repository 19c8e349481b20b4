import { z } from 'zod';
import { inSession } from '../acting/in-session.js';
import { evaluate as performEvaluate } from '../actions/evaluate.js';
import * as checks from '../gate/checks.js';
import { scriptText } from '../gate/in-words.js';
import { works } from '../gate/risk.js';
import { visibleOnly } from '../gate/untrusted.js';
import { defineTool } from '../tool.js';
import { changes, outcomeShape, outcomeText, ref, timeout } from './shape.js';

/** What JSON lets stand and no line of ours may hold: control characters, and what could pass for one of our marks. */
const unescaped = /[\u007f-\u009f\u2028\u2029]|<(?=\/?page\b)/gi;

export const evaluate = defineTool({
  name: 'browser_evaluate',
  description: 'Run JavaScript in the page: an expression, a function, or statements with return.',
  category: 'utility',
  safety: 'high',
  timeout: 5000,
  input: z.strictObject({
    script: z.string().min(1).max(500_000),
    ref: ref.optional().describe('Passed to the function'),
    timeout: timeout(5000),
  }),
  output: z.object({
    value: z.unknown(),
    truncated: z.boolean().optional(),
    left: z.boolean().optional(),
    ...outcomeShape,
    changes,
  }),
  examples: [{ script: 'document.title' }, { script: '(element) => element.value', ref: '@e3' }],
  returns: 'What it came to, as JSON.',
  action: {
    type: 'evaluate',
    plan: (input) => input,
    checks: { script: checks.text, ref: checks.optional(checks.ref) },
    risk: works,
    describe: () => 'running a script',
    summarize: ({ script }) => `running the script ${scriptText(script)}`,
    enters: ({ script }) => ({ by: 'script', texts: [script] }),
    perform: inSession(performEvaluate),
  },
  text: (data) => {
    const ended = data.left ? 'ran until the page was left' : 'ran';
    const value = visibleOnly(JSON.stringify(data.value) ?? 'null').replace(
      unescaped,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const { head, page } = outcomeText(ended + (data.truncated ? ', value cut' : ''), data, data.changes);
    return { head, page: page === undefined ? value : `${value}\n${page}` };
  },
});
