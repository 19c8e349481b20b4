import {
  convertToModelMessages,
  generateText,
  isStepCount,
  type ModelMessage,
  streamText,
  ToolLoopAgent,
  type UIMessage,
} from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { type ApprovalRequest, defineTool } from 'handhold';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useToolsets } from '../../../test/support/browser.js';
import { form, jpeg, refOf, useStandIn } from '../../../test/support/stand-in.js';
import { wasApproved } from '../src/approvals.js';
import { type BrowserToolsOptions, browserTools } from '../src/index.js';

const standIn = useStandIn();
const { make, shared } = useToolsets((base, options: BrowserToolsOptions = {}) =>
  browserTools({ ...base, ...options }),
);

type Call = readonly [tool: string, input: object];
type Turn = readonly Call[] | ((read: string) => readonly Call[]);
type Prompt = MockLanguageModelV4['doGenerateCalls'][number]['prompt'];

/** A model that follows a script, whole or streaming. */
function scripted(turns: readonly Turn[]) {
  let turn = 0;
  const next = (prompt: Prompt) => {
    const asked = turns[turn];
    turn += 1;
    const read = results(prompt).map(textOf).join('\n');
    const calls = typeof asked === 'function' ? asked(read) : (asked ?? []);
    return calls.map(([toolName, input], i) => ({
      type: 'tool-call' as const,
      toolCallId: `call-${turn}-${i}`,
      toolName,
      input: JSON.stringify(input),
    }));
  };
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const reason = (calls: unknown[]) =>
    calls.length > 0
      ? { unified: 'tool-calls' as const, raw: undefined }
      : { unified: 'stop' as const, raw: undefined };
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const calls = next(prompt);
      const content = calls.length > 0 ? calls : [{ type: 'text' as const, text: 'Done.' }];
      return { content, finishReason: reason(calls), usage, warnings: [] };
    },
    doStream: async ({ prompt }) => {
      const calls = next(prompt);
      const text = [
        { type: 'text-start' as const, id: '1' },
        { type: 'text-delta' as const, id: '1', delta: 'Done.' },
        { type: 'text-end' as const, id: '1' },
      ];
      const chunks = [
        { type: 'stream-start' as const, warnings: [] },
        ...(calls.length > 0 ? calls : text),
        { type: 'finish' as const, finishReason: reason(calls), usage },
      ];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
}

/** The results at the end of a prompt: those the model has not seen before. */
function results(prompt: Prompt) {
  const last = prompt.at(-1);
  return last?.role === 'tool' ? last.content.filter((part) => part.type === 'tool-result') : [];
}

type Result = ReturnType<typeof results>[number];

function textOf({ output }: Result): string {
  if (output.type === 'text' || output.type === 'error-text') return output.value;
  return output.type === 'content'
    ? output.value.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    : '';
}

/** Fills in the form and takes a picture. */
const signUp = (url: string): Turn[] => [
  [['browser_navigate', { url }]],
  (read) => [
    ['browser_type', { ref: refOf('textbox "Name"', read), text: 'Ada' }],
    ['browser_click', { ref: refOf('button "Submit"', read), button: null }],
  ],
  [['browser_screenshot', {}]],
];

/** What the model must have read when it has signed up. */
function checkSignedUp(prompts: Prompt[]) {
  const [opened, done, pictured] = prompts.slice(1).map(results);
  expect(opened?.[0]?.output).toMatchObject({ type: 'text' });
  expect(done?.map(textOf).join('\n')).toMatch(/typed into .*"Ada".*clicked .*Welcome, Ada/s);
  expect(pictured?.[0]?.output).toMatchObject({
    type: 'content',
    value: [
      { type: 'text', text: expect.stringMatching(/^screenshot 1280x720/) },
      { type: 'file', mediaType: 'image/jpeg', data: { type: 'data', data: expect.stringMatching(jpeg) } },
    ],
  });
}

