import { createBrowserTools } from 'handhold';
import { afterAll, describe, expect, it } from 'vitest';
import { Agent, useBrowser } from './agent.js';

const bench = useBrowser();

/** Whether an answer comes within 100 ms; told by the order of events, so that a busy machine makes no difference. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer within 100 ms')), 100);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls off a call once something has happened; it must be answered at once. */
async function abortedDuring(
  agent: Agent,
  tool: string,
  input: object,
  when: Promise<unknown>,
): Promise<void> {
  const controller = new AbortController();
  const calling = agent.fails(tool, input, { signal: controller.signal });
  await when;
  controller.abort();
  expect(await inTime(calling)).toMatchObject({ code: 'aborted' });
}

async function stillWorks(agent: Agent): Promise<void> {
  const page = bench.site.page(`<button onclick="note('works')">Works</button>`);
  await agent.open(page);
  await agent.click('button "Works"');
  expect(page.notes).toEqual(['works']);
}

/** A promise that a request resolves. */
function asked(path: string): { url: string; once: Promise<void> } {
  let url = '';
  const once = new Promise<void>((resolve) => {
    url = bench.site.on(path, () => resolve());
  });
  return { url, once };
}

describe('a call that is called off', () => {
  it('while it opens a page that does not answer', async () => {
    const agent = bench.lasting();
    const { url, once } = asked('/abort-navigation');
    await abortedDuring(agent, 'browser_navigate', { url }, once);
    await stillWorks(agent);
  });

  it('while it waits for the rest of a page', async () => {
    const agent = bench.lasting();
    const { url, once } = asked('/abort-image.png');
    const page = bench.site.page(`<img src="${url}">`);
    await abortedDuring(agent, 'browser_navigate', { url: page.url }, once);
    await stillWorks(agent);
  });

  it.each([
    ['text', { text: 'never' }],
    ['time', { time: 20_000 }],
    ['the network', { for: 'url_changed' }],
  ])('while it waits for %s', async (_what, input) => {
    const agent = bench.lasting();
    const page = bench.site.page('<p>x</p>', { remote: true });
    await agent.open(page);
    await abortedDuring(agent, 'browser_wait', { ...input, timeout: 20_000 }, page.run('1'));
    await stillWorks(agent);
  });

  it('while it types: no key comes after that', async () => {
    const agent = bench.lasting();
    let typed: () => void = () => undefined;
    const third = new Promise<void>((resolve) => (typed = resolve));
    const url = bench.site.on('/typed-three', (_request, response) => {
      typed();
      response.end();
    });
    const page = bench.site.page(
      `<input id="f" aria-label="Name"><script>f.oninput = () => { if (f.value.length === 3) fetch('${url}'); };</script>`,
      { remote: true },
    );
    await agent.open(page);
    await abortedDuring(agent, 'browser_type', { ref: '@e1', text: 'x'.repeat(50), delay: 40 }, third);
    const held = await page.run('f.value');
    expect(held.length).toBeLessThan(10);
    expect(await agent.does('browser_wait', { time: 150 })).toMatchObject({ met: true });
    expect(await page.run('f.value')).toBe(held);
    await stillWorks(agent);
  });

  it('while it waits for something to stop moving: nothing is clicked', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(
      `<button style="animation:s 10s linear" onmousedown="note('down')">Slider</button>`,
      { head: '<style>@keyframes s { to { transform: translateX(1000px) } }</style>', remote: true },
    );
    await agent.open(page);
    await abortedDuring(agent, 'browser_click', { ref: '@e1', timeout: 20_000 }, page.run('1'));
    expect(page.notes).toEqual([]);
    await stillWorks(agent);
  });

  it('while it is queued: the call before it goes on, the one after it waits its turn', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<input id="f" aria-label="Name" autofocus>', { remote: true });
    await agent.open(page);
    const controller = new AbortController();
    const first = agent.does('browser_wait', { text: 'Go on', timeout: 10_000 });
    const queued = agent.fails('browser_type', { text: 'B' }, { signal: controller.signal });
    const last = agent.does('browser_type', { text: 'C' });
    await page.run('1');
    controller.abort();
    expect(await inTime(queued)).toMatchObject({ code: 'aborted', sideEffect: 'none' });
    expect(await page.run('f.value')).toBe('');
    await page.run(`document.body.append('Go on')`);
    expect(await first).toMatchObject({ met: true });
    await last;
    expect(await page.run('f.value')).toBe('C');
  });

  it('before it began', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="note('clicked')">Go</button>`);
    await agent.open(page);
    expect(await agent.fails('browser_click', { ref: '@e1' }, { signal: AbortSignal.abort() })).toMatchObject(
      { code: 'aborted', sideEffect: 'none' },
    );
    expect(page.notes).toEqual([]);
    await agent.does('browser_click', { ref: '@e1' });
    expect(page.notes).toEqual(['clicked']);
  });

  it('after it ended is none', async () => {
    const agent = bench.lasting();
    const controller = new AbortController();
    await agent.does(
      'browser_navigate',
      { url: bench.site.page('<p>x</p>').url },
      { signal: controller.signal },
    );
    controller.abort();
    await stillWorks(agent);
  });

  it('while the browser starts leaves a browser for the next', async () => {
    const tools = createBrowserTools({ allowPrivate: true });
    const agent = new Agent(tools, 'default');
    const controller = new AbortController();
    const calling = agent.fails('browser_navigate', { url: 'about:blank' }, { signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await inTime(calling)).toMatchObject({ code: 'aborted' });
    await stillWorks(agent);
    await tools.close();
  });
});

describe('where an abort is to end the browser', () => {
  const tools = createBrowserTools({ allowPrivate: true, onAbort: 'close' });
  afterAll(() => tools.close());

  it('it is closed, and the next call starts a new one', async () => {
    const agent = new Agent(tools, 'default');
    await agent.open(bench.site.page('<p>x</p>'));
    expect(tools.browser.isRunning).toBe(true);
    const { url, once } = asked('/abort-close');
    const controller = new AbortController();
    const calling = agent.fails('browser_navigate', { url }, { signal: controller.signal });
    await once;
    controller.abort();
    expect(await calling).toMatchObject({ code: 'aborted' });
    expect(tools.browser.isRunning).toBe(false);
    expect(await agent.fails('browser_snapshot')).toMatchObject({ code: 'no_page' });
    await stillWorks(agent);
  });
});

describe('many calls at once', () => {
  it('on one session run one after the other, in order', async () => {
    const agent = bench.lasting();
    const page = bench.site.page('<input id="f" aria-label="Name">', { remote: true });
    await agent.open(page);
    const words = Array.from({ length: 20 }, (_, i) => `word${String.fromCharCode(97 + i)}.`);
    await Promise.all(words.map((text) => agent.does('browser_type', { ref: '@e1', text })));
    expect(await page.run('f.value')).toBe(words.join(''));
  });

  it('beyond 32 on one session are refused at once, and the others are all done', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button onclick="note('click')">Go</button>`, { remote: true });
    await agent.open(page);
    const first = agent.call('browser_wait', { text: 'Go on', timeout: 10_000 });
    let settled = 0;
    const others = Array.from({ length: 40 }, async () => {
      const { error } = await agent.call('browser_click', { ref: '@e1' });
      settled += 1;
      return { code: error?.code ?? 'ok', error };
    });
    await expect.poll(() => settled).toBeGreaterThanOrEqual(8);
    await page.run(`document.body.append('Go on')`);
    expect((await first).success).toBe(true);
    const results = await Promise.all(others);
    const busy = results.filter(({ code }) => code === 'busy');
    const done = results.filter(({ code }) => code === 'ok');
    expect(busy.length + done.length).toBe(40);
    expect(busy.length).toBeGreaterThanOrEqual(8);
    expect(busy.length).toBeLessThanOrEqual(9);
    expect(page.notes).toHaveLength(done.length);
    for (const { error } of busy) {
      expect(error).toMatchObject({
        canRetry: true,
        sideEffect: 'none',
        details: { retryAfterMs: expect.any(Number) },
      });
    }
    await stillWorks(agent);
  });

  it('on many new sessions are all done; one that is closed before its turn is not started', async () => {
    const agents = Array.from({ length: 12 }, () => bench.agent());
    const page = bench.site.page('<p>x</p>');
    const opened = agents.map((agent) => agent.call('browser_navigate', { url: page.url }));
    const last = agents.at(-1);
    await expect.poll(() => bench.tools.browser.sessionNames()).toContain(last?.session);
    await last?.does('browser_close');
    const results = await Promise.all(opened);
    expect(results.map(({ error }) => error?.code ?? 'ok')).toEqual([...Array(11).fill('ok'), 'aborted']);
    expect(page.visits).toBe(11);
  });

  it('on several sessions run side by side', async () => {
    const agents = [bench.agent(), bench.agent(), bench.agent()];
    await Promise.all(agents.map((agent) => agent.open(bench.site.page('<p>x</p>'))));
    const started = performance.now();
    await Promise.all(agents.map((agent) => agent.does('browser_wait', { time: 2000 })));
    expect(performance.now() - started).toBeLessThan(5500);
  });
});

