import { defineTool, errorKinds, type ToolContext } from 'handhold';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Call, refOf } from './agent.js';
import { form, User, useBench } from './toolset.js';

const boom = defineTool({
  name: 'browser_boom',
  description: 'Goes wrong.',
  category: 'utility',
  input: z.strictObject({}),
  output: z.object({}),
  run: () => Promise.reject(new Error('Boom\n    at secret (/srv/app/secret.ts:12:34)')),
});

const bench = useBench({ tools: ['core', boom] });

describe('REQ-02: Navigate Tool', () => {
  it('REQ-02: Returns clear error on navigation failure', async () => {
    const reset = bench.site.on('/reset', (response) => response.destroy());
    const circle = bench.site.on('/circle', (response) =>
      response.writeHead(302, { location: '/circle' }).end(),
    );
    const { answers, texts, outputs } = await bench
      .user()
      .converse([
        [['browser_navigate', { url: reset }]],
        [['browser_navigate', { url: circle }]],
        [['browser_navigate', { url: 'http://no-such-host.invalid/' }]],
        [['browser_navigate', { url: 'not a url' }]],
      ]);
    expect(answers).toMatchObject([
      { success: false, url: '', title: '', error: { code: 'navigation_failed', canRetry: true } },
      { success: false, error: { code: 'navigation_failed', canRetry: false } },
      { success: false, error: { code: 'navigation_failed' } },
      { success: false, error: { code: 'validation_error', canRetry: false } },
    ]);
    expect(texts[0]).toMatch(/^error navigation_failed: .*\/reset.* closed the connection .*\nhint: ./);
    expect(texts[1]).toContain('circle');
    expect(new Set(outputs.map(({ type }) => type))).toEqual(new Set(['error-text']));
  });

  it('REQ-02: Timeout defaults to 10 seconds', () => {
    const navigate = bench.toolset.toolbox.registry.getTool('browser_navigate');
    expect(navigate.timeout).toBe(10_000);
    expect(navigate.input.parse({ url: 'about:blank' })).toMatchObject({
      timeout: 10_000,
      waitUntil: 'load',
    });
  });
});

describe('REQ-03: Snapshot Tool', () => {
  it('REQ-03: Generates deterministic refs (@e1, @e2, etc.)', async () => {
    const url = bench.site.page('/refs', form);
    const one = bench.user();
    const two = bench.user();
    await Promise.all([one.open(url), two.open(url)]);
    const first = await one.does('browser_snapshot');
    const second = await two.does('browser_snapshot');
    expect(Object.keys(first.refs)).toEqual(['@e1', '@e2', '@e3']);
    expect(first.refs).toMatchObject({
      '@e1': { role: 'textbox', name: 'Name' },
      '@e2': { role: 'textbox', name: 'About' },
      '@e3': { role: 'button', name: 'Submit' },
    });
    expect(second.tree).toBe(first.tree);
    expect(second.refs).toEqual(first.refs);
  });

  it('REQ-03: Refs stored for subsequent click/type operations', async () => {
    const url = bench.site.page('/stored', form);
    const { texts } = await bench.user().converse([
      [['browser_navigate', { url }]],
      [['browser_snapshot', {}]],
      (read) => [
        ['browser_type', { ref: refOf('textbox "Name"', read), text: 'Grace' }],
        ['browser_click', { ref: refOf('button "Submit"', read) }],
      ],
    ]);
    expect(texts.at(-1)).toContain('Welcome, Grace');
  });

  it('REQ-03: Previous refs invalidated on new snapshot', async () => {
    const url = bench.site.page(
      '/invalidated',
      `<button onclick="this.nextElementSibling.replaceWith(document.createElement('hr'));
        document.body.insertAdjacentHTML('beforeend', '<button>New</button>')">Swap</button><button>Old</button>`,
    );
    const user = bench.user();
    await user.open(url);
    const before = await user.does('browser_snapshot');
    const old = refOf('button "Old"', before.tree);
    await user.does('browser_click', { ref: refOf('button "Swap"', before.tree) });

    const after = await user.does('browser_snapshot');
    expect(after.refs).not.toHaveProperty(old);
    expect(refOf('button "New"', after.tree)).not.toBe(old);
    expect(await user.fails('browser_click', { ref: old })).toMatchObject({ code: 'stale_ref' });
  });

  it('REQ-03: Output optimized for LLM consumption (not raw DOM)', async () => {
    const items = Array.from(
      { length: 150 },
      (_, i) => `<div class="wrap"><span><a href="/item/${i}" data-track="${i}">Item ${i}</a></span></div>`,
    );
    const url = bench.site.page('/long', `<p>Some prose.</p>${items.join('')}`);
    const { texts, outputs, answers } = await bench
      .user()
      .converse([
        [['browser_navigate', { url }]],
        [['browser_snapshot', {}]],
        [['browser_snapshot', { interactiveOnly: false, maxElements: 5 }]],
      ]);
    expect(outputs.map(({ type }) => type)).toEqual(['text', 'text', 'text']);
    expect(texts[1]).toMatch(
      /^page "Test page" <http:.*> 100 of 150 elements\n<page \w+>\n@e1 link "Item 0"/,
    );
    expect(texts[1]).not.toMatch(/<div|<span|class=|data-track|"tree"|\\n/);
    expect(answers[1]).toMatchObject({ elementCount: 150, truncated: true });
    expect(texts[2]).toContain('Some prose.');
    const few = z.object({ refs: z.looseObject({}), truncated: z.literal(true) }).parse(answers[2]);
    expect(Object.keys(few.refs)).toHaveLength(5);
  });
});