describe('the tools', () => {
  it('work in generateText', async () => {
    const model = scripted(signUp(standIn.site.page('/generate', form)));
    const { text, steps } = await generateText({
      model,
      tools: shared.tools,
      prompt: 'Sign up.',
      stopWhen: isStepCount(5),
    });
    expect(text).toBe('Done.');
    checkSignedUp(model.doGenerateCalls.map(({ prompt }) => prompt));
    expect(steps[0]?.toolResults[0]?.output).toMatchObject({
      success: true,
      data: { title: 'Test page' },
      metadata: { session: 'default' },
    });
    expect(model.doGenerateCalls[0]?.tools).toHaveLength(Object.keys(shared.tools).length);
  });

  it('work in streamText', async () => {
    const model = scripted(signUp(standIn.site.page('/stream', form)));
    const { text } = streamText({
      model,
      tools: shared.tools,
      prompt: 'Sign up.',
      stopWhen: isStepCount(5),
    });
    expect(await text).toBe('Done.');
    checkSignedUp(model.doStreamCalls.map(({ prompt }) => prompt));
  });

  it('work in a ToolLoopAgent', async () => {
    const model = scripted(signUp(standIn.site.page('/agent', form)));
    const agent = new ToolLoopAgent({ model, tools: shared.tools });
    const { text } = await agent.generate({ prompt: 'Sign up.' });
    expect(text).toBe('Done.');
    checkSignedUp(model.doGenerateCalls.map(({ prompt }) => prompt));
  });

  it('tell the model what went wrong, in our words', async () => {
    const model = scripted([
      [
        ['browser_navigate', { url: 'file:///etc/passwd' }],
        ['browser_click', { ref: 5, extra: 'x' }],
        ['browser_wait', {}],
      ],
    ]);
    await generateText({ model, tools: shared.tools, prompt: 'Try.', stopWhen: isStepCount(2) });
    const read = results(model.doGenerateCalls[1]?.prompt ?? []);
    expect(read.map(({ output }) => output.type)).toEqual(['error-text', 'error-text', 'error-text']);
    expect(read.map(textOf)).toEqual([
      expect.stringMatching(/^error host_blocked: .*\nhint: /),
      expect.stringMatching(/^error validation_error: browser_click .*"ref".*\nhint: /),
      expect.stringMatching(/^error validation_error: browser_wait .*\nhint: /),
    ]);
  });

  it('keep sessions apart, whatever they are called', async () => {
    const url = standIn.site.page('/mine', form);
    const chats = ['chat/1', 'chat 1'].map((session) =>
      make({ session, browser: shared.toolbox.browser, tools: ['browser_navigate', 'browser_type'] }),
    );
    for (const [i, { tools }] of chats.entries()) {
      const model = scripted([
        [['browser_navigate', { url }]],
        [['browser_type', { ref: '@e1', text: `Guest ${i}` }]],
      ]);
      await generateText({ model, tools, prompt: 'Type.', stopWhen: isStepCount(3) });
      expect(textOf(results(model.doGenerateCalls[2]?.prompt ?? [])[0] ?? nothing)).toContain(
        `= "Guest ${i}"`,
      );
    }
    const names = shared.toolbox.browser.sessionNames().filter((name) => name.startsWith('chat_1-'));
    expect(new Set(names).size).toBe(2);
  });

  it('only run when they were offered', async () => {
    const { tools, toolbox } = make({ tools: ['browser_navigate'] });
    expect(Object.keys(tools)).toEqual(['browser_navigate']);
    expect((await toolbox.call('browser_click', { ref: '@e1' })).error?.code).toBe('unknown_tool');
    expect(toolbox.browser.isRunning).toBe(false);
  });

  it('end with the abort signal, and the session goes on', async () => {
    const url = standIn.site.page('/abort', form, 'Still here');
    const controller = new AbortController();
    const browser = make({ browser: shared.toolbox.browser, session: 'aborted' });
    const waiting = scripted([
      [['browser_navigate', { url }]],
      () => {
        setTimeout(() => controller.abort(), 50);
        return [['browser_wait', { text: 'never', timeout: 20_000 }]];
      },
    ]);
    const startedAt = performance.now();
    const outcome = generateText({
      model: waiting,
      tools: browser.tools,
      prompt: 'Wait.',
      stopWhen: isStepCount(3),
      abortSignal: controller.signal,
    });
    await expect(outcome).rejects.toThrow(/abort/i);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    const { result } = await browser.toolbox.callAndRender('browser_snapshot', {}, { session: 'aborted' });
    expect(result).toMatchObject({ success: true, data: { title: 'Still here' } });
  });

  it('of your own stand beside ours', async () => {
    const greet = defineTool({
      name: 'greet',
      description: 'Greets.',
      category: 'utility',
      input: z.strictObject({ who: z.string() }),
      output: z.object({ greeting: z.string() }),
      run: async ({ who }) => ({ greeting: `Hello, ${who}` }),
    });
    const { tools } = make({ tools: ['browser_navigate', greet] });
    const model = scripted([[['greet', { who: 'Ada' }]]]);
    await generateText({ model, tools, prompt: 'Greet.', stopWhen: isStepCount(2) });
    expect(textOf(results(model.doGenerateCalls[1]?.prompt ?? [])[0] ?? nothing)).toContain('Hello, Ada');
  });
});

