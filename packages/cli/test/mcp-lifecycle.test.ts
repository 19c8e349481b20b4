import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  browsersOf,
  isRunning,
  profilesOf,
  refOf,
  type Site,
  serverBelow,
  startSite,
  textOf,
  until,
  WireClient,
} from './fixture.js';

let site: Site;
let servers: WireClient[] = [];

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.close());

afterEach(() => {
  for (const server of servers) server.kill('SIGKILL');
  servers = [];
});

/** A server with a browser and a page open in it. */
async function serverWithPage(): Promise<WireClient> {
  const server = new WireClient();
  servers.push(server);
  await server.initialize();
  refOf(await server.callText('browser_navigate', { url: `${site.url}/form` }), 'button');
  expect(browsersOf(server.pid).length).toBeGreaterThan(0);
  expect(profilesOf(server.pid)).toHaveLength(1);
  return server;
}

function expectNothingLeft(pid: number): void {
  expect(browsersOf(pid)).toEqual([]);
  expect(profilesOf(pid)).toEqual([]);
}

describe.runIf(process.platform === 'linux')('when the client goes away', () => {
  it('by closing stdin, the server and its browser end within 3 s', async () => {
    const server = await serverWithPage();
    server.child.stdin?.end();
    const { ms, code } = await server.exit();
    expect(ms).toBeLessThan(6000);
    expect(code).toBe(0);
    expectNothingLeft(server.pid);
  });

  it('by closing stdin in the middle of a call, the call is answered and everything ends', async () => {
    const server = await serverWithPage();
    const asked = site.asked();
    const id = server.send('tools/call', {
      name: 'browser_navigate',
      arguments: { url: `${site.url}/hang` },
    });
    await asked;
    server.child.stdin?.end();
    const { ms } = await server.exit();
    expect(ms).toBeLessThan(6000);
    expect(textOf((await server.answer((answer) => answer.id === id)).result)).toMatch(/^error aborted: /);
    expectNothingLeft(server.pid);
  });

  it('by closing stdin before the browser has even started, no browser stays', async () => {
    const server = new WireClient();
    servers.push(server);
    await server.initialize();
    server.send('tools/call', { name: 'browser_navigate', arguments: { url: `${site.url}/form` } });
    await until(() => profilesOf(server.pid).length > 0, 10_000);
    server.child.stdin?.end();
    // A browser that is just starting has to come up before it can be told to end, which a busy machine makes slow.
    expect((await server.exit()).ms).toBeLessThan(15_000);
    await until(() => browsersOf(server.pid).length === 0, 5000);
  });

  it('having asked for the list and closed stdin at once, it still gets the list', async () => {
    const server = new WireClient();
    servers.push(server);
    const id = server.send('tools/list');
    server.child.stdin?.end();
    await server.exit();
    expect((await server.answer((answer) => answer.id === id)).result).toHaveProperty('tools');
  });

  it('by no longer reading, the server and its browser end', async () => {
    const server = await serverWithPage();
    server.child.stdout?.destroy();
    server.send('tools/list');
    const { ms, code } = await server.exit();
    expect(ms).toBeLessThan(6000);
    expect(code).toBe(0);
    expectNothingLeft(server.pid);
  });

  it('killed behind npx while its pipes stay open, the server ends within 10 s', async () => {
    // Between the test and the client stands one more process, which keeps the pipes open.
    const spawnNpx = `require('node:child_process').spawn('npx', ['--no-install', 'handhold', 'mcp'], { stdio: 'inherit' });`;
    const holder = `
      const { pid } = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(spawnNpx)}], { stdio: 'inherit' });
      process.stderr.write('client ' + pid + '\\n');
      setInterval(() => undefined, 1000);
    `;
    const wire = new WireClient([], [process.execPath, '-e', holder]);
    servers.push(wire);
    await wire.initialize();
    await wire.callText('browser_navigate', { url: `${site.url}/form` });
    const client = Number(/client (\d+)/.exec(wire.stderr)?.[1]);
    const server = serverBelow(client);
    expect(browsersOf(server).length).toBeGreaterThan(0);
    process.kill(client, 'SIGKILL');
    await until(() => !isRunning(server), 10_000);
    expectNothingLeft(server);
  });
});

describe.runIf(process.platform === 'linux')('when the server is told to end', () => {
  it('by SIGTERM in the middle of a call, it answers the call, exits with 0 and leaves nothing', async () => {
    const server = await serverWithPage();
    const asked = site.asked();
    const id = server.send('tools/call', {
      name: 'browser_navigate',
      arguments: { url: `${site.url}/hang` },
    });
    await asked;
    server.kill('SIGTERM');
    const { ms, code } = await server.exit();
    expect(ms).toBeLessThan(6000);
    expect(code).toBe(0);
    expect(textOf((await server.answer((answer) => answer.id === id)).result)).toMatch(/^error aborted: /);
    expectNothingLeft(server.pid);
  });

  it('by SIGINT, it exits and leaves nothing', async () => {
    const server = await serverWithPage();
    server.kill('SIGINT');
    expect((await server.exit()).ms).toBeLessThan(6000);
    expectNothingLeft(server.pid);
  });

  it('by SIGINT twice, it exits at once and leaves nothing', async () => {
    const server = await serverWithPage();
    const exit = server.exit();
    server.kill('SIGINT');
    server.kill('SIGINT');
    expect((await exit).ms).toBeLessThan(5000);
    expectNothingLeft(server.pid);
  });

  it('by SIGKILL, the browser and its profile are gone within 5 s', async () => {
    const server = await serverWithPage();
    server.kill('SIGKILL');
    await until(() => browsersOf(server.pid).length === 0 && profilesOf(server.pid).length === 0, 5000);
  });
});

describe('a client that does not read', () => {
  /** Far more answers than fit into any pipe: megabytes of them. */
  async function flooded(): Promise<{ server: WireClient; ids: number[] }> {
    const server = new WireClient();
    servers.push(server);
    await server.initialize();
    server.child.stdout?.pause();
    const padding = 'x'.repeat(2000);
    return {
      server,
      ids: Array.from({ length: 600 }, () => server.send('tools/list', { _meta: { padding } })),
    };
  }

  it('gets every answer once it reads on', async () => {
    const { server, ids } = await flooded();
    server.child.stdout?.resume();
    await server.answer((answer) => answer.id === ids.at(-1));
    expect(server.answers).toHaveLength(ids.length - 1);
  });

  it('can still end the server', async () => {
    const { server } = await flooded();
    server.kill('SIGTERM');
    expect((await server.exit()).ms).toBeLessThan(6000);
  });
});

describe('a call before initialize', () => {
  it('is answered like any other: clients of the newest revision never initialize', async () => {
    const server = new WireClient();
    servers.push(server);
    expect(await server.callText('browser_snapshot')).toMatch(/^error no_page: .*\nhint: /);
    expect(await server.callText('browser_clik')).toMatch(/^error unknown_tool: /);
    expect((await server.initialize()).error).toBeUndefined();
  });
});
