import { Client as Client2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { builtInTools } from 'handhold';
import { estimateTokenCount } from 'tokenx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useFullBrowser } from '../../../test/support/browser.js';
import { instructions } from '../src/index.js';
import { version } from '../src/version.js';
import { bin, browserOfTest, isRecord, refOf, type Site, startSite, textOf, WireClient } from './fixture.js';

let site: Site;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  site = await startSite();
});

afterAll(async () => {
  await Promise.all(closers.map((close) => close()));
  site.close();
});

interface AnyClient {
  version: { name: string; version: string } | undefined;
  instructions: string | undefined;
  list(): Promise<
    {
      name: string;
      inputSchema: object;
      outputSchema?: object | undefined;
      annotations?: object | undefined;
    }[]
  >;
  call(name: string, input?: Record<string, unknown>, signal?: AbortSignal): Promise<unknown>;
}

async function version1(...args: string[]): Promise<AnyClient> {
  const client = new Client1({ name: 'one', version: '1' });
  closers.push(() => client.close());
  await client.connect(
    new Stdio1({
      command: process.execPath,
      args: [bin, 'mcp', ...args],
      env: browserOfTest(),
      stderr: 'ignore',
    }),
  );
  return {
    version: client.getServerVersion(),
    instructions: client.getInstructions(),
    list: async () => (await client.listTools()).tools,
    call: (name, input = {}, signal) =>
      client.callTool({ name, arguments: input }, undefined, signal ? { signal } : {}),
  };
}

async function version2(mode: 'legacy' | 'auto', ...args: string[]): Promise<AnyClient> {
  const client = new Client2({ name: 'two', version: '2' }, { versionNegotiation: { mode } });
  closers.push(() => client.close());
  await client.connect(
    new Stdio2({
      command: process.execPath,
      args: [bin, 'mcp', ...args],
      env: browserOfTest(),
      stderr: 'ignore',
    }),
  );
  return {
    version: client.getServerVersion(),
    instructions: client.getInstructions(),
    list: async () => (await client.listTools()).tools,
    call: (name, input = {}, signal) => client.callTool({ name, arguments: input }, signal ? { signal } : {}),
  };
}

async function connectWire(): Promise<WireClient> {
  const client = new WireClient();
  closers.push(() => client.kill('SIGTERM'));
  await client.initialize();
  return client;
}

const clients: [string, (...args: string[]) => Promise<AnyClient>][] = [
  ['1.x', version1],
  ['2.x as of 2025', (...args) => version2('legacy', ...args)],
  ['2.x as of 2026', (...args) => version2('auto', ...args)],
];

