import { Agent, OpenAIResponsesModel, run, setTracingDisabled } from '@openai/agents';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useToolsets } from '../../../test/support/browser.js';
import { form, refOf, useStandIn } from '../../../test/support/stand-in.js';
import { type AgentToolsOptions, agentTools } from '../src/agents.js';

setTracingDisabled(true);

const standIn = useStandIn();
const { make, shared } = useToolsets((base, options: AgentToolsOptions = {}) =>
  agentTools({ ...base, ...options }),
);

function agent(browser = shared) {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${standIn.site.origin}/v1`, maxRetries: 0 });
  const model = new OpenAIResponsesModel(client, 'stand-in');
  return new Agent({ name: 'Surfer', instructions: 'Use the browser.', model, tools: browser.tools });
}

type Call = readonly [tool: string, input: object];
let count = 0;

function response(calls: readonly Call[]) {
  const says = {
    type: 'message',
    id: 'msg',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
  };
  const asks = calls.map(([name, input]) => {
    count += 1;
    return {
      type: 'function_call',
      id: `fc_${count}`,
      call_id: `call_${count}`,
      name,
      arguments: JSON.stringify(input),
      status: 'completed',
    };
  });
  return {
    id: `resp_${count}`,
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: 'stand-in',
    output: asks.length > 0 ? asks : [says],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  };
}

/** What the tools answered in the last request. */
function outputs(): unknown[] {
  const items = z.array(z.looseObject({ type: z.string().optional(), output: z.unknown().optional() }));
  return items
    .parse(standIn.site.sent.at(-1)?.input)
    .filter(({ type }) => type === 'function_call_output')
    .map(({ output }) => output);
}

describe('the Agents SDK', () => {
  it('runs the tools, parallel calls in order, and shows pictures to the model', async () => {
    const url = standIn.site.page('/agents', form);
    standIn.site.answers(
      () => response([['browser_navigate', { url }]]),
      (sent) =>
        response([
          ['browser_type', { ref: refOf('textbox "Name"', JSON.stringify(sent)), text: 'Ada' }],
          ['browser_click', { ref: refOf('button "Submit"', JSON.stringify(sent)) }],
          ['browser_screenshot', {}],
        ]),
      () => response([]),
    );
    const { finalOutput } = await run(agent(), 'Sign up.');
    expect(finalOutput).toBe('Done.');
    expect(standIn.site.sent[0]?.tools).toContainEqual(
      expect.objectContaining({ type: 'function', name: 'browser_click', strict: false }),
    );
    expect(outputs()).toEqual([
      expect.stringContaining('textbox "Name"'),
      expect.stringContaining('= "Ada"'),
      expect.stringContaining('Welcome, Ada'),
      [
        { type: 'input_text', text: expect.stringMatching(/^screenshot/) },
        expect.objectContaining({
          type: 'input_image',
          image_url: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//),
        }),
      ],
    ]);
  });

  it('tells the model what went wrong', async () => {
    standIn.site.answers(
      () =>
        response([
          ['browser_navigate', { url: 'file:///etc/passwd' }],
          ['browser_click', { ref: 7 }],
        ]),
      () => response([]),
    );
    await run(agent(), 'Try.');
    expect(outputs()).toEqual([
      expect.stringMatching(/^error host_blocked: .*\nhint: /),
      expect.stringMatching(/^error validation_error: .*\nhint: /),
    ]);
  });

  it('waits for approval from a level of risk on', async () => {
    const url = standIn.site.page('/approve', form, 'Approved');
    const browser = make({ approve: 'low_risk' });
    standIn.site.answers(
      () => response([['browser_navigate', { url }]]),
      () => response([]),
    );
    const surfer = agent(browser);
    const asked = await run(surfer, 'Open it.');
    expect(asked.interruptions).toHaveLength(1);
    expect(browser.toolbox.browser.isRunning).toBe(false);
    for (const interruption of asked.interruptions) asked.state.approve(interruption);
    await run(surfer, asked.state);
    expect(outputs()).toEqual([expect.stringContaining('page "Approved"')]);
  });

  it('takes that approval for the gate’s own', async () => {
    const url = standIn.site.page('/gate', form, 'Agreed');
    const browser = make({ policy: { low_risk: 'ask' } });
    standIn.site.answers(
      () => response([['browser_navigate', { url }]]),
      () => response([]),
    );
    const surfer = agent(browser);
    const asked = await run(surfer, 'Open it.');
    expect(asked.interruptions).toHaveLength(1);
    for (const interruption of asked.interruptions) asked.state.approve(interruption);
    await run(surfer, asked.state);
    expect(outputs()).toEqual([expect.stringContaining('page "Agreed"')]);
  });

  it('gives every run the session its context names', async () => {
    const url = standIn.site.page('/sessions', form);
    const user = z.object({ user: z.string() });
    const browser = make({
      browser: shared.toolbox.browser,
      session: (context) => user.safeParse(context?.context).data?.user,
    });
    for (const name of ['ada', 'grace']) {
      standIn.site.answers(
        () => response([['browser_navigate', { url }]]),
        () => response([]),
      );
      await run(agent(browser), 'Open it.', { context: { user: name } });
    }
    expect(browser.toolbox.browser.sessionNames()).toEqual(expect.arrayContaining(['ada', 'grace']));
  });
});
