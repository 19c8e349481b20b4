import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { builtInTools, toolFor, verbOf } from 'handhold';
import { estimateTokenCount } from 'tokenx';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useFullBrowser } from '../../../test/support/browser.js';
import { guide } from '../src/guide.js';
import {
  bin,
  browsersOf,
  type Finished,
  isRecord,
  isRunning,
  profilesOf,
  refOf,
  type Site,
  serversOf,
  startSite,
  until,
} from './fixture.js';

let site: Site;
/** A folder of this test's own for the sockets, and one to work in. */
const runtime = mkdtempSync(path.join(tmpdir(), 'hh-shell-'));
const folder = mkdtempSync(path.join(tmpdir(), 'hh-shell-work-'));

beforeAll(async () => {
  site = await startSite();
});

afterAll(async () => {
  await handhold(['close', '--all']);
  site.close();
  for (const made of [runtime, folder]) rmSync(made, { recursive: true, force: true });
});

interface Setting {
  cwd?: string;
  env?: Record<string, string>;
  input?: string;
  onStart?: (pid: number) => void;
}

/** Runs a command as a user of this machine would. */
async function handhold(
  args: string[],
  { cwd = folder, env = {}, input, onStart }: Setting = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { ...process.env, HANDHOLD_RUNTIME_DIR: runtime, HANDHOLD_IDLE: '60', ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  onStart?.(child.pid ?? 0);
  await new Promise((resolve) => child.once('close', resolve));
  return { code: child.exitCode, stdout, stderr };
}

async function does(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await handhold(args);
  expect(stderr).toBe('');
  expect(code, stdout).toBe(0);
  return stdout;
}

describe('a coding agent in a shell, in the browser of this machine', () => {
  useFullBrowser();

  it('opens a page, fills a field, presses a button and looks again, in one browser', async () => {
    const page = await does('open', `${site.url}/form`);
    expect(page).toMatch(
      /^page "Sign up" <http:\/\/127\.0\.0\.1:\d+\/form> 2 of 2 elements\n<page [A-Za-z]{12,40}>\n/,
    );
    const name = refOf(page, 'textbox');
    expect(await does('type', name, 'Ada Lovelace')).toContain('= "Ada Lovelace"');
    expect(await does('type', name, '--clear-first', '--', '--Ada')).toContain('= "--Ada"');
    expect(await does('click', refOf(page, 'button'))).toMatch(/\+ @e\d+ button "Welcome"/);
    expect(await does('click', 'text=Submit')).toContain('clicked');
    expect(await does('press', name, 'Control+A')).toContain('pressed "Control+A" on');
    expect(await does('press', 'Tab')).toMatch(/^pressed "Tab"(;|\n)/);
    expect(await does('find', 'welcome')).toMatch(/^found 2\n/);
    expect(await does('find', '--role', 'textbox')).toMatch(/^found 1\n/);
    expect(await does('wait', 'Welcome')).toMatch(/^met/);
    expect(await does('scroll', 'down', '50')).toMatch(/^scrolled to/);
    expect(await does('snapshot', '--no-interactive-only', '--max-elements', '2')).toContain('2 of');
    expect(await does('tabs', 'new', `${site.url}/second`)).toContain('t2* "Second"');
    expect(await does('tabs', 'select', 't1')).toContain('t1* "Sign up"');
    expect(serversOf(runtime)).toHaveLength(1);
  });
});

describe('a coding agent in a shell', () => {
  it('takes a tool by the name that hints call it by', async () => {
    await does('open', `${site.url}/form`);
    expect(await does('browser_snapshot')).toMatch(/^page "Sign up"/);
    expect(await does('browser_fill_form', '--help')).toMatch(/^Usage: handhold fill-form/);
  });

  it('does several steps in one call, and hears which one failed', async () => {
    const page = await does('open', `${site.url}/form`);
    const [name, submit] = [refOf(page, 'textbox'), refOf(page, 'button')];
    const done = await does('do', `type ${name} "- Ada"`, `press ${name} Control+A`, `click ${submit}`);
    expect(done).toMatch(/^1\. type .*value "- Ada"\n2\. .*\n3\. .*\nall 3 steps done\n/);
    expect(done).toMatch(/\n\+ @e\d+ button "Welcome"/);
    expect(await does('batch', JSON.stringify(['find Welcome', { tool: 'press', key: 'Tab' }]))).toContain(
      'all 2',
    );
    const failed = await handhold(['do', 'click @e77', `click ${submit}`]);
    expect(`${failed.code} ${failed.stdout}`).toMatch(
      /^1 1\. click error stale_ref.*hint: Take a new handhold snapshot.*\nstopped at step 1/,
    );
    const wrong = await handhold(['do', `click ${submit}`, 'dance']);
    expect(`${wrong.code} ${wrong.stdout}`).toMatch(/^1 error unknown_tool: Step 2: /);
    const going = await handhold(['do', 'click @e77', 'find Welcome', '--stop-on', 'dialog', '--json']);
    expect(going.code).toBe(1);
    expect(JSON.parse(going.stdout)).toMatchObject({ success: true, data: { completed: 1 } });
    const left = await handhold(['do', `type ${name} "Ada"`, 'evaluate "confirm(1)"', `click ${submit}`]);
    expect(`${left.code} ${left.stdout}`).toMatch(/^1 [\s\S]*\nstopped at step 2 \(dialog\)/);
    await does('dialog', 'accept');
  });

  it('types and looks for what begins with a dash', async () => {
    const page = await does('open', `${site.url}/form`);
    const name = refOf(page, 'textbox');
    for (const text of ['- red', '-5', '-V', '--verbose', '--a b'])
      expect(await does('type', name, text, '--clear-first')).toContain(`= "${text}"`);
    const piped = await handhold(['type', name, '-', '--clear-first'], { input: '--submit\n' });
    expect(piped.stdout).toContain('= "--submit"');
    expect(await does('find', '- red')).toMatch(/^found 0/);
  });

  it('pipes text in', async () => {
    const page = await does('open', `${site.url}/form`);
    const { stdout } = await handhold(['type', refOf(page, 'textbox'), '-'], { input: 'from a pipe\n' });
    expect(stdout).toContain('= "from a pipe"');
  });

  it('gets the whole result as JSON, and an exit code for each way it can end', async () => {
    await does('open', `${site.url}/form`);
    const seen: unknown = JSON.parse(await does('snapshot', '--json'));
    expect(seen).toMatchObject({ success: true, data: { elementCount: 2, title: 'Sign up' } });
    const stale = await handhold(['click', '@e77', '--json']);
    expect(stale.code).toBe(1);
    expect(JSON.parse(stale.stdout)).toMatchObject({ success: false, error: { code: 'stale_ref' } });
    const told = await handhold(['click', '@e77']);
    expect(told.stdout).toMatch(/^error stale_ref: .*\nhint: /);
    for (const args of [
      ['click'],
      ['click', '@e1', '@e2', '@e3'],
      ['type'],
      ['open'],
      ['scroll', 'sideways'],
      ['click', '@e1', '--colour', 'red'],
      ['click', '@e1', '--click-count', 'many'],
      ['wait', '--element', '{'],
      ['dance'],
    ]) {
      const { code, stdout, stderr } = await handhold(args);
      expect(`${code} ${stdout}${stderr}`, args.join(' ')).toMatch(/^2 error/);
      expect(stderr).not.toMatch(/^\s+at /m);
    }
  });

  it('gets pictures as files', async () => {
    await does('open', `${site.url}/form`);
    const text = await does('screenshot');
    const saved = /saved to (.*\.jpg)$/m.exec(text)?.[1] ?? '';
    expect(path.dirname(saved)).toBe(path.join(folder, '.handhold'));
    expect(readFileSync(saved).subarray(0, 2).toString('hex')).toBe('ffd8');
    await does('screenshot', '--format', 'png', '--out', 'page.png');
    expect(readFileSync(path.join(folder, 'page.png')).subarray(1, 4).toString()).toBe('PNG');
    const json: unknown = JSON.parse(await does('screenshot', '--json'));
    expect(isRecord(json) && isRecord(json.data) && typeof json.data.base64).toBe('string');
    expect(readdirSync(path.join(folder, '.handhold'))).toHaveLength(1);
  });

  it('names files from where it stands, whichever folder that is', async () => {
    const other = mkdtempSync(path.join(tmpdir(), 'hh-shell-other-'));
    const from = async (cwd: string, ...args: string[]) => {
      const { code, stdout, stderr } = await handhold(args, { cwd });
      return `${code} ${stdout}${stderr}`;
    };
    writeFileSync(path.join(folder, 'note.txt'), 'from the first folder');
    writeFileSync(path.join(other, 'note.txt'), 'from the other folder');
    const page = await from(folder, 'open', `${site.url}/files`);
    await from(folder, 'storage', 'set', 'local', '--key', 'theme', '--value', 'dark');

    for (const [place, words] of [
      [folder, 'from the first folder'],
      [other, 'from the other folder'],
    ] as const) {
      expect(await from(place, 'upload', 'note.txt')).toMatch(/^0 gave "note.txt"/);
      expect(await from(place, 'wait', words)).toMatch(/^0 met/);
      const made = path.join(place, '.handhold');
      expect(await from(place, 'pdf', 'page.pdf')).toMatch(/^0 /);
      expect(readFileSync(path.join(made, 'page.pdf')).subarray(0, 4).toString()).toBe('%PDF');
      expect(await from(place, 'click', refOf(page, 'link'))).toMatch(/download d\d/);
      expect(await from(place, 'downloads', '--save', 'kept.txt')).toMatch(/^0 /);
      expect(readFileSync(path.join(made, 'kept.txt'), 'utf8')).toBe('numbers');
    }
    expect(await from(other, 'storage', 'save', 'local', '--path', 'state.json')).toMatch(/^0 saved 1/);
    expect(readFileSync(path.join(other, '.handhold', 'state.json'), 'utf8')).toContain('dark');
    expect(await from(other, 'storage', 'load', 'local', '--path', 'state.json')).toMatch(/^0 loaded 1/);

    // What is allowed goes with the folder: neither the one where the server was started nor any other.
    expect(await from(folder, 'storage', 'load', 'local', '--path', 'state.json')).toMatch(
      /^1 error io_error/,
    );
    for (const file of [path.join(folder, 'note.txt'), '../note.txt', '.handhold/state.json'])
      expect(await from(other, 'upload', file)).toMatch(/^1 error file_access_denied/);
    expect(await from(other, 'pdf', path.join(folder, 'out.pdf'))).toMatch(/^1 error file_access_denied/);
    rmSync(other, { recursive: true });
  });

  it('may have only the folders it was started with, if it was given any', async () => {
    const session = ['--session', 'roots'];
    const root = mkdtempSync(path.join(tmpdir(), 'hh-shell-root-'));
    const start = ['open', `${site.url}/files`, '--files', path.basename(root), ...session];
    expect((await handhold(start, { cwd: path.dirname(root) })).code).toBe(0);
    writeFileSync(path.join(root, 'inside.txt'), 'inside');
    writeFileSync(path.join(folder, 'outside.txt'), 'outside');
    expect(await does('upload', path.join(root, 'inside.txt'), ...session)).toMatch(/^gave "inside.txt"/);
    const { stdout } = await handhold(['upload', 'outside.txt', ...session]);
    expect(stdout).toMatch(/^error (file_access_denied|io_error)/);
    const again = await handhold(['snapshot', '--files', '.', ...session], { cwd: root });
    expect(again).toMatchObject({ code: 0, stderr: '' });
    await handhold(['close', ...session]);
    rmSync(root, { recursive: true });
  });

  it('calls off what it waits for by interrupting it, and goes on at once', async () => {
    await does('open', `${site.url}/form`);
    const asked = site.asked();
    const opening = handhold(['open', `${site.url}/hang`], {
      onStart: (pid) => void asked.then(() => process.kill(pid, 'SIGINT')),
    });
    expect((await opening).code).toBeNull();
    const since = performance.now();
    expect(await does('snapshot')).toContain('"Sign up"');
    expect(performance.now() - since).toBeLessThan(10_000);
  });

  it('can have more than one browser, each for itself', async () => {
    await does('open', `${site.url}/form`);
    await does('open', `${site.url}/second`, '--session', 'Other:1');
    expect(await does('snapshot')).toContain('"Sign up"');
    expect(await does('snapshot', '--session=Other:1')).toContain('"Second"');
    const { stdout } = await handhold(['snapshot'], { env: { HANDHOLD_SESSION: 'Other:1' } });
    expect(stdout).toContain('"Second"');
    expect(serversOf(runtime)).toHaveLength(2);
    expect(await does('close', '--session', 'Other:1')).toBe('closed\n');
    await until(() => serversOf(runtime).length === 1, 3000);
    expect((await handhold(['snapshot', '--session', 'a b'])).code).toBe(2);
  });

  it('is told that a running browser can not be had otherwise', async () => {
    await does('open', `${site.url}/form`);
    const { code, stderr } = await handhold(['snapshot', '--allow-hosts', 'example.com']);
    expect(code).toBe(2);
    expect(stderr).toContain('runs with other options already');
    expect(await does('snapshot')).toContain('"Sign up"');
  });
});

describe.runIf(process.platform === 'linux')('the background server', () => {
  let sessions = 0;
  const used: string[] = [];

  function newSession(): string {
    sessions += 1;
    const session = `s${sessions}`;
    used.push(session);
    return session;
  }

  afterEach(async () => {
    const left = used.splice(0).filter((session) => serversOf(runtime, session).length > 0);
    await Promise.all(left.map((session) => handhold(['close', '--session', session])));
  });

  /** A session with a page open, and the process that serves it. */
  async function withPage(env: Record<string, string> = {}): Promise<{ session: string; pid: number }> {
    const session = newSession();
    const { code } = await handhold(['open', `${site.url}/form`, '--session', session], { env });
    expect(code).toBe(0);
    const [pid = 0] = serversOf(runtime, session);
    expect(browsersOf(pid).length).toBeGreaterThan(0);
    return { session, pid };
  }

  function leftOf(session: string): string[] {
    return readdirSync(runtime).filter((name) => name.startsWith(`${session}.`));
  }

  it('is one, however many want it first', async () => {
    const session = newSession();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => handhold(['tabs', 'list', '--session', session])),
    );
    expect(answers.map(({ code, stderr }) => `${code}${stderr}`)).toEqual(Array(4).fill('0'));
    expect(serversOf(runtime, session)).toHaveLength(1);
    expect(leftOf(session).sort()).toEqual([`${session}.log`, `${session}.sock`]);
  });

  it('ends with its browser when it is closed, and closing again is no error', async () => {
    const { session, pid } = await withPage();
    expect(await does('close', '--session', session)).toBe('closed\n');
    await until(() => !isRunning(pid), 3000);
    expect(browsersOf(pid)).toEqual([]);
    expect(profilesOf(pid)).toEqual([]);
    expect(leftOf(session)).toEqual([]);
    expect(await does('close', '--session', session)).toBe('closed\n');
    expect(JSON.parse(await does('close', '--session', session, '--json'))).toMatchObject({ success: true });
    expect(serversOf(runtime, session)).toEqual([]);
  });

  it('ends by itself when nobody uses it', async () => {
    const { session, pid } = await withPage({ HANDHOLD_IDLE: '500ms' });
    await until(() => !isRunning(pid), 10_000);
    expect(browsersOf(pid)).toEqual([]);
    expect(profilesOf(pid)).toEqual([]);
    expect(leftOf(session)).toEqual([]);
  });

  it('killed in the middle of a call, takes its browser with it; the caller is told, the next starts another', async () => {
    const { session, pid } = await withPage();
    const asked = site.asked();
    void asked.then(() => process.kill(pid, 'SIGKILL'));
    const { code, stderr } = await handhold(['open', `${site.url}/hang`, '--session', session]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: The background server ended before it had answered/);
    await until(() => browsersOf(pid).length === 0 && profilesOf(pid).length === 0, 5000);
    expect(leftOf(session)).toContain(`${session}.sock`);
    const next = await handhold(['snapshot', '--session', session]);
    expect(`${next.code} ${next.stdout}`).toMatch(/^1 error no_page: /);
    expect(serversOf(runtime, session)).toHaveLength(1);
  });

  it('told to end in the middle of a call, answers it first', async () => {
    const { session, pid } = await withPage();
    const asked = site.asked();
    void asked.then(() => process.kill(pid, 'SIGTERM'));
    const { code, stdout } = await handhold(['open', `${site.url}/hang`, '--session', session]);
    expect(`${code} ${stdout}`).toMatch(/^1 error aborted: /);
    await until(() => !isRunning(pid), 3000);
    expect(browsersOf(pid)).toEqual([]);
    expect(leftOf(session)).toEqual([]);
  });

  it('is started although one who wanted to start it died over it, and ends if it can no longer be found', async () => {
    const session = newSession();
    // No process has this id.
    writeFileSync(path.join(runtime, `${session}.lock`), '4194305');
    const started = await handhold(['tabs', 'list', '--session', session], { env: { HANDHOLD_IDLE: '2' } });
    expect(started).toMatchObject({ code: 0, stdout: 'no tabs\n', stderr: '' });
    const [pid = 0] = serversOf(runtime, session);
    rmSync(path.join(runtime, `${session}.sock`));
    await until(() => !isRunning(pid), 6000);
  });

  it('says why it could not start', async () => {
    const wrong = await handhold(['open', site.url, '--session', newSession(), '--profile', '../me']);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('--profile takes a name') });
    const idle = await handhold(['open', site.url, '--session', newSession()], {
      env: { HANDHOLD_IDLE: 'soon' },
    });
    expect(idle).toMatchObject({ code: 2, stderr: expect.stringContaining('HANDHOLD_IDLE takes a time') });
  });

  it('talks to nobody else: a folder that others can read, or that leads elsewhere, is refused', async () => {
    const open = mkdtempSync(path.join(tmpdir(), 'hh-open-'));
    chmodSync(open, 0o755);
    const link = path.join(folder, 'link');
    symlinkSync(runtime, link);
    for (const place of [open, link]) {
      const { code, stderr } = await handhold(['snapshot'], { env: { HANDHOLD_RUNTIME_DIR: place } });
      expect(code).toBe(1);
      expect(stderr).toMatch(/belongs to someone else, or can be read by others/);
    }
    rmSync(open, { recursive: true });
  });
});

