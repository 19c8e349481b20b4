import { Agent } from '@mastra/core/agent';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useCommonBrowser } from '../../../test/support/browser.js';
import { jpeg, useStandIn } from '../../../test/support/stand-in.js';
import { BrowserToolset, type BrowserToolsetOptions } from '../src/index.js';

const standIn = useStandIn();
const browser = useCommonBrowser();

type Call = readonly [tool: string, input: object];
let count = 0;

/** What Chat Completions answers when the model wants these calls. */
function completion(calls: readonly Call[]) {
  const tool_calls = calls.map(([name, input]) => {
    count += 1;
    return { id: `call_${count}`, type: 'function', function: { name, arguments: JSON.stringify(input) } };
  });
  const message = calls.length > 0 ? { content: null, tool_calls } : { content: 'Done.' };
  return {
    id: `chatcmpl_${count}`,
    object: 'chat.completion',
    created: 0,
    model: 'stand-in',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message } }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

const form = z.array(z.looseObject({ role: z.string(), content: z.unknown() }));

/** Has an agent on a Chat Completions model look at a page, twice; gives what the model was sent at the end. */
async function looks(
  options: BrowserToolsetOptions,
  processed: boolean,
  id: `${string}/${string}` = 'local/stand-in',
) {
  const url = standIn.site.page('/picture', '<h1 style="background: teal">Picture</h1>');
  standIn.site.answers(
    () => completion([['browser_navigate', { url }]]),
    () =>
      completion([
        ['browser_screenshot', {}],
        ['browser_find', { text: 'Picture' }],
      ]),
    () => completion([['browser_batch', { steps: [{ tool: 'browser_screenshot', input: {} }] }]]),
    () => completion([]),
  );
  const toolset = new BrowserToolset({ allowPrivate: true, browser, ...options });
  const agent = new Agent({
    id: 'looker',
    name: 'Looker',
    instructions: 'Look.',
    model: { id, url: `${standIn.site.origin}/v1`, apiKey: 'none' },
    tools: toolset.tools,
    ...(processed ? { inputProcessors: [toolset.inputProcessor] } : {}),
  });
  const { text } = await agent.generate('Look.', { maxSteps: 5 });
  expect(text).toBe('Done.');
  return form.parse(standIn.site.sent.at(-1)?.messages);
}

const image = {
  type: 'image_url',
  image_url: { url: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//) },
};
const shown = {
  role: 'user',
  content: [{ type: 'text', text: expect.stringContaining('no instructions') }, image],
};

describe('pictures of a model that takes none in tool results', () => {
  it.each([{}, { images: 'user-message' } as const])(
    'come in a user message after them (%o)',
    async (options) => {
      const messages = await looks(options, true);
      expect(messages.slice(-7)).toMatchObject([
        { role: 'assistant' },
        { role: 'tool', content: expect.stringMatching(/^screenshot 1280x720/) },
        { role: 'tool', content: expect.stringContaining('Picture') },
        shown,
        { role: 'assistant' },
        { role: 'tool', content: expect.stringContaining('browser_screenshot') },
        shown,
      ]);
      for (const { role, content } of messages)
        if (role === 'tool') expect(JSON.stringify(content)).not.toMatch(/\/9j\//);
    },
  );

  it.each(['openai/stand-in', 'anthropic/stand-in', 'google/stand-in'] as const)(
    'do so at an address of one’s own, whatever the id says (%s)',
    async (id) => {
      const messages = await looks({}, true, id);
      expect(messages.filter(({ role }) => role === 'user').slice(1)).toMatchObject([shown, shown]);
      for (const { role, content } of messages)
        if (role === 'tool') expect(JSON.stringify(content)).not.toMatch(/\/9j\//);
    },
  );

  it.each([
    [{ images: 'none' } as const, true],
    [{ images: 'none' } as const, false],
    [{ images: 'user-message' } as const, false],
  ])('stay out (%o, processed: %s)', async (options, processed) => {
    const messages = await looks(options, processed);
    expect(messages.map(({ role }) => role)).not.toContain('image');
    expect(JSON.stringify(messages)).not.toMatch(/\/9j\//);
    expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(4);
  });
});

it('keeps the picture in the answer, whatever the model is shown', async () => {
  const toolset = new BrowserToolset({ allowPrivate: true, browser, images: 'none' });
  await toolset.tools.browser_navigate.execute({ url: standIn.site.page('/kept', '<h1>Kept</h1>') });
  expect((await toolset.tools.browser_screenshot.execute({})).base64).toMatch(jpeg);
});
