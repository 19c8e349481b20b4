import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import * as openai from '@handhold/openai';
import {
  type BrowserAction,
  BrowserManager,
  type BrowserToolAdapter,
  createToolAdapters,
  ProfileManager,
  RequestValidator,
  type ToolResult,
} from '@handhold/openai';
import { builtInTools, createBrowserTools, defineTool } from 'handhold';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { ForeignBrowser } from '../../packages/handhold/test/foreign.js';
import { browsersIn } from '../../packages/handhold/test/processes.js';
import { useFullBrowser } from '../support/browser.js';
import { useOwnTemp } from '../support/own-temp.js';
import { BrowserClickToolAdapter } from './adapters/browser-click-tool-adapter.js';
import { use } from './adapters/using-a-tool-adapter.js';

const temp = useOwnTemp();
useFullBrowser();

/** What pages on loopback were asked, and what a button there was told. */
const clicks: string[] = [];
const pages: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/form': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>Order</title><h1>Order</h1><label>Name <input id="name"></label>
      <select id="size" aria-label="Size"><option>Small<option>Large</select>
      <input type="checkbox" id="gift" aria-label="Gift">
      <button id="submit" onclick="fetch('/clicked?' + document.querySelector('#name').value)">Order</button>`);
  },
  '/asking': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>Asking</title><button onclick="fetch('/silent')">Ask</button>`);
  },
  '/clicked': (request, response) => {
    clicks.push(new URL(request.url ?? '', 'http://site').search.slice(1));
    response.writeHead(204).end();
  },
  '/circle': (_request, response) => void response.writeHead(302, { location: '/circle' }).end(),
  // Never answered.
  '/silent': () => undefined,
};
const site = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://site');
  const page = pages[pathname];
  if (page) page(request, response);
  else response.writeHead(404).end();
});

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** A server that does this to whoever connects; gives its port. */
async function serving(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createTcpServer(onSocket);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return portOf(server);
}

let origin: string;
const managers: BrowserManager[] = [];

beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  origin = `http://127.0.0.1:${portOf(site)}`;
});
afterEach(async () => {
  clicks.length = 0;
  await Promise.all(managers.splice(0).map((manager) => manager.close()));
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

type Settings = ConstructorParameters<typeof BrowserManager>[1];

/** Adapters of a browser that is closed after the test. */
function adapters(settings: Settings = {}) {
  const manager = new BrowserManager(new ProfileManager(), { allowPrivate: true, ...settings });
  managers.push(manager);
  return adaptersOf(manager);
}

/** The browser of a group of tests that do nothing to it; what they have open there is closed after each. */
function useBrowserOfGroup(): BrowserManager {
  const manager = new BrowserManager(new ProfileManager(), { allowPrivate: true });
  afterEach(() => Promise.all(manager.sessionNames().map((name) => manager.closeSession(name))));
  afterAll(() => manager.close());
  return manager;
}

function adaptersOf(manager: BrowserManager) {
  const all: Record<string, BrowserToolAdapter> = createToolAdapters(manager);
  const execute = (name: string, params: Record<string, unknown> = {}): Promise<ToolResult> => {
    const adapter = all[`browser_${name}`];
    if (!adapter) throw new Error(`there is no adapter for ${name}`);
    return adapter.execute(params);
  };
  return {
    manager,
    execute,
    opens: async (at: string) =>
      expect((await execute('navigate', { url: origin + at })).error).toBeUndefined(),
    codeOf: async (name: string, params: Record<string, unknown> = {}) =>
      (await execute(name, params)).error?.code,
  };
}

describe('Creating a Tool Adapter', () => {
  it('has a type for the actions of every tool', () => {
    expect(builtInTools.map(({ name }) => name.replace('browser_', '')).sort()).toEqual(
      Object.keys(actionTypes).sort(),
    );
  });
});

/** One action of every type, each held to its own type. */
const actionTypes = {
  navigate: { type: 'navigate', url: 'https://example.com' } satisfies openai.NavigateAction,
  back: { type: 'back' } satisfies openai.BackAction,
  forward: { type: 'forward' } satisfies openai.ForwardAction,
  reload: { type: 'reload' } satisfies openai.ReloadAction,
  snapshot: { type: 'snapshot', interactiveOnly: false } satisfies openai.SnapshotAction,
  find: { type: 'find', text: 'Order' } satisfies openai.FindAction,
  click: { type: 'click', selector: 'a' } satisfies openai.ClickAction,
  type: { type: 'type', text: 'Ada' } satisfies openai.TypeAction,
  press: { type: 'press', key: 'Enter' } satisfies openai.PressAction,
  scroll: { type: 'scroll', direction: 'down' } satisfies openai.ScrollAction,
  select: { type: 'select', selector: 'select', values: ['Large'] } satisfies openai.SelectAction,
  fill_form: { type: 'fill_form', fields: [{ selector: '#a', value: true }] } satisfies openai.FillFormAction,
  check: { type: 'check', selector: '#gift', checked: false } satisfies openai.CheckAction,
  clear: { type: 'clear', selector: '#name' } satisfies openai.ClearAction,
  focus: { type: 'focus', selector: '@e1' } satisfies openai.FocusAction,
  submit: { type: 'submit' } satisfies openai.SubmitAction,
  upload: { type: 'upload', selector: '#file', paths: ['package.json'] } satisfies openai.UploadAction,
  hover: { type: 'hover', selector: 'nav' } satisfies openai.HoverAction,
  drag: { type: 'drag', from: '@e1', to: '@e2' } satisfies openai.DragAction,
  mouse: { type: 'mouse', action: 'click', x: 1, y: 2 } satisfies openai.MouseAction,
  get_element: { type: 'get_element', selector: '#name' } satisfies openai.GetElementAction,
  screenshot: { type: 'screenshot', format: 'png' } satisfies openai.ScreenshotAction,
  wait: { type: 'wait', for: 'url_changed', timeout: 100 } satisfies openai.WaitAction,
  tabs: { type: 'tabs', action: 'list' } satisfies openai.TabsAction,
  dialog: { type: 'dialog', action: 'accept' } satisfies openai.DialogAction,
  read: { type: 'read', format: 'text' } satisfies openai.ReadAction,
  batch: {
    type: 'batch',
    steps: [{ tool: 'browser_click', input: { ref: '@e1' } }],
  } satisfies openai.BatchAction,
  get_images: { type: 'get_images' } satisfies openai.GetImagesAction,
  pdf: { type: 'pdf' } satisfies openai.PdfAction,
  console: { type: 'console', clear: true } satisfies openai.ConsoleAction,
  network: { type: 'network', filter: 'failed' } satisfies openai.NetworkAction,
  downloads: { type: 'downloads' } satisfies openai.DownloadsAction,
  storage: { type: 'storage', action: 'get', kind: 'local' } satisfies openai.StorageAction,
  evaluate: { type: 'evaluate', script: '1' } satisfies openai.EvaluateAction,
  ask_user: { type: 'ask_user', question: 'Which?' } satisfies openai.AskUserAction,
  complete: { type: 'complete', summary: 'Done.' } satisfies openai.CompleteAction,
  fail: { type: 'fail', reason: 'Closed.' } satisfies openai.FailAction,
  close: { type: 'close' } satisfies openai.CloseAction,
};

describe('Using a Tool Adapter', () => {
  it('goes as it stands there', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    onTestFinished(() => log.mockRestore());
    const { schema, result, manager } = await use((browser) =>
      browser.executeAction({ type: 'navigate', url: `${origin}/form` }),
    );
    managers.push(manager);
    expect(schema.name).toBe('browser_click');
    expect(schema.parameters.required).toEqual(['selector']);
    expect(result).toMatchObject({
      success: true,
      executionTime: expect.any(Number),
      timestamp: expect.any(Number),
    });
    expect(log).toHaveBeenCalledWith('Click successful:', result.data);
    await expect.poll(() => clicks).toEqual(['']);
  });
});

describe('the schemas', () => {
  const all = Object.values(createToolAdapters({ executeAction: vi.fn() })).map((adapter) =>
    adapter.getSchema(),
  );
  const byName = (name: string) => all.find((schema) => schema.name === `browser_${name}`)?.parameters;

  it.each(['click', 'hover', 'focus', 'clear', 'select', 'check', 'get_element'])(
    'of browser_%s require a selector, in which a ref may stand',
    (name) => {
      const parameters = byName(name);
      expect(parameters?.required).toContain('selector');
      expect(parameters?.properties).not.toHaveProperty('ref');
      expect(parameters?.properties.selector).toEqual({
        type: 'string',
        description: expect.stringMatching(/CSS selector or XPath.*@e5/),
      });
    },
  );

  it('name one thing to act on by one parameter, everywhere', () => {
    for (const { parameters } of all)
      expect('selector' in parameters.properties && 'ref' in parameters.properties).toBe(false);
    expect(byName('type')?.required).toEqual(['text']);
    expect(byName('fill_form')?.properties.fields?.items).toMatchObject({
      properties: { selector: { type: 'string' } },
      required: ['selector', 'value'],
    });
  });

  it('say what a timeout is', () => {
    expect(byName('click')?.properties.timeout).toMatchObject({
      type: 'number',
      description: 'Maximum time to wait for the element in milliseconds',
    });
    expect(byName('navigate')?.properties.timeout).toMatchObject({
      description: 'Maximum time in milliseconds',
    });
  });

  it('promise no default for a timeout that is only waited for where it is given', () => {
    expect(byName('click')?.properties.timeout).not.toHaveProperty('default');
    expect(byName('navigate')?.properties.timeout).toHaveProperty('default', 10_000);
  });

  it('have every timeout passed on', async () => {
    const executeAction = vi.fn().mockResolvedValue({ success: true });
    const withTime = Object.entries(createToolAdapters({ executeAction })).filter(
      ([, adapter]) => 'timeout' in adapter.getSchema().parameters.properties,
    );
    expect(withTime.map(([name]) => name)).toEqual(
      expect.arrayContaining(['browser_navigate', 'browser_click', 'browser_type', 'browser_wait']),
    );
    for (const [name, adapter] of withTime) {
      const { type: _type, ...params }: Record<string, unknown> = Object.entries(actionTypes).find(
        ([type]) => `browser_${type}` === name,
      )?.[1] ?? { type: '' };
      expect((await adapter.execute({ ...params, timeout: 4321 })).error).toBeUndefined();
      expect(executeAction.mock.lastCall?.[0]).toMatchObject({ timeout: 4321 });
    }
  });
});

describe('a ref in a selector', () => {
  it('is the element that the snapshot showed, in each tool that takes one', async () => {
    const { execute, opens, manager } = adapters();
    await opens('/form');
    const { data } = await execute('snapshot');
    expect(data).toMatchObject({ tree: expect.stringContaining('@e4 button "Order"') });
    const does = async (name: string, params: Record<string, unknown>) =>
      expect((await execute(name, params)).error).toBeUndefined();
    await does('type', { selector: '@e1', text: 'Ada' });
    await does('select', { selector: 'e2', values: ['Large'] });
    await does('check', { selector: '@e3' });
    await does('focus', { ref: '@e1' });
    expect((await execute('get_element', { selector: '@e2' })).data).toMatchObject({ value: 'Large' });
    await does('fill_form', {
      fields: [
        { selector: '@e1', value: 'Grace' },
        { ref: '@e3', value: false },
      ],
    });
    const clicked = await new BrowserClickToolAdapter(manager).execute({ selector: '@e4' });
    expect(clicked.error).toBeUndefined();
    await expect.poll(() => clicks).toEqual(['Grace']);
    expect(await execute('click', { selector: '@e99' })).toMatchObject({ error: { code: 'STALE_REF' } });
    expect(await execute('click', { selector: '@e1', ref: '@e1' })).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    });
  });
});

