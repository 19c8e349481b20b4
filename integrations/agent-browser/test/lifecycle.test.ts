import { getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Tool } from '@mastra/core/tools';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { useFullBrowser } from '../../../test/support/browser.js';
import { useOwnTemp } from '../../../test/support/own-temp.js';
import { agentWith, converse, refOf, scriptedModel } from './agent.js';
import { browsers, profiles, remains } from './processes.js';
import { eventually, form, User, useBench } from './toolset.js';

const six = [
  'browser_navigate',
  'browser_snapshot',
  'browser_click',
  'browser_type',
  'browser_scroll',
  'browser_screenshot',
];

// Toolsets of these tests' own, so that what runs on the machine is theirs.
useOwnTemp();
const bench = useBench();

describe('REQ-01: BrowserToolset Class', () => {
  useFullBrowser();
  const toolset = bench.lasting();

  it('REQ-01: Class exports `tools` record compatible with Mastra agent registration', async () => {
    const url = bench.site.page('/register', form, 'Sign up');
    const { tools } = toolset;
    for (const [name, tool] of Object.entries(tools)) {
      expect(tool).toBeInstanceOf(Tool);
      expect(tool.id).toBe(name);
    }
    expect(Object.keys(tools)).toEqual(expect.arrayContaining(six));

    const { offered, texts } = await converse(tools, [
      [['browser_navigate', { url }]],
      (read) => [['browser_type', { ref: refOf('textbox "Name"', read), text: 'Ada' }]],
      [['browser_snapshot', {}]],
      (read) => [['browser_click', { ref: refOf('button "Submit"', read) }]],
    ]);
    expect(offered.map(({ name }) => name)).toEqual(Object.keys(tools));
    expect(texts.at(-1)).toMatch(/^clicked @e\d+ button "Submit"/);
    expect(texts.at(-1)).toContain('Welcome, Ada');
  });

  it('REQ-01: Single browser instance shared across tool calls', async () => {
    const url = bench.site.page('/shared', form);
    const users = Array.from({ length: 5 }, (_, i) => new User(toolset, `thread-${i}`));
    await Promise.all(users.map((user) => user.open(url)));
    expect(browsers()).toHaveLength(1);
    expect(profiles()).toHaveLength(1);
    const [pid] = browsers();

    await converse(toolset.tools, [[['browser_navigate', { url }]], [['browser_screenshot', {}]]]);
    expect(browsers()).toEqual([pid]);
  });

  it('REQ-01: Compatible with `@mastra/core` peer dependency', async () => {
    const ours = readManifest(new URL('../package.json', import.meta.url));
    const theirs = readManifest(new URL(import.meta.resolve('@mastra/core/package.json')));
    expect(ours.dependencies).not.toHaveProperty('@mastra/core');
    expect(ours.peerDependencies['@mastra/core']).toBe('>=1.60.0 <2');
    expect(Number.parseInt(theirs.version, 10)).toBeGreaterThanOrEqual(1);
    const { texts } = await converse(toolset.tools, [[['browser_navigate', { url: 'about:blank' }]]]);
    expect(texts).toEqual([expect.stringContaining('<about:blank>')]);
  });

  it('REQ-01: `close()` method for explicit cleanup', async () => {
    const unused = bench.own();
    await unused.close();
    await new User(toolset).open(bench.site.page('/cleanup', form));
    expect(remains()).not.toEqual([]);
    await Promise.all([toolset.close(), toolset.close()]);
    expect(remains()).toEqual([]);
    await toolset.close();
  });
});

/** What comes of it before that many ms are over, by this process's own clock. */
function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`It took more than ${ms} ms.`)), ms)),
  ]);
}

const manifest = z.object({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
});

function readManifest(file: URL): z.output<typeof manifest> {
  return manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
}

