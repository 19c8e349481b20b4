import { z } from 'zod';
import { act } from '../../acting/act.js';
import type { Prepared } from '../../acting/attempt.js';
import { framesFrom } from '../../acting/frames-from.js';
import type { Turn } from '../../acting/turn.js';
import * as checks from '../../gate/checks.js';
import { scriptText } from '../../gate/in-words.js';
import { works } from '../../gate/risk.js';
import { visibleOnly } from '../../gate/untrusted.js';
import type { LiveFrame } from '../../page/frames/frames.js';
import { defineTool } from '../../tool.js';
import { changes, outcomeShape, outcomeText, ref, timeout } from '../shape.js';
import { compile } from './compile.js';
import { run, type ScriptPlace } from './run.js';
import { type Evaluated, evaluated } from './value.js';

/** Characters that JSON lets stand and no line of ours may hold: control characters, and what could pass for one of our marks. */
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
  output: z.object({ ...evaluated, ...outcomeShape, changes }),
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
    perform: async ({ script, ref }, stage) => {
      const source = compile(script, ref !== undefined);
      return act(stage, (turn) => prepareScript(source, ref, turn));
    },
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

async function prepareScript(
  source: string,
  ref: string | undefined,
  turn: Turn,
): Promise<Prepared<Evaluated>> {
  const place = await placeOf(ref, turn);
  let data: Evaluated = { value: null };
  let isSent = false;
  return {
    soFar: () => ({ data, sent: isSent }),
    send: async () => {
      isSent = true;
      const result = await run(source, place, turn.deadline);
      data = result;
      return { data: result, touched: place.frame ? framesFrom(place.frame) : [] };
    },
  };
}

/** Where a script is run, with the document of its element. */
async function placeOf(
  ref: string | undefined,
  turn: Turn,
): Promise<ScriptPlace & { frame: LiveFrame | undefined }> {
  const { live, deadline } = turn;
  if (ref === undefined) {
    // A page that hangs already is not the script's fault, and what it changes is to be told.
    const main = await live.frames.main(deadline);
    await main.world.call(deadline, 'watch');
    return { cdp: live.cdp, element: undefined, frame: undefined };
  }
  const found = await live.find({ ref }, deadline);
  const { entry } = found;
  const answer = await live.ask(found, turn, async () => {
    const [gone] = await entry.frame.world.call(deadline, 'gone', [entry.id]);
    return gone === undefined ? ({ state: 'there' } as const) : ({ state: 'gone' } as const);
  });
  if (answer.state === 'gone') throw live.obstacle({ state: 'gone' }, entry, deadline);
  const { world } = entry.frame;
  const element = await deadline.race(world.pageObject(entry.id));
  return { cdp: world.cdp, element, frame: entry.frame };
}