describe('sessions', () => {
  it('share no cookies, storage, tabs or refs', async () => {
    const [one, two] = [bench.agent(), bench.agent()];
    const page = bench.site.page(`<script>
      note(document.cookie + '|' + (localStorage.getItem('k') ?? ''));
      document.cookie = 'id=1'; localStorage.setItem('k', 'v');</script><button>Go</button>`);
    await one.open(page);
    await one.open(page);
    await two.open(page);
    expect(page.notes).toEqual(['|', 'id=1|v', '|']);
    expect((await two.does('browser_tabs', { action: 'list' })).tabs).toHaveLength(1);
    await one.does('browser_close');
    expect(await two.snapshot()).toBe('@e1 button "Go"');
    expect(await one.fails('browser_click', { ref: '@e1' })).toMatchObject({ code: 'no_page' });
  });

  it('are chosen by argument as well as by option', async () => {
    const page = bench.site.page('<p>x</p>');
    const result = await bench.tools.call('browser_navigate', { url: page.url, session: 'by-argument' });
    expect(result.metadata?.session).toBe('by-argument');
    expect(bench.tools.browser.sessionNames()).toContain('by-argument');
    expect((await bench.tools.call('browser_snapshot', { session: 'by-argument' })).success).toBe(true);
    expect((await bench.tools.call('browser_close', { session: 'by-argument' })).success).toBe(true);
    expect(bench.tools.browser.sessionNames()).not.toContain('by-argument');
  });

  it('bound by the surface can not be changed by the model', async () => {
    const agent = bench.agent();
    const page = bench.site.page('<p>x</p>');
    await agent.does('browser_navigate', { url: page.url, session: 'someone-else' });
    expect(bench.tools.browser.sessionNames()).not.toContain('someone-else');
  });

  it('are limited in number', async () => {
    const tools = createBrowserTools({ allowPrivate: true, maxSessions: 2 });
    const call = (session: string) => tools.call('browser_navigate', { url: 'about:blank' }, { session });
    await call('a');
    await call('b');
    expect((await call('c')).error).toMatchObject({ code: 'session_limit', canRetry: true });
    await tools.call('browser_close', {}, { session: 'a' });
    expect((await call('c')).success).toBe(true);
    await tools.close();
  });
});
