import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  BrowserManager,
  createBrowserTools,
  findChromium,
  ProfileManager,
  type Toolbox,
  type ToolboxOptions,
} from 'handhold';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useFullBrowser } from '../../../test/support/browser.js';
import { useOwnTemp } from '../../../test/support/own-temp.js';
import { Agent } from './agent.js';
import { ForeignBrowser } from './foreign.js';
import {
  browsersIn,
  hasEnded,
  leftIn,
  networkIn,
  nothingLeft,
  processesWith,
  profilesIn,
  renderersIn,
  zombies,
} from './processes.js';
import { Site } from './site.js';

useFullBrowser();
const temp = useOwnTemp();
/** Elsewhere there is no way to see processes without a tool. */
const onLinux = describe.runIf(process.platform === 'linux');
let site: Site;
const open: Toolbox[] = [];

beforeAll(async () => {
  site = await Site.start();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((tools) => tools.close()));
});

afterAll(() => site.stop());

/** Tools that are closed after the test. */
function make(options: ToolboxOptions = {}): Toolbox {
  const tools = createBrowserTools({ allowPrivate: true, ...options });
  open.push(tools);
  return tools;
}

function theBrowser(): number {
  const [only, another] = browsersIn(temp);
  if (only === undefined || another !== undefined) throw new Error(`${browsersIn(temp).length} browsers`);
  return only;
}

async function works(tools: Toolbox, session = 'default'): Promise<void> {
  const agent = new Agent(tools, session);
  const page = site.page(`<button onclick="note('works')">Works</button>`);
  await agent.open(page);
  await agent.click('button "Works"');
  expect(page.notes).toEqual(['works']);
}

onLinux('starting', () => {
  it('does not happen by importing, by making tools, or by asking about them', () => {
    const tools = make();
    new BrowserManager();
    expect(tools.tools.length).toBeGreaterThan(10);
    expect(tools.browser.isRunning).toBe(false);
    expect(processesWith(temp)).toEqual([]);
    expect(profilesIn(temp)).toEqual([]);
  });

  it('does not happen for a call that is refused or needs a page', async () => {
    const tools = make();
    expect((await tools.call('browser_navigate', { url: 'file:///x' })).success).toBe(false);
    expect((await tools.call('browser_snapshot')).error?.code).toBe('no_page');
    expect((await tools.call('browser_close')).success).toBe(true);
    expect(processesWith(temp)).toEqual([]);
  });

  it('happens once, even when ten first calls come at once', async () => {
    const tools = make();
    const page = site.page('<p>x</p>');
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        tools.call('browser_navigate', { url: page.url, session: `s${i % 5}` }),
      ),
    );
    expect(results.map(({ success }) => success)).toEqual(Array(10).fill(true));
    expect(page.visits).toBe(10);
    expect(browsersIn(temp)).toHaveLength(1);
    expect(profilesIn(temp)).toHaveLength(1);
    expect(tools.browser.sessionNames()).toHaveLength(5);
  });
});

onLinux('closing', () => {
  it('leaves no process and no file, may be done any number of times, and is not the end', async () => {
    const tools = make();
    await tools.close();
    const page = site.page('<script>note(document.cookie); document.cookie = "a=1; max-age=1000"</script>');
    const agent = new Agent(tools, 'default');
    await agent.open(page);
    const first = theBrowser();
    await Promise.all([tools.close(), tools.close(), tools.close()]);
    expect(browsersIn(temp)).toEqual([]);
    expect(() => process.kill(first, 0)).toThrow('ESRCH');
    expect(profilesIn(temp)).toEqual([]);
    expect(tools.browser.isRunning).toBe(false);
    await tools.close();
    await nothingLeft(temp);

    expect((await tools.call('browser_snapshot')).error?.code).toBe('no_page');
    await agent.open(page);
    expect(theBrowser()).not.toBe(first);
    expect(page.notes).toEqual(['', '']);
  });

  it('while the browser is starting leaves nothing either', async () => {
    const tools = make();
    const calling = tools.call('browser_navigate', { url: 'about:blank' });
    await new Promise((resolve) => setImmediate(resolve));
    await tools.close();
    await calling;
    await tools.close();
    await nothingLeft(temp);
  });

  it('is left to its owner by a toolbox that shares the browser; while a call is running, that is answered', async () => {
    const tools = make();
    await works(tools);
    const guest = createBrowserTools({ browser: tools.browser });
    await works(guest, 'guest');
    expect(browsersIn(temp)).toHaveLength(1);
    await guest.close();
    await works(tools);

    const waiting = tools.call('browser_wait', { time: 20_000 });
    await tools.call('browser_navigate', { url: 'about:blank' }, { session: 'other' });
    await tools.close();
    const result = await waiting;
    expect(result.success).toBe(false);
    expect(result.error?.code).toMatch(/^(browser_crashed|browser_disconnected|no_page|aborted)$/);
    await nothingLeft(temp);
  });
});

