import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBrowserTools, loadConfig } from 'handhold';
import { afterAll, describe, expect, it } from 'vitest';
import { Agent, useBrowser } from './agent.js';

const bench = useBrowser({ maxTabs: 4 });

describe('tabs', () => {
  it('can be opened, listed, chosen and closed', async () => {
    const agent = bench.agent();
    const one = bench.site.page(`<button onclick="note('one')">One</button>`, { title: 'First' });
    const two = bench.site.page(`<button onclick="note('two')">Two</button>`, { title: 'Second' });
    await agent.open(one);
    const opened = await agent.does('browser_tabs', { action: 'new', url: two.url });
    expect(opened.tabs).toEqual([
      { tab: 't1', title: 'First', url: one.url, current: false },
      { tab: 't2', title: 'Second', url: two.url, current: true },
    ]);
    expect(opened.changes).toBe('@e1 button "Two"');
    await agent.does('browser_click', { ref: '@e1' });
    expect(two.notes).toEqual(['two']);

    const chosen = await agent.does('browser_tabs', { action: 'select', tab: 't1' });
    expect(chosen.tabs.find((tab) => tab.current)?.tab).toBe('t1');
    await agent.does('browser_click', { ref: '@e1' });
    expect(one.notes).toEqual(['one']);

    const closed = await agent.does('browser_tabs', { action: 'close', tab: 't1' });
    expect(closed.tabs).toEqual([{ tab: 't2', title: 'Second', url: two.url, current: true }]);
    expect((await agent.does('browser_tabs', { action: 'list' })).tabs).toEqual(closed.tabs);
  });

  it('keep their ids, and ids are not given twice', async () => {
    const agent = bench.agent();
    await agent.open(bench.site.page('<p>x</p>'));
    await agent.does('browser_tabs', { action: 'new' });
    await agent.does('browser_tabs', { action: 'close' });
    const { tabs } = await agent.does('browser_tabs', { action: 'new' });
    expect(tabs.map(({ tab }) => tab)).toEqual(['t1', 't3']);
  });

  it('read one per line, the current one starred', async () => {
    const agent = bench.agent();
    const page = bench.site.page('<p>x</p>', { title: 'He said "hi"' });
    await agent.open(page);
    await agent.does('browser_tabs', { action: 'new' });
    expect(await agent.reads('browser_tabs', { action: 'list' })).toBe(
      `t1 "He said \\"hi\\"" <${page.url}>\nt2* "" <about:blank>`,
    );
  });

  it('may be opened before anything else', async () => {
    const agent = bench.agent();
    const page = bench.site.page('<button>Go</button>');
    const { tabs } = await agent.does('browser_tabs', { action: 'new', url: page.url });
    expect(tabs.map(({ url }) => url)).toContain(page.url);
    expect(await agent.snapshot()).toContain('button "Go"');
  });

  it('may all be closed; then no page is open until one is opened again', async () => {
    const agent = bench.agent();
    await agent.open(bench.site.page('<p>x</p>'));
    expect((await agent.does('browser_tabs', { action: 'close' })).tabs).toEqual([]);
    expect(await agent.reads('browser_tabs', { action: 'list' })).toBe('no tabs');
    expect(await agent.fails('browser_snapshot')).toMatchObject({ code: 'no_page' });
    expect(await agent.open(bench.site.page('<button>Again</button>'))).toBe('@e1 button "Again"');
  });

  it('that do not exist are named with those that do', async () => {
    const agent = bench.agent();
    await agent.open(bench.site.page('<p>x</p>'));
    for (const action of ['select', 'close']) {
      for (const tab of ['t99', 't-1', '0', 'T1', '']) {
        const error = await agent.fails('browser_tabs', { action, tab });
        expect(['action_validation_error', 'validation_error']).toContain(error.code);
        expect(error.message).toContain('t1');
      }
    }
    expect(await agent.fails('browser_tabs', { action: 'select' })).toMatchObject({
      code: 'validation_error',
    });
    expect((await agent.does('browser_tabs', { action: 'list' })).tabs).toHaveLength(1);
  });

  it('are limited in number', async () => {
    const agent = bench.agent();
    await agent.open(bench.site.page('<p>x</p>'));
    for (let i = 0; i < 3; i++) await agent.does('browser_tabs', { action: 'new' });
    expect(await agent.fails('browser_tabs', { action: 'new' })).toMatchObject({
      code: 'session_limit',
      canRetry: false,
    });
    expect((await agent.does('browser_tabs', { action: 'list' })).tabs).toHaveLength(4);
  });
});

