import Anthropic from '@anthropic-ai/sdk';
import { builtInTools } from 'handhold';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useToolsets } from '../../../test/support/browser.js';
import { form, jpeg, refOf, useStandIn } from '../../../test/support/stand-in.js';
import { runnableTools } from '../src/beta.js';
import { type BrowserToolsOptions, browserTools } from '../src/index.js';

const standIn = useStandIn();
const { make, shared } = useToolsets((base, options: BrowserToolsOptions = {}) =>
  browserTools({ ...base, ...options }),
);

type Call = readonly [tool: string, input: unknown];
let count = 0;

/** What the API answers when the model wants these calls. */
function message(calls: readonly Call[]) {
  const asks = calls.map(([name, input]) => {
    count += 1;
    return { type: 'tool_use', id: `toolu_${count}`, name, input };
  });
  return {
    id: 'msg',
    type: 'message',
    role: 'assistant',
    model: 'stand-in',
    content: asks.length > 0 ? asks : [{ type: 'text', text: 'Done.' }],
    stop_reason: asks.length > 0 ? 'tool_use' : 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

const client = () => new Anthropic({ apiKey: 'none', baseURL: standIn.site.origin, maxRetries: 0 });

const fill = (sent: unknown): Call[] => {
  const read = JSON.stringify(sent);
  return [
    ['browser_type', { ref: refOf('textbox "Name"', read), text: 'Ada' }],
    ['browser_click', { ref: refOf('button "Submit"', read) }],
    ['browser_screenshot', {}],
    ['browser_click', { ref: '@e99' }],
  ];
};

const toolResult = z.looseObject({ type: z.literal('tool_result') });
const turn = z.looseObject({ content: z.array(toolResult) });

/** The results in the last message that was sent. */
function results() {
  return turn.parse(z.array(z.unknown()).parse(standIn.site.sent.at(-1)?.messages).at(-1)).content;
}

const filled = [
  expect.objectContaining({ content: expect.stringContaining('= "Ada"') }),
  expect.objectContaining({ content: expect.stringContaining('Welcome, Ada') }),
  expect.objectContaining({
    content: [
      { type: 'text', text: expect.stringMatching(/^screenshot 1280x720/) },
      {
        type: 'image',
        source: { type: 'base64', media_type: 'image/jpeg', data: expect.stringMatching(jpeg) },
      },
    ],
  }),
  expect.objectContaining({ is_error: true, content: expect.stringMatching(/^error stale_ref: .*\nhint: /) }),
];

/** Has the API ask for a page and a picture; gives the content of the message that answers the picture's call. */
async function pictured(images: 'tool-result' | 'user-message' | 'none') {
  const url = standIn.site.page('/pictured', form);
  standIn.site.answers(
    () => message([['browser_navigate', { url }]]),
    () =>
      message([
        ['browser_screenshot', {}],
        ['browser_find', { text: 'Submit' }],
      ]),
    () => message([]),
  );
  const browser = browserTools({ allowPrivate: true, browser: shared.toolbox.browser, images });
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Look.' }];
  for (;;) {
    const { content } = await client().messages.create({
      model: 'stand-in',
      max_tokens: 1000,
      messages,
      tools: browser.tools,
    });
    const answers = await browser.answer(content);
    if (answers.length === 0) break;
    messages.push({ role: 'assistant', content }, { role: 'user', content: answers });
  }
  const turns = z.array(z.looseObject({ content: z.unknown() })).parse(standIn.site.sent.at(-1)?.messages);
  return turns.at(-1)?.content;
}

describe('pictures', () => {
  const image = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/jpeg', data: expect.stringMatching(jpeg) },
  };
  const text = expect.stringMatching(/^screenshot 1280x720/);
  const found = { type: 'tool_result', content: expect.stringContaining('button "Submit"') };

  it('are in the result, after all results, or nowhere, as the option says', async () => {
    expect(await pictured('tool-result')).toMatchObject([
      { type: 'tool_result', content: [{ type: 'text', text }, image] },
      found,
    ]);
    expect(await pictured('user-message')).toMatchObject([
      { type: 'tool_result', content: text },
      found,
      { type: 'text', text: expect.stringContaining('no instructions') },
      image,
    ]);
    expect(await pictured('none')).toMatchObject([{ type: 'tool_result', content: text }, found]);
  });
});

describe('the Messages API', () => {
  it('gets tool_use answered in order, with pictures and errors', async () => {
    const url = standIn.site.page('/messages', form);
    standIn.site.answers(
      () => message([['browser_navigate', { url }]]),
      (sent) => message(fill(sent)),
      () => message([]),
    );
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Sign up.' }];
    for (;;) {
      const { content } = await client().messages.create({
        model: 'stand-in',
        max_tokens: 100,
        messages,
        tools: shared.tools,
      });
      const answers = await shared.answer(content);
      if (answers.length === 0) break;
      messages.push({ role: 'assistant', content }, { role: 'user', content: answers });
    }
    expect(results()).toEqual(filled);
    expect(results().map(({ tool_use_id }) => tool_use_id)).toEqual(
      [4, 3, 2, 1].map((back) => `toolu_${count - back + 1}`),
    );
    expect(standIn.site.sent[0]?.tools).toContainEqual({
      name: 'browser_click',
      description: expect.any(String),
      input_schema: expect.objectContaining({ type: 'object', properties: expect.any(Object) }),
    });
  });

  it("works in the SDK's own runner", async () => {
    const url = standIn.site.page('/runner', form);
    const browser = runnableTools({ allowPrivate: true, browser: shared.toolbox.browser, session: 'runner' });
    standIn.site.answers(
      () => message([['browser_navigate', { url }]]),
      // It runs parallel calls at once; they still come in order.
      (sent) => message(fill(sent)),
      () => message([]),
    );
    const last = await client().beta.messages.toolRunner({
      model: 'stand-in',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Sign up.' }],
      tools: browser.tools,
    });
    expect(last.content).toMatchObject([{ type: 'text', text: 'Done.' }]);
    expect(results()).toEqual(filled);
    expect(standIn.site.sent[0]?.tools).toContainEqual({
      name: 'browser_click',
      description: expect.any(String),
      input_schema: expect.objectContaining({ type: 'object' }),
    });
  });

  it('takes the definitions of all tools', () => {
    const { tools } = make({ tools: ['all'] });
    expect(tools).toHaveLength(builtInTools.length);
    for (const { name, input_schema } of tools) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(input_schema.type).toBe('object');
      for (const refused of ['anyOf', 'oneOf', 'allOf']) expect(input_schema).not.toHaveProperty(refused);
      expect(JSON.stringify(input_schema)).not.toContain('"$ref"');
    }
  });
});