describe('what an agent wants to know from a person', () => {
  const question = ['ask-user', 'Which account?'];

  it('is not asked where there is no terminal', async () => {
    const { code, stdout } = await handhold(question);
    expect(`${code} ${stdout}`).toMatch(/^1 error approval_required: /);
  });

  it.runIf(existsSync('/usr/bin/script'))('is asked at the terminal', async () => {
    await does('tabs', 'list');
    const command = [process.execPath, bin, ...question].map((word) => `'${word}'`).join(' ');
    const child = spawn('/usr/bin/script', ['-qec', `stty cols 100 rows 30; ${command}`, '/dev/null'], {
      env: { ...process.env, HANDHOLD_RUNTIME_DIR: runtime },
    });
    let seen = '';
    child.stdout.on('data', (chunk) => (seen += String(chunk)));
    await until(() => seen.includes('Which account?'), 10_000);
    child.stdin.write('blue\r');
    await new Promise((resolve) => child.once('close', resolve));
    expect(seen).toContain('the user answered "blue"');
  });
});

describe('help', () => {
  it('lists every tool as a verb, and says how each is called', async () => {
    const { stdout } = await handhold(['--help']);
    for (const tool of builtInTools) expect(stdout).toMatch(new RegExp(`^  ${verbOf(tool)}(\\||\\s|$)`, 'm'));
    expect(stdout).toContain('navigate|open <url>');
    expect(stdout).not.toContain('__serve');
    const typing = await handhold(['type', '--help']);
    expect(typing.code).toBe(0);
    expect(typing.stdout).toMatch(/^Usage: handhold type \[ref\|selector\] <text> \[options\]/);
    expect(typing.stdout).toContain('--clear-first');
    expect(typing.stdout).not.toContain('--cdp');
    expect(typing.stdout).toContain('handhold open --help');
    expect((await handhold(['open', '--help'])).stdout).toContain('--cdp');
    expect((await handhold(['help', 'open'])).stdout).toContain('--wait-until');
    const doing = await handhold(['do', '--help']);
    expect(doing.stdout).toMatch(/^Usage: handhold batch\|do <steps\.\.\.> \[options\]/);
    expect(doing.stdout).toContain(`Examples:\n  handhold do 'click @e5' 'type @e7 "Ada"' 'press Enter'\n`);
  });

  it('has a guide for agents that is short and true', async () => {
    const { stdout, code } = await handhold(['guide']);
    expect(code).toBe(0);
    expect(stdout).toBe(guide);
    expect(estimateTokenCount(guide)).toBeLessThan(600);
    const named = [...guide.matchAll(/^ {4}handhold (\S+)/gm)].map(([, verb = '']) => verb);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((verb) => !toolFor(verb, builtInTools))).toEqual([]);
    expect(named.slice(0, 2)).toEqual(['open', 'do']);
  });

  it.runIf(existsSync('/bin/bash'))('completes commands and options in bash', async () => {
    const script = path.join(folder, 'complete.sh');
    await does('tabs');
    writeFileSync(script, (await handhold(['completion', 'bash'])).stdout);
    const complete = async (...words: string[]) => {
      const list = words.map((word) => `'${word}'`).join(' ');
      const code = `handhold() { '${process.execPath}' '${bin}' "$@"; }; . '${script}'; COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _handhold; echo "\${COMPREPLY[@]}"`;
      const child = spawn('/bin/bash', ['-c', code], {
        env: { ...process.env, HANDHOLD_RUNTIME_DIR: runtime },
      });
      let text = '';
      child.stdout.on('data', (chunk) => (text += String(chunk)));
      await new Promise((resolve) => child.once('close', resolve));
      return text.trim().split(' ');
    };
    expect(await complete('handhold', 'sn')).toEqual(['snapshot']);
    expect(await complete('handhold', 'o')).toEqual(['open']);
    expect(await complete('handhold', 'click', '--cl')).toEqual(['--click-count']);
    expect(await complete('handhold', 'mcp', '--htt')).toEqual(['--http', '--http-hosts']);
    expect(await complete('handhold', 'tools', '--format', 'openai')).toEqual(['openai', 'openai-strict']);
    expect(await complete('handhold', 'mcp', '--dialect', 'c')).toEqual(['car']);
    expect(await complete('handhold', 'screenshot', '--format', '=', 'p')).toEqual(['png']);
    expect(await complete('handhold', 'click', '@e1', '--button', '')).toEqual(['left', 'right', 'middle']);
    expect(await complete('handhold', 'scroll', '')).toEqual(['up', 'down', 'left', 'right', 'page', 'half']);
    expect(await complete('handhold', 'tabs', 's')).toEqual(['select']);
    expect(await complete('handhold', 'help', 'scree')).toEqual(['screenshot']);
    expect(await complete('handhold', 'completion', 'b')).toEqual(['bash']);
    expect(await complete('handhold', 'open', '--config', '')).toEqual(['']);
    expect(await complete('handhold', 'snapshot', '--session', 'def')).toEqual(['default']);
  });

  it('completes in zsh and fish, and says which shells there are', async () => {
    expect((await handhold(['completion', 'zsh'])).stdout).toMatch(
      /^#compdef handhold\n[\s\S]*'snapshot:See the page/,
    );
    expect((await handhold(['completion', 'fish'])).stdout).toMatch(/-f -a open -d 'Open a URL/);
    const { code, stderr } = await handhold(['completion', 'tcsh']);
    expect(stderr).toContain('bash, zsh, fish');
    expect(code).toBe(2);
  });
});

