import { describe, expect, it } from 'vitest';
import { useFullBrowser } from '../../../test/support/browser.js';
import { type Agent, useBrowser } from './agent.js';

useFullBrowser();
const bench = useBrowser({ ownBrowser: true });

/** A healthy page must work within moments, whatever was there before. */
async function worksAgain(agent: Agent): Promise<void> {
  const page = bench.site.page(`<button onclick="note('fine')">Fine</button>`);
  const started = performance.now();
  await agent.open(page);
  await agent.click('button "Fine"');
  expect(performance.now() - started).toBeLessThan(6000);
  expect(page.notes).toEqual(['fine']);
}

describe('a page that hangs', () => {
  it('some time after loading is stopped at the deadline, and the tab is usable again', async () => {
    const agent = bench.agent();
    const page = bench.site.page(`<button id="b" onclick="note('clicked')">Go</button>`, { remote: true });
    await agent.open(page);
    await page.enter('for (;;);');
    const started = performance.now();
    const error = await agent.fails('browser_click', { ref: '@e1', timeout: 1000 });
    expect(performance.now() - started).toBeLessThan(5000);
    expect(error.code).toBe('page_unresponsive');
    expect(await agent.snapshot()).toContain('button "Go"');
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toContain('clicked');
    await worksAgain(agent);
  });

  it('because of the click says that the click may have been done', async () => {
    const agent = bench.agent();
    const page = bench.site.page(`<button onclick="note('clicked'); for (;;);">Go</button>`);
    await agent.open(page);
    const error = await agent.fails('browser_click', { ref: '@e1', timeout: 1000 });
    expect(error.code).toBe('page_unresponsive');
    expect(['done', 'unknown']).toContain(error.sideEffect);
    expect(error.canRetry).toBe(false);
    expect(page.notes).toEqual(['clicked']);
    await worksAgain(agent);
  });

  it('while it loads is told by the deadline, and can be left', async () => {
    const agent = bench.agent();
    const page = bench.site.page('<button>Go</button><script>for (;;);</script>');
    const started = performance.now();
    const error = await agent.fails('browser_navigate', { url: page.url, timeout: 1500 });
    expect(performance.now() - started).toBeLessThan(5000);
    expect(['page_unresponsive', 'timeout']).toContain(error.code);
    await worksAgain(agent);
  });

  it('again and again can be left', async () => {
    const agent = bench.agent();
    const page = bench.site.page('<button>Go</button>', { remote: true });
    await agent.open(page);
    await page.enter('setInterval(() => { for (;;); }, 1); for (;;);');
    const error = await agent.fails('browser_click', { ref: '@e1', timeout: 1000 });
    expect(error.code).toBe('page_unresponsive');
    await worksAgain(agent);
  });

  it('does not hold up another session', async () => {
    const [stuck, free] = [bench.agent(), bench.agent()];
    const hanging = bench.site.page('<button>Go</button>', { remote: true });
    const healthy = bench.site.page(`<button onclick="note('fine')">Fine</button>`);
    await Promise.all([stuck.open(hanging), free.open(healthy)]);
    await hanging.enter('for (;;);');
    const order: string[] = [];
    await Promise.all([
      stuck.fails('browser_click', { ref: '@e1', timeout: 2500 }).then(({ code }) => order.push(code)),
      free.click('button "Fine"').then(() => order.push('fine')),
    ]);
    expect(order).toEqual(['fine', 'page_unresponsive']);
    expect(healthy.notes).toEqual(['fine']);
  });
});

