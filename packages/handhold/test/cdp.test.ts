import { createBrowserTools, type NetworkView, type ToolboxOptions } from 'handhold';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { useFullBrowser } from '../../../test/support/browser.js';
import { Agent } from './agent.js';
import { channels, Forbidden, PublicSite, quietWays } from './egress-site.js';
import { ForeignBrowser } from './foreign.js';
import { networkIn } from './processes.js';

/** Loopback addresses that stand for other places, so that real servers can stand there. */
const network: NetworkView = {
  zoneOf: (address) => (address === '127.0.0.3' ? 'private' : 'public'),
  resolve: async (host) => (host === 'rebind.test' ? ['127.0.0.3'] : []),
};

const peers = ['stun', 'turnudp', 'turntcp', 'turntls', 'candidate'];
/** Some builds of Chromium heed the one only, some the other. */
const policy = '--webrtc-ip-handling-policy=disable_non_proxied_udp';
const forced = '--force-webrtc-ip-handling-policy=disable_non_proxied_udp';
const arriving = ['img', 'fetch', 'websocket', 'iframe'];

let site: PublicSite;
let other: PublicSite;
let inside: Forbidden;
const browsers: ForeignBrowser[] = [];

beforeAll(async () => {
  [site, other, inside] = await Promise.all([
    PublicSite.start('127.0.0.2'),
    PublicSite.start('127.0.0.4'),
    Forbidden.start('127.0.0.3'),
  ]);
});

afterAll(async () => {
  for (const server of [site, other, inside]) server.stop();
  await Promise.all(browsers.map((browser) => browser.stop()));
});

async function start(...flags: string[]): Promise<ForeignBrowser> {
  const browser = await ForeignBrowser.start(flags);
  browsers.push(browser);
  return browser;
}

function connect(browser: ForeignBrowser, options: ToolboxOptions): Agent {
  const tools = createBrowserTools({ cdp: browser.endpoint, network, ...options });
  onTestFinished(() => tools.close());
  return new Agent(tools, 'default');
}

/** Has a public page try these ways into the inside, and then, where it must get, some to another public host. */
async function tries(agent: Agent, ways: readonly string[]): Promise<void> {
  const open = async (targets: string[], only: readonly string[]) => {
    const query = `?only=${only.join(',')}#${encodeURIComponent(JSON.stringify(targets))}`;
    const url = site.url(`/matrix${query}`);
    // All ways at once keep a page busy, and longer where the machine is, too.
    const patient = { waitUntil: 'domcontentloaded', timeout: 30_000 };
    await agent.does('browser_navigate', { url, snapshot: false, ...patient });
    expect((await agent.does('browser_wait', { text: 'All tried', timeout: 20_000 })).met).toBe(true);
  };
  other.paths.length = 0;
  await open([`http://127.0.0.3:${inside.port}`, `http://rebind.test:${inside.port}`], ways);
  await agent.does('browser_wait', { for: 'network_idle' });
  await open([other.url('')], arriving);
  expect(await other.reached(arriving)).toEqual([]);
}

describe('a browser that somebody else started', () => {
  useFullBrowser();

  it('is not confined in its own context: only what the agent opens is checked', async () => {
    const agent = connect(await start(), {});
    const url = `http://127.0.0.3:${inside.port}/`;
    expect((await agent.fails('browser_navigate', { url })).code).toBe('host_blocked');
    expect(inside.touched).toEqual([]);
    await tries(agent, ['fetch']);
    expect(inside.touched).toContain('GET /fetch HTTP/1.1');
    inside.touched.length = 0;
  });

  it('is confined in a context of our own, which sessions after the first get, by every way', async () => {
    const [browser] = browsers;
    if (!browser) throw new Error('started above');
    const first = connect(browser, {});
    await first.does('browser_navigate', { url: site.url('/plain'), snapshot: false });
    const agent = new Agent(first.tools, 'second');
    // Windows of all kinds, as a page might get hold of another one's WebRTC.
    await agent.does('browser_navigate', { url: site.url('/plain'), snapshot: false });
    const windows = [
      'window',
      `document.body.appendChild(document.createElement('iframe')).contentWindow`,
      `document.body.appendChild(Object.assign(document.createElement('iframe'), { srcdoc: 'x' })).contentWindow`,
      `open('about:blank')`,
    ];
    for (const script of windows) {
      const found = await agent.call('browser_evaluate', { script: `typeof ${script}.RTCPeerConnection` });
      expect([script, found.data]).toEqual([script, expect.objectContaining({ value: 'undefined' })]);
    }
    const ways = [...Object.keys(quietWays), ...Object.keys(channels)];
    await tries(
      agent,
      ways.filter((way) => !way.startsWith('pop')),
    );
    expect(inside.touched).toEqual([]);
  }, 60_000);

  it('is taken by hardened if it was started with both, and WebRTC keeps to the proxy', async () => {
    const agent = connect(await start('--enable-automation', policy, forced), { hardened: true });
    await tries(agent, peers);
    expect(inside.touched).toEqual([]);
  });

  it('stays confined when its network process dies, which makes contexts forget their proxies', async () => {
    const browser = browsers.at(-1);
    if (!browser) throw new Error('started above');
    const agent = connect(browser, { blockHosts: ['blocked.test'] });
    await agent.does('browser_navigate', { url: site.url('/plain'), snapshot: false });
    const forbidden = `fetch('http://127.0.0.3:${inside.port}/', { mode: 'no-cors' }).catch(() => 0)`;
    const asking = `setInterval(() => { fetch('/alive'); ${forbidden}; }, 50)`;
    await agent.call('browser_evaluate', { script: `void setTimeout(() => ${asking}, 500)` });
    expect(await site.reached(['alive'])).toEqual([]);
    process.kill(networkIn(browser.folder), 'SIGKILL');
    const next = await agent.call('browser_navigate', { url: other.url('/plain'), snapshot: false });
    if (next.error) expect(next.error).toMatchObject({ code: 'network_error', canRetry: true });
    await agent.does('browser_navigate', { url: other.url('/plain'), snapshot: false });
    expect(inside.touched).toEqual([]);
  });
});

describe('a browser that somebody else started for hardened tools', () => {
  it.each([
    ['none of them', []],
    ['one', [policy]],
    ['the other', [forced]],
    ['both, one of them taken back', [policy, forced, '--force-webrtc-ip-handling-policy=default']],
  ])('is refused if of the switches for WebRTC it was started with %s', async (_which, flags) => {
    const browser = flags.length === 0 ? browsers[0] : await start('--enable-automation', ...flags);
    if (!browser) throw new Error('started above');
    const refused = connect(browser, { hardened: true });
    const error = await refused.fails('browser_navigate', { url: site.url('/plain') });
    expect(error).toMatchObject({ code: 'launch_failed', canRetry: false, sideEffect: 'none' });
    expect(error.recoveryHint).toContain(`--enable-automation ${policy} ${forced}`);
  });
});