onLinux('a browser that is killed', () => {
  // Each story ends with a browser that works, with which the next begins.
  const tools = createBrowserTools({ allowPrivate: true });
  const agent = new Agent(tools, 'default');

  afterAll(() => tools.close());

  it('while idle is replaced, and the session is told what it lost', async () => {
    await works(tools);
    await works(tools, 'other');
    process.kill(theBrowser(), 'SIGKILL');
    await expect.poll(() => tools.browser.isRunning).toBe(false);
    const error = await agent.fails('browser_snapshot');
    expect(error).toMatchObject({ code: 'browser_crashed', sideEffect: 'none' });
    expect(error.message).toMatch(/restarted|lost/);
    await works(tools);
    const other = await tools.callAndRender(
      'browser_navigate',
      { url: site.page('<p>x</p>').url },
      { session: 'other' },
    );
    expect(other.result.success).toBe(true);
    expect(other.result.metadata?.notice).toMatch(/restarted/);
    expect(other.rendered.text).toMatch(/^notice: .*restarted/);
    const again = await tools.call('browser_snapshot', {}, { session: 'other' });
    expect(again.metadata?.notice).toBeUndefined();
    expect(browsersIn(temp)).toHaveLength(1);
    expect(profilesIn(temp)).toHaveLength(1);
  });

  it('before anybody has noticed is told by the very next call', async () => {
    await works(tools);
    process.kill(theBrowser(), 'SIGKILL');
    const started = performance.now();
    const result = await tools.call('browser_navigate', { url: site.page('<p>x</p>').url });
    expect(performance.now() - started).toBeLessThan(5000);
    if (result.error) expect(result.error.code).toBe('browser_crashed');
    else expect(result.metadata?.notice).toMatch(/restarted/);
    await works(tools);
  });

  it('in the middle of a call ends that call, with what may have happened', async () => {
    let asked: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => (asked = resolve));
    const slow = site.on('/kill-mid-click', () => asked());
    await agent.open(site.page(`<button onclick="fetch('${slow}')">Pay</button>`));
    const clicking = agent.fails('browser_click', { ref: '@e1' });
    await sent;
    process.kill(theBrowser(), 'SIGKILL');
    const killed = performance.now();
    expect(await clicking).toMatchObject({ code: 'browser_crashed', sideEffect: 'unknown' });
    expect(performance.now() - killed).toBeLessThan(5000);
    await works(tools);
  });

  it('takes its renderer’s page only: page_crashed, and reloading works', async () => {
    const page = site.page(`<button onclick="note('works')">Works</button>`);
    await agent.open(page);
    for (const pid of renderersIn(temp)) process.kill(pid, 'SIGKILL');
    const started = performance.now();
    const error = await agent.fails('browser_snapshot');
    expect(performance.now() - started).toBeLessThan(5000);
    expect(error).toMatchObject({ code: 'page_crashed' });
    expect(await agent.fails('browser_click', { ref: '@e1' })).toMatchObject({ code: 'page_crashed' });
    expect(await agent.does('browser_reload')).toMatchObject({ url: page.url, loaded: true });
    await agent.click('button "Works"');
    expect(page.notes).toEqual(['works']);
  });

  it('in its renderer in the middle of a call ends that call', async () => {
    const page = site.page('<p>x</p>', { remote: true });
    await agent.open(page);
    const waiting = agent.fails('browser_wait', { text: 'never', timeout: 20_000 });
    await page.run('1');
    for (const pid of renderersIn(temp)) process.kill(pid, 'SIGKILL');
    const killed = performance.now();
    expect((await waiting).code).toBe('page_crashed');
    expect(performance.now() - killed).toBeLessThan(5000);
    await works(tools);
  });
});