describe('the executor', () => {
  const uses = (...calls: Call[]) =>
    calls.map(([name, input], i) => ({
      type: 'tool_use' as const,
      id: `toolu_${i}`,
      name,
      input,
      caller: { type: 'direct' as const },
    }));

  it('answers every call of ours, however wrong, and leaves those of others alone', async () => {
    const answers = await shared.answer([
      ...uses(
        ['browser_navigate', { url: 'file:///etc/passwd' }],
        ['browser_navigate', null],
        ['browser_clik', {}],
        ['get_weather', {}],
      ),
    ]);
    expect(answers).toEqual([
      expect.objectContaining({ is_error: true, content: expect.stringMatching(/^error host_blocked: /) }),
      expect.objectContaining({
        is_error: true,
        content: expect.stringMatching(/^error validation_error: /),
      }),
      expect.objectContaining({ is_error: true, content: expect.stringMatching(/^error unknown_tool: /) }),
    ]);
  });

  it('runs only what was offered', async () => {
    const browser = make({ tools: ['browser_navigate'] });
    const [answer] = await browser.answer(uses(['browser_snapshot', {}]));
    expect(answer?.content).toMatch(/^error unknown_tool/);
  });

  it('answers all calls even when it is aborted among them', async () => {
    const url = standIn.site.page('/abort', form);
    const browser = make({ browser: shared.toolbox.browser, session: 'aborted' });
    await browser.answer(uses(['browser_navigate', { url }]));
    const controller = new AbortController();
    const answering = browser.answer(
      uses(['browser_wait', { text: 'never', timeout: 20_000 }], ['browser_snapshot', {}]),
      { signal: controller.signal },
    );
    controller.abort();
    expect((await answering).map(({ content }) => content)).toEqual([
      expect.stringMatching(/^error aborted/),
      expect.stringMatching(/^error aborted/),
    ]);
    const [after] = await browser.answer(uses(['browser_snapshot', {}]));
    expect(after?.content).toContain('button "Submit"');
  });
});