describe('REQ-02: Navigate Tool', () => {
  const toolset = bench.lasting({ onAbort: 'keep' });

  afterAll(() => toolset.close());

  it('REQ-02: Triggers browser launch if not already running', async () => {
    const url = bench.site.page('/launch', form, 'Launched');
    const moved = bench.site.on('/moved', (response) => response.writeHead(302, { location: url }).end());
    expect(remains()).toEqual([]);
    const { answers } = await converse(toolset.tools, [[['browser_navigate', { url: moved }]]]);
    expect(answers).toEqual([expect.objectContaining({ success: true, url, title: 'Launched' })]);
    expect(browsers()).toHaveLength(1);
  });

  it('REQ-02: Handles context.abortSignal', async () => {
    const url = bench.site.page('/after', form, 'After');
    const user = new User(toolset);
    await user.open(url);
    const [pid] = browsers();

    const silence = bench.site.silence('/never');
    const controller = new AbortController();
    const navigating = user.fails('browser_navigate', { url: silence.url }, controller.signal);
    await silence.asked;
    controller.abort();
    expect(await within(100, navigating)).toMatchObject({
      code: 'aborted',
      message: expect.stringContaining(silence.url),
    });

    expect(await user.open(url)).toMatchObject({ title: 'After' });
    expect((await user.fails('browser_click', { ref: '@e3' }, AbortSignal.abort())).code).toBe('aborted');
    expect(browsers()).toEqual([pid]);
  });
});

describe('REQ-08: Error Handling', () => {
  it('tells a crash of the browser, and starts it anew', async () => {
    const url = bench.site.page('/crash', form);
    const user = new User(bench.own());
    await user.open(url);
    const [pid = 0] = browsers();
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(user.toolset.toolbox.browser.isRunning).toBe(false));
    expect(await user.fails('browser_snapshot')).toMatchObject({ code: 'browser_crashed', canRetry: true });
    await user.open(url);
    expect(browsers()).toHaveLength(1);
  });
});