onLinux('a network process that is killed', () => {
  it.each([
    [
      'pages are kept from some hosts',
      { allowPrivate: false, loopback: 'agent' },
      /tabs, refs and logins are lost/,
    ],
    ['pages are kept from none', {}, /cookies of this session, and its logins with them, are lost/],
  ] as const)('where %s fails what is under way, and nothing after that', async (_where, options, loss) => {
    const tools = make(options);
    const [agent, other] = [new Agent(tools, 'default'), new Agent(tools, 'other')];
    await works(tools);
    await other.open(site.page('<h1>Other</h1>'));
    let asked: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => (asked = resolve));
    const flying = tools.call('browser_navigate', { url: site.on('/kill-network', () => asked()) });
    await sent;
    process.kill(networkIn(temp), 'SIGKILL');
    const { error, metadata } = await flying;
    expect(error).toMatchObject({ code: 'network_error', canRetry: true, sideEffect: 'none' });
    const page = site.page(`<button onclick="note('works')">Works</button>`);
    const next = await agent.call('browser_navigate', { url: page.url });
    expect([next.success, metadata?.notice ?? next.metadata?.notice]).toEqual([
      true,
      expect.stringMatching(loss),
    ]);
    await agent.does('browser_click', { selector: 'button' });
    expect(page.notes).toEqual(['works']);
    const heard = await other.call('browser_navigate', { url: site.page('<h1>Again</h1>').url });
    expect([heard.success, heard.metadata?.notice]).toEqual([true, expect.stringMatching(loss)]);
  });

  it('of a kept profile costs it nothing', async () => {
    const profile = { name: 'kept', persistent: true, directory: mkdtempSync(join(temp, 'kept-')) };
    const tools = make({ profile, allowPrivate: false, loopback: 'agent' });
    await works(tools);
    const network = networkIn(profile.directory);
    process.kill(network, 'SIGKILL');
    await expect.poll(() => hasEnded(network)).toBe(true);
    await works(tools);
  });
});

onLinux('a program that ends', () => {
  const programs: ChildProcess[] = [];
  let attachment = '';

  beforeAll(() => {
    attachment = site.on('/attachment', (_request, response) => response.end('x'.repeat(1000)));
  });

  afterEach(() => {
    for (const child of programs.splice(0)) child.kill('SIGKILL');
  });

  /** Runs the program until it has a page open. */
  async function program(
    how: string,
    options: ToolboxOptions = {},
  ): Promise<{ child: ChildProcess; ended: Promise<unknown[]>; folder: string }> {
    const folder = mkdtempSync(join(temp, 'program-'));
    const file = join(import.meta.dirname, 'fixtures', 'run.mjs');
    const { url } = site.page(`<a href="${attachment}" download id="a">Get</a><script>a.click()</script>`);
    const child = spawn(process.execPath, [file, how, url, JSON.stringify(options)], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    programs.push(child);
    const ended = once(child, 'exit');
    const said = once(child.stdout, 'data');
    await Promise.race([said, ended]);
    return { child, ended, folder };
  }

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'by %s leaves no browser and no file',
    async (signal) => {
      const { child, ended, folder } = await program('idle');
      expect(browsersIn(folder)).toHaveLength(1);
      expect(leftIn(folder)).toEqual([expect.stringMatching(/^handhold-profile-/)]);
      child.kill(signal);
      const [code, by] = await ended;
      expect(by ?? code).toBe(signal);
      await nothingLeft(folder);
    },
  );

  it.each([
    ['throw', 1],
    ['exit', 3],
  ])('by %s leaves no browser and no file', async (how, status) => {
    const { ended, folder } = await program(how);
    const [code] = await ended;
    expect(code).toBe(status);
    await nothingLeft(folder);
  });

  /** The one folder of ours in another, with what its page sent in it. */
  async function takesDownloads(folder: string): Promise<void> {
    const [only, ...others] = leftIn(folder);
    expect([only, others]).toEqual([expect.stringMatching(/^handhold-downloads-/), []]);
    await expect.poll(() => readdirSync(join(folder, only ?? ''))).toHaveLength(1);
  }

  it('by SIGKILL leaves of a kept profile only that', async () => {
    const profile = { name: 'kept', persistent: true, directory: mkdtempSync(join(temp, 'kept-')) };
    const { child, folder } = await program('idle', { profile });
    await takesDownloads(folder);
    child.kill('SIGKILL');
    await nothingLeft(folder);
    expect(existsSync(join(profile.directory, 'Default'))).toBe(true);
  });

  it('by SIGKILL leaves nothing beside a browser that somebody else started', async () => {
    const foreign = await ForeignBrowser.start();
    try {
      const { child, folder } = await program('idle', { cdp: foreign.endpoint });
      await takesDownloads(folder);
      child.kill('SIGKILL');
      await nothingLeft(folder);
    } finally {
      await foreign.stop();
    }
  });

  it('by a signal it handles itself is left to handle it', async () => {
    const { child, ended, folder } = await program('own-handler');
    child.kill('SIGTERM');
    const [code] = await ended;
    expect(code).toBe(7);
    await nothingLeft(folder);
  });
});

