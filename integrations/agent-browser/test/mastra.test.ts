import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Mastra } from '@mastra/core/mastra';
import { standardSchemaToJSONSchema } from '@mastra/core/schema';
import { InMemoryStore } from '@mastra/core/storage';
import { type ApprovalRequest, builtInTools, defineTool } from 'handhold';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { BrowserToolset } from '../src/index.js';
import { agentWith, converse, refOf, scriptedModel, type Turn } from './agent.js';
import { type AnyToolset, form, named, User, useBench } from './toolset.js';

const bench = useBench();

describe('schemas', () => {
  const text = { type: 'string' };
  const choice = (...names: string[]) => ({ type: 'string', enum: names });

  /** A tool's schema as others see it, without what only explains or bounds. */
  function seen(tool: string, side: 'inputSchema' | 'outputSchema') {
    const schema = named(bench.toolset, tool)?.[side];
    if (!schema) throw new Error(`${tool} has no schema.`);
    const form = z.object({
      type: z.literal('object'),
      properties: z.record(z.string(), z.looseObject({})),
      required: z.array(z.string()).default([]),
      additionalProperties: z.unknown(),
    });
    return form.parse(
      standardSchemaToJSONSchema(schema, { io: side === 'inputSchema' ? 'input' : 'output' }),
    );
  }

  it.each([
    [
      'browser_navigate',
      ['url'],
      {
        url: text,
        waitUntil: { ...choice('load', 'domcontentloaded', 'networkidle'), default: 'load' },
      },
    ],
    [
      'browser_snapshot',
      [],
      {
        interactiveOnly: { type: 'boolean', default: true },
        maxElements: { type: 'integer', default: 100 },
      },
    ],
    [
      'browser_click',
      ['ref'],
      { ref: text, button: { ...choice('left', 'right', 'middle'), default: 'left' } },
    ],
    ['browser_type', ['text'], { text, ref: text, clearFirst: { type: 'boolean', default: false } }],
    [
      'browser_scroll',
      ['direction'],
      {
        direction: choice('up', 'down', 'left', 'right'),
        amount: { default: 'page', anyOf: [choice('page', 'half'), { type: 'number' }] },
        ref: text,
      },
    ],
    [
      'browser_screenshot',
      [],
      { fullPage: { type: 'boolean', default: false }, quality: { type: 'number', default: 80 } },
    ],
  ])('%s takes exactly the specified fields', (tool, required, properties) => {
    const schema = seen(tool, 'inputSchema');
    expect(Object.keys(schema.properties)).toEqual(Object.keys(properties));
    expect(schema).toMatchObject({ properties, additionalProperties: false });
    expect(schema.required).toEqual(required);
  });

  it.each([
    ['browser_navigate', { success: { type: 'boolean' }, url: text, title: text }],
    [
      'browser_snapshot',
      {
        tree: text,
        refs: { type: 'object' },
        elementCount: { type: 'number' },
        truncated: { type: 'boolean' },
      },
    ],
    ['browser_click', { success: { type: 'boolean' } }],
    ['browser_type', { success: { type: 'boolean' } }],
    ['browser_scroll', { success: { type: 'boolean' }, scrollPosition: { required: ['x', 'y'] } }],
    [
      'browser_screenshot',
      {
        base64: text,
        mimeType: choice('image/png', 'image/jpeg'),
        dimensions: { required: ['width', 'height'] },
      },
    ],
  ])('%s always answers with the specified fields', (tool, properties) => {
    const schema = seen(tool, 'outputSchema');
    expect(schema).toMatchObject({ properties });
    expect(schema.required).toEqual(expect.arrayContaining(Object.keys(properties)));
    expect(schema.required).not.toContain('error');
    expect(schema.properties.error).toMatchObject({
      required: ['code', 'message', 'recoveryHint', 'canRetry'],
      properties: {
        code: {
          enum: expect.arrayContaining([
            'element_not_found',
            'navigation_failed',
            'timeout',
            'stale_ref',
            'browser_crashed',
          ]),
        },
      },
    });
  });

  it('has no session in any schema', () => {
    const { tools } = new BrowserToolset({ tools: ['all'] });
    for (const [name, { inputSchema }] of Object.entries(tools)) {
      expect(JSON.stringify(inputSchema && standardSchemaToJSONSchema(inputSchema)), name).not.toContain(
        '"session":',
      );
    }
  });

  it.each([
    ['openai.responses', 'gpt-5'],
    ['openai.chat', 'o4-mini'],
    ['google.generative-ai', 'gemini-2.5-pro'],
    ['anthropic.messages', 'claude-sonnet-4-5'],
  ])('works in the form that %s wants, with null for what is left out', async (provider, modelId) => {
    const url = bench.site.page('/provider', form);
    const { offered, texts } = await converse(
      bench.toolset.tools,
      [
        [['browser_navigate', { url, waitUntil: null }]],
        [
          ['browser_type', { text: 'Ada', ref: '@e1', clearFirst: null }],
          ['browser_scroll', { direction: 'down', amount: null, ref: null }],
          ['browser_press', { key: 'Tab', modifiers: null, ref: null, selector: null, count: null }],
          ['browser_click', { ref: '@e3', button: null }],
        ],
      ],
      { provider, modelId },
    );
    expect(offered).toHaveLength(Object.keys(bench.toolset.tools).length);
    expect(texts.filter((text) => text.startsWith('error'))).toEqual([]);
    expect(texts.at(-1)).toContain('Welcome, Ada');
  });
});