describe('REQ-04: Click Tool', () => {
  it('REQ-04: Resolves ref to DOM element from current snapshot', async () => {
    const url = bench.site.page(
      '/buttons',
      `<ul><li><button onclick="said.textContent = 'first'">Go</button></li>
       <li><button onclick="said.textContent = 'second'" oncontextmenu="said.textContent = 'menu'; return false"
         onauxclick="if (event.button === 1) said.textContent = 'middle'">Go</button></li></ul><p id="said" role="status"></p>`,
    );
    const user = bench.user();
    await user.open(url);
    const [, ref] = Object.keys((await user.does('browser_snapshot')).refs);
    expect((await user.does('browser_click', { ref })).changes).toContain('second');
    expect((await user.does('browser_click', { ref, button: 'right' })).changes).toContain('menu');
    expect((await user.does('browser_click', { ref, button: 'middle' })).changes).toContain('middle');
  });

  it('REQ-04: Returns clear error if ref is stale or invalid', async () => {
    const url = bench.site.page('/stale', `<button onclick="this.remove()">Once</button>`);
    const { answers, texts } = await bench
      .user()
      .converse([
        [['browser_navigate', { url }]],
        [['browser_click', { ref: '@e1' }]],
        [['browser_click', { ref: '@e1' }]],
        [['browser_click', { ref: '@e77' }]],
        [['browser_click', { ref: 'the button' }]],
      ]);
    expect(answers.slice(1)).toMatchObject([
      { success: true },
      { success: false, error: { code: 'stale_ref' } },
      { success: false, error: { code: 'stale_ref' } },
      { success: false, error: { code: 'validation_error' } },
    ]);
    expect(texts[2]).toMatch(/^error stale_ref: .*@e1/);
    expect(texts[3]).toMatch(/^error stale_ref: .*@e77/);
    expect(texts[4]).toContain('the button');
  });

  it('REQ-04: Includes recovery hint in error response', async () => {
    const url = bench.site.page('/hint', '<button disabled>Later</button>');
    const { texts } = await bench
      .user()
      .converse([
        [['browser_navigate', { url }]],
        [['browser_click', { ref: '@e9' }]],
        [['browser_click', { ref: '@e1' }]],
        [['browser_click', { reference: '@e1' }]],
      ]);
    expect(texts.slice(1).map((text) => text.split('\n')[1])).toEqual([
      expect.stringMatching(/^hint: .*browser_snapshot/),
      expect.stringMatching(/^hint: .*disabled/),
      expect.stringMatching(/^hint: browser_click takes: ref, button\./),
    ]);
  });

  it('REQ-04: Timeout defaults to 5 seconds', async () => {
    const { registry } = bench.toolset.toolbox;
    const click = registry.toolCalled('browser_click');
    const type = registry.toolCalled('browser_type');
    expect([click.timeout, type.timeout]).toEqual([5000, 5000]);
    const asked: { type: string; timeout: number }[] = [];
    const context: ToolContext = {
      session: 'default',
      signal: undefined,
      host: {},
      perform: () => Promise.reject(new Error('It asks for its own kind of action.')),
      performAs: (_kind, action) => {
        asked.push(action);
        return Promise.reject(new Error('Only looked at.'));
      },
      call: () => Promise.reject(new Error('It calls no other.')),
      check: () => undefined,
      note: () => undefined,
      named: (name) => registry.toolCalled(name),
    };
    for (const [tool, input] of [
      [click, { ref: '@e1' }],
      [type, { ref: '@e1', text: 'a' }],
    ] as const)
      await expect(tool.run(tool.input.parse(input), context)).rejects.toThrow('Only looked at.');
    expect(asked).toMatchObject([
      { type: 'click', timeout: 5000 },
      { type: 'type', timeout: 5000 },
    ]);
  });
});

