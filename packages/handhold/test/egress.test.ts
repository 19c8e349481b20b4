import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserTools, type NetworkView, ProfileManager } from 'handhold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useFullBrowser } from '../../../test/support/browser.js';
import { Agent, useBrowser } from './agent.js';
import { channels, Forbidden, moves, PublicSite, quietWays, workerChannels } from './egress-site.js';

/** Loopback addresses that stand for other places, so that real servers can stand there. */
const network: NetworkView = {
  zoneOf(address) {
    if (address === '127.0.0.3') return 'private';
    return address === '127.0.0.2' || address === '127.0.0.4' || address === '127.0.0.5'
      ? 'public'
      : 'loopback';
  },
  async resolve(host) {
    const known: Record<string, string[]> = {
      'public.test': ['127.0.0.5'],
      'rebind.test': ['127.0.0.3'],
      'half.test': ['127.0.0.5', '127.0.0.3'],
      'blocked.test': ['127.0.0.4'],
      'sub.blocked.test': ['127.0.0.4'],
      localhost: ['127.0.0.1'],
    };
    return known[host] ?? [];
  },
};

const strict = useBrowser({ allowPrivate: false, blockHosts: ['blocked.test'], network });
const personal = useBrowser({ allowPrivate: false, loopback: 'agent', network });

let site: PublicSite;
let other: PublicSite;
let inside: Forbidden;
let listed: Forbidden;
let local: PublicSite;

beforeAll(async () => {
  [site, other, inside, listed, local] = await Promise.all([
    PublicSite.start('127.0.0.2'),
    PublicSite.start('127.0.0.5'),
    Forbidden.start('127.0.0.3'),
    Forbidden.start('127.0.0.4'),
    PublicSite.start('127.0.0.1'),
  ]);
});

afterAll(() => {
  for (const server of [site, other, inside, listed, local]) server.stop();
});

const all = [
  ...Object.keys(channels).filter((via) => !['worker', 'shared', 'service'].includes(via)),
  ...workerChannels,
];
const signals = all.length + Object.keys(quietWays).length + Object.keys(moves).length;
/** One of each kind, for pages where that will do. */
const few = ['img', 'fetch', 'eventsource', 'websocket', 'iframe', 'location', 'beacon', 'worker'];
const arrivals = [...few.filter((via) => via !== 'worker'), 'worker-fetch', 'worker-socket'];

function matrix(on: PublicSite, targets: string[], only: string[] = []): string {
  const query = only.length > 0 ? `?only=${only.join(',')}` : '';
  return on.url(`/matrix${query}#${encodeURIComponent(JSON.stringify(targets))}`);
}

function redirected(to: string): string {
  return site.url(`/redirect?to=${encodeURIComponent(to)}`);
}

