import {
  Agent,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  run,
  setTracingDisabled,
} from '@openai/agents';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useCommonBrowser } from '../../../test/support/browser.js';
import { useStandIn } from '../../../test/support/stand-in.js';
import { type AgentToolsOptions, agentTools } from '../src/agents.js';
import { browserTools } from '../src/index.js';

setTracingDisabled(true);

const standIn = useStandIn();
const browser = useCommonBrowser();
const base = { allowPrivate: true, browser };
type Images = 'tool-result' | 'user-message' | 'none';

type Call = readonly [tool: string, input: object];
let count = 0;

function nextId() {
  count += 1;
  return `call_${count}`;
}

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

const client = () => new OpenAI({ apiKey: 'none', baseURL: `${standIn.site.origin}/v1`, maxRetries: 0 });

/** Has the API ask for a page and then, in one turn, for a picture of it and something else. */
function asks(say: (calls: readonly Call[]) => unknown) {
  const url = standIn.site.page('/picture', '<h1 style="background: teal">Picture</h1>');
  standIn.site.answers(
    () => say([['browser_navigate', { url }]]),
    () =>
      say([
        ['browser_screenshot', {}],
        ['browser_find', { text: 'Picture' }],
      ]),
    () => say([]),
  );
}

const item = z.looseObject({});
const lastInput = () => z.array(item).parse(standIn.site.sent.at(-1)?.input);
const lastMessages = () => z.array(item).parse(standIn.site.sent.at(-1)?.messages);
const letters = /\/9j\//;

const note = { text: expect.stringContaining('no instructions') };
const inResponses = {
  type: 'input_image',
  image_url: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//),
};
const inChat = {
  type: 'image_url',
  image_url: { url: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//) },
};
const screenshot = expect.stringMatching(/^screenshot 1280x720/);

describe('the Responses API', () => {
  async function respond(images?: Images) {
    const tools = browserTools({ ...base, ...(images ? { images } : {}) });
    asks(response);
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Look.' }];
    for (;;) {
      const { output } = await client().responses.create({
        model: 'stand-in',
        input,
        tools: tools.responsesTools,
      });
      const answers = await tools.answer(output);
      if (answers.length === 0) return lastInput();
      input.push(...output.filter((each) => each.type === 'function_call'), ...answers);
    }
  }

  it.each([undefined, 'tool-result'] as const)('takes pictures in tool results (%s)', async (images) => {
    expect((await respond(images)).slice(-2)).toMatchObject([
      { type: 'function_call_output', output: [{ type: 'input_text', text: screenshot }, inResponses] },
      { type: 'function_call_output', output: expect.stringContaining('Picture') },
    ]);
  });

  it('gets them in a user message where that is wanted', async () => {
    expect((await respond('user-message')).slice(-3)).toMatchObject([
      { type: 'function_call_output', output: screenshot },
      { type: 'function_call_output', output: expect.stringContaining('Picture') },
      { role: 'user', content: [note, inResponses] },
    ]);
  });

  it('gets none where none is wanted', async () => {
    expect(JSON.stringify(await respond('none'))).not.toMatch(letters);
  });
});

describe('Chat Completions', () => {
  async function chat(images?: Images) {
    const tools = browserTools({ ...base, ...(images ? { images } : {}) });
    asks(completion);
    const messages: OpenAI.Chat.Completions.ChatCompletionMessageParam[] = [
      { role: 'user', content: 'Look.' },
    ];
    for (;;) {
      const { choices } = await client().chat.completions.create({
        model: 'stand-in',
        messages,
        tools: tools.chatTools,
      });
      const [choice] = choices;
      const answers = await tools.answerChat(choice?.message.tool_calls);
      if (!choice || answers.length === 0) return lastMessages();
      messages.push(choice.message, ...answers);
    }
  }

  it.each([undefined, 'user-message', 'tool-result'] as const)(
    'gets pictures in a user message, since it takes none elsewhere (%s)',
    async (images) => {
      expect((await chat(images)).slice(-3)).toMatchObject([
        { role: 'tool', content: screenshot },
        { role: 'tool', content: expect.stringContaining('Picture') },
        { role: 'user', content: [note, inChat] },
      ]);
    },
  );

  it('gets none where none is wanted', async () => {
    expect(JSON.stringify(await chat('none'))).not.toMatch(letters);
  });
});

describe('the Agents SDK', () => {
  async function runs(api: 'responses' | 'chat', options: AgentToolsOptions, filtered = true) {
    const tools = agentTools({ ...base, ...options });
    asks(api === 'chat' ? completion : response);
    const model =
      api === 'chat'
        ? new OpenAIChatCompletionsModel(client(), 'stand-in')
        : new OpenAIResponsesModel(client(), 'stand-in');
    const agent = new Agent({ name: 'Looker', instructions: 'Look.', model, tools: tools.tools });
    const { callModelInputFilter } = tools;
    const { finalOutput } = await run(agent, 'Look.', filtered ? { callModelInputFilter } : {});
    expect(finalOutput).toBe('Done.');
    return api === 'chat' ? lastMessages() : lastInput();
  }

  it('has them in tool results for the Responses API', async () => {
    expect((await runs('responses', {})).slice(-2)).toMatchObject([
      { type: 'function_call_output', output: [{ type: 'input_text', text: screenshot }, inResponses] },
      { type: 'function_call_output', output: expect.stringContaining('Picture') },
    ]);
  });

  it.each([
    ['chat', {}],
    ['chat', { images: 'user-message' }],
  ] as const)('has them in a user message for %s (%o)', async (api, options) => {
    expect((await runs(api, options)).slice(-3)).toMatchObject([
      { role: 'tool', content: screenshot },
      { role: 'tool', content: expect.stringContaining('Picture') },
      { role: 'user', content: [note, inChat] },
    ]);
  });

  it('has them in a user message for the Responses API where that is wanted', async () => {
    expect((await runs('responses', { images: 'user-message' })).slice(-3)).toMatchObject([
      { type: 'function_call_output', output: [{ type: 'input_text', text: screenshot }] },
      { type: 'function_call_output', output: expect.stringContaining('Picture') },
      { role: 'user', content: [note, inResponses] },
    ]);
  });

  it.each([
    ['chat', { images: 'none' }, true],
    ['responses', { images: 'none' }, true],
    ['chat', {}, false],
  ] as const)('leaves them out of %s with %o (filtered: %s)', async (api, options, filtered) => {
    expect(JSON.stringify(await runs(api, options, filtered))).not.toMatch(letters);
  });
});
