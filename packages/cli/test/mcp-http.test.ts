import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useCommonBrowser, useFullBrowser } from '../../../test/support/browser.js';
import { bin, browsersOf, handhold, isRecord, profilesOf, refOf, textOf, until } from './fixture.js';
import {
  type AnyClient,
  askingTool,
  type ConnectOptions,
  heedful,
  type Served,
  serveHere,
  startVisitorSite,
  version1,
  version2,
} from './http-fixture.js';

let site: { url: string; close(): void };
let served: Served;
const browser = useCommonBrowser();
const asking = askingTool();
const clients: AnyClient[] = [];

beforeAll(async () => {
  site = await startVisitorSite();
  served = await serveHere({}, { tools: [asking.tool], browser });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.leave()));
});

afterAll(async () => {
  await served.stop();
  site.close();
});

type Connect = (url: string, options?: ConnectOptions) => Promise<AnyClient>;

async function join(connectTo: Connect, options: ConnectOptions = {}, url = served.url): Promise<AnyClient> {
  const client = await connectTo(url, options);
  clients.push(client);
  return client;
}

/** Speaks the newest revision only, which knows no sessions, and so goes to where it is spoken. */
const pinned: Connect = (url, options) =>
  version2({ pin: '2026-07-28' })(url.replace(/\/mcp$/, '/mcp/stateless'), options);

/** Whether the connection itself tells whose session it is, or the client has to. */
const kinds: [string, Connect, boolean][] = [
  ['1.x', version1, true],
  ['2.x as of 2025', version2('legacy'), true],
  ['2.x as of 2026', version2('auto'), true],
  ['2.x as of 2026 alone', heedful(pinned), false],
];