describe('wrong arguments', () => {
  const wrong: Turn = [
    ['browser_click', { ref: 7, extra: true }],
    ['browser_navigate', {}],
    ['browser_batch', { steps: 'click @e1' }],
    ['browser_wait', {}],
  ];
  const inOurForm = (tool: string) => ({
    success: false,
    error: {
      code: 'validation_error',
      message: expect.stringContaining(tool),
      recoveryHint: expect.stringMatching(/./),
      canRetry: false,
    },
  });

  it.each([
    ['scripted', 'scripted', {}],
    ['openai.responses', 'gpt-5', {}],
    ['google.generative-ai', 'gemini-2.5-pro', {}],
    // Mastra adds fields of its own to the tools of such a run.
    ['scripted', 'scripted', { autoResumeSuspendedTools: true }],
  ])('are told in our form, in answers and to the model (%s, %s, %o)', async (provider, modelId, options) => {
    const { answers, outputs } = await converse(bench.toolset.tools, [wrong], { provider, modelId, options });
    expect(answers).toMatchObject(wrong.map(([tool]) => inOurForm(tool)));
    expect(outputs).toEqual(
      wrong.map(([tool]) => ({
        type: 'error-text',
        value: expect.stringMatching(new RegExp(`^error validation_error: ${tool} was called .*\\nhint: `)),
      })),
    );
  });

  it('of Mastra’s own are no arguments of the tools', async () => {
    const url = bench.site.page('/resumed', form, 'Resumed');
    const { answers } = await converse(
      bench.toolset.tools,
      [[['browser_navigate', { url, suspendedToolRunId: '', suspendedToolCallId: null, resumeData: {} }]]],
      { options: { autoResumeSuspendedTools: true } },
    );
    expect(answers).toMatchObject([{ success: true, title: 'Resumed' }]);
  });

  it('are not found where lists and objects come as text', async () => {
    const url = bench.site.page('/as-text', form, 'As text');
    const steps = JSON.stringify([{ tool: 'browser_navigate', input: { url } }]);
    const { answers } = await converse(bench.toolset.tools, [[['browser_batch', { steps }]]]);
    expect(answers).toMatchObject([{ success: true, completed: 1 }]);
  });
});