describe('REQ-05: Type Tool', () => {
  it('REQ-05: Verifies focus before typing (prevents first-char drop)', async () => {
    const url = bench.site.page(
      '/rerender',
      `<label for="field">City</label><div id="root"></div><script>
        // As a framework does that renders a field anew once it is active.
        function render(active, value) {
          const field = document.createElement('input');
          field.id = 'field';
          field.value = value;
          if (!active) field.addEventListener('focus', () => queueMicrotask(() => render(true, field.value)));
          root.replaceChildren(field);
          if (active) field.focus();
        }
        render(false, '');
      </script>`,
    );
    const { texts } = await bench
      .user()
      .converse([
        [['browser_navigate', { url }]],
        (read) => [['browser_type', { ref: refOf('textbox "City"', read), text: 'Amsterdam' }]],
        [['browser_snapshot', {}]],
      ]);
    expect(texts[1]).toMatch(/^typed into .*"Amsterdam"/);
    expect(texts[2]).toContain('textbox "City" = "Amsterdam"');
  });

  it('REQ-05: Small delay after focus before typing', async () => {
    const url = bench.site.page(
      '/delay',
      `<input aria-label="Code" onfocus="queue.port1.onmessage = () => { ready = true; }; queue.port2.postMessage(0)"
         onkeydown="said.textContent ||= ready ? 'after what the focus set off' : 'at once'"><p id="said" role="status"></p>
       <script>var ready = false; const queue = new MessageChannel();</script>`,
    );
    const user = bench.user();
    await user.open(url);
    expect(await user.does('browser_type', { ref: '@e1', text: 'x' })).toMatchObject({ value: 'x' });
    expect(await user.reads()).toContain('after what the focus set off');
  });

  it('REQ-05: Handles special characters correctly', async () => {
    const url = bench.site.page('/special', form);
    const line = `O'Brien "the 1st" <b>&amp;</b> \\n \${x} % ñ ü ß 你好 🎉👩‍🚀 €`;
    const lines = `first 🎈\n"second"\n\n\tfourth`;
    const user = bench.user();
    const { answers } = await user.converse([
      [['browser_navigate', { url }]],
      [
        ['browser_type', { ref: '@e1', text: line }],
        ['browser_type', { ref: '@e2', text: lines }],
        ['browser_type', { ref: '@e2', text: 'just this', clearFirst: true }],
        ['browser_type', { text: ' and 🧭 that' }],
      ],
    ]);
    expect(answers.slice(1)).toMatchObject([
      { success: true, value: line },
      { success: true, value: lines },
      { success: true, value: 'just this' },
      { success: true, value: 'just this and 🧭 that' },
    ]);
    const { refs } = await user.does('browser_snapshot');
    expect(refs).toMatchObject({ '@e1': { value: line }, '@e2': { value: 'just this and 🧭 that' } });
  });

  it('REQ-05: Returns clear error if element not focusable', async () => {
    const url = bench.site.page(
      '/unfocusable',
      `<input aria-label="Shy" onfocus="this.blur()"><button>Press</button><input aria-label="Off" disabled>`,
    );
    const { answers, texts } = await bench
      .user()
      .converse([
        [['browser_navigate', { url }]],
        [['browser_type', { text: 'nowhere' }]],
        [['browser_type', { ref: '@e1', text: 'a' }]],
        [['browser_type', { ref: '@e2', text: 'a' }]],
        [['browser_type', { ref: '@e3', text: 'a' }]],
      ]);
    expect(answers.slice(1)).toMatchObject([
      { success: false, error: { code: 'not_focusable' } },
      { success: false, error: { code: 'not_focusable' } },
      { success: false, error: { code: 'not_editable' } },
      { success: false, error: { code: 'element_disabled' } },
    ]);
    expect(texts[2]).toMatch(/^error not_focusable: .*"Shy".* focus.*\nhint: ./);
  });
});

