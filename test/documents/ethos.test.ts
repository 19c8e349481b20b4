import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { builtInTools, dialects, loadConfig, createBrowserTools as ourTools } from 'handhold';
import { createBrowserTools, type EthosTools } from 'handhold/ethos';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useBrowser } from '../../packages/handhold/test/agent.js';

const bench = useBrowser();
const tools: EthosTools = createBrowserTools({ browser: bench.tools.browser });
const session = 'document-004';

afterAll(() => tools.close());

/** What a model reads. */
async function reads(name: string, input: object = {}, own = session): Promise<string> {
  return (await tools.callAndRender(name, input, { session: own })).rendered.text;
}

function refIn(text: string, what: string): string {
  const [, ref] = new RegExp(`(@e\\d+) ${what}`).exec(text) ?? [];
  if (ref === undefined) throw new Error(`no ${what} in ${text}`);
  return ref;
}

const data = async (name: string, input: object = {}) => {
  const result = await tools.registry.getTool(name).execute(input, { session });
  if (result.error) throw new Error(`${result.error}`);
  return result.data;
};

describe('Tools', () => {
  it('every tool of the table that can be had here', () => {
    const named =
      'browse_url browser_navigate browser_snapshot browser_click browser_type browser_press browser_scroll browser_back browser_console browser_get_images browser_dialog browser_screenshot';
    expect(tools.registry.listTools().sort()).toEqual(named.split(' ').sort());
    expect(tools.definitions.every(({ toolset, description }) => toolset === 'browser' && description)).toBe(
      true,
    );
  });

  it('browse_url: of Ethos, and of every toolbox, which lists it only where it is named', async () => {
    const page = bench.site.page('<main><h1>News</h1><p>Something happened in a town today.</p></main>');
    expect(await reads('browse_url', { url: page.url })).toContain('Something happened');
    const own = ourTools({ browser: bench.tools.browser });
    const result = await own.call('browse_url', { url: page.url }, { session });
    expect(result).toMatchObject({
      success: true,
      data: { content: expect.stringContaining('Something happened') },
    });
    expect(page.visits).toBe(2);
    const names = builtInTools.map(({ name }) => name);
    expect(own.registry.listTools()).toEqual(names);
    for (const set of [['core'], ['all'], ['extraction']])
      expect(own.registry.select(set).has('browse_url'), set.join()).toBe(false);
    expect(own.registry.select(['core', 'browse_url']).listTools()).toContain('browse_url');
    const only = ourTools({ browser: bench.tools.browser, only: ['browse_url'] });
    expect(only.tools.map(({ name }) => name)).toEqual(['browse_url']);
    expect((await own.call('browse_url', { url: 'file:///etc/passwd' }, { session })).error?.code).toBe(
      'host_blocked',
    );
    await Promise.all([own.close(), only.close()]);
  });

  it('browser_scroll: "to a specific element by ref", and where it ended', async () => {
    const page = bench.site.page(
      `<h1>Top</h1><div id="log" role="region" aria-label="Log" style="height:100px;overflow:auto"><div style="height:900px"></div><a href="#x">Last line</a></div>
       <div style="height:2000px"></div><a href="#end">The end</a><div style="height:2000px"></div>`,
      { remote: true },
    );
    const shown = await reads('browser_navigate', { url: page.url });
    const text = await reads('browser_scroll', { ref: refIn(shown, 'link "The end"') });
    const y = Number(await page.run('Math.round(scrollY)'));
    expect(y).toBeGreaterThan(1000);
    expect(text).toMatch(new RegExp(`^scrolled to 0,${y}$`, 'm'));
    const inside = await data('browser_scroll', { ref: refIn(shown, 'link "Last line"') });
    const top = Number(await page.run('log.scrollTop'));
    expect(top).toBeGreaterThan(500);
    expect(inside).toMatchObject({
      scrollPosition: { x: 0, y: top },
      atEnd: true,
      box: expect.stringMatching(/^@e\d+ region "Log"$/),
    });
    expect(await reads('browser_scroll', { ref: refIn(shown, 'link "Last line"') })).toMatch(
      /^scrolled to 0,\d+ in @e\d+ region "Log", the end/,
    );
    expect(await data('browser_scroll', { direction: 'down', amount: 10 })).not.toHaveProperty('box');
    const ours = await bench.tools.call('browser_scroll', { to: 'bottom' }, { session });
    expect(ours.data).toMatchObject({ atEnd: true });
  });

  it('browser_get_images: "List every <img> on the page with src + alt text"', async () => {
    bench.site.on('/pic.svg', (_request, response) => {
      response.setHeader('content-type', 'image/svg+xml');
      response.end('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"></svg>');
    });
    const page = bench.site.page(`
      <img src="/pic.svg" alt="Seen"><div style="height:6000px"></div><img src="/pic.svg" alt="Far below" loading="lazy">
      <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/later.png" alt="Comes later">
      <picture><source srcset="/pic.svg 2x"><img alt="In a picture" src="/pic.svg"></picture>
      <div hidden><img src="/pic.svg" alt="Not displayed"></div><img src="/pic.svg" alt="Faint" style="opacity:0">
      <div id="host"></div><iframe srcdoc="<img src='/pic.svg' alt='In a frame'>"></iframe><img src="/pic.svg">
      <script>host.attachShadow({ mode: 'open' }).innerHTML = '<img src="/pic.svg" alt="In a shadow">';</script>`);
    await reads('browser_navigate', { url: page.url });
    const shape = z.object({
      images: z.array(z.object({ src: z.string(), alt: z.string(), hidden: z.boolean().optional() })),
      more: z.number(),
    });
    const { images, more } = shape.parse(await data('browser_get_images'));
    expect(more).toBe(0);
    expect(images.map(({ alt, hidden }) => (hidden ? `${alt} hidden` : alt)).sort()).toEqual(
      [
        '',
        'Comes later',
        'Faint hidden',
        'Far below',
        'In a frame',
        'In a picture',
        'In a shadow',
        'Not displayed hidden',
        'Seen',
      ].sort(),
    );
    expect(images.find(({ alt }) => alt === 'Comes later')?.src).toBe(bench.site.url('/later.png'));
    expect(images.find(({ alt }) => alt === 'Far below')?.src).toBe(bench.site.url('/pic.svg'));
    expect(await reads('browser_get_images')).toMatch(/^@e\d+ img "Not displayed" 0x0 hidden </m);

    const many = bench.site.page(
      Array.from(
        { length: 400 },
        (_, i) => `<img alt="${i}" width="1" height="1"${i < 150 ? ' hidden' : ''}>`,
      ).join(''),
    );
    await reads('browser_navigate', { url: many.url });
    const some = shape.parse(await data('browser_get_images'));
    expect(some.images).toHaveLength(300);
    expect(some.more).toBe(100);
    expect(some.images.filter(({ hidden }) => !hidden)).toHaveLength(250);
    expect(await reads('browser_get_images')).toMatch(/^300 images, 100 more not listed\n/);
  });
});

