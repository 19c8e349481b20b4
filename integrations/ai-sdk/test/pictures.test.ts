import { generateText, isStepCount, type ModelMessage, streamText, ToolLoopAgent } from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { useCommonBrowser } from '../../../test/support/browser.js';
import { jpeg, useStandIn } from '../../../test/support/stand-in.js';
import { type BrowserToolsOptions, browserTools } from '../src/index.js';

const standIn = useStandIn();
const browser = useCommonBrowser();

type Call = readonly [tool: string, input: object];
type Prompt = MockLanguageModelV4['doGenerateCalls'][number]['prompt'];

/** A model of that provider that looks at a page, then at a picture of it among other things, and once more. */
function looking(provider: string) {
  const url = standIn.site.page('/picture', '<h1 style="background: teal">Picture</h1>');
  const turns: Call[][] = [
    [['browser_navigate', { url }]],
    [
      ['browser_screenshot', {}],
      ['browser_find', { text: 'Picture' }],
    ],
    [['browser_batch', { steps: [{ tool: 'browser_screenshot', input: {} }] }]],
  ];
  let turn = 0;
  const next = () => {
    const calls = turns[turn] ?? [];
    turn += 1;
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
  const why = (calls: unknown[]) => ({
    unified: calls.length > 0 ? ('tool-calls' as const) : ('stop' as const),
    raw: undefined,
  });
  return new MockLanguageModelV4({
    provider,
    doGenerate: async () => {
      const calls = next();
      const content = calls.length > 0 ? calls : [{ type: 'text' as const, text: 'Done.' }];
      return { content, finishReason: why(calls), usage, warnings: [] };
    },
    doStream: async () => {
      const calls = next();
      const text = [
        { type: 'text-start' as const, id: '1' },
        { type: 'text-delta' as const, id: '1', delta: 'Done.' },
        { type: 'text-end' as const, id: '1' },
      ];
      const chunks = [
        { type: 'stream-start' as const, warnings: [] },
        ...(calls.length > 0 ? calls : text),
        { type: 'finish' as const, finishReason: why(calls), usage },
      ];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
}

const tools = (options: BrowserToolsOptions = {}) =>
  browserTools({ allowPrivate: true, browser, ...options });

/** What a model of that provider is sent at the end. */
async function looks(provider: string, options: BrowserToolsOptions = {}): Promise<Prompt> {
  const model = looking(provider);
  const { tools: given, prepareStep } = tools(options);
  const { text } = await generateText({
    model,
    tools: given,
    prepareStep,
    prompt: 'Look.',
    stopWhen: isStepCount(5),
  });
  expect(text).toBe('Done.');
  return model.doGenerateCalls.at(-1)?.prompt ?? [];
}

const file = {
  type: 'file',
  mediaType: 'image/jpeg',
  data: { type: 'data', data: expect.stringMatching(jpeg) },
};
const note = { type: 'text', text: expect.stringContaining('no instructions') };
const result = (value: unknown) => ({ type: 'tool-result', output: { type: 'text', value } });
const screenshot = expect.stringMatching(/^screenshot 1280x720/);

const apart = [
  {
    role: 'tool',
    content: [result(screenshot), result(expect.stringContaining('Picture'))],
  },
  { role: 'user', content: [note, file] },
  { role: 'assistant' },
  { role: 'tool', content: [result(expect.stringContaining('browser_screenshot'))] },
  { role: 'user', content: [note, file] },
];

describe('pictures', () => {
  it.each([
    'openai.responses',
    'anthropic.messages',
    'google.generative-ai',
    'google.vertex.chat',
    'xai.responses',
    'amazon-bedrock',
  ])('are in the tool result for %s, which takes them there', async (provider) => {
    const prompt = await looks(provider);
    expect(prompt.map(({ role }) => role)).not.toContain(undefined);
    expect(prompt.slice(-3)).toMatchObject([
      {
        role: 'tool',
        content: [{ output: { type: 'content', value: [{ text: screenshot }, file] } }, {}],
      },
      { role: 'assistant' },
      { role: 'tool', content: [{ output: { type: 'content', value: [{}, file] } }] },
    ]);
  });

  it.each([
    'openai.chat',
    'mistral.chat',
    'groq.chat',
    'local.chat',
    'azure.chat',
    'anthropic.chat',
    'google.chat',
    'whatever',
  ])('come in a user message for %s, which takes only texts there', async (provider) => {
    expect((await looks(provider)).slice(-5)).toMatchObject(apart);
  });

  it('go where the option says, whichever provider it is', async () => {
    expect((await looks('openai.responses', { images: 'user-message' })).slice(-5)).toMatchObject(apart);
    expect((await looks('openai.chat', { images: 'tool-result' })).at(-1)).toMatchObject({
      role: 'tool',
      content: [{ output: { type: 'content', value: [{}, file] } }],
    });
    for (const provider of ['openai.responses', 'openai.chat'])
      expect(JSON.stringify(await looks(provider, { images: 'none' }))).not.toMatch(/\/9j\//);
  });

  it('go there in streams and agents, too', async () => {
    const streaming = looking('openai.chat');
    const { tools: given, prepareStep } = tools();
    const stopWhen = isStepCount(5);
    expect(
      await streamText({ model: streaming, tools: given, prepareStep, prompt: 'Look.', stopWhen }).text,
    ).toBe('Done.');
    expect(streaming.doStreamCalls.at(-1)?.prompt.slice(-5)).toMatchObject(apart);
    const looper = looking('openai.chat');
    await new ToolLoopAgent({ model: looper, tools: given, prepareStep }).generate({ prompt: 'Look.' });
    expect(looper.doGenerateCalls.at(-1)?.prompt.slice(-5)).toMatchObject(apart);
  });

  it('of a conversation that goes on are moved as well', async () => {
    const { tools: given, prepareStep } = tools();
    const before = await generateText({
      model: looking('openai.responses'),
      tools: given,
      prepareStep,
      prompt: 'Look.',
      stopWhen: isStepCount(5),
    });
    const messages: ModelMessage[] = JSON.parse(
      JSON.stringify([
        { role: 'user', content: 'Look.' },
        ...before.responseMessages,
        { role: 'user', content: 'And?' },
      ]),
    );
    const model = new MockLanguageModelV4({
      provider: 'openai.chat',
      doGenerate: looking('openai.chat').doGenerate,
    });
    await generateText({ model, tools: given, prepareStep, messages });
    const [first] = model.doGenerateCalls;
    for (const { role, content } of first?.prompt ?? [])
      if (role === 'tool') expect(JSON.stringify(content)).not.toMatch(/\/9j\//);
    expect(first?.prompt.filter(({ role }) => role === 'user')).toHaveLength(4);
  });
});