describe('sessions', () => {
  it('gives every thread its own', async () => {
    const url = bench.site.page('/mine', form);
    const turns = (name: string) => [
      [['browser_navigate', { url }]] as const,
      [['browser_type', { ref: '@e1', text: name }]] as const,
      [['browser_snapshot', {}]] as const,
    ];
    const names = ['Ada', 'Grace', 'Edsger'];
    const told = await Promise.all(names.map((name) => bench.user().converse(turns(name))));
    expect(told.map(({ texts }) => /"Name" = "(\w+)"/.exec(texts[2] ?? '')?.[1])).toEqual(names);
  });

  it('keeps threads apart whose ids look alike as session names, and all from the common one', async () => {
    const url = bench.site.page('/alike', form);
    const toolset = bench.own();
    const threads = ['a/b', 'a_b', 'a b', 'ä', '', 'default', 'x'.repeat(300), 'thread:1@me'];
    const users = threads.map((thread) => new User(toolset, thread));
    await Promise.all(users.map((user) => user.open(url)));
    expect(new Set(toolset.toolbox.browser.sessionNames()).size).toBe(threads.length);
    expect(toolset.toolbox.browser.sessionNames()).toEqual(
      expect.arrayContaining(['a_b', 'default', 'thread:1@me']),
    );
    await new User(toolset, 'default').does('browser_close');
    expect(toolset.toolbox.browser.sessionNames()).toContain('default');
  });

  it('works without memory', async () => {
    const url = bench.site.page('/no-memory', form, 'No memory');
    await converse(bench.toolset.tools, [[['browser_navigate', { url }]]]);
    const { texts } = await converse(bench.toolset.tools, [[['browser_snapshot', {}]]]);
    expect(texts[0]).toContain('page "No memory"');
  });
});

describe('options', () => {
  it('selects tools by name and category, and refuses a name there is not', () => {
    const { tools } = new BrowserToolset({ tools: ['browser_click', 'navigation'] });
    const wanted = builtInTools.filter(
      ({ name, category }) => name === 'browser_click' || category === 'navigation',
    );
    expect(Object.keys(tools)).toEqual(wanted.map(({ name }) => name));
    expect(wanted.length).toBeLessThan(builtInTools.length);
    expect(() => new BrowserToolset({ tools: ['browser_clik'] })).toThrow(/browser_clik/);
  });

  it('asks for approval from a level of risk on', async () => {
    const url = bench.site.page('/approval', form, 'Approval');
    const toolset = bench.own({ approve: 'low_risk' });
    const asking = Object.values(toolset.tools).filter(({ requireApproval }) => requireApproval);
    expect(asking.map(({ id }) => id)).toEqual(expect.arrayContaining(['browser_navigate', 'browser_click']));
    expect(toolset.tools.browser_snapshot?.requireApproval).toBe(false);
    expect(Object.values(bench.toolset.tools).some(({ requireApproval }) => requireApproval)).toBe(false);

    const { model, requests } = scriptedModel([[['browser_navigate', { url }]], [['browser_snapshot', {}]]]);
    const agent = agentWith(model, toolset.tools);
    new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false });
    const asked = await agent.generate('Do it.', { maxSteps: 3 });
    expect(asked.finishReason).toBe('suspended');
    expect(toolset.toolbox.browser.isRunning).toBe(false);
    const { runId = '' } = asked;
    await agent.approveToolCallGenerate({ runId, toolCallId: 'call-1-0' });
    expect(JSON.stringify(requests.at(-1)?.prompt)).toContain('page \\"Approval\\"');
  });
});