describe('Examples', () => {
  it('Read JS errors from a page', async () => {
    bench.site.on('/app.js', (_request, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end(`${'\n'.repeat(41)}const it = undefined; it.foo;`);
    });
    bench.site.on('/legacy-loader.js', (_request, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end("console.warn('Deprecated API usage in legacy-loader.js');");
    });
    const page = bench.site.page('<script src="/legacy-loader.js"></script><script src="/app.js"></script>');
    await tools.call('browser_navigate', { url: page.url }, { session });
    const text = await reads('browser_console');
    expect(text).toMatch(
      /^\[error\] "Uncaught TypeError: Cannot read properties of undefined \(reading 'foo'\)" \(app\.js:42\)$/m,
    );
    expect(text).toMatch(/^\[warn\] "Deprecated API usage in legacy-loader\.js" \(legacy-loader\.js:1\)$/m);
  });

  it('Fill and submit a form via accessibility refs', async () => {
    const page =
      bench.site.page(`<form onsubmit="note(email.value + ' ' + password.value); done.textContent = 'Welcome'; return false">
      <input id="email" aria-label="Email"><input id="password" type="password" aria-label="Password"><button>Sign up</button></form><p id="done" role="status"></p>`);
    await tools.turn(async (turn) => {
      const { success, data } = await turn.call('browser_navigate', { url: page.url });
      expect({ success, data }).toMatchObject({ success: true, data: { url: page.url } });
      const { rendered } = await turn.callAndRender('browser_snapshot');
      await turn.call('browser_type', {
        ref: refIn(rendered.text, 'textbox "Email"'),
        text: 'ada@example.com',
      });
      await turn.call('browser_type', {
        ref: refIn(rendered.text, 'textbox "Password"'),
        text: 'correcthorsebatterystaple',
      });
      await turn.call('browser_click', { ref: refIn(rendered.text, 'button "Sign up"') });
      expect((await turn.callAndRender('browser_snapshot')).rendered.text).toContain('Welcome');
    });
    expect(page.notes).toEqual(['ada@example.com correcthorsebatterystaple']);
  });

  it('Composite vision review: the screenshot is a JPEG for another model', async () => {
    await tools.call('browser_navigate', { url: bench.site.page('<h1>Dashboard</h1>').url }, { session });
    const { base64, mimeType } = z
      .object({ base64: z.string(), mimeType: z.string() })
      .parse(await data('browser_screenshot'));
    expect(mimeType).toBe('image/jpeg');
    expect(Buffer.from(base64, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8');
  });
});

describe('Errors, in the situations that the table names', () => {
  const firstLine = async (name: string, input: object, own?: string) =>
    (await reads(name, input, own)).split('\n')[0];

  it('"Tool requires a loaded page; agent skipped the navigate step": each of them', async () => {
    const { session: fresh } = bench.agent();
    const calls: [string, object][] = [
      ['browser_snapshot', {}],
      ['browser_click', { ref: '@e1' }],
      ['browser_type', { ref: '@e1', text: 'x' }],
      ['browser_press', { key: 'Enter' }],
      ['browser_scroll', { direction: 'down' }],
      ['browser_back', {}],
      ['browser_console', {}],
      ['browser_get_images', {}],
      ['browser_dialog', { action: 'accept' }],
      ['browser_screenshot', {}],
    ];
    for (const [name, input] of calls)
      expect(await firstLine(name, input, fresh), name).toBe(
        'error no_page: Browser session not active — call browser_navigate first',
      );
  });

  it('"Stale ref; page mutated after the snapshot was taken", for every tool that takes one', async () => {
    const page = bench.site.page(`<button onclick="this.remove()">Once</button><input aria-label="Name">`);
    const ref = refIn(await reads('browser_navigate', { url: page.url }), 'button "Once"');
    await reads('browser_click', { ref });
    const calls: [string, object][] = [
      ['browser_click', { ref }],
      ['browser_type', { ref, text: 'x' }],
      ['browser_press', { ref, key: 'Enter' }],
      ['browser_scroll', { ref }],
      ['browser_screenshot', { ref }],
    ];
    for (const [name, input] of calls)
      expect(await firstLine(name, input), name).toBe(
        `error stale_ref: Element ref ${ref} not found in current snapshot`,
      );
  });

  it('a link out of the allowlist is blocked in the same words', async () => {
    const page = bench.site.page('<a href="http://other.test/x">Away</a>');
    const narrow = createBrowserTools({
      browser: bench.tools.browser,
      toolset: { tools: ['browser_navigate', 'browser_click', 'browse_url'], allowedHosts: ['127.0.0.1'] },
    });
    await narrow.turn(async (turn) => {
      await turn.call('browser_navigate', { url: page.url });
      const { rendered } = await turn.callAndRender('browse_url', { url: 'http://other.test/x' });
      expect(rendered.text.split('\n')[0]).toBe(
        'error host_blocked: Network request blocked: other.test not in allowlist',
      );
      const file = await turn.callAndRender('browser_navigate', { url: 'file:///etc/passwd' });
      expect(file.rendered.text).toMatch(
        /^error host_blocked: Addresses with the scheme "file:" are not opened/,
      );
    });
    await narrow.close();
  });

  it('"Dialog already auto-dismissed" where the session answers dialogs by itself', async () => {
    const own = createBrowserTools({ allowPrivate: true, dialogs: 'dismiss' });
    const page = bench.site.page(`<button onclick="note(confirm('Sure?'))">Ask</button>`);
    const text = async (name: string, input: object) => (await own.callAndRender(name, input)).rendered.text;
    const shown = await text('browser_navigate', { url: page.url });
    expect(await text('browser_dialog', { action: 'accept' })).toMatch(/^error \w+: No dialog is open\.\n/);
    await text('browser_click', { ref: refIn(shown, 'button "Ask"') });
    expect(page.notes).toEqual(['false']);
    expect(await text('browser_dialog', { action: 'accept' })).toMatch(
      /^error action_validation_error: Dialog already auto-dismissed\nhint: .*"Sure\?", was dismissed/,
    );
    await own.close();
  });

  it('one that the agent answered is not called auto-dismissed', async () => {
    const page = bench.site.page(`<button onclick="confirm('Sure?')">Ask</button>`);
    const shown = await reads('browser_navigate', { url: page.url });
    await reads('browser_click', { ref: refIn(shown, 'button "Ask"') });
    await reads('browser_dialog', { action: 'dismiss' });
    expect(await firstLine('browser_dialog', { action: 'accept' })).toBe(
      'error action_validation_error: No dialog is open.',
    );
  });
});

describe('"gates which tools are visible per personality via the toolset.yaml allowlist"', () => {
  let folder = '';
  const file = () => path.join(folder, 'toolset.yaml');
  const text = `reader: [browser_navigate, browser_snapshot, browse_url, browser_vision_click]
shopper:
  tools: [browser_navigate, browser_click, browser_screenshot]
  network: { allowedHosts: [shop.example] }
evaluator: [browser_evaluate]
anybody:
  tools: [browser_navigate]
  network: { allowedHosts: ['*'] }
`;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'handhold-personality-'));
    await writeFile(file(), text);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('in the library, by its path or as data; what needs more than there is, is left out and said', async () => {
    const warnings: string[] = [];
    const onWarning = (warning: string) => warnings.push(warning);
    const page = bench.site.page('<button>Go</button>');
    for (const make of [ourTools, createBrowserTools]) {
      const own = make({
        browser: bench.tools.browser,
        toolsetFile: file(),
        personality: 'reader',
        onWarning,
      });
      expect(own.registry.listTools().sort()).toEqual(['browse_url', 'browser_navigate', 'browser_snapshot']);
      expect(warnings.splice(0)).toEqual([
        'the toolset names browser_vision_click, which needs a model that sees; there is none here, so that it is left out',
      ]);
      await own.call('browser_navigate', { url: page.url }, { session });
      expect(await own.call('browser_click', { ref: '@e1' }, { session })).toMatchObject({
        success: false,
        error: { code: 'unknown_tool' },
      });
      await own.close();
    }
    const given = ourTools({ browser: bench.tools.browser, toolset: { tools: ['browser_back'] } });
    expect(given.tools.map(({ name }) => name)).toEqual(['browser_back']);
    const fly = dialects.flybrowser(
      ourTools({ browser: bench.tools.browser, toolsetFile: file(), personality: 'shopper' }),
    );
    expect(fly.registry.listTools().sort()).toEqual(['click', 'goto', 'screenshot']);
  });

  it('its hosts narrow what is allowed besides, and never widen it', async () => {
    const host = async (options: object) => {
      const own = ourTools({ toolsetFile: file(), personality: 'shopper', ...options });
      const { error } = await own.call('browser_navigate', { url: 'http://other.example/' });
      await own.close();
      return { code: error?.code, hosts: own.gate.checks.hosts.rules.allowHosts };
    };
    expect(await host({})).toEqual({ code: 'host_blocked', hosts: ['shop.example'] });
    expect((await host({ allowHosts: ['other.example'] })).hosts).toEqual([]);
    expect(await host({ allowHosts: ['other.example'] })).toMatchObject({ code: 'host_blocked' });
    expect((await host({ allowHosts: ['example', 'other.test'] })).hosts).toEqual(['shop.example']);
    expect((await host({ allowHosts: ['www.shop.example'] })).hosts).toEqual(['www.shop.example']);
    expect((await host({ personality: 'anybody', allowHosts: ['shop.example'] })).hosts).toEqual([
      'shop.example',
    ]);
  });

  it('a plain mistake is an error with the nearest name', async () => {
    const wrong = path.join(folder, 'wrong.yaml');
    await writeFile(wrong, '- browser_navigate\n- browser_clik\n');
    expect(() => ourTools({ toolsetFile: wrong })).toThrowError(
      `${JSON.stringify(wrong)} can not be used: There is no tool called "browser_clik". Did you mean browser_click?`,
    );
    expect(() => ourTools({ toolsetFile: file() })).toThrowError(/say which personality/);
    expect(() => dialects.ethos(ourTools({ toolsetFile: file(), personality: 'evaluator' }))).toThrowError(
      /no tool called "browser_evaluate"/,
    );
    expect(ourTools({ toolsetFile: file(), personality: 'evaluator' }).registry.listTools()).toEqual([
      'browser_evaluate',
    ]);
  });

  it('in a config file', async () => {
    const config = path.join(folder, 'handhold.yaml');
    await writeFile(config, 'toolsetFile: toolset.yaml\npersonality: shopper\n');
    const own = ourTools({ browser: bench.tools.browser, ...loadConfig(config) });
    expect(own.registry.listTools().sort()).toEqual([
      'browser_click',
      'browser_navigate',
      'browser_screenshot',
    ]);
    await own.close();
  });

  const bin = path.join(import.meta.dirname, '..', '..', 'packages', 'cli', 'bin', 'handhold.js');
  const cli = (...args: string[]) =>
    new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const child = spawn(process.execPath, [bin, ...args], {
        cwd: folder,
      });
      let [out, err] = ['', ''];
      child.stdout.on('data', (chunk) => (out += chunk));
      child.stderr.on('data', (chunk) => (err += chunk));
      child.on('close', (code) => resolve({ code, out, err }));
    });

  const reader = ['--toolset-file', 'toolset.yaml', '--personality', 'reader'];

  it('on the command line: handhold tools', async () => {
    const listed = await cli('tools', '--format', 'json-schema', ...reader);
    expect(Object.keys(JSON.parse(listed.out)).sort()).toEqual([
      'browse_url',
      'browser_navigate',
      'browser_snapshot',
    ]);
    expect(listed.err.match(/browser_vision_click/g)).toHaveLength(1);
  });

  it('on the command line: handhold call', async () => {
    const page = bench.site.page(`<button onclick="note('clicked')">Go</button>`);
    const called = await cli('call', 'browse_url', JSON.stringify({ url: page.url }), ...reader);
    expect(called).toMatchObject({ code: 0, out: expect.stringContaining('Go') });
    const refused = await cli(
      'call',
      'browser_click',
      '{"selector": "button"}',
      '--url',
      page.url,
      ...reader,
    );
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('error unknown_tool') });
    expect(page.notes).toEqual([]);
  });

  it('on the command line: the first verb of a session', async () => {
    const page = bench.site.page(`<button onclick="note('clicked')">Go</button>`);
    const verb = ['--session', `personality-${process.pid}`];
    expect((await cli('open', page.url, ...reader, ...verb)).code).toBe(0);
    expect((await cli('snapshot', ...verb)).out).toContain('button "Go"');
    expect((await cli('browse-url', page.url, ...verb)).out).toMatch(/^read /);
    expect(await cli('click', '@e1', ...verb)).toMatchObject({
      code: 1,
      out: expect.stringContaining('unknown_tool'),
    });
    expect((await cli('close', ...verb)).code).toBe(0);
    expect(page.notes).toEqual([]);
  });

  it('whatever is wrong with it is a mistake on the command line', async () => {
    for (const [args, says] of [
      [['--toolset-file', 'none.yaml'], /--toolset-file: .*none\.yaml" can not be read/],
      [['--toolset-file', 'toolset.yaml'], /--toolset-file: .*say which personality/],
      [['--toolset-file', 'toolset.yaml', '--personality', 'writer'], /no personality "writer"/],
      [['--personality', 'reader'], /--personality goes with --toolset-file/],
    ] as const) {
      const { code, err } = await cli('tools', ...args);
      expect(code).toBe(2);
      expect(err).toMatch(says);
    }
  });

  it.each([
    ['--personality shopper', 'browser_click browser_navigate browser_screenshot'],
    ['--personality reader', 'browse_url browser_navigate browser_snapshot'],
    ['--personality reader --dialect ethos', 'browse_url browser_navigate browser_snapshot'],
    ['--personality shopper --dialect flybrowser', 'click goto screenshot'],
    ['--personality shopper --no-vision', 'browser_click browser_navigate'],
  ])('over MCP, in our words and in others: %s', async (args, names) => {
    const client = new Client({ name: 'personality', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [bin, 'mcp', '--toolset-file', file(), ...args.split(' ')],
        stderr: 'ignore',
      }),
    );
    const { tools: listed } = await client.listTools();
    const offered = listed.map(({ name }) => name).sort();
    expect(offered.join(' ')).toBe(names);
    const refused = await client.callTool({ name: 'browser_evaluate', arguments: { script: '1' } });
    expect(refused.isError).toBe(true);
    await client.close();
  });
});