describe('refs of another tab', () => {
  it('are refused, naming the tab', async () => {
    const agent = bench.agent();
    const one = bench.site.page(
      `<button onclick="note('a')">Alpha</button><button onclick="note('b')">Beta</button>`,
    );
    const two = bench.site.page(`<button onclick="note('only')">Only</button>`);
    await agent.open(one);
    await agent.does('browser_tabs', { action: 'new', url: two.url });
    const error = await agent.fails('browser_click', { ref: '@e2' });
    expect(error).toMatchObject({ code: 'stale_ref', sideEffect: 'none' });
    expect(`${error.message} ${error.recoveryHint}`).toContain('t1');
    expect([one.notes, two.notes]).toEqual([[], []]);
  });
});

describe('a new tab opened by an action', () => {
  it.each([
    ['a link with a target', (url: string) => `<a href="${url}" target="_blank">Open</a>`],
    ['window.open', (url: string) => `<a href="#" onclick="window.open('${url}'); return false">Open</a>`],
    [
      'a form with a target',
      (url: string) => `<form action="${url}" target="_blank"><input type="submit" value="Open"></form>`,
    ],
  ])('by %s becomes the current one and is reported', async (_how, html) => {
    const agent = bench.agent();
    const popup = bench.site.page(`<button onclick="note('in popup')">Inside</button>`, { title: 'Popup' });
    await agent.open(bench.site.page(html(popup.url), { title: 'Opener' }));
    const done = await agent.does('browser_click', { ref: '@e1' });
    expect(done.newTab).toMatchObject({ tab: 't2', title: 'Popup' });
    expect(done.newTab?.url).toContain(popup.url);
    expect(done.changes).toContain('@e1 button "Inside"');
    await agent.does('browser_click', { ref: '@e1' });
    expect(popup.notes).toEqual(['in popup']);
  });

  it('is a line of its own to the model', async () => {
    const agent = bench.agent();
    const popup = bench.site.page('<button>Inside</button>', { title: 'Popup' });
    await agent.open(bench.site.page(`<a href="${popup.url}" target="_blank">Open</a>`));
    expect(await agent.reads('browser_click', { ref: '@e1' })).toMatch(
      new RegExp(`^new tab t2 "Popup" <${popup.url}>$`, 'm'),
    );
  });

  it('that closes itself brings the opener back', async () => {
    const agent = bench.agent();
    const popup = bench.site.page('<button onclick="window.close()">Close me</button>');
    const opener = bench.site.page(
      `<a href="#" onclick="window.open('${popup.url}'); return false">Open</a>`,
      { title: 'Opener' },
    );
    await agent.open(opener);
    await agent.click('link "Open"');
    const done = await agent.click('button "Close me"');
    expect(done).toMatchObject({ url: `${opener.url}#`.replace(/#$/, '') });
    expect((await agent.does('browser_tabs', { action: 'list' })).tabs).toMatchObject([
      { tab: 't1', current: true },
    ]);
  });

  it('beyond the limit is closed, and the rest goes on working', async () => {
    const agent = bench.agent();
    const page = bench.site.page(
      `<button onclick="for (let i = 0; i < 20; i++) window.open('about:blank')">Storm</button>`,
    );
    await agent.open(page);
    const started = performance.now();
    await agent.call('browser_click', { ref: '@e1' });
    expect(performance.now() - started).toBeLessThan(9000);
    const { tabs } = await agent.does('browser_tabs', { action: 'list' });
    expect(tabs.length).toBeLessThanOrEqual(4);
    await agent.does('browser_tabs', { action: 'select', tab: 't1' });
    expect(await agent.snapshot()).toContain('button "Storm"');
  });
});

describe('a page that opens windows without end', () => {
  it('is stopped, which is said, and the tabs there are go on working', async () => {
    const agent = bench.agent();
    const popup = bench.site.page('<p>x</p>');
    const page = bench.site.page(
      `<button onclick="for (;;) window.open('${popup.url}')">Storm</button><button onclick="note('fine')">Fine</button>`,
    );
    await agent.open(page);
    const started = performance.now();
    const { success, metadata } = await agent.call('browser_click', { ref: '@e1' });
    expect(success).toBe(true);
    expect(performance.now() - started).toBeLessThan(9000);
    expect(metadata?.notice).toMatch(/^The page in tab t1 opened more windows than there may be tabs \(4\)/);
    const { tabs } = await agent.does('browser_tabs', { action: 'select', tab: 't1' });
    expect(tabs).toHaveLength(4);
    await agent.does('browser_click', { ref: '@e2' });
    expect(page.notes).toEqual(['fine']);
  });
});

describe('a new tab that is not to be followed', () => {
  const staying = createBrowserTools({ allowPrivate: true, followNewTabs: false });
  afterAll(() => staying.close());

  it('is told with how to select it, and the page that opened it stays the current one', async () => {
    const agent = new Agent(staying, 'staying');
    const popup = bench.site.page(`<button onclick="note('in popup')">Inside</button>`, { title: 'Popup' });
    const opener = bench.site.page(
      `<button onclick="window.open('${popup.url}'); out.innerHTML = '<div role=alert>Opened</div>'">Open</button>
       <button onclick="note('here')">Here</button><div id="out"></div>`,
      { title: 'Opener' },
    );
    await agent.open(opener);
    const read = await agent.reads('browser_click', { ref: '@e1' });
    expect(read).toContain(`new tab t2 "Popup" <${popup.url}>: select it with browser_tabs, tab "t2"`);
    expect(read).toMatch(/^\+ @e\d+ alert "Opened"$/m);
    const here = await agent.does('browser_click', { ref: '@e2' });
    expect(here).toMatchObject({ url: opener.url });
    expect(here.newTab).toBeUndefined();
    expect(opener.notes).toEqual(['here']);

    await agent.does('browser_tabs', { action: 'select', tab: 't2' });
    await agent.does('browser_click', { ref: '@e1' });
    expect(popup.notes).toEqual(['in popup']);
  });

  it('does not end a batch, and one that the agent opens itself is current', async () => {
    const agent = new Agent(staying, 'batch');
    const page = bench.site.page(
      `<a href="about:blank" target="_blank">Open</a><button onclick="note('after')">After</button>`,
    );
    await agent.open(page);
    const { stopped } = await agent.does('browser_batch', {
      steps: [
        { tool: 'browser_click', input: { ref: '@e1' } },
        { tool: 'browser_click', input: { ref: '@e2' } },
      ],
    });
    expect(stopped).toBeUndefined();
    expect(page.notes).toEqual(['after']);
    const { tabs } = await agent.does('browser_tabs', { action: 'new', url: page.url });
    expect(tabs.filter(({ current }) => current).map(({ tab }) => tab)).toEqual(['t3']);
  });

  it('may be said in a config file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'handhold-tabs-'));
    const file = path.join(folder, 'handhold.yaml');
    await writeFile(file, 'followNewTabs: false\n');
    expect(loadConfig(file)).toMatchObject({ followNewTabs: false });
    await rm(folder, { recursive: true });
  });
});

describe('closing a tab that asks before it is left', () => {
  it('closes it all the same', async () => {
    const agent = bench.agent();
    await agent.open(bench.site.page('<p>first</p>'));
    const page = bench.site.page(
      `<input aria-label="Draft"><script>addEventListener('beforeunload', (event) => event.preventDefault());</script>`,
    );
    await agent.does('browser_tabs', { action: 'new', url: page.url });
    await agent.does('browser_type', { selector: 'input', text: 'x' });
    const { tabs } = await agent.does('browser_tabs', { action: 'close' });
    expect(tabs.map(({ tab }) => tab)).toEqual(['t1']);
    expect(await agent.snapshot({ interactiveOnly: false })).toContain('first');
  });
});

describe('closing a tab that hangs while another document comes', () => {
  it('closes it, and what comes does not stay', async () => {
    const agent = bench.agent();
    await agent.open(bench.site.page('<p>first</p>'));
    let alive = 0;
    bench.site.on('/alive', (_request, response) => {
      alive += 1;
      response.on('close', () => (alive -= 1));
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    });
    const asked = new Promise<ServerResponse>((resolve) => {
      bench.site.on('/next', (_request, response) => resolve(response));
    });
    const hangs = new Promise<void>((resolve) => {
      bench.site.on('/hangs', (_request, response) => {
        response.end();
        resolve();
      });
    });
    const page = bench.site.page('<p>second</p>', { remote: true });
    await agent.does('browser_tabs', { action: 'new', url: page.url });
    await page.run(`location.href = '/next'`);
    const answer = await asked;
    void page.run(
      `fetch('/hangs').then(() => { const end = performance.now() + 800; while (performance.now() < end); })`,
    );
    await hangs;
    answer.end(`<script>new EventSource('/alive')</script>`);
    const { tabs } = await agent.does('browser_tabs', { action: 'close' });
    expect(tabs.map(({ tab }) => tab)).toEqual(['t1']);
    await expect.poll(() => alive).toBe(0);
  });
});