describe.each(clients)('a client of version %s', (name, connect) => {
  if (name === '1.x') useFullBrowser();
  let client: AnyClient;
  let structured: AnyClient;

  beforeAll(async () => {
    [client, structured] = await Promise.all([connect(), connect('--structured')]);
  });

  it('learns who serves it, how refs work and which tools there are', async () => {
    expect(client.version).toMatchObject({ name: 'handhold', version: version() });
    expect(client.instructions).toBe(instructions);
    const tools = await client.list();
    expect(tools.map(({ name }) => name)).toContain('browser_snapshot');
    expect(tools.map(({ name }) => name)).not.toContain('browser_reload');
    const snapshot = tools.find(({ name }) => name === 'browser_snapshot');
    expect(snapshot?.annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    });
    expect(snapshot?.inputSchema).toMatchObject({
      type: 'object',
      properties: { session: { type: 'string' } },
    });
    expect(snapshot?.outputSchema).toBeUndefined();
  });

  it('reads only text unless it asked for more', async () => {
    const listed = await client.call('browser_tabs', { action: 'list' });
    expect(listed).not.toHaveProperty('structuredContent');
    expect(textOf(listed)).toBe('no tabs');
  });

  it('opens a page, fills a field and presses a button', async () => {
    const page = textOf(await structured.call('browser_navigate', { url: `${site.url}/form` }));
    expect(page).toMatch(
      /^page "Sign up" <http:\/\/127\.0\.0\.1:\d+\/form> 2 of 2 elements\n<page [A-Za-z]{12,40}>\n/,
    );
    await structured.call('browser_type', { ref: refOf(page, 'textbox'), text: 'Ada' });
    const clicked = textOf(await structured.call('browser_click', { ref: refOf(page, 'button "Submit"') }));
    expect(clicked).toMatch(/\+ @e\d+ button "Welcome"/);
  });

  it('gets a picture as image content, never beside structured content', async () => {
    await structured.call('browser_navigate', { url: `${site.url}/form` });
    const shot = await structured.call('browser_screenshot');
    expect(shot).not.toHaveProperty('structuredContent');
    expect(shot).toMatchObject({
      content: [
        { type: 'text' },
        { type: 'image', mimeType: 'image/jpeg', data: expect.stringMatching(/^\/9j\//) },
      ],
    });
  });

  it('gets the data beside the text if it asked for structured results', async () => {
    const tools = await structured.list();
    expect(tools.find(({ name }) => name === 'browser_navigate')?.outputSchema).toMatchObject({
      type: 'object',
    });
    expect(tools.find(({ name }) => name === 'browser_screenshot')?.outputSchema).toBeUndefined();
    // Both SDKs check what comes back against the output schema, so many tools are tried.
    const opened = await structured.call('browser_navigate', { url: `${site.url}/form` });
    expect(opened).toMatchObject({ structuredContent: { title: 'Sign up', status: 200 } });
    const page = textOf(opened);
    const calls: [string, Record<string, unknown>][] = [
      ['browser_snapshot', {}],
      ['browser_find', { text: 'submit' }],
      ['browser_type', { ref: refOf(page, 'textbox'), text: 'Ada' }],
      ['browser_click', { ref: refOf(page, 'button') }],
      ['browser_press', { key: 'Tab' }],
      ['browser_scroll', { direction: 'down' }],
      ['browser_wait', { text: 'Welcome' }],
      ['browser_tabs', { action: 'list' }],
      ['browser_navigate', { url: `${site.url}/second` }],
      ['browser_back', {}],
      ['browser_navigate', { url: `${site.url}/ask` }],
      ['browser_click', { selector: 'button' }],
      ['browser_dialog', { action: 'accept' }],
      ['browser_close', {}],
    ];
    for (const [name, input] of calls) {
      const result = await structured.call(name, input);
      expect(isRecord(result) && isRecord(result.structuredContent), `${name}: ${textOf(result)}`).toBe(true);
    }
  });

  it('cancels a wait and goes on in the same session at once', async () => {
    await structured.call('browser_navigate', { url: `${site.url}/form` });
    const cancel = new AbortController();
    const waiting = structured.call('browser_wait', { time: 20_000 }, cancel.signal);
    // Answered from another session, so the wait before it is under way by then.
    await structured.call('browser_tabs', { action: 'list', session: 'other' });
    cancel.abort();
    const since = performance.now();
    await expect(waiting).rejects.toThrow();
    expect(textOf(await structured.call('browser_snapshot'))).toContain('button "Submit"');
    // Far from the end of the wait, also on a busy machine.
    expect(performance.now() - since).toBeLessThan(5000);
  });

  it('cancels a navigation to a server that never answers, and still has the page', async () => {
    await structured.call('browser_navigate', { url: `${site.url}/form` });
    const cancel = new AbortController();
    const asked = site.asked();
    const opening = structured.call('browser_navigate', { url: `${site.url}/hang` }, cancel.signal);
    await asked;
    cancel.abort();
    const since = performance.now();
    await expect(opening).rejects.toThrow();
    expect(textOf(await structured.call('browser_snapshot'))).toContain('button "Submit"');
    expect(performance.now() - since).toBeLessThan(5000);
  });
});

describe('a model that makes mistakes', () => {
  let plain: AnyClient;
  let narrow: AnyClient;

  beforeAll(async () => {
    [plain, narrow] = await Promise.all([
      version2('auto'),
      version1('--tools', 'navigation,browser_snapshot', '--allow-hosts', 'example.com,example.org'),
    ]);
  });

  it('reads what is wrong with its arguments and what to do', async () => {
    const result = await plain.call('browser_click', { ref: 5, colour: 'red' });
    expect(result).toMatchObject({ isError: true });
    const [first, second] = textOf(result).split('\n');
    expect(first).toMatch(/^error validation_error: browser_click was called with wrong arguments/);
    expect(second).toMatch(/^hint: browser_click takes: ref, selector/);
  });

  it('hears that a tool does not exist, and which one is near', async () => {
    const result = await plain.call('browser_clik', {});
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toBe(
      'error unknown_tool: There is no tool called "browser_clik".\nhint: Did you mean browser_click?',
    );
  });

  it('can not call a tool that is not offered to it', async () => {
    const offered = builtInTools.filter(
      ({ name, category }) => category === 'navigation' || name === 'browser_snapshot',
    );
    expect((await narrow.list()).map(({ name }) => name)).toEqual(offered.map(({ name }) => name));
    expect(textOf(await narrow.call('browser_click', { ref: '@e1' }))).toMatch(/^error unknown_tool: /);
  });

  it('is told the reason if the user allows other hosts only', async () => {
    const result = await narrow.call('browser_navigate', { url: site.url });
    expect(textOf(result)).toMatch(/^error host_blocked: /);
  });
});

describe('what the model reads', () => {
  let client: AnyClient;

  beforeAll(async () => {
    client = await version1();
  });

  it('fences the page in marks that differ from call to call', async () => {
    await client.call('browser_navigate', { url: `${site.url}/form` });
    const nonces = new Set<string | undefined>();
    for (let time = 0; time < 5; time += 1) {
      const text = textOf(await client.call('browser_snapshot'));
      const [, nonce] = /\n<page ([A-Za-z]+)>\n[\s\S]*\n<\/page \1>$/.exec(text) ?? [];
      expect(nonce).toBeDefined();
      nonces.add(nonce);
    }
    expect(nonces.size).toBeGreaterThan(3);
  });

  it('costs fewer than 2,500 tokens before the first call', async () => {
    const tools = await client.list();
    const definitions = tools.map(({ annotations: _left, ...definition }) => definition);
    const tokens = estimateTokenCount(JSON.stringify(definitions));
    expect(tokens).toBeLessThan(2500);
    expect(estimateTokenCount(instructions)).toBeLessThanOrEqual(60);
  });

  it('has no pictures in it for a model that sees none', async () => {
    const blind = await version1('--no-vision');
    expect((await blind.list()).map(({ name }) => name)).not.toContain('browser_screenshot');
    expect(textOf(await blind.call('browser_screenshot'))).toMatch(/^error unknown_tool: /);
  });
});

describe('a client that sends rubbish', () => {
  let client: WireClient;

  beforeAll(async () => {
    client = await connectWire();
  });

  async function stillServes(): Promise<void> {
    const { result } = await client.request('tools/list');
    expect(isRecord(result) && Array.isArray(result.tools)).toBe(true);
  }

  it.each([[[]], ['{}'], [7], [[1]]])('may send arguments that are no object: %j', async (input) => {
    expect(await client.callText('browser_tabs', input)).toMatch(/^error validation_error: .*\nhint: /);
  });

  it('hears that a line is no JSON, and is served on', async () => {
    client.line('{"jsonrpc": "2.0", "id": 9, oops');
    const { id, error } = await client.answer((answer) => answer.error?.code === -32700);
    expect(id).toBeNull();
    expect(error?.message).toContain('JSON');
    await stillServes();
  });

  it.each([
    ['[{"jsonrpc":"2.0","id":50,"method":"ping"}]', null],
    ['{"id":51,"method":"ping"}', 51],
    ['{"jsonrpc":"2.0","id":52,"method":"tools/call","params":"all"}', 52],
    ['"hello"', null],
    ['null', null],
  ])('hears that %s is no request', async (line, id) => {
    client.line(line);
    const answer = await client.answer(({ error }) => error?.code === -32600);
    expect(answer.id).toBe(id);
    await stillServes();
  });

  it('may send a line of 10 MiB that is no JSON', async () => {
    client.line(Buffer.alloc(10 * 1024 * 1024, 'x'));
    await client.answer((answer) => answer.error?.code === -32700);
    await stillServes();
  });

  it('may send 10 MiB of text to type, which the tool itself refuses', async () => {
    const text = await client.callText('browser_type', { text: 'x'.repeat(10 * 1024 * 1024) });
    expect(text).toMatch(/^error validation_error: The text is longer than/);
    expect(text.length).toBeLessThan(500);
    await stillServes();
  });

  it('may send a line that has no end in sight', async () => {
    for (let part = 0; part < 40; part += 1) client.child.stdin?.write(Buffer.alloc(1024 * 1024, 'x'));
    client.line('');
    const { error } = await client.answer((answer) => answer.error?.code === -32600);
    expect(error?.message).toContain('longer than');
    await stillServes();
  });

  it('may split a character over two writes', async () => {
    const message = { jsonrpc: '2.0', id: 'ü', method: 'tools/call', params: { name: 'bröwser' } };
    const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
    const cut = bytes.indexOf(Buffer.from('ö')) + 1;
    client.child.stdin?.write(bytes.subarray(0, cut));
    await flushed();
    client.child.stdin?.write(bytes.subarray(cut));
    const { result } = await client.answer(({ id }) => id === 'ü');
    expect(textOf(result)).toContain('"bröwser"');
  });

  /** What was written so far is on its way by itself. */
  function flushed(): Promise<void> {
    return new Promise((resolve) => client.child.stdin?.write('', () => resolve()));
  }

  it('is told so when it uses an id twice at a time', async () => {
    const id = client.send('tools/call', {
      name: 'browser_navigate',
      arguments: { url: `${site.url}/form` },
    });
    client.line(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' }));
    expect((await client.answer((answer) => answer.error !== undefined)).error?.code).toBe(-32600);
    expect(
      textOf((await client.answer((answer) => answer.result !== undefined && answer.id === id)).result),
    ).toContain('Sign up');
  });

  it('hears that a method does not exist', async () => {
    expect((await client.request('prompts/list')).error?.code).toBe(-32601);
    expect((await client.request('tools/call', {})).error?.code).toBe(-32602);
    await stillServes();
  });
});
