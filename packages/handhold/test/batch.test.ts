import { createBrowserTools } from 'handhold';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Agent, useBrowser } from './agent.js';

const bench = useBrowser();

const shape = z.looseObject({
  steps: z.array(
    z.looseObject({
      tool: z.string(),
      success: z.boolean(),
      data: z.record(z.string(), z.unknown()).optional(),
      error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
    }),
  ),
  completed: z.number(),
  stopped: z.object({ step: z.number(), reason: z.string(), message: z.string() }).optional(),
  dialog: z.object({ type: z.string(), message: z.string() }).optional(),
  changes: z.string(),
  page: z.object({ shown: z.number(), elements: z.number() }).optional(),
});

async function batch(
  agent: Agent,
  steps: (object | string)[],
  input: object = {},
): Promise<z.output<typeof shape>> {
  const { data, error } = await agent.call('browser_batch', { steps, ...input });
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return shape.parse(data);
}

const step = (tool: string, input: object = {}) => ({ tool: `browser_${tool}`, input });

const form = `<input aria-label="Name" oninput="note('name ' + value)"><input aria-label="Email">
  <button onclick="note('saved'); out.textContent = 'Saved ' + document.querySelector('input').value">Save</button>
  <div id="out" role="status"></div><button onclick="this.remove()">Vanish</button>
  <button onclick="if (confirm('Sure?')) note('deleted')">Delete</button>`;