describe('REQ-06: Scroll Tool', () => {
  const tall = `<div style="height: 5000px; width: 3000px"><h1>Top</h1></div>`;

  it('REQ-06: Works without requiring snapshot refs', async () => {
    const url = bench.site.page('/tall', tall);
    const { answers } = await bench
      .user()
      .converse([
        [['browser_navigate', { url }]],
        [['browser_scroll', { direction: 'down' }]],
        [['browser_scroll', { direction: 'up', amount: 'half' }]],
        [['browser_scroll', { direction: 'down', amount: 123 }]],
        [['browser_scroll', { direction: 'right', amount: 50 }]],
        [['browser_scroll', { direction: 'left', amount: 20 }]],
      ]);
    const { scrollPosition } = z
      .object({ scrollPosition: z.object({ x: z.number(), y: z.number() }) })
      .parse(answers[1]);
    expect(scrollPosition.y).toBeGreaterThan(500);
    expect(scrollPosition.y).toBeLessThanOrEqual(720);
    expect(answers.slice(3)).toMatchObject([
      { success: true, scrollPosition: { x: 0 } },
      { success: true, scrollPosition: { x: 50 } },
      { success: true, scrollPosition: { x: 30 } },
    ]);
  });

  it('REQ-06: Supports both viewport and element scrolling', async () => {
    const url = bench.site.page(
      '/inner',
      `<div style="height: 100px; overflow: auto" onscroll="said.textContent = 'log at ' + this.scrollTop">
         <a href="#line">Line</a><div style="height: 900px"></div></div>
       <p id="said" role="status"></p><div style="height: 3000px"></div>`,
    );
    const user = bench.user();
    await user.open(url);
    const ref = refOf('link "Line"', (await user.does('browser_snapshot')).tree);
    const inside = await user.does('browser_scroll', { direction: 'down', amount: 60, ref });
    expect(inside.scrollPosition).toEqual({ x: 0, y: 60 });
    expect(await user.reads()).toContain('log at 60');
    const page = await user.does('browser_scroll', { direction: 'down', amount: 200 });
    expect(page.scrollPosition).toEqual({ x: 0, y: 200 });
    expect(await user.reads()).toContain('log at 60');
  });

  it('REQ-06: Returns new scroll position', async () => {
    const user = bench.user();
    await user.open(bench.site.page('/position', tall));
    const scroll = (input: Record<string, unknown>) => user.does('browser_scroll', input);
    expect((await scroll({ direction: 'down', amount: 400 })).scrollPosition).toEqual({ x: 0, y: 400 });
    expect((await scroll({ direction: 'down', amount: 100 })).scrollPosition).toEqual({ x: 0, y: 500 });
    expect((await scroll({ direction: 'up', amount: 10_000 })).scrollPosition).toEqual({ x: 0, y: 0 });
    expect(await user.call('browser_scroll', { amount: 100 })).toMatchObject({
      success: false,
      scrollPosition: { x: 0, y: 0 },
      error: { code: 'validation_error' },
    });
  });
});