describe('a yes in Mastra', () => {
  const page = `<button onclick="this.textContent = 'Opened'">Open</button>
    <button onclick="this.textContent = 'Deleted'">Delete account</button>`;

  /** Has an agent make these calls, each of which a person answers; gives what the model read of the last ones. */
  async function answering(toolset: AnyToolset, turns: Turn[], answers: boolean[]): Promise<string> {
    const { model, requests } = scriptedModel(turns);
    const agent = agentWith(model, toolset.tools);
    new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false });
    let { finishReason, runId = '' } = await agent.generate('Do it.', { maxSteps: 9 });
    for (const [i, yes] of answers.entries()) {
      expect(finishReason).toBe('suspended');
      const answer = { runId, toolCallId: `call-${i + 1}-0` };
      const next = await (yes
        ? agent.approveToolCallGenerate(answer)
        : agent.declineToolCallGenerate(answer));
      ({ finishReason, runId = runId } = next);
    }
    expect(finishReason).toBe('stop');
    return JSON.stringify(requests.at(-1)?.prompt);
  }

  const click =
    (name: string): Turn =>
    (read) => [['browser_click', { ref: refOf(`button "${name}"`, read) }]];

  it('is the gate’s too: what the policy asks about is asked there, once', async () => {
    const url = bench.site.page('/yes', page);
    const toolset = bench.own({ policy: { low_risk: 'ask' } });
    expect(toolset.tools.browser_click?.requireApproval).toBe(true);
    expect(toolset.tools.browser_snapshot?.requireApproval).toBe(false);
    const turns: Turn[] = [[['browser_navigate', { url }]], click('Open')];
    const read = await answering(toolset, turns, [true, true]);
    expect(read).toContain('clicked');
    expect(read).toContain('Opened');
    // Called by hand, nobody has agreed to it.
    expect(await new User(toolset).fails('browser_navigate', { url })).toMatchObject({
      code: 'approval_required',
    });
  });

  it('is for the call as it was shown: what its element adds is asked about, and no answer is a no', async () => {
    const url = bench.site.page('/element', page);
    const policy = { low_risk: 'ask', high: 'ask' } as const;
    const turns: Turn[] = [[['browser_navigate', { url }]], click('Delete account')];
    const alone = await answering(bench.own({ policy }), turns, [true, true]);
    expect(alone).toContain('error approval_required');
    expect(alone).toContain('looks as if it destroys something');
    expect(alone).not.toContain('Deleted');

    const approve = vi.fn(async (_request: ApprovalRequest) => true);
    const asking = bench.own({ policy, host: { approve }, approve: 'low_risk' });
    expect(await answering(asking, turns, [true, true])).toContain('Deleted');
    expect(approve.mock.calls.map(([{ safety }]) => safety)).toEqual(['high']);
  });

  it('is not a no, nor more than the policy allows at all', async () => {
    const url = bench.site.page('/no', page);
    const declined = bench.own({ policy: { low_risk: 'ask' } });
    await answering(declined, [[['browser_navigate', { url }]]], [false]);
    expect(declined.toolbox.browser.isRunning).toBe(false);
    const denied = bench.own({ policy: { low_risk: 'deny' }, approve: 'low_risk' });
    expect(await answering(denied, [[['browser_navigate', { url }]]], [true])).toContain(
      'error permission_denied',
    );
  });
});

describe('tools of your own', () => {
  const shout = defineTool({
    name: 'page_shout',
    description: 'The title, louder.',
    category: 'utility',
    input: z.strictObject({ mark: z.string().default('!') }),
    output: z.string(),
    run: async ({ mark }, { perform }) => {
      const { title } = await perform({
        type: 'snapshot',
        interactiveOnly: true,
        maxElements: 1,
        diff: false,
        timeout: 5000,
      });
      return title.toUpperCase() + mark;
    },
    text: (data, { mark }) => ({ head: `with ${mark}`, page: data }),
  });
  const paint = defineTool({
    name: 'paint',
    description: 'A dot.',
    category: 'utility',
    input: z.strictObject({}),
    output: z.object({ success: z.string(), dot: z.string() }),
    run: async () => ({ success: 'painted', dot: 'AAAA' }),
    text: () => ({ head: 'a dot' }),
    image: ({ dot }) => ({ base64: dot, mimeType: 'image/png' }),
  });
  const liar = defineTool({
    name: 'liar',
    description: 'Answers what it did not promise.',
    category: 'utility',
    input: z.strictObject({}),
    output: z.object({ count: z.number() }),
    run: async () => ({ count: Number.NaN }),
  });

  it('stand beside ours, with what they answer and show', async () => {
    const url = bench.site.page('/loud', form, 'Quiet');
    const toolset = bench.beside({ tools: [shout, paint, liar] });
    const { texts, answers, outputs } = await converse(toolset.tools, [
      [['browser_navigate', { url }]],
      [['page_shout', { mark: '?' }]],
      [['paint', {}]],
      [['liar', {}]],
    ]);
    expect(texts[1]).toMatch(/^with \?\n<page \w+>\nQUIET\?\n<\/page/);
    expect(answers[1]).toMatchObject({ success: true, data: 'QUIET?' });
    expect(answers[2]).toMatchObject({ success: true, data: { success: 'painted' } });
    expect(outputs[2]).toMatchObject({
      type: 'content',
      value: [{ text: 'a dot' }, { mediaType: 'image/png', data: { data: 'AAAA' } }],
    });
    expect(answers[3]).toMatchObject({
      success: false,
      error: { code: 'unexpected_error', sideEffect: 'done' },
    });
  });

  it('never let an exception through', async () => {
    const toolset = bench.own();
    vi.spyOn(toolset.toolbox, 'callAndRender').mockRejectedValue(new Error('at x (y.ts:1:2)'));
    expect(await new User(toolset).call('browser_snapshot')).toMatchObject({
      success: false,
      tree: '',
      refs: {},
      elementCount: 0,
      truncated: false,
      error: { code: 'unexpected_error', message: 'Something unexpected went wrong.' },
    });
  });
});