describe('a batch', () => {
  it('shows the last picture that a step of it took, as a picture', async () => {
    const { tools, session } = bench.agent();
    const url = bench.site.page(form).url;
    const steps = [step('navigate', { url }), step('screenshot'), step('screenshot', { format: 'png' })];
    const { result, rendered } = await tools.callAndRender('browser_batch', { steps }, { session });
    expect(result.data).toMatchObject({ completed: 3 });
    expect(rendered.image).toMatchObject({ mimeType: 'image/png', base64: expect.stringMatching(/^iVBOR/) });
    expect(rendered.text).not.toMatch(/iVBOR|\/9j\//);
    const none = await tools.callAndRender('browser_batch', { steps: steps.slice(0, 1) }, { session });
    expect(none.rendered.image).toBeUndefined();
  });

  it('does its steps in order and tells each result, and all that changed once', async () => {
    const agent = bench.agent();
    const page = bench.site.page(form);
    await agent.open(page);
    const [name, email, save] = ['textbox "Name"', 'textbox "Email"', 'button "Save"'].map((line) =>
      agent.ref(line),
    );
    const done = await batch(agent, [
      step('type', { ref: name, text: 'Ada' }),
      step('type', { ref: email, text: 'ada@example.com' }),
      step('click', { ref: save }),
    ]);
    expect(page.notes.at(-1)).toBe('saved');
    expect(done).toMatchObject({ completed: 3 });
    expect(done.stopped).toBeUndefined();
    expect(done.steps.map(({ tool, data }) => [tool, data?.value, data?.changes])).toEqual([
      ['browser_type', 'Ada', undefined],
      ['browser_type', 'ada@example.com', undefined],
      ['browser_click', undefined, undefined],
    ]);
    expect(done.changes.split('\n').sort()).toEqual([
      expect.stringMatching(/^\+ @e\d+ status "Saved Ada"$/),
      '~ @e1 textbox "Name" = "Ada"',
      '~ @e2 textbox "Email" = "ada@example.com"',
      '~ @e3 button "Save" focused',
    ]);
    expect(await agent.snapshot({ diff: true })).toBe('');
  });

  it('tells each text that came meanwhile and is still there', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page(`<button onclick="first.textContent = 'Do you want to go on?'; hint.textContent = 'Wait'">Ask</button>
        <button onclick="second.hidden = false; hint.textContent = ''">Show</button><p id="first"></p><p id="hint"></p>
        <section id="second" hidden>All of it is deleted then.</section>`),
    );
    const ask = ['click @e1', 'click @e2'];
    const { changes } = await batch(agent, ask);
    expect(changes).toContain('+ "Do you want to go on?"');
    expect(changes).toContain('+ "All of it is deleted then."');
    expect(changes).not.toContain('Wait');
    expect((await batch(agent, ['click @e2'])).changes).not.toContain('go on');
  });

  it('tells first what opened, whichever step that was', async () => {
    const agent = bench.lasting();
    const rows = Array.from({ length: 60 }, (_, i) => `<button>Item ${i}</button>`).join('');
    await agent.open(
      bench.site.page(`<button onclick="all.hidden = false">Fill</button>
        <button onclick="box.hidden = false">Ask</button><input aria-label="Note"><div id="all" hidden>${rows}</div>
        <div id="box" hidden style="position: fixed; bottom: 0"><p>Sure?</p><button>Yes</button></div>`),
    );
    const { changes } = await batch(agent, ['click @e1', 'click @e2', 'type @e3 x']);
    expect(changes).toContain('+ "Sure?"');
    expect(changes).toMatch(/^\+ @e\d+ button "Yes"/);
  });

  it('reads so that a model sees every step', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(form));
    const text = await agent.reads('browser_batch', {
      steps: [
        step('type', { ref: '@e1', text: 'Ada' }),
        step('click', { selector: '#none', timeout: 200 }),
        step('click', { ref: '@e3' }),
      ],
    });
    expect(text).toMatch(
      /^1\. browser_type @e1 textbox "Name", value "Ada"\n2\. browser_click error element_not_found: .* hint: .*\nstopped at step 2 \(failure\): element_not_found; 1 step not done\n<page \w+>\n~ @e1 textbox "Name" = "Ada" focused\n<\/page \w+>$/,
    );
  });

  it('stops at a failure, with the steps before it done and those after it not', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(form);
    await agent.open(page);
    const steps = [
      step('type', { ref: '@e1', text: 'A' }),
      step('click', { ref: '@e77' }),
      step('click', { ref: '@e3' }),
    ];
    expect(await batch(agent, steps)).toMatchObject({
      completed: 1,
      stopped: { step: 2, reason: 'failure', message: 'stale_ref' },
      steps: [{ success: true }, { success: false, error: { code: 'stale_ref' } }],
    });
    expect(page.notes).toEqual(['name A']);
    expect(await batch(agent, steps.slice(1), { stopOn: ['navigation'] })).toMatchObject({ completed: 1 });
    expect(page.notes.at(-1)).toBe('saved');
  });

  it('stops at a ref that vanished meanwhile', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(form));
    const vanish = agent.ref('button "Vanish"');
    expect(
      await batch(agent, [
        step('click', { ref: vanish }),
        step('click', { ref: vanish }),
        step('click', { ref: '@e3' }),
      ]),
    ).toMatchObject({ completed: 1, stopped: { step: 2, reason: 'failure', message: 'stale_ref' } });
  });

  it('stops at a dialog, unless the next step answers it', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(form);
    await agent.open(page);
    const remove = agent.ref('button "Delete"');
    expect(await batch(agent, [step('click', { ref: remove }), step('click', { ref: '@e3' })])).toMatchObject(
      {
        completed: 1,
        stopped: { step: 1, reason: 'dialog' },
        dialog: { type: 'confirm', message: 'Sure?' },
      },
    );
    await agent.does('browser_dialog', { action: 'dismiss' });
    expect(page.notes).toEqual([]);
    expect(
      await batch(agent, [
        step('click', { ref: remove }),
        step('dialog', { action: 'accept' }),
        step('click', { ref: '@e3' }),
      ]),
    ).toMatchObject({ completed: 3 });
    expect(page.notes).toEqual(['deleted', 'saved']);
  });

  it('goes on with a page that was opened without being looked at, and shows it once all is done', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(form);
    await agent.open(bench.site.page('<button>Before</button>'));
    await agent.does('browser_navigate', { url: page.url, snapshot: false });
    const steps = [
      step('type', { selector: 'input', text: 'Ada' }),
      step('click', { selector: 'text=Save' }),
      step('navigate', { url: page.url, snapshot: false }),
      step('type', { selector: 'input', text: 'Eve' }),
      step('click', { selector: 'text=Save' }),
    ];
    const done = await batch(agent, steps);
    expect(done).toMatchObject({ completed: 5, page: { elements: 6 } });
    expect(done.stopped).toBeUndefined();
    expect(done.changes).toContain('button "Vanish"');
    const entered = page.notes.filter((note) => /^(name (Ada|Eve)|saved)$/.test(note));
    expect(entered).toEqual(['name Ada', 'saved', 'name Eve', 'saved']);
  });

  it('stops where a step leads from a page that was not looked at to another', async () => {
    const agent = bench.lasting();
    const next = bench.site.page(`<button onclick="note('wrong')">Pay</button>`);
    const page = bench.site.page(`<a href="${next.url}">Go</a><button>Second</button>`);
    await agent.does('browser_navigate', { url: page.url, snapshot: false });
    const done = await batch(agent, [
      step('click', { selector: 'a' }),
      step('click', { selector: 'button' }),
    ]);
    expect(done).toMatchObject({ completed: 1, stopped: { step: 1, reason: 'navigation' } });
    expect(next.notes).toEqual([]);
  });

  it('stops when a step leads to another page, and shows that page', async () => {
    const agent = bench.lasting();
    const next = bench.site.page(`<button onclick="note('wrong')">Pay</button><button>Other</button>`);
    await agent.open(bench.site.page(`<a href="${next.url}">Go</a><button>Second</button>`));
    const done = await batch(agent, [step('click', { ref: '@e1' }), step('click', { ref: '@e1' })]);
    expect(done).toMatchObject({
      completed: 1,
      stopped: { step: 1, reason: 'navigation' },
      page: { elements: 2 },
    });
    expect(done.changes).toContain('@e1 button "Pay"');
    expect(next.notes).toEqual([]);
  });

  it('may go to a page, but refs that were meant for the page before are refused there', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<button>Before</button>'));
    const next = bench.site.page(`<button onclick="note('pressed')">There</button>`);
    const go = step('navigate', { url: next.url });
    expect(await batch(agent, [go, step('click', { ref: '@e1' })])).toMatchObject({
      completed: 1,
      stopped: { step: 2, reason: 'failure', message: 'stale_ref' },
    });
    expect(next.notes).toEqual([]);
    const done = await batch(agent, [
      go,
      step('click', { selector: 'button' }),
      step('find', { text: 'There' }),
    ]);
    expect(done).toMatchObject({ completed: 3, page: { elements: 1 } });
    expect(done.steps[2]?.data).toMatchObject({ count: 1 });
    expect(next.notes).toEqual(['pressed']);
    await agent.does('browser_click', { ref: '@e1' });
    expect(next.notes).toEqual(['pressed', 'pressed']);
  });

  it('stops where a page could not be opened, though the one before is still there', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="note('pressed')">Go</button>`);
    await agent.open(page);
    const steps = [step('navigate', { url: 'file:///etc/passwd' }), step('click', { ref: '@e1' })];
    expect(await batch(agent, steps)).toMatchObject({
      completed: 0,
      stopped: { step: 1, reason: 'failure' },
    });
    expect(page.notes).toEqual([]);
  });

  it('may be the first call of a session', async () => {
    const agent = bench.agent();
    const page = bench.site.page('<button>Go</button>');
    expect(
      await batch(agent, [step('navigate', { url: page.url }), step('wait', { text: 'Go' })]),
    ).toMatchObject({
      completed: 2,
      changes: '@e1 button "Go"',
    });
  });

  it('is looked through before anything is done', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(form);
    await agent.open(page);
    const good = step('type', { ref: '@e1', text: 'A' });
    for (const [bad, code, message] of [
      [step('batch', { steps: [good] }), 'validation_error', 'Step 2: It is a batch'],
      [step('nothing'), 'unknown_tool', 'Step 2'],
      [step('click', {}), 'validation_error', 'Step 2'],
      [step('click', { ref: '@e1', bogus: 1 }), 'validation_error', 'bogus'],
      [step('click', { ref: '@e1', session: 'other' }), 'validation_error', 'session'],
      [{ tool: 'browser_click', input: '[1]' }, 'validation_error', 'Step 2'],
    ] as const) {
      const error = await agent.fails('browser_batch', { steps: [good, bad] });
      expect(error).toMatchObject({ code, sideEffect: 'none', message: expect.stringContaining(message) });
    }
    expect(await agent.fails('browser_batch', { steps: [] })).toMatchObject({ code: 'validation_error' });
    expect(await agent.fails('browser_batch', { steps: Array(51).fill(good) })).toMatchObject({
      code: 'validation_error',
    });
    expect(page.notes).toEqual([]);
    const asText = { tool: 'browser_type', input: JSON.stringify({ ref: '@e1', text: 'B' }) };
    expect(await batch(agent, [asText])).toMatchObject({ completed: 1 });
    expect(page.notes).toEqual(['name B']);
  });

  const inWords = (name: string, save: string) =>
    [
      ['words', [`type ${name} "Ada L"`, `click ${save}`]],
      ['words with options', [`type "Ada L" --ref ${name} --clear-first`, `click --ref=${save}`]],
      [
        'verbs',
        [
          { tool: 'type', ref: name, text: 'Ada L' },
          { tool: 'click', ref: save },
        ],
      ],
      [
        'verbs with input',
        [
          { tool: 'type', input: { ref: name, text: 'Ada L' } },
          { tool: 'click', input: { ref: save } },
        ],
      ],
      [
        'verbs with words',
        [
          { tool: 'type', input: `${name} 'Ada L'` },
          { tool: 'browser_click', input: save },
        ],
      ],
      [
        'calls in text',
        [
          JSON.stringify({ tool: 'type', ref: name, text: 'Ada L' }),
          JSON.stringify(step('click', { ref: save })),
        ],
      ],
      [
        'a mixture',
        [{ tool: 'fill', input: { fields: [{ ref: name, value: 'Ada L' }] } }, `browser_click ${save}`],
      ],
      [
        'nothing where nothing is needed',
        [`fill_form "${name}=Ada L"`, `press ${save} Enter`, { tool: 'snapshot', input: null }],
      ],
    ] as const;

  it.each(inWords('@e1', '@e3'))('takes its steps in %s', async (_form, steps) => {
    const agent = bench.lasting();
    const page = bench.site.page(form);
    await agent.open(page);
    expect(await batch(agent, [...steps])).toMatchObject({ completed: steps.length });
    expect(page.notes.slice(-2)).toEqual(['name Ada L', 'saved']);
  });

  it('takes JSON in words as it stands', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      '<div style="width: 60px; height: 20px" onpointerdown="document.onpointerup = ({ clientX }) => note(clientX - event.clientX)">Drag</div>',
    );
    await agent.open(page);
    await batch(agent, ['drag @e1 --by {"x": 40, "y": 0}']);
    expect(page.notes).toEqual(['40']);
  });

  it('types what begins with a dash', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(form);
    await agent.open(page);
    await batch(agent, ['type @e1 "- red"']);
    expect(page.notes.at(-1)).toBe('name - red');
  });

  it('says which step is wrong and what was expected, before anything is done', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(form);
    await agent.open(page);
    for (const [bad, message] of [
      [7, 'Step 2 is no step: give words such as "click @e5"'],
      [['click', '@e5'], 'Step 2 is no step'],
      [null, 'Step 2 is no step'],
      [{ ref: '@e3' }, 'Step 2 is no step'],
      ['  ', 'Step 2 is no step'],
      ['clik @e3', 'Step 2: There is no tool called "clik"'],
      ['click', 'Step 2: click: The element is missing: a ref such as @e3'],
      ['click @e3 @e4', 'Step 2: click: "@e4" is one word too many'],
      ['click @e3 --colour red', 'Step 2: click: There is no option --colour'],
      ["type @e1 don't", 'Step 2: The quote that begins at'],
      ['type', 'Step 2: type: <text> is missing'],
      ['{"tool": "click", ref}', 'Step 2: "{\\"tool\\": \\"click\\", ref}" is not JSON'],
      [
        { tool: 'click', ref: '@e3', text: 'x' },
        'Step 2: browser_click was called with wrong arguments: "text"',
      ],
      ['do "click @e3"', 'Step 2: It is a batch itself'],
      ['click @e3 --session other', 'Step 2: click: There is no option --session'],
    ] as const) {
      const error = await agent.fails('browser_batch', { steps: ['type @e1 A', bad] });
      expect(error).toMatchObject({ sideEffect: 'none', message: expect.stringContaining(message) });
    }
    expect((await agent.fails('browser_batch', { steps: ['clik @e3'] })).recoveryHint).toBe(
      'Did you mean click?',
    );
    expect(page.notes).toEqual([]);
  });

  it('passes the same gate, and reaches no tool that the caller was not offered', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page(form));
    expect(await batch(agent, [step('navigate', { url: 'file:///etc/passwd' })])).toMatchObject({
      steps: [{ success: false, error: { code: 'host_blocked' } }],
    });
    const offered = bench.tools.registry.select(['core']);
    const steps = [step('evaluate', { script: '1' })];
    const { error } = await bench.tools.call('browser_batch', { steps }, { session: agent.session, offered });
    expect(error?.code).toBe('unknown_tool');
  });

  it('is called off between its steps', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(form);
    await agent.open(page);
    const abort = new AbortController();
    const running = agent.call(
      'browser_batch',
      { steps: [step('wait', { text: 'never', timeout: 20_000 }), step('click', { ref: '@e3' })] },
      { signal: abort.signal },
    );
    setTimeout(() => abort.abort(), 100);
    const { error } = await running;
    expect(error).toMatchObject({
      code: 'aborted',
      details: { steps: [{ tool: 'browser_wait', success: false }] },
    });
    expect(page.notes).toEqual([]);
    await agent.does('browser_click', { ref: '@e3' });
    expect(page.notes).toEqual(['saved']);
  });
});

describe('asking the user', () => {
  it('brings back the answer of whoever runs the agent', async () => {
    const asked: object[] = [];
    const tools = createBrowserTools({
      host: {
        ask: async ({ session, question, reason }) => {
          asked.push({ session, question, reason });
          return question.includes('captcha') ? undefined : 'the "blue" one';
        },
      },
    });
    const agent = new Agent(tools, 'asking');
    expect(await agent.call('browser_ask_user', { question: 'Which?', reason: 'choice' })).toMatchObject({
      data: { answer: 'the "blue" one' },
    });
    expect(asked).toEqual([{ session: 'asking', question: 'Which?', reason: 'choice' }]);
    expect(await agent.reads('browser_ask_user', { question: 'Which?' })).toBe(
      String.raw`the user answered "the \"blue\" one"`,
    );
    expect(await agent.fails('browser_ask_user', { question: 'captcha' })).toMatchObject({
      code: 'approval_denied',
    });
    const other = { ask: async () => 'from the call' };
    const result = await tools.call('browser_ask_user', { question: 'Which?' }, { host: other });
    expect(result.data).toEqual({ answer: 'from the call' });
    expect(tools.browser.isRunning).toBe(false);
    await tools.close();
  });

  it('says so where there is nobody, and does not wait for ever', async () => {
    const agent = new Agent(bench.tools, 'nobody');
    expect(await agent.fails('browser_ask_user', { question: 'Which?' })).toMatchObject({
      code: 'approval_required',
      recoveryHint: expect.stringContaining('question'),
    });
    const abort = new AbortController();
    const host = { ask: () => new Promise<string>(() => undefined) };
    const asking = bench.tools.call('browser_ask_user', { question: '?' }, { host, signal: abort.signal });
    abort.abort();
    expect((await asking).error?.code).toBe('aborted');
  });
});

describe('the end of a task', () => {
  it('is said with what came of it, and needs no browser', async () => {
    const tools = createBrowserTools();
    const agent = new Agent(tools, 'ending');
    expect(await agent.call('browser_complete', { summary: 'Booked.', result: { id: 7 } })).toMatchObject({
      data: { status: 'completed', summary: 'Booked.', result: { id: 7 } },
    });
    expect(await agent.call('browser_fail', { reason: 'Sold out', recoverable: true })).toMatchObject({
      success: true,
      data: { status: 'failed', reason: 'Sold out', recoverable: true },
    });
    expect(await agent.reads('browser_fail', { reason: 'Sold out' })).toBe('failed: "Sold out"');
    for (const name of ['browser_complete', 'browser_fail'])
      expect(tools.registry.getTool(name)).toMatchObject({ isTerminal: true, requiresPage: false });
    expect(await agent.fails('browser_complete', { summary: 'x', result: 10n })).toMatchObject({
      code: 'validation_error',
    });
    expect(tools.browser.isRunning).toBe(false);
  });
});

describe('what a step tells besides', () => {
  it('is written in words, as by the tool itself', async () => {
    const agent = bench.agent();
    const page = bench.site.page(
      '<a href="#there">Go</a><select aria-label="City"><option>Rome<option>Kyoto</select>',
    );
    await agent.open(page);
    const text = await agent.reads('browser_batch', {
      steps: [
        { tool: 'browser_click', input: { ref: agent.ref('link "Go"') } },
        { tool: 'browser_select', input: { ref: agent.ref('combobox "City"'), values: ['Kyoto'] } },
      ],
    });
    expect(text).toContain(`browser_click ${agent.ref('link "Go"')} link "Go", now at <${page.url}#there>\n`);
    expect(text).toContain('selected "Kyoto"');
  });
});