describe('REQ-07: Screenshot Tool', () => {
  it('REQ-07: Returns base64 for direct use in multimodal prompts', async () => {
    const url = bench.site.page('/picture', '<h1 style="background: teal">Picture</h1>');
    const { outputs, answers } = await bench
      .user()
      .converse([
        [['browser_navigate', { url }]],
        [['browser_screenshot', {}]],
        [['browser_screenshot', { quality: 10 }]],
      ]);
    const picture = z.object({ base64: z.string(), mimeType: z.enum(['image/png', 'image/jpeg']) });
    const fine = picture.parse(answers[1]);
    const coarse = picture.parse(answers[2]);
    expect(fine.mimeType).toBe('image/jpeg');
    const bytes = Buffer.from(fine.base64, 'base64');
    expect(bytes.toString('base64')).toBe(fine.base64);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(coarse.base64.length).toBeLessThan(fine.base64.length);
    // What reached the model is a picture, not a text with a picture's letters in it.
    expect(outputs[1]).toMatchObject({
      type: 'content',
      value: [
        { type: 'text', text: expect.stringMatching(/^screenshot 1280x720/) },
        { type: 'file', mediaType: 'image/jpeg', data: { type: 'data', data: fine.base64 } },
      ],
    });
  });

  it('REQ-07: Stores viewport dimensions with screenshot', async () => {
    const user = bench.user();
    await user.open(bench.site.page('/viewport', '<div style="height: 1400px">Long</div>'));
    const viewport = { width: 1280, height: 720 };
    expect(await user.does('browser_screenshot')).toMatchObject({ dimensions: viewport, viewport });
    const whole = await user.does('browser_screenshot', { fullPage: true });
    expect(whole.viewport).toEqual(viewport);
    expect(whole.dimensions?.height).toBeGreaterThan(1300);
  });

  it('REQ-07: Reasonable default resolution (avoid API resizing issues)', async () => {
    const user = bench.user();
    await user.open(bench.site.page('/huge', '<div style="height: 9000px; width: 4000px">Huge</div>'));
    expect((await user.does('browser_screenshot')).dimensions).toEqual({ width: 1280, height: 720 });
    const whole = await user.does('browser_screenshot', { fullPage: true });
    const { width, height } = whole.dimensions ?? { width: 0, height: 0 };
    expect(Math.max(width, height)).toBeLessThanOrEqual(1568);
    expect(Math.min(width, height)).toBeGreaterThan(100);
  });
});