describe('a public page', () => {
  useFullBrowser();

  it(`reaches public hosts by all ${all.length} ways that leave a trace, and no others by any of ${signals} signals`, async () => {
    const agent = strict.agent();
    const away = [
      `http://127.0.0.3:${inside.port}`,
      `http://rebind.test:${inside.port}`,
      `http://blocked.test:${listed.port}`,
      redirected(`http://127.0.0.3:${inside.port}`),
    ];
    const url = matrix(site, [...away, `http://public.test:${other.port}`]);
    const told = [
      await agent.reads('browser_navigate', {
        url,
        snapshot: false,
        waitUntil: 'domcontentloaded',
        timeout: 30_000,
      }),
    ];
    expect(await other.reached(all)).toEqual([]);
    told.push(await agent.reads('browser_tabs', { action: 'select', tab: 't1' }));
    told.push(await agent.reads('browser_wait', { time: 1 }));
    // The tab itself goes away with each of these, so they are tried one by one.
    for (const how of Object.keys(moves)) {
      for (const target of away) {
        const to = `${target}${target.includes('?') ? '%2F' : '/'}top-${how}`;
        const moving = { url: site.url(`/move?how=${how}&to=${encodeURIComponent(to)}`), snapshot: false };
        told.push(await agent.reads('browser_navigate', moving));
        expect(told.at(-1), `${how} to ${target}`).toContain('blocked');
      }
      const to = encodeURIComponent(`http://public.test:${other.port}/top-${how}`);
      await agent.call('browser_navigate', { url: site.url(`/move?how=${how}&to=${to}`), snapshot: false });
    }
    expect(await other.reached(Object.keys(moves).map((how) => `top-${how}`))).toEqual([]);
    expect(signals).toBeGreaterThanOrEqual(65);
    expect(inside.touched).toEqual([]);
    expect(listed.touched).toEqual([]);
    const text = told.join('\n');
    // Told once per host and port, by the scheme that came first.
    const blocked = text.replaceAll('<https://', '<http://');
    expect(blocked).toContain(`blocked <http://127.0.0.3:${inside.port}/> (private address)`);
    expect(blocked).toContain(`rebind.test:${inside.port}/> (resolves to 127.0.0.3, a private address)`);
    expect(blocked).toContain(`blocked <http://blocked.test:${listed.port}/> (among the blocked hosts)`);
    expect(text).not.toMatch(/request failed "net::\S+ https?:\/\/(127\.0\.0\.3|blocked\.test)/);
  }, 90_000);

  it.each([
    ['a literal address', () => `http://127.0.0.3:${inside.port}/`, 'allowPrivate'],
    ['a number', () => `http://2130706435:${inside.port}/`, 'allowPrivate'],
    ['a mapped address', () => `http://[::ffff:127.0.0.3]:${inside.port}/`, 'allowPrivate'],
    ['a name that leads there', () => `http://rebind.test:${inside.port}/`, 'allowPrivate'],
    ['a name that also leads there', () => `http://half.test:${inside.port}/`, 'allowPrivate'],
    ['a redirect', () => redirected(`http://127.0.0.3:${inside.port}/`), 'allowPrivate'],
    ['two redirects', () => redirected(redirected(`http://rebind.test:${inside.port}/`)), 'allowPrivate'],
    [
      'a redirect to a blocked host',
      () => redirected(`http://sub.blocked.test:${listed.port}/`),
      'blockHosts',
    ],
    ['loopback by name', () => `http://localhost:${local.port}/`, 'allowPrivate'],
    ['TLS', () => `https://rebind.test:${inside.port}/`, 'allowPrivate'],
  ])('can not be opened as %s', async (_how, url, option) => {
    const agent = strict.lasting();
    const error = await agent.fails('browser_navigate', { url: url() });
    expect(error).toMatchObject({ code: 'host_blocked', canRetry: false, sideEffect: 'none' });
    expect(error.recoveryHint).toContain(option);
    expect([inside.touched, listed.touched]).toEqual([[], []]);
  });

  it('can not be got to by clicking either', async () => {
    const agent = strict.agent();
    await agent.does('browser_navigate', {
      url: site.url(`/links#${encodeURIComponent(redirected(`http://127.0.0.3:${inside.port}/`))}`),
    });
    for (const name of ['Same tab', 'New tab', 'Save', 'Post']) {
      await agent.does('browser_navigate', { url: 'about:blank', snapshot: false });
      await agent.open(
        site.url(`/links#${encodeURIComponent(redirected(`http://127.0.0.3:${inside.port}/`))}`),
      );
      const { blocked } = await agent.click(name === 'Post' ? 'button "Post"' : `link "${name}"`);
      expect(blocked, name).toEqual([{ url: `http://127.0.0.3:${inside.port}/`, why: 'private address' }]);
    }
    expect(inside.touched).toEqual([]);
  });

  it('tells what else went wrong as if there were no proxy', async () => {
    const agent = strict.lasting();
    const lost = await agent.fails('browser_navigate', { url: 'http://nowhere.test/' });
    expect(lost.code).toBe('navigation_failed');
    expect(lost.message).toContain('could not be resolved');
    const refused = await agent.fails('browser_navigate', { url: 'http://public.test:1024/' });
    expect(refused.code).toBe('navigation_failed');
    expect(refused.message).toContain('refused the connection');
    await agent.does('browser_navigate', { url: site.url('/plain'), snapshot: false });
    const script = `fetch('https://nowhere.test/').catch(() => 0)`;
    expect(await agent.reads('browser_evaluate', { script })).toContain(
      'request failed "net::ERR_NAME_NOT_RESOLVED https://nowhere.test/"',
    );
  });
});

describe('loopback, where a person runs us', () => {
  it('is open to the agent and to pages of loopback, across its names', async () => {
    const agent = personal.agent();
    local.paths.length = 0;
    await agent.does('browser_navigate', {
      url: matrix(local, [`http://localhost:${local.port}`], few),
      snapshot: false,
    });
    expect(await local.reached(arrivals)).toEqual([]);
    await agent.open(`http://localhost:${local.port}/redirect?to=/plain`);
  });

  it('is out of reach for every public page, by every way, even after the agent has been there', async () => {
    const agent = personal.agent();
    await agent.open(local.url('/plain'));
    other.paths.length = 0;
    local.paths.length = 0;
    const home = `http://127.0.0.1:${local.port}`;
    const targets = [
      home,
      `http://localhost:${local.port}`,
      redirected(home),
      `http://public.test:${other.port}`,
    ];
    await agent.does('browser_navigate', {
      url: matrix(site, targets),
      timeout: 30_000,
      snapshot: false,
      waitUntil: 'domcontentloaded',
    });
    expect(await other.reached(all)).toEqual([]);
    expect((await agent.fails('browser_navigate', { url: redirected(local.url('/admin')) })).code).toBe(
      'host_blocked',
    );
    // The browser may fetch the icon of the page that was open before.
    expect(local.paths.filter((path) => path !== '/favicon.ico')).toEqual([]);
    await agent.open(local.url('/plain'));
    expect(local.paths).toContain('/plain');
  }, 90_000);

  it('stays shut to loopback pages that a public host sends back, as do private addresses', async () => {
    const agent = personal.agent();
    local.paths.length = 0;
    other.paths.length = 0;
    const targets = [
      redirected(local.url('/hopped')),
      `http://127.0.0.3:${inside.port}`,
      `http://public.test:${other.port}`,
    ];
    await agent.does('browser_navigate', { url: matrix(local, targets, few), snapshot: false });
    expect(await other.reached(arrivals)).toEqual([]);
    expect(local.paths.filter((path) => path.startsWith('/hopped'))).toEqual([]);
    expect(inside.touched).toEqual([]);
  });
});

describe('a session', () => {
  useFullBrowser();

  it('that shares the browser under another policy gets a context of its own', async () => {
    const agent = personal.agent();
    await agent.open(local.url('/plain'));
    const guest = createBrowserTools({ browser: personal.tools.browser, loopback: 'never' });
    const refused = await guest.call(
      'browser_navigate',
      { url: `http://public.test:${other.port}/` },
      { session: agent.session },
    );
    expect(refused.success).toBe(true);
    const tabs = await guest.call('browser_tabs', { action: 'list' }, { session: agent.session });
    expect(JSON.stringify(tabs.data)).not.toContain('127.0.0.1');
    const trusting = createBrowserTools({ browser: personal.tools.browser, allowPrivate: true });
    const home = await trusting.call(
      'browser_navigate',
      { url: local.url('/plain') },
      { session: agent.session },
    );
    expect(home.success).toBe(true);
  });

  it('of a kept profile is watched too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'handhold-egress-'));
    const tools = createBrowserTools({ profile: 'kept', profiles: new ProfileManager(folder), network });
    try {
      const agent = new Agent(tools, 'default');
      other.paths.length = 0;
      const targets = [`http://127.0.0.3:${inside.port}`, `http://public.test:${other.port}`];
      await agent.does('browser_navigate', { url: matrix(site, targets, few), snapshot: false });
      expect(await other.reached(arrivals)).toEqual([]);
      expect(inside.touched).toEqual([]);
    } finally {
      await tools.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('gives pages no permissions but those named', async () => {
    const agent = strict.agent();
    await agent.open(site.url('/permissions'));
    await agent.does('browser_wait', { text: 'denied denied denied' });
  });
});