describe('approval', () => {
  it('is asked for from a level of risk on, and only then the tool runs', async () => {
    const url = standIn.site.page('/approval', form, 'Approved');
    const browser = make({ approve: 'low_risk' });
    expect(browser.toolApproval).toMatchObject({ browser_navigate: 'user-approval' });
    expect(browser.toolApproval).not.toHaveProperty('browser_snapshot');
    expect(make().toolApproval).toEqual({});

    const model = scripted([[['browser_navigate', { url }]]]);
    const { tools, toolApproval } = browser;
    const prompt: ModelMessage[] = [{ role: 'user', content: 'Open it.' }];
    const asked = await generateText({ model, tools, toolApproval, messages: prompt });
    const request = asked.content.find((part) => part.type === 'tool-approval-request');
    expect(request).toBeDefined();
    expect(browser.toolbox.browser.isRunning).toBe(false);

    const approvalId = request?.approvalId ?? '';
    const messages: ModelMessage[] = [
      ...prompt,
      ...asked.responseMessages,
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved: true }] },
    ];
    await generateText({ model, tools, toolApproval, messages });
    const read = results(model.doGenerateCalls[1]?.prompt ?? []);
    expect(read.map(textOf).join()).toContain('page "Approved"');
  });
});

describe('a yes to a tool call', () => {
  const page = `<button onclick="this.textContent = 'Opened'">Open</button>
    <button onclick="this.textContent = 'Deleted'">Delete account</button>`;
  const click =
    (name: string): Turn =>
    (read) => [['browser_click', { ref: refOf(`button "${name}"`, read) }]];

  /** A conversation in which a person says yes to every call; gives what the model read at its end. */
  async function agreed(browser: ReturnType<typeof make>, turns: readonly Turn[]): Promise<string> {
    const model = scripted(turns);
    const { tools, toolApproval } = browser;
    let messages: ModelMessage[] = [{ role: 'user', content: 'Do it.' }];
    for (;;) {
      const said = await generateText({ model, tools, toolApproval, messages, stopWhen: isStepCount(5) });
      const asked = said.content.flatMap((part) =>
        part.type === 'tool-approval-request' ? [part.approvalId] : [],
      );
      if (asked.length === 0) return JSON.stringify(model.doGenerateCalls.at(-1)?.prompt);
      messages = [
        ...messages,
        ...said.responseMessages,
        {
          role: 'tool',
          content: asked.map((approvalId) => ({
            type: 'tool-approval-response',
            approvalId,
            approved: true,
          })),
        },
      ];
    }
  }

  it('is the gate’s too: what the policy asks about is asked there, once', async () => {
    const url = standIn.site.page('/yes', page);
    const browser = make({ policy: { low_risk: 'ask' } });
    expect(browser.toolApproval).toMatchObject({ browser_click: 'user-approval' });
    expect(browser.toolApproval).not.toHaveProperty('browser_snapshot');
    const read = await agreed(browser, [[['browser_navigate', { url }]], click('Open')]);
    expect(read).toContain('Opened');
    // Without the setting nobody is asked, so nobody has agreed.
    const model = scripted([[['browser_navigate', { url }]]]);
    await generateText({ model, tools: browser.tools, prompt: 'Go.', stopWhen: isStepCount(2) });
    expect(textOf(results(model.doGenerateCalls[1]?.prompt ?? [])[0] ?? nothing)).toContain(
      'error approval_required',
    );
  });

  it('is for the call as it was shown: what its element adds is asked about, and no answer is a no', async () => {
    const url = standIn.site.page('/element', page);
    const policy = { low_risk: 'ask', high: 'ask' } as const;
    const turns: Turn[] = [[['browser_navigate', { url }]], click('Delete account')];
    const alone = await agreed(make({ policy }), turns);
    expect(alone).toContain('error approval_required');
    expect(alone).not.toContain('Deleted');
    const levels: string[] = [];
    const host = {
      approve: async ({ safety }: ApprovalRequest) => {
        levels.push(safety);
        return true;
      },
    };
    expect(await agreed(make({ policy, host, approve: 'low_risk' }), turns)).toContain('Deleted');
    expect(levels).toEqual(['high']);
  });

  it('does not count for other arguments, nor where the policy denies', async () => {
    const url = standIn.site.page('/no', page);
    const call = { toolCallId: 'c', toolName: 'browser_navigate', input: { url } };
    const messages: ModelMessage[] = [
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', ...call },
          { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a', approved: true }] },
    ];
    expect(wasApproved(call, messages)).toBe(true);
    expect(wasApproved({ ...call, input: { url: `${url}?x` } }, messages)).toBe(false);
    expect(wasApproved({ ...call, toolName: 'browser_read' }, messages)).toBe(false);
    expect(wasApproved({ ...call, toolCallId: 'd' }, messages)).toBe(false);
    expect(wasApproved(call, messages.slice(0, 1))).toBe(false);
    expect(wasApproved(call, [...messages, { role: 'user', content: 'And then?' }])).toBe(false);
    const denied = make({ policy: { low_risk: 'deny' }, approve: 'low_risk' });
    expect(await agreed(denied, [[['browser_navigate', { url }]]])).toContain('error permission_denied');
  });
});

describe('a stored chat', () => {
  it('keeps its pictures and its words', async () => {
    const output = {
      success: true,
      data: { base64: '/9j/4AAQ', mimeType: 'image/jpeg', dimensions: {}, viewport: {} },
      rendered: 'screenshot 1280x720',
      executionTime: 1,
      timestamp: 1,
    };
    const chat: UIMessage[] = [
      {
        id: '1',
        role: 'assistant',
        parts: [
          {
            type: 'tool-browser_screenshot',
            toolCallId: 'call',
            state: 'output-available',
            input: {},
            output: JSON.parse(JSON.stringify(output)),
          },
        ],
      },
    ];
    const messages = await convertToModelMessages(chat, { tools: shared.tools });
    const parts = messages.flatMap((message) => (message.role === 'tool' ? message.content : []));
    const [result] = parts.filter((part) => part.type === 'tool-result');
    expect(result?.output).toMatchObject({
      type: 'content',
      value: [{ text: 'screenshot 1280x720' }, { type: 'file', mediaType: 'image/jpeg' }],
    });
  });
});

const nothing: Result = {
  type: 'tool-result',
  toolCallId: '',
  toolName: '',
  output: { type: 'text', value: '' },
};