describe('REQ-09: Resource Cleanup', () => {
  const toolset = bench.lasting({ tools: ['all'], onAbort: 'keep' });

  it('REQ-09: try/finally pattern in all tool execute functions', async () => {
    const url = bench.site.page('/finally', form);
    const user = new User(toolset);
    const { signal } = new AbortController();
    await user.does('browser_navigate', { url }, signal);
    const inputs: Record<string, Record<string, unknown>> = {
      browser_navigate: { url: `${bench.site.origin}/nothing-here` },
      browser_click: { ref: '@e99' },
      browser_type: { ref: '@e99', text: 'a' },
      browser_press: { key: 'Enter', selector: '#no' },
      browser_scroll: { direction: 'down', ref: '@e99' },
      browser_wait: { time: 1 },
      browser_tabs: { action: 'select', tab: 't9' },
      browser_dialog: { action: 'accept' },
    };
    // However a call ends, it holds on to nothing of its caller's.
    for (const tool of Object.keys(user.toolset.tools)) {
      await user.call(tool, inputs[tool] ?? {}, signal);
      await user.call(tool, { nonsense: true }, signal);
      expect(getEventListeners(signal, 'abort'), tool).toEqual([]);
    }
  });

  it('REQ-09: Browser closed on toolset close()', async () => {
    const url = bench.site.page('/closed', form);
    const silence = bench.site.silence('/closed-under');
    await converse(toolset.tools, [[['browser_navigate', { url }]]]);
    expect(browsers()).toHaveLength(1);
    const running = new User(toolset, 'other').fails('browser_navigate', { url: silence.url });
    await silence.asked;
    await toolset.close();
    expect(remains()).toEqual([]);
    expect(await running).toMatchObject({ code: 'aborted', recoveryHint: expect.stringContaining('closed') });
    expect(remains()).toEqual([]);
  });

  it('leaves nothing behind when closed at any moment of a call', async () => {
    const url = bench.site.page('/any-moment', form);
    const user = new User(bench.own());
    const launching = user.fails('browser_navigate', { url });
    await user.toolset.close();
    expect((await launching).code).toBe('aborted');
    expect(remains()).toEqual([]);

    await user.open(url);
    const beginning = user.fails('browser_navigate', { url });
    await user.toolset.close();
    expect((await beginning).code).toBe('aborted');
    expect(remains()).toEqual([]);
  });

  it('REQ-09: Handle context.abortSignal to close browser on agent abort', async () => {
    const url = bench.site.page('/start', form);
    const silence = bench.site.silence('/agent-abort');
    const toolset = bench.own();
    const controller = new AbortController();
    const { model } = scriptedModel([
      [['browser_navigate', { url }]],
      [['browser_navigate', { url: silence.url }]],
    ]);
    const run = agentWith(model, toolset.tools).generate('Do it.', {
      maxSteps: 3,
      abortSignal: controller.signal,
    });
    await silence.asked;
    expect(browsers()).toHaveLength(1);
    controller.abort();
    await run;
    await eventually(() => expect(remains()).toEqual([]));
    await new User(toolset).open(url);
  });

  it('starts afresh for calls that come while it is closing', async () => {
    const url = bench.site.page('/afresh', form, 'Afresh');
    const user = new User(bench.own());
    await user.open(url);
    const [first] = browsers();
    const closing = user.toolset.close();
    const [one, two] = await Promise.all([user.open(url), new User(user.toolset, 'other').open(url)]);
    expect([one.title, two.title]).toEqual(['Afresh', 'Afresh']);
    await closing;
    expect(browsers()).toHaveLength(1);
    expect(browsers()).not.toContain(first);

    const controller = new AbortController();
    const reclosing = user.toolset.close();
    const waiting = user.fails('browser_navigate', { url }, controller.signal);
    controller.abort();
    expect((await within(100, waiting)).code).toBe('aborted');
    const late = user.fails('browser_navigate', { url });
    await Promise.all([reclosing, user.toolset.close()]);
    expect((await late).code).toBe('aborted');
    expect(remains()).toEqual([]);
  });

  it('closes the browser of an aborted agent that was not using it at the time', async () => {
    const url = bench.site.page('/thinking', form);
    const controller = new AbortController();
    const user = new User(bench.own());
    await user.does('browser_navigate', { url }, controller.signal);
    expect(browsers()).toHaveLength(1);
    controller.abort();
    await eventually(() => expect(remains()).toEqual([]));
  });

  it('closes only the session of the thread that is aborted, and the browser with the last one', async () => {
    const url = bench.site.page('/threads', form, 'Threads');
    const toolset = bench.own();
    const [ada, grace] = ['ada', 'grace'].map((thread) => ({
      user: new User(toolset, thread),
      controller: new AbortController(),
    }));
    if (!ada || !grace) throw new Error('There are two of them.');
    for (const { user, controller } of [ada, grace])
      await user.does('browser_navigate', { url }, controller.signal);
    const [pid] = browsers();
    const { browser } = toolset.toolbox;

    ada.controller.abort();
    await eventually(() => expect(browser.sessionNames()).toEqual(['grace']));
    expect(browsers()).toEqual([pid]);
    const { title } = await grace.user.does('browser_snapshot', {}, grace.controller.signal);
    expect(title).toBe('Threads');
    expect(await ada.user.fails('browser_snapshot')).toMatchObject({ code: 'no_page' });
    await ada.user.does('browser_close');

    grace.controller.abort();
    await eventually(() => expect(remains()).toEqual([]));
    await ada.user.open(url);
  });

  it('closes the browser of an agent that is aborted between two steps', async () => {
    const url = bench.site.page('/between', form);
    const toolset = bench.own();
    const controller = new AbortController();
    const { model } = scriptedModel([
      [['browser_navigate', { url }]],
      () => {
        expect(browsers()).toHaveLength(1);
        controller.abort();
        return [['browser_snapshot', {}]];
      },
    ]);
    await agentWith(model, toolset.tools).generate('Do it.', {
      maxSteps: 3,
      abortSignal: controller.signal,
    });
    await eventually(() => expect(remains()).toEqual([]));
  });

  it('leaves nothing behind when an agent is aborted before the browser is there', async () => {
    const url = bench.site.page('/early', form);
    const user = new User(bench.own());
    const before = await user.fails('browser_navigate', { url }, AbortSignal.abort());
    expect(before).toMatchObject({ code: 'aborted', canRetry: false });
    expect(remains()).toEqual([]);

    const controller = new AbortController();
    const launching = user.fails('browser_navigate', { url }, controller.signal);
    await eventually(() => expect(profiles()).toHaveLength(1));
    controller.abort();
    expect((await launching).code).toBe('aborted');
    await eventually(() => expect(remains()).toEqual([]));
    await user.open(url);
  });

  it('keeps the session of an aborted agent where that is wanted', async () => {
    const url = bench.site.page('/kept', form, 'Kept');
    const toolset = bench.own({ onAbort: 'keep' });
    const controller = new AbortController();
    const { model } = scriptedModel([
      [['browser_navigate', { url }]],
      [['browser_wait', { text: 'never', timeout: 20_000 }]],
    ]);
    const waits = toolset.toolbox.registry.toolCalled('browser_wait');
    const run = vi.spyOn(waits, 'run');
    const working = agentWith(model, toolset.tools).generate('Do it.', {
      maxSteps: 3,
      abortSignal: controller.signal,
    });
    await eventually(() => expect(run).toHaveBeenCalled());
    controller.abort();
    await working;
    expect((await new User(toolset).does('browser_snapshot')).title).toBe('Kept');
    expect(browsers()).toHaveLength(1);
  });

  it('holds on to a run only for as long as its session is its own', async () => {
    const url = bench.site.page('/held', form);
    const user = new User(bench.own());
    const [first, second] = [new AbortController(), new AbortController()];
    await user.does('browser_navigate', { url }, first.signal);
    await user.does('browser_snapshot', {}, first.signal);
    expect(getEventListeners(first.signal, 'abort')).toHaveLength(1);

    // The next run on the same thread: the earlier one is over, and an abort of it comes too late.
    await user.does('browser_snapshot', {}, second.signal);
    expect(getEventListeners(first.signal, 'abort')).toEqual([]);
    first.abort();
    await user.does('browser_snapshot', {}, second.signal);
    await user.toolset.close();
    expect(getEventListeners(second.signal, 'abort')).toEqual([]);
  });

  it('answers an aborted call at once, and closes the browser meanwhile', async () => {
    const url = bench.site.page('/meanwhile', form);
    const silence = bench.site.silence('/aborted-and-closed');
    const controller = new AbortController();
    const user = new User(bench.own());
    await user.open(url);
    const navigating = user.fails('browser_navigate', { url: silence.url }, controller.signal);
    await silence.asked;
    controller.abort();
    expect(await within(100, navigating)).toMatchObject({ code: 'aborted', canRetry: false });
    await user.toolset.close();
    expect(remains()).toEqual([]);
  });
});

// What this process holds is the same, whichever browser it is.
describe('REQ-09: Resource Cleanup over many calls', () => {
  it('REQ-09: No memory leaks on repeated tool calls', async () => {
    const url = bench.site.page('/repeat', form);
    const user = new User(bench.own());
    const { signal } = new AbortController();
    await user.open(url);
    const round = async () => {
      await user.does('browser_snapshot', {}, signal);
      await user.does('browser_type', { ref: '@e1', text: 'Ada', clearFirst: true }, signal);
      await user.does('browser_click', { ref: '@e3' }, signal);
      await user.does('browser_screenshot', {}, signal);
    };
    for (let i = 0; i < 20; i++) await round();
    const before = heapInUse();
    for (let i = 0; i < 25; i++) await round();
    expect(heapInUse() - before).toBeLessThan(1.5 * 1024 * 1024);
    // One that closes the session when the run is aborted, however many calls it made; gone with the session.
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await user.does('browser_close', {}, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  }, 120_000);
});

/** After a thorough collection, so that only what is held counts. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('This Node can not be told to collect garbage.');
  for (let i = 0; i < 3; i++) collect();
  return process.memoryUsage().heapUsed;
}