describe('the rest of core', () => {
  it('answers at the top level too', async () => {
    const url = bench.site.page(
      '/rest',
      `<button onclick="confirm('Sure?')">Ask</button><input aria-label="Q" onkeydown="if (event.key === 'Enter') this.after('Searched')">`,
      'Rest',
    );
    const second = bench.site.page('/second', '<h1>Second</h1>', 'Second');
    const { answers, texts } = await bench
      .user()
      .converse([
        [['browser_navigate', { url }]],
        (read) => [['browser_click', { ref: refOf('button "Ask"', read) }]],
        [['browser_dialog', { action: 'dismiss' }]],
        [['browser_press', { key: 'Enter', ref: '@e2' }]],
        [['browser_wait', { text: 'Searched' }]],
        [['browser_navigate', { url: second }]],
        [['browser_back', {}]],
        [['browser_tabs', { action: 'list' }]],
        [['browser_close', {}]],
      ]);
    expect(answers.slice(1)).toMatchObject([
      { success: true, dialog: { type: 'confirm', message: 'Sure?' } },
      { success: true, answered: { answer: 'dismissed' } },
      { success: true, key: 'Enter' },
      { success: true, met: true },
      { success: true, title: 'Second' },
      { success: true, title: 'Rest' },
      { success: true, tabs: [{ tab: 't1', title: 'Rest', current: true }] },
      { success: true, closed: true },
    ]);
    expect(texts.filter((text) => text.startsWith('error'))).toEqual([]);
  });
});

describe('README', () => {
  it('has a snippet that works', async () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const snippet = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '';
    expect(snippet.trim().split('\n').length).toBeLessThanOrEqual(15);
    const url = bench.site.page('/readme', form, 'Readme');
    const { model, requests } = scriptedModel([[['browser_navigate', { url }]]]);
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const folder = mkdtempSync(fileURLToPath(new URL('../dist/readme-', import.meta.url)));
    vi.stubGlobal('model', model);
    try {
      const code = snippet
        .replace(/model: '[^']+'/, 'model: globalThis.model')
        .replace('new BrowserToolset()', 'new BrowserToolset({ allowPrivate: true })');
      expect(code).toContain('globalThis.model');
      const file = join(folder, 'snippet.mjs');
      writeFileSync(file, code);
      await import(pathToFileURL(file).href);
      expect(printed).toHaveBeenCalledWith('Done.');
      expect(JSON.stringify(requests.at(-1)?.prompt)).toContain('page \\"Readme\\"');
    } finally {
      rmSync(folder, { recursive: true });
      printed.mockRestore();
      vi.unstubAllGlobals();
    }
  });
});