describe.each(kinds)('over HTTP, a client of version %s', (_name, connectTo, isKnown) => {
  it('uses a page in a session of its own', async () => {
    const client = await join(connectTo);
    expect((await client.list()).map(({ name }) => name)).toContain('browser_snapshot');
    const page = textOf(await client.call('browser_navigate', { url: `${site.url}/visitor/7` }));
    expect(page).toContain('"Visitor 7"');
    const typed = await client.call('browser_type', { ref: refOf(page, 'textbox'), text: 'Ada' });
    expect(textOf(typed)).toContain('= "Ada"');
    const other = await join(connectTo);
    expect(textOf(await other.call('browser_snapshot'))).toMatch(/^error no_page: /);
  });

  it('finds a session that it names again, also from another connection', async () => {
    const client = await join(connectTo);
    const session = `named-${_name.replaceAll(' ', '-')}`;
    await client.call('browser_navigate', { url: `${site.url}/visitor/8`, session });
    await client.close();
    const again = await join(connectTo);
    expect(textOf(await again.call('browser_snapshot', { session }))).toContain('"Visitor 8"');
    await again.call('browser_close', { session });
  });

  it('hears that a long wait goes on, and calls it off', async () => {
    const client = await join(connectTo);
    await client.call('browser_navigate', { url: `${site.url}/visitor/9` });
    const cancel = new AbortController();
    const heard = await new Promise<number>((resolve, reject) => {
      client
        .call(
          'browser_wait',
          { time: 20_000 },
          {
            signal: cancel.signal,
            onprogress: ({ progress }) => resolve(progress),
          },
        )
        .catch(reject);
    });
    expect(heard).toBe(1);
    cancel.abort();
    const since = performance.now();
    expect(textOf(await client.call('browser_snapshot'))).toContain('textbox "Note"');
    expect(performance.now() - since).toBeLessThan(10_000);
  });

  it('has its user asked: a yes goes on, a no ends it', async () => {
    const said: string[] = [];
    const willing = await join(connectTo, {
      person: (message) => {
        said.push(message);
        return {
          action: 'accept',
          content: message.startsWith('Pay') ? { approve: true } : { answer: 'Ada' },
        };
      },
    });
    const before = asking.begun();
    expect(textOf(await willing.call('browser_pay'))).toContain('"paidTo":"Ada"');
    expect(said).toEqual(['Pay 5 euros.\nWhy this is asked: spends money\nTool: browser_pay', 'To whom?']);
    expect(asking.begun() - before).toBe(1);

    const unwilling = await join(connectTo, { person: () => ({ action: 'decline' }) });
    expect(textOf(await unwilling.call('browser_pay'))).toMatch(/^error approval_denied: /);
    const careless = await join(connectTo, {
      person: () => ({ action: 'accept', content: { approve: false } }),
    });
    expect(textOf(await careless.call('browser_pay'))).toMatch(/^error approval_denied: /);
    const mute = await join(connectTo);
    expect(textOf(await mute.call('browser_pay'))).toMatch(/^error approval_required: /);
  });

  it('reads again what it has seen, and nothing of others', async () => {
    const client = await join(connectTo);
    expect(await client.resources()).toEqual([]);
    await client.call('browser_navigate', { url: `${site.url}/visitor/10` });
    await client.call('browser_screenshot');
    await client.call('browser_click', { ref: '@e99' });
    const resources = await client.resources();
    const [, session = ''] = /"(mcp-[^"]+)"/.exec(client.instructions() ?? '') ?? [];
    const uriOf = (what: string) =>
      isKnown
        ? (resources.find(({ uri }) => uri.endsWith(`/${what}`))?.uri ?? '')
        : `handhold://session/${session}/${what}`;
    expect(resources.map(({ mimeType }) => mimeType)).toEqual(isKnown ? ['text/plain', 'image/jpeg'] : []);
    expect(await client.read(uriOf('screenshot'))).toMatchObject({
      contents: [{ mimeType: 'image/jpeg', blob: expect.stringMatching(/^\/9j\//) }],
    });
    expect(JSON.stringify(await client.read(uriOf('log')))).toMatch(
      /browser_navigate ok \d+ ms\\n.*browser_screenshot ok \d+ ms\\n.*browser_click error stale_ref/,
    );
    await client.call('browser_click', { selector: 'text=File' });
    const file = (await client.resources()).find(({ uri }) => uri.includes('/downloads/'));
    expect(await client.read(file?.uri ?? uriOf('downloads/d1'))).toMatchObject({
      contents: [{ blob: Buffer.from('kept for later').toString('base64') }],
    });
    const other = await join(connectTo);
    expect(await other.resources()).toEqual([]);
    await expect(other.read(isKnown ? uriOf('log') : 'handhold://session/default/log')).rejects.toThrow(
      /resource/i,
    );
  });
});

describe('a client of the newest revision, which knows no sessions', () => {
  it.each(['', '/stateless'])(
    'is told by the first call to /mcp%s what to give from then on',
    async (path) => {
      const client = await join(pinned, {}, `${served.url}${path}`);
      const text = textOf(await client.call('browser_navigate', { url: `${site.url}/visitor/11` }));
      const [, session = ''] = /^session (\S+): give it as "session"/m.exec(text) ?? [];
      expect(textOf(await client.call('browser_snapshot', { session }))).toContain('"Visitor 11"');
      expect(textOf(await client.call('browser_snapshot'))).toMatch(
        /^error no_page: [\s\S]*\nsession: none was given/,
      );
      await client.call('browser_close', { session });
    },
  );

  it('shares a server with clients of older ones, and no session with anybody', async () => {
    const each = await Promise.all(
      [version1, version2('legacy'), version2('auto'), pinned].map((to) => join(to)),
    );
    const visits = await Promise.all(
      each.map((client, i) => client.call('browser_navigate', { url: `${site.url}/visitor/${20 + i}` })),
    );
    for (const [i, visit] of visits.entries()) expect(textOf(visit)).toContain(`"Visitor ${20 + i}"`);
    const names = visits.map((visit) => /^session (\S+): give it/m.exec(textOf(visit))?.[1]);
    expect(names.map((name) => name !== undefined)).toEqual([false, false, false, true]);
    const again = await Promise.all(
      each.map((client, i) => client.call('browser_snapshot', names[i] ? { session: names[i] } : {})),
    );
    for (const [i, seen] of again.entries()) expect(textOf(seen)).toContain(`"Visitor ${20 + i}"`);
  });
});

describe('many clients', () => {
  it('20 at once, each sees its own page, cookie and text only', { timeout: 60_000 }, async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => 100 + index);
    const everyone = await Promise.all(
      numbers.map((number) => join(kinds[number % kinds.length]?.[1] ?? version1)),
    );
    const pages = await Promise.all(
      everyone.map((client, index) =>
        // Twenty first pages at once take two busy cores a while.
        client.call('browser_navigate', { url: `${site.url}/visitor/${numbers[index]}`, timeout: 25_000 }),
      ),
    );
    const refs = pages.map((page) => refOf(textOf(page), 'textbox'));
    await Promise.all(
      everyone.map((client, index) =>
        client.call('browser_type', { ref: refs[index], text: `note ${numbers[index]}`, timeout: 25_000 }),
      ),
    );
    await Promise.all(
      everyone.map((client) => client.call('browser_click', { selector: 'button', timeout: 25_000 })),
    );
    const seen = await Promise.all(everyone.map((client) => client.call('browser_snapshot')));
    for (const [index, result] of seen.entries()) {
      const number = numbers[index];
      expect(textOf(result)).toContain(`= "note ${number}"`);
      expect(textOf(result)).toContain(`button "cookie visitor=${number}"`);
      expect(
        textOf(result)
          .match(/\b1[01]\d\b/g)
          ?.every((found) => found === String(number)),
      ).toBe(true);
    }
  });
});

