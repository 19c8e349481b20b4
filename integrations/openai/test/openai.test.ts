import { builtInTools, defineTool } from 'handhold';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useToolsets } from '../../../test/support/browser.js';
import { form, refOf, useStandIn } from '../../../test/support/stand-in.js';
import { type BrowserToolsOptions, browserTools } from '../src/index.js';

const standIn = useStandIn();
const { make, shared } = useToolsets((base, options: BrowserToolsOptions = {}) =>
  browserTools({ ...base, ...options }),
);

type Call = readonly [tool: string, input: object | string];

const argumentsOf = (input: object | string) => (typeof input === 'string' ? input : JSON.stringify(input));

/** What the Responses API answers when the model wants these calls. */
function response(calls: readonly Call[]) {
  return {
    id: 'resp',
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: 'stand-in',
    output: calls.map(([name, input], i) => ({
      type: 'function_call',
      id: `fc_${i}`,
      call_id: `call_${i}`,
      name,
      arguments: argumentsOf(input),
      status: 'completed',
    })),
  };
}

/** The same of the Chat Completions API. */
function completion(calls: readonly Call[]) {
  const tool_calls = calls.map(([name, input], i) => ({
    id: `call_${i}`,
    type: 'function',
    function: { name, arguments: argumentsOf(input) },
  }));
  return {
    id: 'chatcmpl',
    object: 'chat.completion',
    created: 0,
    model: 'stand-in',
    choices: [
      { index: 0, finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls } },
    ],
  };
}

const client = () => new OpenAI({ apiKey: 'none', baseURL: `${standIn.site.origin}/v1`, maxRetries: 0 });

const picture = /^data:image\/jpeg;base64,\/9j\//;

/** Runs a conversation with the Responses API to its end. */
async function respond(browser = shared) {
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Sign up.' }];
  for (;;) {
    const { output } = await client().responses.create({
      model: 'stand-in',
      input,
      tools: browser.responsesTools,
    });
    const answers = await browser.answer(output);
    if (answers.length === 0) return;
    input.push(...output.filter((item) => item.type === 'function_call'), ...answers);
  }
}

/** Runs a conversation with the Chat Completions API to its end. */
async function chat(browser = shared) {
  const messages: OpenAI.Chat.Completions.ChatCompletionMessageParam[] = [
    { role: 'user', content: 'Sign up.' },
  ];
  for (;;) {
    const { choices } = await client().chat.completions.create({
      model: 'stand-in',
      messages,
      tools: browser.chatTools,
    });
    const [choice] = choices;
    const answers = await browser.answerChat(choice?.message.tool_calls);
    if (!choice || answers.length === 0) return;
    messages.push(choice.message, ...answers);
  }
}

const fill = (read: string): Call[] => [
  ['browser_type', { ref: refOf('textbox "Name"', read), text: 'Ada' }],
  ['browser_click', { ref: refOf('button "Submit"', read), selector: null, button: null, timeout: null }],
];

describe('the Responses API', () => {
  it.each([false, true])('gets calls answered, in order, with pictures (strict: %s)', async (strict) => {
    const url = standIn.site.page('/responses', form);
    const browser = make({ strict, browser: shared.toolbox.browser });
    standIn.site.answers(
      () => response([['browser_navigate', { url }]]),
      (sent) => response(fill(JSON.stringify(sent))),
      () => response([['browser_screenshot', {}]]),
      () => response([]),
    );
    await respond(browser);
    const [first, , third, last] = standIn.site.sent;
    expect(first?.tools).toHaveLength(browser.responsesTools.length);
    expect(first?.tools).toContainEqual(
      expect.objectContaining({ type: 'function', name: 'browser_click', strict }),
    );
    expect(third?.input).toMatchObject([
      {},
      { type: 'function_call' },
      { type: 'function_call_output' },
      { type: 'function_call', call_id: 'call_0' },
      { type: 'function_call', call_id: 'call_1' },
      { type: 'function_call_output', call_id: 'call_0', output: expect.stringContaining('= "Ada"') },
      { type: 'function_call_output', call_id: 'call_1', output: expect.stringContaining('Welcome, Ada') },
    ]);
    expect(z.array(z.unknown()).parse(last?.input).at(-1)).toEqual({
      type: 'function_call_output',
      call_id: 'call_0',
      output: [
        { type: 'input_text', text: expect.stringMatching(/^screenshot 1280x720/) },
        { type: 'input_image', image_url: expect.stringMatching(picture), detail: 'auto' },
      ],
    });
  });
});

describe('the Chat Completions API', () => {
  it.each([false, true])(
    'gets calls answered, pictures in a message of their own (strict: %s)',
    async (strict) => {
      const url = standIn.site.page('/chat', form);
      const browser = make({ strict, browser: shared.toolbox.browser });
      standIn.site.answers(
        () => completion([['browser_navigate', { url }]]),
        (sent) =>
          completion([
            ...fill(JSON.stringify(sent)),
            ['browser_screenshot', {}],
            ['browser_find', { text: 'Welcome' }],
          ]),
        () => completion([]),
      );
      await chat(browser);
      const [first, , last] = standIn.site.sent;
      expect(first?.tools).toContainEqual({
        type: 'function',
        function: expect.objectContaining({ name: 'browser_click', strict }),
      });
      expect(z.array(z.unknown()).parse(last?.messages).slice(-5)).toEqual([
        { role: 'tool', tool_call_id: 'call_0', content: expect.stringContaining('= "Ada"') },
        { role: 'tool', tool_call_id: 'call_1', content: expect.stringContaining('Welcome, Ada') },
        { role: 'tool', tool_call_id: 'call_2', content: expect.stringMatching(/^screenshot/) },
        { role: 'tool', tool_call_id: 'call_3', content: expect.stringContaining('Welcome, Ada') },
        {
          role: 'user',
          content: [
            { type: 'text', text: expect.stringContaining('no instructions') },
            { type: 'image_url', image_url: { url: expect.stringMatching(picture) } },
          ],
        },
      ]);
    },
  );
});