describe('a page that breaks what scripts rely on', () => {
  it('is read and worked as any other', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<h1>Trap</h1><label>Name <input id="f"></label><button id="b" onclick="said('clicked')">Go</button><div id="out"></div>`,
      {
        head: `<script>
          const send = XMLHttpRequest.prototype.send, open = XMLHttpRequest.prototype.open;
          function said(text) { const r = new XMLHttpRequest(); open.call(r, 'POST', location.pathname.replace('/', '/note/'), false); send.call(r, text); }
          const evil = () => { throw new Error('gotcha'); };
          for (const owner of [Array.prototype, String.prototype, Map.prototype, Set.prototype, Element.prototype, Node.prototype, Document.prototype, Function.prototype])
            for (const key of Object.getOwnPropertyNames(owner)) {
              if (['constructor', 'toString', 'call', 'length', 'prototype', 'replace'].includes(key)) continue;
              try { Object.defineProperty(owner, key, { get: evil, set: evil, configurable: true }); } catch {}
            }
          JSON.stringify = JSON.parse = evil;
          globalThis.Promise = globalThis.MutationObserver = globalThis.WeakMap = globalThis.getComputedStyle = evil;
          performance.now = () => NaN;
          Date.now = () => NaN;
          globalThis.requestAnimationFrame = globalThis.setTimeout = () => 0;
        </script>`,
      },
    );
    expect(await agent.open(page)).toBe('# "Trap"\n@e1 textbox "Name"\n@e2 button "Go"');
    await agent.does('browser_click', { ref: '@e2' });
    expect(page.notes).toEqual(['clicked']);
    expect(await agent.does('browser_type', { ref: '@e1', text: 'Ada' })).toMatchObject({ value: 'Ada' });
    expect(await agent.does('browser_wait', { text: 'Trap' })).toMatchObject({ met: true });
    await agent.does('browser_scroll', { direction: 'down' });
    await agent.does('browser_screenshot');
  });

  it('can not see us: no globals, no listeners it can find, no changed prototypes', async () => {
    const agent = bench.lasting();
    const body = `<button id="b">Go</button><x-card></x-card><div></div><script>
      for (const host of document.querySelectorAll('x-card, div')) host.attachShadow({ mode: 'open' }).innerHTML = '<p>Card</p>';</script>`;
    const page = bench.site.page(body, {
      remote: true,
      head: `<script>const before = new Set(Object.getOwnPropertyNames(window)); const seen = [];
        const add = EventTarget.prototype.addEventListener;
        EventTarget.prototype.addEventListener = function (type, ...rest) { seen.push(type); return add.call(this, type, ...rest); };</script>`,
    });
    await agent.open(page);
    await agent.does('browser_click', { ref: '@e1' });
    await agent.snapshot();
    expect(
      await page.run(
        `Object.getOwnPropertyNames(window).filter((name) => /hand|injected|__/i.test(name) && !before.has(name)).join()`,
      ),
    ).toBe('');
    expect(await page.run('seen.join()')).toBe('');
    expect(await page.run('navigator.webdriver === undefined || typeof navigator.webdriver')).not.toBe(
      'object',
    );
  });
});

describe('a page that forbids', () => {
  it.each([
    ['scripts', "default-src 'none'"],
    ['nearly everything', "sandbox; default-src 'none'"],
    ['unsafe values', "require-trusted-types-for 'script'; trusted-types 'none'"],
  ])('%s by policy is read and worked all the same', async (_what, policy) => {
    const agent = bench.lasting();
    const next = bench.site.page('<h1>Next</h1>');
    const page = bench.site.page(`<label>Name <input></label><a href="${next.url}">Next</a>`, {
      headers: { 'content-security-policy': policy },
    });
    expect(await agent.open(page)).toBe('@e1 textbox "Name"\n@e2 link "Next"');
    expect(await agent.does('browser_type', { ref: '@e1', text: 'Ada' })).toMatchObject({ value: 'Ada' });
    await agent.does('browser_screenshot', { annotate: true });
    const done = await agent.does('browser_click', { ref: '@e2' });
    expect(done.url).toBe(next.url);
  });
});

describe('a page that never rests', () => {
  it.each([
    [
      'adding nodes',
      `setInterval(() => { for (let i = 0; i < 50; i++) document.body.append(document.createElement('p')); }, 50)`,
    ],
    [
      'changing them',
      `setInterval(() => { for (let i = 0; i < 500; i++) document.body.dataset.x = i; }, 50)`,
    ],
    ['logging', `setInterval(() => { for (let i = 0; i < 100; i++) console.error('noise ' + i); }, 50)`],
    ['asking the server', `setInterval(() => fetch('/none'), 50)`],
  ])('%s is worked within bounds', async (_how, script) => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="note('clicked')">Go</button><script>${script}</script>`);
    await agent.open(page);
    const started = performance.now();
    const done = await agent.does('browser_click', { ref: '@e1' });
    expect(performance.now() - started).toBeLessThan(4500);
    expect(page.notes).toEqual(['clicked']);
    expect(JSON.stringify(done).length).toBeLessThan(20_000);
  });

  it('but moves on by itself is read once it has arrived', async () => {
    const agent = bench.lasting();
    const third = bench.site.page('<button>Third</button>');
    const second = bench.site.page(`<script>setTimeout(() => location.replace('${third.url}'), 50)</script>`);
    const first = bench.site.page(`<button onclick="location.href = '${second.url}'">Go</button>`);
    await agent.open(first);
    await agent.does('browser_click', { ref: '@e1' });
    await agent.does('browser_wait', { text: 'Third' });
    expect(await agent.snapshot()).toContain('button "Third"');
  });
});

describe('a page that goes away', () => {
  it('while it is worked leaves a session that works', async () => {
    const agent = bench.agent();
    const popup = bench.site.page(`<button onclick="window.close()">Close</button>`);
    await agent.open(
      bench.site.page(`<button onclick="window.open('${popup.url}')">Open</button>`, { title: 'Opener' }),
    );
    await agent.click('button "Open"');
    await agent.call('browser_click', { ref: agent.ref('button "Close"') });
    expect((await agent.does('browser_tabs', { action: 'list' })).tabs).toMatchObject([
      { title: 'Opener', current: true },
    ]);
    await worksAgain(agent);
  });
});