describe('a client that goes away', () => {
  it('and comes back with the id it was given still has its page', async () => {
    const first = await join(version1);
    await first.call('browser_navigate', { url: `${site.url}/visitor/12` });
    const sessionId = first.sessionId() ?? '';
    await first.close();
    const second = await join(version1, { sessionId });
    expect(textOf(await second.call('browser_snapshot'))).toContain('"Visitor 12"');
  });

  it('by saying so takes its browser session with it', async () => {
    const client = await join(version1);
    await client.call('browser_navigate', { url: `${site.url}/visitor/13` });
    const before = served.toolbox.browser.sessionNames().length;
    const id = client.sessionId() ?? '';
    const ended = await fetch(served.url, { method: 'DELETE', headers: { 'mcp-session-id': id } });
    expect(ended.status).toBe(200);
    await until(() => served.toolbox.browser.sessionNames().length === before - 1, 5000);
    const late = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { 'mcp-session-id': id });
    expect(late.status).toBe(404);
  });

  it('by being killed in the middle of a call is forgotten, with its browser session', async () => {
    const brief = await serveHere({ grace: 300 });
    const script = `
      const url = ${JSON.stringify(brief.url)};
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const post = (body) => fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...body }) });
      const opened = await post({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } } });
      headers['mcp-session-id'] = opened.headers.get('mcp-session-id');
      await opened.text();
      await fetch(url, { headers });
      const call = (id, name, input) => post({ id, method: 'tools/call', params: { name, arguments: input } });
      await (await call(2, 'browser_navigate', { url: ${JSON.stringify(`${site.url}/visitor/14`)} })).text();
      await call(3, 'browser_wait', { time: 20000 });
      process.stdout.write('waiting');
      setInterval(() => undefined, 1000);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    await once(child.stdout, 'data');
    expect(brief.clientCount()).toBe(1);
    expect(brief.toolbox.browser.sessionNames()).toHaveLength(1);
    child.kill('SIGKILL');
    await until(() => brief.clientCount() === 0 && brief.toolbox.browser.sessionNames().length === 0, 5000);
    await brief.stop();
  });

  it('without ever having listened is forgotten when it has been idle', async () => {
    const brief = await serveHere({ idle: 300 });
    await post(hello, {}, brief.url);
    expect(brief.clientCount()).toBe(1);
    await until(() => brief.clientCount() === 0, 5000);
    await brief.stop();
  });
});

const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

function post(body: unknown, headers: Record<string, string> = {}, url = served.url): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Sends the head of a request only, as it stands, and gives the first line of the answer. */
function statusOf(url: string, ...headers: string[]): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`POST /mcp HTTP/1.1\r\n${headers.join('\r\n')}\r\nContent-Length: 1000000\r\n\r\n`);
    });
    socket.once('data', (data) => {
      resolve(String(data).split('\r\n', 1)[0] ?? '');
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

describe('who may not talk to the server', () => {
  it.each([
    ['Host: evil.test'],
    ['Host: 127.0.0.1.evil.test'],
    ['Host: evil.test:8931'],
    ['Host: localhost', 'Origin: http://evil.test'],
    ['Host: localhost', 'Origin: null'],
    ['Host: localhost', 'Origin: http://localhost.evil.test'],
    ['Host: localhost', 'Origin: http://localhost:3000'],
  ])('is told so before its body is read: %s %s', async (...headers) => {
    expect(await statusOf(served.url, ...headers.filter((header) => header))).toBe('HTTP/1.1 403 Forbidden');
  });

  it('is whoever has not the token, where there is one', async () => {
    const secret = 'a-token-of-some-length';
    const guarded = await serveHere({ token: secret });
    expect(await statusOf(guarded.url, 'Host: localhost')).toBe('HTTP/1.1 403 Forbidden');
    for (const wrong of ['Bearer nonsense', `Basic ${secret}`, `Bearer ${secret}x`, 'Bearer ', secret]) {
      expect((await post(hello, { authorization: wrong }, guarded.url)).status).toBe(403);
    }
    expect((await post(hello, { authorization: `Bearer ${secret}` }, guarded.url)).status).toBe(200);
    const client = await join(version1, { headers: { authorization: `Bearer ${secret}` } }, guarded.url);
    expect((await client.list()).length).toBeGreaterThan(5);
    await expect(join(version2('auto'), {}, guarded.url)).rejects.toThrow();
    await guarded.stop();
  });

  it('can not be a page that the server itself did not send: no answer allows another origin', async () => {
    const asked = await fetch(served.url, { method: 'OPTIONS', headers: { origin: 'http://evil.test' } });
    expect(asked.status).toBe(403);
    expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('a client that sends rubbish over HTTP', () => {
  async function problem(response: Response): Promise<[number, unknown]> {
    const body: unknown = await response.json();
    return [response.status, isRecord(body) && isRecord(body.error) ? body.error.code : body];
  }

  it('hears what is wrong, and others are served on', async () => {
    const opened = await post(hello);
    const id = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    await opened.text();
    const list = { jsonrpc: '2.0', id: 5, method: 'tools/list' };
    expect(await problem(await post('{"jsonrpc":', id))).toEqual([400, -32700]);
    expect(await problem(await post([list], id))).toEqual([400, -32600]);
    expect(await problem(await post('x'.repeat(33 * 1024 * 1024), id))).toEqual([413, -32600]);
    expect(await problem(await post(list, { ...id, 'content-type': 'text/plain' }))).toEqual([415, -32600]);
    expect(await problem(await post(list))).toEqual([400, -32600]);
    expect(await problem(await post(list, { 'mcp-session-id': 'unknown' }))).toEqual([404, -32600]);
    expect(await problem(await fetch(new URL('/elsewhere', served.url)))).toEqual([404, -32600]);
    expect((await post({ hello: 'there' }, id)).status).toBe(400);
    expect(await (await post(list, id)).text()).toContain('browser_snapshot');
  });

  it('is told so when it uses an id twice at a time', async () => {
    const opened = await post(hello);
    const id = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    await opened.text();
    const open = { jsonrpc: '2.0', id: 6, method: 'tools/call' };
    const first = post(
      { ...open, params: { name: 'browser_navigate', arguments: { url: `${site.url}/visitor/15` } } },
      id,
    );
    const second = await post({ jsonrpc: '2.0', id: 6, method: 'tools/list' }, id);
    expect(await problem(second)).toEqual([400, -32600]);
    expect(await (await first).text()).toContain('Visitor 15');
  });
});

describe.runIf(process.platform === 'linux')('handhold mcp --http', () => {
  useFullBrowser();

  async function start(...args: string[]) {
    const child = spawn(process.execPath, [bin, 'mcp', '--http', '0', '--allow-private', ...args]);
    const ended = once(child, 'exit');
    let said = '';
    child.stderr.on('data', (chunk) => (said += String(chunk)));
    await until(() => said.includes('MCP server on'), 10_000);
    const url = /http:\S+\/mcp/.exec(said)?.[0] ?? '';
    return { child, url, ended, pid: child.pid ?? 0 };
  }

  it('told to end in the middle of a call, answers it, exits with 0 and leaves nothing', async () => {
    const { child, url, ended, pid } = await start();
    const client = await version1(url);
    await client.call('browser_navigate', { url: `${site.url}/visitor/16` });
    const waiting = client.call('browser_wait', { time: 20_000 });
    // Answered by another session, so the wait is under way by then.
    await client.call('browser_tabs', { action: 'list', session: 'other' });
    const since = performance.now();
    child.kill('SIGTERM');
    expect(textOf(await waiting)).toMatch(/^error aborted: /);
    await ended;
    expect(performance.now() - since).toBeLessThan(3000);
    expect(child.exitCode).toBe(0);
    expect(browsersOf(pid)).toEqual([]);
    expect(profilesOf(pid)).toEqual([]);
    await client.close();
  });

  it('interrupted twice, ends at once and leaves nothing', async () => {
    const { child, url, ended, pid } = await start();
    const client = await version1(url);
    await client.call('browser_navigate', { url: `${site.url}/visitor/17` });
    child.kill('SIGINT');
    child.kill('SIGINT');
    const since = performance.now();
    await ended;
    expect(performance.now() - since).toBeLessThan(5000);
    expect(browsersOf(pid)).toEqual([]);
    expect(profilesOf(pid)).toEqual([]);
    await client.close();
  });

  it('beyond this machine wants a token, and asks for it', async () => {
    const bare = await handhold(['mcp', '--http', '0', '--host', '0.0.0.0'], { HANDHOLD_TOKEN: '' });
    expect(bare).toMatchObject({ code: 2, stdout: '' });
    expect(bare.stderr).toContain('set --token or HANDHOLD_TOKEN');
    const weak = await handhold(['mcp', '--http', '0', '--token', 'short']);
    expect(weak.code).toBe(2);
    const { child, url, ended } = await start('--host', '0.0.0.0', '--token', 'a-token-of-some-length');
    const here = url.replace('0.0.0.0', '127.0.0.1');
    expect((await post(hello, {}, here)).status).toBe(403);
    expect((await post(hello, { authorization: 'Bearer a-token-of-some-length' }, here)).status).toBe(200);
    child.kill('SIGTERM');
    await ended;
  });

  it.each([
    [['mcp', '--http', 'many'], /--http takes a port/],
    [['mcp', '--http', '70000'], /--http takes a port/],
    [['mcp', '--token', 'a-token-of-some-length'], /go with --http/],
  ])('is told what is wrong with %j', async (args, message) => {
    const { code, stderr } = await handhold(args);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it('says so when the port is taken', async () => {
    const { port } = new URL(served.url);
    const { code, stderr } = await handhold(['mcp', '--http', port]);
    expect(stderr).toContain('EADDRINUSE');
    expect(code).toBe(2);
  });
});
