import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useCommonBrowser } from '../../../test/support/browser.js';
import { wireOf } from '../src/page/frames/wire.js';
import { Site } from './site.js';

const browser = useCommonBrowser();

let site: Site;
beforeAll(async () => {
  site = await Site.start();
});
afterAll(() => site.stop());

it('gives an answer after what happened before it has been told', async () => {
  const session = await browser.session('wire');
  const { page } = await session.currentOrNew();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const wire = wireOf(await page.context().newCDPSession(page));
  const expected: string[] = [];
  for (let n = 0; n < 50; n++) {
    expected.push(`${n}`);
    await wire.send('Runtime.evaluate', { expression: `console.log(${n})` });
    expect(said).toEqual(expected);
  }
});

it('hears the browser, and fails as the browser does', async () => {
  const session = await browser.session('wire');
  const { page } = await session.currentOrNew();
  const wire = wireOf(await page.context().newCDPSession(page));
  const heard: string[] = [];
  wire.events.on('Page.navigatedWithinDocument', ({ url }) => heard.push(new URL(url).hash));
  await wire.send('Page.enable');
  await wire.send('Runtime.evaluate', { expression: `location.hash = 'two'` });
  expect(heard).toEqual(['#two']);
  await expect(wire.send('Runtime.evaluate', { expression: '1', contextId: 999_999 })).rejects.toThrow(
    /context/,
  );
});

it('speaks as usual to a Playwright whose own end it does not know', async () => {
  const session = await browser.session('wire');
  const { page } = await session.currentOrNew();
  const usual = await page.context().newCDPSession(page);
  // Bound methods are all that is left of it.
  const bare: Pick<CDPSession, 'send' | 'on' | 'once' | 'off'> = {
    send: usual.send.bind(usual),
    on: usual.on.bind(usual),
    once: usual.once.bind(usual),
    off: usual.off.bind(usual),
  };
  const { result } = await wireOf(bare).send('Runtime.evaluate', { expression: '6 * 7' });
  expect(result.value).toBe(42);
});

it('stops a script once, however many ask for it, and nothing that is asked after it', async () => {
  const session = await browser.session('wire');
  const { page } = await session.currentOrNew();
  const wire = wireOf(await page.context().newCDPSession(page));
  const stuck = site.page('<p>x</p>', { remote: true });
  await page.goto(stuck.url);
  const busy = 'for (const end = performance.now() + 50; performance.now() < end; ); "answered"';
  for (let n = 0; n < 10; n++) {
    await stuck.enter('for (;;);');
    void wire.stopScript();
    void wire.stopScript();
    const { result } = await wire.send('Runtime.evaluate', { expression: busy });
    expect(result.value).toBe('answered');
  }
});

it('says so where nothing it can stop keeps the page from answering', async () => {
  const session = await browser.session('wire');
  const { page } = await session.currentOrNew();
  const wire = wireOf(await page.context().newCDPSession(page));
  const asked = new Promise<void>((resolve) => site.on('/never', () => resolve()));
  const stuck = site.page('<p>x</p>', { remote: true });
  await page.goto(stuck.url);
  await stuck.enter(`const x = new XMLHttpRequest(); x.open('GET', '/never', false); x.send()`);
  await asked;
  expect(await wire.stopScript()).toBe(false);
  await browser.closeSession('wire');
});