describe('REQ-08: Error Handling', () => {
  /** Calls that go wrong in many ways, once a page is open and before. */
  const withoutPage: Call[] = [
    ['browser_click', { ref: '@e1' }],
    ['browser_snapshot', {}],
    ['browser_screenshot', {}],
    ['browser_back', {}],
  ];
  const withPage: Call[] = [
    ['browser_navigate', { url: 'http://127.0.0.1:1/' }],
    ['browser_navigate', { url: 'file:///etc/passwd' }],
    ['browser_navigate', { url: 'javascript:alert(1)' }],
    ['browser_navigate', {}],
    ['browser_click', { ref: '@e1', extra: true }],
    ['browser_click', { ref: 7 }],
    ['browser_click', { ref: '@e99' }],
    ['browser_type', { ref: '@e2', text: 'a' }],
    ['browser_type', { ref: '@e1', text: 'a' }],
    ['browser_press', { key: 'NoSuchKey' }],
    ['browser_press', { key: 'Enter', selector: '#nothing' }],
    ['browser_press', { key: 'Enter', selector: ':::' }],
    ['browser_scroll', { direction: 'sideways' }],
    ['browser_scroll', { direction: 'down', amount: -5 }],
    ['browser_snapshot', { maxElements: 0 }],
    ['browser_screenshot', { quality: 1000 }],
    ['browser_tabs', { action: 'select', tab: 't9' }],
    ['browser_dialog', { action: 'accept' }],
    ['browser_wait', {}],
    ['browser_boom', {}],
  ];

  function mishaps() {
    const url = bench.site.page('/mishaps', '<button>Fine</button><input disabled aria-label="Off">');
    const open: Call = ['browser_navigate', { url }];
    return [...withoutPage, open, ...withPage].map((mishap) => [mishap]);
  }

  it('REQ-08: Never expose stack traces to LLM', async () => {
    const { texts, answers } = await bench.user().converse(mishaps());
    expect(texts).toHaveLength(mishaps().length);
    for (const text of [...texts, JSON.stringify(answers)]) {
      expect(text).not.toMatch(/\bat \S+ \(|\.[jt]s:\d+|node_modules|secret\.ts|\u001b/);
    }
    expect(texts.at(-1)).toMatch(/^error unexpected_error: .*Boom\nhint: /);
  });

  it('REQ-08: All errors include recovery hints', async () => {
    const { texts, outputs } = await bench.user().converse(mishaps());
    const failed = texts.filter((_, i) => outputs[i]?.type === 'error-text');
    expect(failed).toHaveLength(withoutPage.length + withPage.length);
    const codes = Object.keys(errorKinds).join('|');
    for (const text of failed) expect(text).toMatch(new RegExp(`^error (${codes}): .+\\nhint: .+`));

    // The same as data, where the tools are called by a program.
    const user = bench.user();
    for (const [tool, input] of withoutPage) await user.fails(tool, { ...input });
    await user.open(`${bench.site.origin}/mishaps`);
    for (const [tool, input] of withPage) await user.fails(tool, { ...input });
  });

  it('REQ-08: Errors indicate if retry is likely to succeed', async () => {
    let down = true;
    const flaky = bench.site.on('/flaky', (response) => {
      if (down) response.destroy();
      else response.end('Here we are.');
    });
    const user = bench.user();
    expect(await user.fails('browser_navigate', { url: flaky })).toMatchObject({ canRetry: true });
    down = false;
    await user.open(flaky);
    await user.open(bench.site.page('/fine', '<button>Fine</button>'));
    expect(await user.fails('browser_click', { ref: '@e5' })).toMatchObject({
      code: 'stale_ref',
      canRetry: false,
    });
    expect(await user.fails('browser_press', { key: 'a', selector: '#gone' })).toMatchObject({
      code: 'element_not_found',
      canRetry: false,
    });
    expect(await user.fails('browser_click', {})).toMatchObject({
      code: 'validation_error',
      canRetry: false,
    });
  });
});

describe('REQ-10: Timeout Management', () => {
  it('REQ-10: No operation blocks indefinitely', async () => {
    const url = bench.site.page(
      '/busy',
      '<button onclick="for (;;);">Freeze</button><input aria-label="In">',
    );
    const user = new User(bench.beside({ timeouts: { action: 500 } }));
    for (const tool of user.toolset.toolbox.tools) {
      expect(tool.timeout, tool.name).toBeGreaterThan(0);
      // A batch is many operations, each with a limit of its own.
      expect(tool.timeout, tool.name).toBeLessThanOrEqual(tool.name === 'browser_batch' ? 120_000 : 30_000);
    }
    expect(user.toolset.toolbox.registry.getTool('browser_screenshot').timeout).toBe(10_000);
    await user.open(url);
    const startedAt = performance.now();
    const { error } = await user.call('browser_click', { ref: '@e1' });
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(['timeout', 'page_unresponsive']).toContain(error?.code);
    await user.does('browser_close');
    await user.open(url);
  });

  it("REQ-10: Use 'domcontentloaded' not 'networkidle' as default wait", async () => {
    const { url: image } = bench.site.silence('/never.png');
    const url = bench.site.page(
      '/unfinished',
      `<h1>Ready</h1><img src="${image}" alt=""><button>Go</button>`,
      'Ready',
    );
    const polling = bench.site.page(
      '/polling',
      `<button>Go</button><script>setInterval(() => fetch('/polled'), 20)</script>`,
      'Polling',
    );
    const user = new User(bench.beside({ timeouts: { navigation: 3000 } }));
    const { answers } = await user.converse([
      [['browser_navigate', { url }]],
      [['browser_navigate', { url: polling }]],
      [['browser_navigate', { url, waitUntil: 'domcontentloaded' }]],
    ]);
    expect(answers).toMatchObject([
      { success: true, title: 'Ready', loaded: false },
      { success: true, title: 'Polling', loaded: true },
      { success: true, title: 'Ready' },
    ]);
  });

  it('REQ-10: Timeout errors include what operation timed out', async () => {
    const { url } = bench.site.silence('/timed-out');
    const user = new User(bench.beside({ timeouts: { navigation: 300 } }));
    const { answers, texts } = await user.converse([[['browser_navigate', { url }]]]);
    expect(answers).toMatchObject([{ success: false, error: { code: 'timeout', canRetry: true } }]);
    expect(texts[0]).toMatch(/^error timeout: Timed out after 300 ms while opening .*\/timed-out/);
  });
});