describe('the way of a verb', () => {
  it('loads one small file, and nothing but Node until the server has been asked', () => {
    const source = readFileSync(path.join(import.meta.dirname, '..', 'dist', 'handhold.cjs'), 'utf8');
    const loaded = [...source.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, from]) => from);
    expect([...new Set(loaded)].sort()).toEqual(['node:fs', 'node:net', 'node:path']);
    const later = [...source.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, from]) => from);
    expect(later.sort()).toEqual(['./main.js', './shell/prompt.js']);
    expect(source.length).toBeLessThan(20_000);
  });

  it('has help in one file, too, that loads nothing but Node', () => {
    const source = readFileSync(path.join(import.meta.dirname, '..', 'dist', 'help.cjs'), 'utf8');
    const loaded = [...source.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, from = '']) => from);
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter((from) => !isBuiltin(from))).toEqual([]);
    // What runs a browser is not among it.
    expect(source).not.toContain('connectOverCDP');
    expect(source.length).toBeLessThan(1_000_000);
  });

  it('loses nothing of a long answer that is read slowly, and minds no reader who leaves', async () => {
    await does('open', `${site.url}/form`);
    const script = '"x".repeat(900000)';
    const call = [process.execPath, bin, 'evaluate', script, '--json'].map((word) => `'${word}'`).join(' ');
    const read = async (reader: string) => {
      const child = spawn('/bin/sh', ['-c', `${call} | ${reader}`], {
        env: { ...process.env, HANDHOLD_RUNTIME_DIR: runtime },
      });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk) => (stdout += String(chunk)));
      child.stderr.on('data', (chunk) => (stderr += String(chunk)));
      await new Promise((resolve) => child.once('close', resolve));
      return { stdout, stderr };
    };
    const direct = await does('evaluate', script, '--json');
    const slowly = await read('dd ibs=512 status=none');
    expect(slowly.stdout.length).toBeGreaterThan(20_000);
    expect(slowly.stdout.length - direct.length).toBeLessThan(100);
    expect(await read('head -c 5')).toEqual({ stdout: '{"suc', stderr: '' });
  });
});
