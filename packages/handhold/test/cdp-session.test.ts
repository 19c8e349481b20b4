import { createRequire } from 'node:module';
import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { useCommonBrowser } from '../../../test/support/browser.js';
import { log } from '../src/log.js';
import { checkedPlaywrightVersion } from '../src/page/cdp/fast-path.js';
import { cdpSessionOf } from '../src/page/cdp/session.js';
import { Site } from './site.js';

const browser = useCommonBrowser();

let site: Site;
beforeAll(async () => {
  site = await Site.start();
});
afterAll(() => site.stop());

it('gives an answer after what happened before it has been told', async () => {
  const session = await browser.session('cdp');
  const { page } = await session.currentOrNew();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const cdp = cdpSessionOf(await page.context().newCDPSession(page));
  const expected: string[] = [];
  for (let n = 0; n < 50; n++) {
    expected.push(`${n}`);
    await cdp.send('Runtime.evaluate', { expression: `console.log(${n})` });
    expect(said).toEqual(expected);
  }
});

it('hears the browser, and fails as the browser does', async () => {
  const session = await browser.session('cdp');
  const { page } = await session.currentOrNew();
  const cdp = cdpSessionOf(await page.context().newCDPSession(page));
  const heard: string[] = [];
  cdp.events.on('Page.navigatedWithinDocument', ({ url }) => heard.push(new URL(url).hash));
  await cdp.send('Page.enable');
  await cdp.send('Runtime.evaluate', { expression: `location.hash = 'two'` });
  expect(heard).toEqual(['#two']);
  await expect(cdp.send('Runtime.evaluate', { expression: '1', contextId: 999_999 })).rejects.toThrow(
    /context/,
  );
});

/** A session of Playwright's that is nothing but its public methods, and what else it is given. */
function publicOnly<More extends object>(usual: CDPSession, more: More) {
  const bare: Pick<CDPSession, 'send' | 'on' | 'once' | 'off'> = {
    send: usual.send.bind(usual),
    on: usual.on.bind(usual),
    once: usual.once.bind(usual),
    off: usual.off.bind(usual),
  };
  return { ...bare, ...more };
}

it("goes past Playwright's public method with the Playwright that is installed", async () => {
  const session = await browser.session('cdp');
  const { page } = await session.currentOrNew();
  const usual = await page.context().newCDPSession(page);
  const sent = vi.spyOn(usual, 'send');
  const { result } = await cdpSessionOf(usual).send('Runtime.evaluate', { expression: '6 * 7' });
  expect(result.value).toBe(42);
  expect(sent).not.toHaveBeenCalled();
});

it('was checked against the Playwright that is pinned and installed', () => {
  const read = createRequire(import.meta.url);
  const pinned: unknown = read('../package.json').dependencies['playwright-core'];
  const installed: unknown = read('playwright-core/package.json').version;
  const help =
    "packages/handhold/src/page/cdp/fast-path.ts reaches into Playwright's private parts (_connection.toImpl, _session.send) " +
    'and was checked with another version: run this file with the one that is pinned, look at what has become of ' +
    'those parts, then change checkedPlaywrightVersion.';
  expect(pinned, help).toBe(checkedPlaywrightVersion);
  expect(installed, help).toBe(checkedPlaywrightVersion);
});

it.each([
  ['has no private end', {}, 'no toImpl'],
  [
    'has a private end of another name',
    { _connection: { toImpl: () => ({ _channel: {} }) } },
    'no _session.send',
  ],
  [
    'throws',
    {
      _connection: {
        toImpl: () => {
          throw new Error('not here');
        },
      },
    },
    'an exception',
  ],
])(
  'falls back on the public methods of a Playwright that %s, and logs it once',
  async (_what, more, reason) => {
    const warn = vi.spyOn(log, 'warn');
    const session = await browser.session('cdp');
    const { page } = await session.currentOrNew();
    const usual = await page.context().newCDPSession(page);
    for (let n = 0; n < 2; n++) {
      const { result } = await cdpSessionOf(publicOnly(usual, more)).send('Runtime.evaluate', {
        expression: '6 * 7',
      });
      expect(result.value).toBe(42);
    }
    const lines = warn.mock.calls.map(([fields]) => fields);
    warn.mockRestore();
    expect(lines).toEqual([expect.objectContaining({ reason, checkedPlaywrightVersion })]);
  },
);

it('stops a script once, however many ask for it, and nothing that is asked after it', async () => {
  const session = await browser.session('cdp');
  const { page } = await session.currentOrNew();
  const cdp = cdpSessionOf(await page.context().newCDPSession(page));
  const stuck = site.page('<p>x</p>', { remote: true });
  await page.goto(stuck.url);
  const busy = 'for (const end = performance.now() + 50; performance.now() < end; ); "answered"';
  for (let n = 0; n < 10; n++) {
    await stuck.enter('for (;;);');
    void cdp.stopScript();
    void cdp.stopScript();
    const { result } = await cdp.send('Runtime.evaluate', { expression: busy });
    expect(result.value).toBe('answered');
  }
});

it('says so where nothing it can stop keeps the page from answering', async () => {
  const session = await browser.session('cdp');
  const { page } = await session.currentOrNew();
  const cdp = cdpSessionOf(await page.context().newCDPSession(page));
  const asked = new Promise<void>((resolve) => site.on('/never', () => resolve()));
  const stuck = site.page('<p>x</p>', { remote: true });
  await page.goto(stuck.url);
  await stuck.enter(`const x = new XMLHttpRequest(); x.open('GET', '/never', false); x.send()`);
  await asked;
  expect(await cdp.stopScript()).toBe(false);
  await browser.closeSession('cdp');
});