onLinux('what an earlier run left behind', () => {
  it('is removed at the next start: profiles of the dead, and browsers on them', async () => {
    const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
    const orphaned = join(temp, `handhold-profile-${dead}-abc`);
    mkdirSync(orphaned);
    writeFileSync(join(orphaned, 'Cookies'), 'x');
    const orphan = spawn(
      process.execPath,
      ['-e', 'setInterval(() => {}, 1000)', '--', `--user-data-dir=${orphaned}`, '--headless'],
      {
        detached: true,
        stdio: 'ignore',
      },
    );
    const gone = once(orphan, 'exit');
    const foreign = join(temp, `handhold-profile-${process.pid}-live`);
    mkdirSync(foreign);
    const other = join(temp, 'someone-elses-profile');
    mkdirSync(other);
    await works(make());
    await expect.poll(() => existsSync(orphaned)).toBe(false);
    await gone;
    expect(existsSync(foreign)).toBe(true);
    expect(existsSync(other)).toBe(true);
    rmdirSync(foreign);
  });
});

onLinux('what is not used', () => {
  it('is closed after a while, though not during a call: the session, and with the last one the browser', async () => {
    const tools = make({ idleTimeout: 400 });
    await works(tools, 'one');
    const waited = await tools.call('browser_wait', { time: 1000 }, { session: 'one' });
    expect(waited).toMatchObject({ success: true, data: { met: true } });
    await expect.poll(() => tools.browser.sessionNames()).toEqual([]);
    await expect.poll(() => browsersIn(temp)).toEqual([]);
    expect((await tools.call('browser_snapshot', {}, { session: 'one' })).error?.code).toBe('no_page');
    await works(tools, 'one');
  });
});