describe('Error Codes', () => {
  const browser = useBrowserOfGroup();

  it('of the base class', async () => {
    const { codeOf, manager } = adapters();
    expect(await codeOf('click')).toBe('VALIDATION_ERROR');
    expect(await codeOf('click', { selector: '<script>' })).toBe('ACTION_VALIDATION_ERROR');
    class Inconvertible extends BrowserClickToolAdapter {
      protected override convertToAction(): BrowserAction {
        throw new Error('There is no action for that.');
      }
    }
    expect((await new Inconvertible(manager).execute({ selector: 'a' })).error?.code).toBe(
      'CONVERSION_ERROR',
    );
    const throwing = vi.spyOn(manager, 'executeAction').mockRejectedValue(new Error('Boom'));
    expect(await codeOf('click', { selector: 'a' })).toBe('UNEXPECTED_ERROR');
    throwing.mockRestore();
    expect(manager.isRunning).toBe(false);
  });

  it('ELEMENT_NOT_FOUND, INVALID_SELECTOR, SCRIPT_ERROR, TIMEOUT', async () => {
    const { codeOf, opens } = adaptersOf(browser);
    await opens('/form');
    expect(await codeOf('click', { selector: '#nowhere', timeout: 100 })).toBe('ELEMENT_NOT_FOUND');
    expect(await codeOf('click', { selector: '//button = "Order"' })).toBe('INVALID_SELECTOR');
    expect(await codeOf('evaluate', { script: 'nothing()' })).toBe('SCRIPT_ERROR');
    expect(await codeOf('evaluate', { script: 'for (;;);', timeout: 300 })).toBe('TIMEOUT');
    expect(await codeOf('navigate', { url: `${origin}/silent`, timeout: 500 })).toBe('TIMEOUT');
  });

  it('PERMISSION_DENIED', async () => {
    const { codeOf, opens } = adapters({ policy: { high: 'deny' } });
    await opens('/form');
    expect(await codeOf('evaluate', { script: '1' })).toBe('PERMISSION_DENIED');
  });

  it('EXECUTION_ERROR, and what has no other name: UNKNOWN_ERROR', async () => {
    const broken = defineTool({
      name: 'browser_broken',
      description: 'Fails in a way that nobody foresaw.',
      category: 'utility',
      requiresPage: false,
      input: z.strictObject({}),
      output: z.unknown(),
      run: async () => {
        throw new TypeError('undefined is not a function');
      },
    });
    const { manager, codeOf, opens } = adapters({ tools: [broken] });
    expect(await manager.executeAction({ type: 'broken' })).toMatchObject({
      success: false,
      error: { code: 'unknown_error' },
    });
    await opens('/form');
    expect(await codeOf('fill_form', { fields: [{ selector: '#size', value: 'Huge' }] })).toBe(
      'ELEMENT_NOT_FOUND',
    );
    expect(await codeOf('click', { selector: 'text=' })).toBe('ACTION_VALIDATION_ERROR');
  });

  it('NETWORK_ERROR for what the network refused, when navigating too', async () => {
    const { codeOf, opens, execute } = adaptersOf(browser);
    await opens('/form');
    const hangsUp = await serving((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const saysNothing = await serving((socket) => socket.once('data', () => socket.end()));
    for (const url of [
      'http://no-such-host.invalid/',
      `http://127.0.0.1:${hangsUp}/`,
      `http://127.0.0.1:${saysNothing}/`,
    ])
      expect([url, await codeOf('navigate', { url })]).toEqual([url, 'NETWORK_ERROR']);
    const refused = createTcpServer();
    refused.listen(0, '127.0.0.1');
    await once(refused, 'listening');
    const url = `http://127.0.0.1:${portOf(refused)}/`;
    refused.close();
    await once(refused, 'close');
    expect(await execute('navigate', { url })).toMatchObject({
      error: { code: 'NETWORK_ERROR', canRetry: true, recoveryHint: expect.any(String) },
    });
    expect(await codeOf('reload')).toBe('NETWORK_ERROR');
  });

  it('NAVIGATION_FAILED for what a server answered that is no page', async () => {
    const { codeOf, opens } = adaptersOf(browser);
    await opens('/form');
    const chatters = await serving((socket) => socket.once('data', () => socket.end('Good morning\n')));
    expect(await codeOf('navigate', { url: `${origin}/circle` })).toBe('NAVIGATION_FAILED');
    expect(await codeOf('navigate', { url: `http://127.0.0.1:${chatters}/` })).toBe('NAVIGATION_FAILED');
  });

  it('keep their canonical names on every other surface', async () => {
    const tools = createBrowserTools({ allowPrivate: true, browser });
    onTestFinished(() => tools.close());
    const { error } = await tools.call('browser_navigate', { url: 'http://no-such-host.invalid/' });
    expect(error?.code).toBe('navigation_failed');
  });
});

describe.runIf(process.platform === 'linux')('BROWSER_DISCONNECTED', () => {
  const theBrowser = () => {
    const [only, another] = browsersIn(temp);
    if (only === undefined || another !== undefined) throw new Error('not one browser');
    return only;
  };

  it('for a browser that was killed while nothing was done, which starts anew', async () => {
    const { manager, codeOf, opens } = adapters();
    await opens('/form');
    process.kill(theBrowser(), 'SIGKILL');
    await expect.poll(() => manager.isRunning).toBe(false);
    expect(await codeOf('click', { selector: '#submit' })).toBe('BROWSER_DISCONNECTED');
    await opens('/form');
    expect(await codeOf('click', { selector: '#submit' })).toBeUndefined();
  });

  it('for one that is killed during the call', async () => {
    const { codeOf, opens } = adapters();
    await opens('/form');
    const asked = once(site, 'request');
    const opening = codeOf('navigate', { url: `${origin}/silent` });
    await asked;
    process.kill(theBrowser(), 'SIGKILL');
    expect(await opening).toBe('BROWSER_DISCONNECTED');
  });

  it('for one that is closed, before the call or during it', async () => {
    const { manager, codeOf, opens } = adapters();
    await opens('/form');
    const asked = once(site, 'request');
    const opening = codeOf('navigate', { url: `${origin}/silent` });
    await asked;
    await manager.close();
    expect(await opening).toBe('BROWSER_DISCONNECTED');
    expect(await codeOf('click', { selector: '#submit' })).toBe('BROWSER_DISCONNECTED');
    expect(await codeOf('snapshot')).toBe('BROWSER_DISCONNECTED');
    expect(browsersIn(temp)).toEqual([]);
    await opens('/form');
    expect(await codeOf('click', { selector: '#submit' })).toBeUndefined();
  });

  it('for one on the other end of a line that is cut', async () => {
    const foreign = await ForeignBrowser.start();
    onTestFinished(() => foreign.stop());
    const { hostname, port } = new URL(foreign.endpoint);
    const lines = new Set<Socket>();
    let isCut = false;
    const line = await serving((near) => {
      if (isCut) return void near.destroy();
      const far = connect(Number(port), hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        lines.add(from);
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
        from.pipe(to);
      }
    });
    const cut = () => {
      isCut = true;
      for (const socket of lines) socket.destroy();
    };
    const { codeOf, opens } = adapters({ cdp: `http://127.0.0.1:${line}` });
    await opens('/asking');
    const asked = once(site, 'request');
    const clicking = codeOf('click', { selector: 'button' });
    await asked;
    cut();
    expect(await clicking).toBe('BROWSER_DISCONNECTED');
    expect(await codeOf('click', { selector: '#submit' })).toBe('BROWSER_DISCONNECTED');
    expect(await codeOf('click', { selector: '#submit' })).toBe('BROWSER_DISCONNECTED');
    isCut = false;
    await opens('/form');
  });
});

describe('Action Validation', () => {
  const validator = new RequestValidator();
  const verdict = (action: BrowserAction) => {
    const { valid, errors } = validator.validate(action);
    expect(valid).toBe(errors.length === 0);
    return errors[0]?.code;
  };

  it.each([
    'a > b',
    '[name="q"]',
    ':nth-child(2)',
    '#create-account',
    'form:has(> input[type=email i])',
    ':is(h1, h2):not(.hidden)',
    'li:nth-last-child(-n + 3 of .new)',
    '#\\31 st',
    '.sm\\:flex',
    '[href="javascript:void(0)"]',
    '[onclick]',
    '[data-x="onerror=1"]',
    "a[title='<b>']",
    '*|a',
    'x-card::part(label)',
    '//button[contains(., "OK")]',
    'xpath=//a[@href]',
    '//div[@class="a" and not(.//b)]/following-sibling::li[position() < 3]',
    'text=Sign in',
    '@e5',
    'e5',
  ])('takes the selector %s', (selector) => {
    expect(verdict({ type: 'click', selector })).toBeUndefined();
    expect(() => validator.checkSelector(selector)).not.toThrow();
  });

  it.each([
    'onclick=alert(1)',
    'img[src=x onerror=alert(1)]',
    'javascript:alert(1)',
    'javascript:void(0)',
    'JaVaScRiPt:alert`1`',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    '<script>',
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE users; --",
    'div[style=width:expression(alert(1))]',
    'a:expression(alert(1))',
    'expression(alert(1))',
    'a{color:red}',
    '[a="b',
    'a[b',
    ':not(a',
    'a)',
    '{{alert(1)}}',
    '@import url(x)',
    'a:visible',
    '//a[',
    '//<script>',
    '//img[src=x onerror=alert(1)]',
    '//a[evil(1)]',
    'xpath=javascript:alert(1)',
    'text=',
    '',
    'a\0b',
  ])('refuses the selector %j', (selector) => {
    expect(verdict({ type: 'click', selector })).toBe('invalid_selector');
    expect(() => validator.checkSelector(selector)).toThrow(/is not a selector/);
  });

  it.each([
    ['http://example.com/a?b#c', undefined],
    ['https://example.com', undefined],
    ['about:blank', undefined],
    ['example', 'validation_error'],
    ['', 'validation_error'],
    ['http://', 'validation_error'],
    ['javascript:alert(1)', 'host_blocked'],
    ['data:text/html,<p>x</p>', 'host_blocked'],
    ['file:///etc/passwd', 'host_blocked'],
  ])('the URL %j: %s', (url, code) => {
    expect(verdict({ type: 'navigate', url })).toBe(code);
  });

  it.each([
    '../../etc/passwd',
    '/etc/passwd',
    'a/../../b',
    '..\\..\\x/../../../../etc/passwd',
    'file:///etc/passwd',
    '~/.ssh/id_rsa',
    '.env',
    'a\0.txt',
  ])('refuses to upload %j', (file) => {
    expect(verdict({ type: 'upload', selector: '#file', paths: [file] })).toMatch(
      /^(file_access_denied|io_error)$/,
    );
    expect(verdict({ type: 'upload', selector: '#file', paths: ['package.json', file] })).toBeDefined();
  });

  it.each([0, -1, 300_001, Number.NaN, Number.POSITIVE_INFINITY])('refuses the timeout %d', (timeout) => {
    expect(verdict({ type: 'click', selector: 'a', timeout })).toMatch(/validation_error/);
    expect(verdict({ type: 'navigate', url: 'https://example.com', timeout })).toMatch(/validation_error/);
  });

  it.each([1, 5000, 300_000])('takes the timeout %d', (timeout) => {
    expect(verdict({ type: 'click', selector: 'a', timeout })).toBeUndefined();
  });
});

// "Testing: Example test for a tool adapter", as it stands there but for the name of its mocks.
describe('BrowserClickToolAdapter', () => {
  // biome-ignore lint/suspicious/noExplicitAny: so it stands in the document.
  let mockBrowserManager: any;
  let adapter: BrowserClickToolAdapter;

  beforeEach(() => {
    mockBrowserManager = {
      executeAction: vi.fn(),
    };
    adapter = new BrowserClickToolAdapter(mockBrowserManager);
  });

  it('should execute successfully with valid parameters', async () => {
    mockBrowserManager.executeAction.mockResolvedValue({
      success: true,
      action: { type: 'click', selector: 'button#submit' },
      result: { clicked: 'button#submit' },
      executionTime: 100,
      timestamp: Date.now(),
    });

    const result = await adapter.execute({
      selector: 'button#submit',
    });

    expect(result.success).toBe(true);
    expect(result.data).toEqual({ clicked: 'button#submit' });
  });

  it('should fail validation when required parameter is missing', async () => {
    const result = await adapter.execute({});

    expect(result.success).toBe(false);
    expect(result.error?.code).toBe('VALIDATION_ERROR');
  });
});

describe('the same with our own adapter', () => {
  it('validates and passes on', async () => {
    const executeAction = vi.fn().mockResolvedValue({ success: true, result: { clicked: 'button#submit' } });
    const adapter: BrowserToolAdapter = new openai.BrowserClickToolAdapter({ executeAction });
    expect((await adapter.execute({ selector: 'button#submit' })).data).toEqual({ clicked: 'button#submit' });
    expect((await adapter.execute({})).error).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'Parameter validation failed',
      details: [{ field: 'selector', message: 'Required parameter "selector" is missing' }],
    });
  });
});
