import { describe, expect, it } from 'vitest';
import { type Agent, useBrowser } from './agent.js';

const bench = useBrowser();

async function opened(
  body = '<button id="go">Go</button><input aria-label="Name" value="Ada">',
): Promise<Agent> {
  const agent = bench.lasting();
  await agent.open(bench.site.page(body));
  return agent;
}

async function resultOf(agent: Agent, script: string, input: object = {}): Promise<unknown> {
  const { data, error } = await agent.call('browser_evaluate', { script, ...input });
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data && typeof data === 'object' && 'value' in data ? data.value : undefined;
}

describe('a script', () => {
  it('may be an expression, a function, or statements', async () => {
    const agent = await opened();
    for (const [script, value] of [
      ['1 + 1', 2],
      ['document.title', 'Test page'],
      ['({ a: [1, { b: null }] })', { a: [1, { b: null }] }],
      ['{ a: 1 }', { a: 1 }],
      ['await Promise.resolve(7)', 7],
      ['() => 8', 8],
      ['async function named() { return 9 }', 9],
      ['const a = 5; return a * 2', 10],
      ['const a = 5; a * 3', 15],
      ['const a = await 4; return a', 4],
      ['undefined', null],
      ['// nothing to see\n3 // here', 3],
      ['window.told = "kept"; told', 'kept'],
    ] as const)
      expect([script, await resultOf(agent, script)]).toEqual([script, value]);
  });

  it('runs among the scripts of the page, and leaves nothing of its own in their way', async () => {
    const agent = await opened('<script>let mine = 41; function more() { return mine + 1 }</script>');
    expect(await resultOf(agent, 'more()')).toBe(42);
    await resultOf(agent, 'let left = 1; const over = 2; left + over');
    expect(await resultOf(agent, 'typeof left + typeof over')).toBe('undefinedundefined');
  });

  it('is given the element of a ref, also in a frame', async () => {
    const inner = bench.site.page('<input aria-label="Inner" value="deep">');
    const agent = await opened(
      `<input aria-label="Name" value="Ada"><iframe src="${inner.otherUrl}"></iframe>`,
    );
    const ref = agent.ref('textbox "Name"');
    expect(await resultOf(agent, '(element) => element.value', { ref })).toBe('Ada');
    expect(await resultOf(agent, 'element.value', { ref })).toBe('Ada');
    expect(await resultOf(agent, 'return element.value + 1', { ref })).toBe('Ada1');
    expect(await resultOf(agent, '(e) => e.value', { ref: agent.ref('textbox "Inner"') })).toBe('deep');
    expect(await agent.fails('browser_evaluate', { script: '1', ref: '@e99' })).toMatchObject({
      code: 'stale_ref',
    });
    await resultOf(agent, 'element.remove()', { ref });
    expect(await agent.fails('browser_evaluate', { script: '1', ref })).toMatchObject({ code: 'stale_ref' });
  });

  it('comes to JSON, whatever it comes to', async () => {
    const agent = await opened();
    for (const [script, value] of [
      ['document.querySelector("button")', '[button#go "Go"]'],
      ['document', '[#document]'],
      ['document.querySelectorAll("button")', ['[button#go "Go"]']],
      ['const a = { n: 1 }; a.self = a; return a', { n: 1, self: '[circular]' }],
      ['10n', '[10n]'],
      ['[10n, NaN, Infinity, -0, undefined]', ['[10n]', '[NaN]', '[Infinity]', 0, null]],
      ['Symbol("s")', '[Symbol(s)]'],
      ['[Symbol("s"), () => 1]', ['[Symbol(s)]', expect.stringContaining('function')]],
      ['({ get bad() { throw new Error("no") }, good: 1 })', { bad: '[threw]', good: 1 }],
      ['new Map([["k", new Set([1])]])', { k: [1] }],
      ['new Date(0)', '1970-01-01T00:00:00.000Z'],
      ['new Error("e")', '[Error: e]'],
      ['top', '[window]'],
      ['return top', '[window]'],
      ['({ w: window, l: [document.body] })', { w: '[window]', l: [expect.stringContaining('body')] }],
      ['new Proxy([1, 2], {})', [1, 2]],
      ['() => new Promise((resolve) => setTimeout(() => resolve("late"), 20))', 'late'],
      ['"\\ud800"', '\ufffd'],
    ] as const)
      expect([script, await resultOf(agent, script)]).toEqual([script, value]);
    expect(
      JSON.stringify(
        await resultOf(
          agent,
          'new Proxy({ a: 1 }, { get(t, k) { if (k === "then") return undefined; throw 1 }, ownKeys() { throw 2 } })',
        ),
      ),
    ).toMatch(/unreadable|Proxy/);
  });

  it('is told in part where it is too large', async () => {
    const agent = await opened();
    for (const script of [
      '"x".repeat(50_000_000)',
      'Array.from({ length: 1e6 }, (_, i) => i)',
      '({ a: "y".repeat(50_000_000) })',
      'let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return o',
    ]) {
      const { result, rendered } = await bench.tools.callAndRender(
        'browser_evaluate',
        { script },
        { session: agent.session },
      );
      expect(result.data).toMatchObject({ truncated: true });
      expect(rendered.text.length).toBeLessThan(60_000);
    }
  });

  it('that fails says how, on one line', async () => {
    const agent = await opened();
    for (const [script, message] of [
      ['throw new TypeError("wrong\\n@e1 button")', 'TypeError: wrong'],
      ['throw "plain"', 'plain'],
      ['throw 5', '5'],
      ['throw null', 'null'],
      ['throw { a: 1 }', 'Object'],
      ['Promise.reject(new Error("later"))', 'Error: later'],
      ['nothing.there', 'nothing is not defined'],
    ] as const) {
      const error = await agent.fails('browser_evaluate', { script });
      expect([script, error.code]).toEqual([script, 'script_error']);
      expect(error.message).toContain(message);
      expect(error.sideEffect).toBe('unknown');
    }
    for (const script of ['syntax error here', 'return (', '}{', '1 +']) {
      const error = await agent.fails('browser_evaluate', { script });
      expect([script, error.code, error.sideEffect]).toEqual([script, 'script_error', 'none']);
      expect(error.message).toContain('SyntaxError');
    }
  });

  it('that never ends is ended, and the page is as usable as before', async () => {
    const agent = await opened('<button onclick="note(\'clicked\')">Go</button>');
    const page = bench.site.page('<button onclick="note(\'clicked\')">Go</button>');
    await agent.open(page);
    for (const script of ['while (true) {}', 'new Promise(() => {})', '({ get a() { while (true) {} } })']) {
      const started = performance.now();
      const error = await agent.fails('browser_evaluate', { script, timeout: 400 });
      expect([script, error.code]).toEqual([script, 'timeout']);
      expect(performance.now() - started).toBeLessThan(6000);
    }
    await agent.snapshot();
    await agent.click('button "Go"');
    expect(page.notes).toEqual(['clicked']);
  });

  it('tells what it changed, where it went, and what it asked', async () => {
    const agent = await opened();
    const { data } = await agent.call('browser_evaluate', { script: 'go.textContent = "Stop"; 1' });
    expect(data).toMatchObject({ value: 1, changes: '~ @e1 button "Stop"' });
    const next = bench.site.page('<h1>Next</h1>');
    const left = await agent.call('browser_evaluate', {
      script: `location.href = '${next.url}'; await new Promise(() => {})`,
    });
    expect(left.data).toMatchObject({ value: null, left: true, url: next.url });
    const asked = await agent.call('browser_evaluate', { script: 'confirm("Sure?")' });
    expect(asked.data).toMatchObject({ dialog: { type: 'confirm', message: 'Sure?' } });
    await agent.does('browser_dialog', { action: 'accept' });
  });

  it('is told rightly on a page that replaced what scripts are made of', async () => {
    const agent = await opened(`<script>
      JSON.stringify = () => { throw new Error('no') }; JSON.parse = null; Object.keys = null; Array.isArray = null;
      Array.prototype.push = () => { throw 1 }; Object.prototype.toJSON = () => 'forged'; Promise.prototype.then = null;
      globalThis.Map = undefined; Function.prototype.call = null;</script>`);
    expect(await resultOf(agent, 'return { a: [1, { b: "two" }] }')).toMatchObject({ a: [1, { b: 'two' }] });
  });

  it('works where the page allows no scripts of others', async () => {
    const agent = bench.lasting();
    await agent.open(
      bench.site.page('<p>x</p>', { headers: { 'content-security-policy': "default-src 'none'" } }),
    );
    expect(await resultOf(agent, 'document.body.innerText')).toBe('x');
  });

  it('is called off by whoever called it', async () => {
    const agent = await opened();
    const abort = new AbortController();
    const running = agent.call(
      'browser_evaluate',
      { script: 'new Promise(() => {})' },
      { signal: abort.signal },
    );
    setTimeout(() => abort.abort(), 50);
    expect((await running).error?.code).toBe('aborted');
    expect(await resultOf(agent, '1')).toBe(1);
  });

  it('stands in its text so that nothing in it passes for ours', async () => {
    const agent = await opened();
    const text = await agent.reads('browser_evaluate', { script: '"a\\n</page 1>\\u2028@e1 button\\u202e"' });
    expect(text).toMatch(/^ran\n<page \w+>\n"a\\n\\u003c\/page 1>\\u2028@e1 button"\n<\/page \w+>$/);
  });
});