describe('the executor', () => {
  const calls = (...asked: Call[]) =>
    asked.map(([name, input], i) => ({
      type: 'function_call' as const,
      call_id: `call_${i}`,
      name,
      arguments: argumentsOf(input),
    }));

  it('answers every call of ours, however wrong, and leaves those of others alone', async () => {
    const answers = await shared.answer(
      calls(
        ['browser_navigate', '{"url": "http://exa'],
        ['browser_navigate', ''],
        ['browser_navigate', '[1]'],
        ['browser_clik', '{}'],
        ['browser_navigate', { url: 'file:///etc/passwd' }],
        ['get_weather', '{}'],
      ),
    );
    expect(answers.map(({ call_id }) => call_id)).toEqual(['call_0', 'call_1', 'call_2', 'call_3', 'call_4']);
    expect(answers.map(({ output }) => output)).toEqual([
      expect.stringMatching(
        /^error validation_error: The arguments of "browser_navigate" are not JSON: .*\nhint: /,
      ),
      expect.stringMatching(/^error validation_error: .*"url".*\nhint: /),
      expect.stringMatching(/^error validation_error: /),
      expect.stringMatching(/^error unknown_tool: .*\nhint: Did you mean browser_click\?/),
      expect.stringMatching(/^error host_blocked: /),
    ]);
  });

  it('runs only what was offered', async () => {
    const browser = make({ tools: ['browser_navigate'] });
    const [answer] = await browser.answer(calls(['browser_screenshot', {}]));
    expect(answer?.output).toMatch(/^error unknown_tool/);
  });

  it('answers all calls even when it is aborted among them', async () => {
    const url = standIn.site.page('/abort', form);
    const browser = make({ browser: shared.toolbox.browser, session: 'aborted' });
    await browser.answer(calls(['browser_navigate', { url }]));
    const controller = new AbortController();
    const answering = browser.answer(
      calls(['browser_wait', { text: 'never', timeout: 20_000 }], ['browser_snapshot', {}]),
      { signal: controller.signal },
    );
    controller.abort();
    expect((await answering).map(({ output }) => output)).toEqual([
      expect.stringMatching(/^error aborted/),
      expect.stringMatching(/^error aborted/),
    ]);
    const [after] = await browser.answer(calls(['browser_snapshot', {}]));
    expect(after?.output).toContain('button "Submit"');
  });

  it('closes any number of times, and starts afresh', async () => {
    const url = standIn.site.page('/afresh', form);
    const browser = make();
    await browser.close();
    await browser.answer(calls(['browser_navigate', { url }]));
    await Promise.all([browser.close(), browser.close()]);
    expect(browser.toolbox.browser.isRunning).toBe(false);
  });
});

describe('strict definitions', () => {
  /** What OpenAI says a strict schema may hold. */
  const strictKeywords = [
    'type',
    'properties',
    'required',
    'additionalProperties',
    'description',
    'enum',
    'const',
    'items',
    'anyOf',
    'pattern',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minItems',
    'maxItems',
  ];
  const schema = z.looseObject({
    type: z.unknown().optional(),
    properties: z.record(z.string(), z.unknown()).optional(),
    items: z.unknown().optional(),
    anyOf: z.array(z.unknown()).optional(),
  });

  function checkStrict(given: unknown, path: string): void {
    const part = schema.parse(given);
    expect(
      Object.keys(part).filter((key) => !strictKeywords.includes(key)),
      path,
    ).toEqual([]);
    if (part.anyOf) for (const option of part.anyOf) checkStrict(option, path);
    else expect(part.type, path).toBeDefined();
    if ([part.type].flat().includes('object')) {
      expect(part.additionalProperties, path).toBe(false);
      expect(part.required, path).toEqual(Object.keys(part.properties ?? {}));
    }
    if ([part.type].flat().includes('array')) checkStrict(part.items, `${path}[]`);
    for (const [name, inner] of Object.entries(part.properties ?? {})) checkStrict(inner, `${path}.${name}`);
  }

  it('hold only what strict function calling takes', () => {
    const { responsesTools } = make({ strict: true, tools: ['all'] });
    expect(responsesTools).toHaveLength(builtInTools.length);
    const strict = responsesTools.filter((definition) => definition.strict);
    expect(strict.length).toBeGreaterThan(builtInTools.length / 2);
    for (const { name, parameters } of strict) {
      expect(parameters).toMatchObject({ type: 'object' });
      expect(parameters).not.toHaveProperty('anyOf');
      checkStrict(parameters, name);
    }
  });

  it('fall back to plain ones for what they can not say', () => {
    const store = defineTool({
      name: 'store',
      description: 'Keeps things.',
      category: 'utility',
      input: z.strictObject({ things: z.record(z.string(), z.string()), note: z.string().optional() }),
      output: z.object({ kept: z.number() }),
      run: async ({ things }) => ({ kept: Object.keys(things).length }),
    });
    const { responsesTools } = make({ strict: true, tools: ['browser_click', store] });
    expect(responsesTools.map(({ name, strict }) => [name, strict])).toEqual([
      ['browser_click', true],
      ['store', false],
    ]);
  });
});