onLinux('a browser that can not be started', () => {
  function script(name: string, content: string): string {
    const file = join(temp, name);
    writeFileSync(file, `#!/bin/sh\n${content}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  it.each([
    ['is not there', () => join(temp, 'no-such-chromium')],
    ['is a folder', () => temp],
    [
      'is not executable',
      () => {
        const file = join(temp, 'not-executable');
        writeFileSync(file, 'x');
        chmodSync(file, 0o644);
        return file;
      },
    ],
  ])('because it %s is named', async (_why, file) => {
    const executablePath = file();
    const agent = new Agent(make({ executablePath }), 'default');
    const error = await agent.fails('browser_navigate', { url: 'about:blank' });
    expect(error).toMatchObject({ code: 'launch_failed', canRetry: false, sideEffect: 'none' });
    expect(error.message).toContain(executablePath);
    expect(profilesIn(temp)).toEqual([]);
  });

  it('because it exits at once is tried three times, not for ever, and leaves no zombies', async () => {
    const starts = join(temp, 'starts');
    const executablePath = script(
      'exits',
      `echo x >> ${starts}\necho "cannot open shared object" >&2\nexit 127`,
    );
    const agent = new Agent(make({ executablePath }), 'default');
    for (let i = 0; i < 6; i++) {
      const error = await agent.fails('browser_navigate', { url: 'about:blank' });
      expect(error.code).toBe('launch_failed');
      expect(error.message).toContain(executablePath);
    }
    expect(readFileSync(starts, 'utf8').trim().split('\n')).toHaveLength(3);
    await expect.poll(zombies).toEqual([]);
    expect(processesWith(executablePath)).toEqual([]);
    expect(profilesIn(temp)).toEqual([]);
  });

  it('because it never answers is given up in time, and ended', async () => {
    const executablePath = script('sleeps', 'sleep 30');
    const agent = new Agent(make({ executablePath, launchTimeout: 700 }), 'default');
    const started = performance.now();
    const error = await agent.fails('browser_navigate', { url: 'about:blank' });
    expect(performance.now() - started).toBeLessThan(6000);
    expect(error).toMatchObject({ code: 'launch_failed', sideEffect: 'none' });
    expect(error.message).toContain('in time');
    await expect
      .poll(() => [...processesWith(`--user-data-dir=${temp}`), ...profilesIn(temp)], {
        timeout: 5000,
        interval: 20,
      })
      .toEqual([]);
  });

  it('is ended with a program that is killed while it waits', async () => {
    const executablePath = script('hangs', 'sleep 31');
    const source = `import { createBrowserTools } from 'handhold';
      await createBrowserTools(${JSON.stringify({ executablePath })}).call('browser_navigate', { url: 'about:blank' });`;
    const program = spawn(process.execPath, ['--input-type=module', '-e', source], {
      cwd: import.meta.dirname,
      stdio: 'ignore',
    });
    const hanging = () => [...processesWith(`${executablePath}\0--`), ...processesWith('sleep\x0031')];
    await expect.poll(hanging).toHaveLength(2);
    program.kill('SIGKILL');
    await expect.poll(hanging).toEqual([]);
    await nothingLeft(temp);
  });
});

onLinux('a browser that somebody else started', () => {
  let chromium: ChildProcess;
  let endpoint = '';

  beforeAll(async () => {
    const found = findChromium();
    if (!found) throw new Error('no Chromium');
    const profile = mkdtempSync(join(temp, 'foreign-'));
    chromium = spawn(
      found.path,
      [
        '--headless',
        '--no-sandbox',
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
        'about:blank',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...found.env } },
    );
    const url = await new Promise<string>((resolve) => {
      let text = '';
      chromium.stderr?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const line = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
        if (line) resolve(line);
      });
    });
    endpoint = `http://${new URL(url).host}`;
  });

  afterAll(async () => {
    const gone = once(chromium, 'exit');
    chromium.kill('SIGKILL');
    await gone;
  });

  it('is used, and goes on when we close', async () => {
    const tools = make({ cdp: endpoint });
    await works(tools);
    expect(profilesIn(temp)).toEqual([]);
    await tools.close();
    expect(chromium.exitCode).toBeNull();
    const version: unknown = await (await fetch(`${endpoint}/json/version`)).json();
    expect(version).toHaveProperty('Browser');
    await works(tools);
  });

  it('that is not there is launch_failed, naming the address', async () => {
    const agent = new Agent(make({ cdp: 'http://127.0.0.1:9' }), 'default');
    const error = await agent.fails('browser_navigate', { url: 'about:blank' });
    expect(error).toMatchObject({ code: 'launch_failed', canRetry: true });
    expect(error.message).toContain('127.0.0.1:9');
    expect(error.recoveryHint).toContain('remote-debugging');
  });
});

onLinux('profiles for starting', () => {
  it('are those of the manager', async () => {
    const manager = new BrowserManager(new ProfileManager(join(temp, 'profiles')));
    await manager.start();
    expect(manager.isRunning).toBe(false);
    await manager.launchBrowser(manager.profiles.getDefaultProfile());
    expect(manager.isRunning).toBe(true);
    await manager.close();
    expect(manager.isRunning).toBe(false);
  });
});
