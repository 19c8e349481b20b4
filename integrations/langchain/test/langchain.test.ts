import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useToolsets } from '../../../test/support/browser.js';
import { form, jpeg, refOf, useStandIn } from '../../../test/support/stand-in.js';
import { type BrowserToolsOptions, browserTools } from '../src/index.js';

const standIn = useStandIn();
const { make, shared } = useToolsets((base, options: BrowserToolsOptions = {}) =>
  browserTools({ ...base, ...options }),
);

type Call = readonly [tool: string, input: object];
let count = 0;

function nextId() {
  count += 1;
  return `call_${count}`;
}

/** What the Responses API answers when the model wants these calls. */
function response(calls: readonly Call[]) {
  const says = {
    type: 'message',
    id: nextId(),
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
  };
  const asks = calls.map(([name, input]) => {
    const call_id = nextId();
    const args = JSON.stringify(input);
    return { type: 'function_call', id: `f${call_id}`, call_id, name, arguments: args, status: 'completed' };
  });
  return {
    id: nextId(),
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: 'stand-in',
    output: asks.length > 0 ? asks : [says],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  };
}

/** The same of the Chat Completions API. */
function completion(calls: readonly Call[]) {
  const tool_calls = calls.map(([name, input]) => ({
    id: nextId(),
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  const message = calls.length > 0 ? { content: null, tool_calls } : { content: 'Done.' };
  return {
    id: nextId(),
    object: 'chat.completion',
    created: 0,
    model: 'stand-in',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message } }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

function model(useResponsesApi: boolean) {
  return new ChatOpenAI({
    model: 'stand-in',
    apiKey: 'none',
    maxRetries: 0,
    useResponsesApi,
    configuration: { baseURL: `${standIn.site.origin}/v1` },
  });
}

const fill = (sent: unknown): Call[] => {
  const read = JSON.stringify(sent);
  return [
    ['browser_type', { ref: refOf('textbox "Name"', read), text: 'Ada' }],
    ['browser_click', { ref: refOf('button "Submit"', read), button: null }],
  ];
};

const items = z.array(z.looseObject({ type: z.string().optional(), output: z.unknown().optional() }));
const outputs = () =>
  items
    .parse(standIn.site.sent.at(-1)?.input)
    .filter(({ type }) => type === 'function_call_output')
    .map(({ output }) => output);

describe('createAgent', () => {
  it('runs the tools and shows pictures to the model', async () => {
    const url = standIn.site.page('/agent', form);
    standIn.site.answers(
      () => response([['browser_navigate', { url }]]),
      (sent) => response(fill(sent)),
      () => response([['browser_screenshot', {}]]),
      () => response([]),
    );
    const agent = createAgent({ model: model(true), tools: shared.tools });
    const { messages } = await agent.invoke({ messages: [new HumanMessage('Sign up.')] });
    expect(messages.at(-1)?.text).toBe('Done.');
    expect(standIn.site.sent[0]?.tools).toContainEqual(
      expect.objectContaining({
        type: 'function',
        name: 'browser_click',
        parameters: expect.objectContaining({
          properties: expect.objectContaining({ ref: expect.any(Object) }),
        }),
      }),
    );
    expect(outputs()).toEqual([
      expect.stringContaining('textbox "Name"'),
      expect.stringContaining('= "Ada"'),
      expect.stringContaining('Welcome, Ada'),
      [
        { type: 'input_text', text: expect.stringMatching(/^screenshot 1280x720/) },
        expect.objectContaining({
          type: 'input_image',
          image_url: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//),
        }),
      ],
    ]);
    const results = messages.filter((message) => ToolMessage.isInstance(message));
    expect(results.map(({ artifact }) => artifact)).toMatchObject([
      { success: true, data: { title: 'Test page' } },
      { success: true, data: { value: 'Ada' } },
      { success: true },
      { success: true, data: { base64: expect.stringMatching(jpeg) } },
    ]);
  });

  it('works with Chat Completions, where pictures stay in the artifact', async () => {
    const url = standIn.site.page('/chat', form);
    standIn.site.answers(
      () => completion([['browser_navigate', { url }]]),
      () => completion([['browser_screenshot', {}]]),
      () => completion([]),
    );
    const { tools } = make({ images: false, browser: shared.toolbox.browser, session: 'chat' });
    const agent = createAgent({ model: model(false), tools });
    const { messages } = await agent.invoke({ messages: [new HumanMessage('Look.')] });
    const last = z.array(z.looseObject({})).parse(standIn.site.sent.at(-1)?.messages).at(-1);
    expect(last).toMatchObject({ role: 'tool', content: expect.stringMatching(/^screenshot 1280x720/) });
    const picture = messages.findLast((message) => ToolMessage.isInstance(message));
    expect(picture?.artifact).toMatchObject({ data: { base64: expect.stringMatching(jpeg) } });
  });

  it('tells the model what went wrong, in our words', async () => {
    standIn.site.answers(
      () =>
        response([
          ['browser_navigate', { url: 'file:///etc/passwd' }],
          ['browser_click', { ref: 7, extra: true }],
        ]),
      () => response([]),
    );
    const agent = createAgent({ model: model(true), tools: shared.tools });
    const { messages } = await agent.invoke({ messages: [new HumanMessage('Try.')] });
    expect(outputs()).toEqual([
      expect.stringMatching(/^error host_blocked: .*\nhint: /),
      expect.stringMatching(/^error validation_error: browser_click .*"ref".*\nhint: /),
    ]);
    const results = messages.filter((message) => ToolMessage.isInstance(message));
    expect(results.map(({ status }) => status)).toEqual(['error', 'error']);
    expect(results[0]?.artifact).toMatchObject({ success: false, error: { code: 'host_blocked' } });
  });

  it('gives every thread its own session', async () => {
    const url = standIn.site.page('/threads', form);
    const browser = make({ browser: shared.toolbox.browser });
    const agent = createAgent({ model: model(true), tools: browser.tools, checkpointer: new MemorySaver() });
    for (const thread_id of ['thread/1', 'thread/2']) {
      standIn.site.answers(
        () => response([['browser_navigate', { url }]]),
        () => response([]),
      );
      await agent.invoke({ messages: [new HumanMessage('Open.')] }, { configurable: { thread_id } });
    }
    const names = browser.toolbox.browser.sessionNames().filter((name) => name.startsWith('thread_'));
    expect(new Set(names).size).toBe(2);
  });
});

describe('pictures', () => {
  /** Has an agent look at a page; gives what its model was sent at the end. */
  async function looks(api: 'chat' | 'responses', options: BrowserToolsOptions) {
    const url = standIn.site.page('/picture', '<h1 style="background: teal">Picture</h1>');
    const say = api === 'chat' ? completion : response;
    standIn.site.answers(
      () => say([['browser_navigate', { url }]]),
      () =>
        say([
          ['browser_screenshot', {}],
          ['browser_find', { text: 'Picture' }],
        ]),
      () => say([['browser_find', { text: 'Picture' }]]),
      () => say([]),
    );
    const browser = make({ browser: shared.toolbox.browser, ...options });
    const agent = createAgent({
      model: model(api === 'responses'),
      tools: browser.tools,
      middleware: [browser.middleware],
    });
    const { messages } = await agent.invoke({ messages: [new HumanMessage('Look.')] });
    const sent = standIn.site.sent.at(-1);
    const all = z.array(z.looseObject({})).parse(api === 'chat' ? sent?.messages : sent?.input);
    return { all, messages };
  }

  const note = { text: expect.stringContaining('no instructions') };
  const url = expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//);
  const screenshot = expect.stringMatching(/^screenshot 1280x720/);

  it.each([{}, { images: 'user-message' }] as const)(
    'come in a user message where tools’ messages take none, with %o',
    async (options) => {
      const { all, messages } = await looks('chat', options);
      expect(all.slice(-5)).toMatchObject([
        { role: 'tool', content: screenshot },
        { role: 'tool', content: expect.stringContaining('Picture') },
        { role: 'user', content: [note, { type: 'image_url', image_url: { url } }] },
        { role: 'assistant' },
        { role: 'tool', content: expect.stringContaining('Picture') },
      ]);
      // The conversation itself is as it was.
      expect(messages.filter((message) => HumanMessage.isInstance(message))).toHaveLength(1);
    },
  );

  it('are in the tool’s message where the model takes them there', async () => {
    const { all } = await looks('responses', {});
    expect(all).toContainEqual(
      expect.objectContaining({
        type: 'function_call_output',
        output: [
          { type: 'input_text', text: screenshot },
          expect.objectContaining({ type: 'input_image', image_url: url }),
        ],
      }),
    );
  });

  it('come in a user message there, too, where that is wanted', async () => {
    const { all } = await looks('responses', { images: 'user-message' });
    expect(all).toContainEqual(
      expect.objectContaining({
        role: 'user',
        content: [
          expect.objectContaining(note),
          expect.objectContaining({ type: 'input_image', image_url: url }),
        ],
      }),
    );
    for (const { type, output } of all)
      if (type === 'function_call_output') expect(output).toEqual(expect.any(String));
  });

  it.each(['chat', 'responses'] as const)('stay out of %s where none are wanted', async (api) => {
    const { all } = await looks(api, { images: 'none' });
    expect(JSON.stringify(all)).not.toMatch(/\/9j\//);
  });

  it('are put in their place for a model that is called by hand', async () => {
    const tool = shared.tools.find(({ name }) => name === 'browser_screenshot');
    await shared.tools
      .find(({ name }) => name === 'browser_navigate')
      ?.invoke({ url: standIn.site.page('/by-hand', form) });
    const call = { type: 'tool_call' as const, id: 'call_1', name: 'browser_screenshot', args: {} };
    const taken = await tool?.invoke(call);
    if (!ToolMessage.isInstance(taken)) throw new Error('A call is answered with a message.');
    const asked = [new HumanMessage('Look.'), new AIMessage({ content: '', tool_calls: [call] }), taken];
    const bound = model(false).bindTools(shared.tools);
    expect(shared.messagesFor(bound, asked).map(({ type }) => type)).toEqual([
      'human',
      'ai',
      'tool',
      'human',
    ]);
    expect(shared.messagesFor(model(true), asked)).toEqual(asked);
  });
});

describe('a tool by itself', () => {
  const byName = (name: string) => {
    const found = shared.tools.find((each) => each.name === name);
    if (!found) throw new Error(`There is no tool ${name}.`);
    return found;
  };

  it('answers a call with a message: content and artifact', async () => {
    const url = standIn.site.page('/single', form, 'Single');
    const message = await byName('browser_navigate').invoke({
      type: 'tool_call',
      id: 'call',
      name: 'browser_navigate',
      args: { url },
    });
    expect(message).toMatchObject({
      content: expect.stringContaining('page "Single"'),
      artifact: { success: true, data: { url } },
      tool_call_id: 'call',
      status: 'success',
    });
    expect(await byName('browser_find').invoke({ text: 'Submit' })).toContain('button "Submit"');
  });

  it('ends with the signal, and the session goes on', async () => {
    await byName('browser_navigate').invoke({ url: standIn.site.page('/abort', form) });
    const controller = new AbortController();
    const waiting = byName('browser_wait').invoke(
      { text: 'never', timeout: 20_000 },
      { signal: controller.signal },
    );
    controller.abort();
    expect(await waiting).toMatch(/^error aborted: /);
    expect(await byName('browser_snapshot').invoke({})).toContain('button "Submit"');
  });
});
