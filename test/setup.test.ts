import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

interface Part {
  title: string;
  ready(root: string): boolean;
  make(root: string, say: (line: string) => void): Promise<string | undefined>;
}

interface SetupModule {
  setup(options: {
    quiet?: boolean;
    folder?: string;
    parts?: Part[];
    nodeVersion?: string;
    stream?: { write(text: string): void };
  }): Promise<string[]>;
}

interface PackagesModule {
  packages: Part;
  packagesReady(root: string): boolean;
  explain(lines: string[]): string;
}

/** What of the library gets the browser without windows. */
interface Means {
  aptInstall(...names: string[]): string[][];
  adminPrefix(): Promise<string[] | undefined>;
  findOnPath(machine: unknown, command: string): string | undefined;
  thisMachine(): unknown;
  run(command: string, args: string[]): Promise<unknown>;
  checkChromium(found: { path: string }): Promise<unknown>;
}

interface WindowlessModule {
  windowless(root: string, path: string): string | undefined;
  windowlessPart(options: { path: string; library(): Promise<Means> }): Part;
}

const scripts = path.join(import.meta.dirname, '..', 'scripts');
const url = (name: string) => pathToFileURL(path.join(scripts, name)).href;
const { setup }: SetupModule = await import(url('setup.mjs'));
const { packages, packagesReady, explain }: PackagesModule = await import(url('packages.mjs'));
const { windowless, windowlessPart }: WindowlessModule = await import(url('windowless.mjs'));
const { sourcesFingerprint }: { sourcesFingerprint(root: string): string } = await import(url('sources.mjs'));

let root: string;
let shown: string;
const stream = {
  write(text: string) {
    shown += text;
  },
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'handhold-test-setup-'));
  shown = '';
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function put(file: string, content: unknown): void {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
}

/** A part that makes a file and counts how often. */
function part(title: string): Part & { times: number } {
  return {
    title,
    times: 0,
    ready: (folder) => existsSync(path.join(folder, title)),
    async make() {
      this.times += 1;
      put(title, 'made');
      return undefined;
    },
  };
}

describe('set-up', () => {
  it('makes what is missing, in order, and nothing the second time', async () => {
    const parts = [part('one'), part('two')];
    expect(await setup({ folder: root, parts, stream })).toEqual(['one', 'two']);
    expect(shown).toMatch(/✓ one \(.+\)\n[\s\S]*✓ two \(.+\)\n/);
    expect(await setup({ folder: root, parts, stream })).toEqual([]);
    expect(parts.map(({ times }) => times)).toEqual([1, 1]);
  });

  it('makes only the part that went missing', async () => {
    const parts = [part('one'), part('two')];
    await setup({ folder: root, parts, stream });
    rmSync(path.join(root, 'two'));
    expect(await setup({ folder: root, parts, stream })).toEqual(['two']);
  });

  it('does the work once when two start at the same time', async () => {
    const slow = part('slow');
    const make = slow.make;
    slow.make = async function (folder, say) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return make.call(this, folder, say);
    };
    const both = await Promise.all([
      setup({ folder: root, parts: [slow], stream }),
      setup({ folder: root, parts: [slow], stream }),
    ]);
    expect(both.flat()).toEqual(['slow']);
    expect(slow.times).toBe(1);
    expect(shown).toContain('Waiting for another set-up');
  });

  it('is not held up by a set-up that was killed', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    put('.handhold/setup.lock', String(pid));
    expect(await setup({ folder: root, parts: [part('one')], stream })).toEqual(['one']);
  });

  it('says nothing if quiet', async () => {
    await setup({ folder: root, parts: [part('one')], stream, quiet: true });
    expect(shown).toBe('');
  });

  it.each(['18.20.4', '20.18.9'])('refuses Node %s and says which one is needed', async (nodeVersion) => {
    const parts = [part('one')];
    const tried = setup({ folder: root, parts, stream, nodeVersion });
    await expect(tried).rejects.toThrowError(`needs Node 20.19 or newer; this is Node ${nodeVersion}`);
    expect(parts[0]?.times).toBe(0);
  });

  it.each(['20.19.0', '22.1.0', '24.0.0'])('takes Node %s', async (nodeVersion) => {
    expect(await setup({ folder: root, parts: [], stream, nodeVersion })).toEqual([]);
  });

  it('ends a command with a message and code 1, without a stack trace and with nothing on stdout', () => {
    const code = `import { main, setup } from ${JSON.stringify(url('setup.mjs'))};
      await main(() => setup({ nodeVersion: '16.0.0' }));`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('this is Node 16.0.0');
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe('packages', () => {
  const manifest = { name: 'x', version: '1.0.0', dependencies: { a: '1.0.0' } };
  const a = { version: '1.0.0', integrity: 'sha512-a' };
  const lock = { lockfileVersion: 3, packages: { '': manifest, 'node_modules/a': a } };

  beforeEach(() => {
    put('package.json', manifest);
    put('package-lock.json', lock);
    put('node_modules/.package-lock.json', { packages: { 'node_modules/a': a } });
    put('node_modules/a/package.json', {});
  });

  it('are ready when node_modules holds what the lock asks for', () => {
    expect(packagesReady(root)).toBe(true);
  });

  it.each<[string, () => void]>([
    ['node_modules is missing', () => rmSync(path.join(root, 'node_modules'), { recursive: true })],
    ['a package was removed', () => rmSync(path.join(root, 'node_modules/a'), { recursive: true })],
    ['a version changed', () => put('package-lock.json', JSON.stringify(lock).replaceAll('1.0.0', '1.0.1'))],
    ['the lock is missing', () => rmSync(path.join(root, 'package-lock.json'))],
    [
      'package.json asks for more',
      () => put('package.json', { ...manifest, devDependencies: { b: '1.0.0' } }),
    ],
    [
      'a workspace is new',
      () => {
        put('package.json', { ...manifest, workspaces: ['packages/*'] });
        put('packages/new/package.json', { name: 'new' });
      },
    ],
  ])('are not when %s', (_what, change) => {
    change();
    expect(packagesReady(root)).toBe(false);
  });

  it('may lack an optional package for another system', () => {
    const other = { version: '1.0.0', optional: true, os: ['plan9'], cpu: ['mips'] };
    put('package-lock.json', { packages: { ...lock.packages, 'node_modules/other': other } });
    expect(packagesReady(root)).toBe(true);
  });

  it('are installed for real, and then ready', async () => {
    rmSync(path.join(root, 'node_modules'), { recursive: true });
    put('package.json', { name: 'x', version: '1.0.0', workspaces: ['packages/*'] });
    put('packages/y/package.json', { name: 'y', version: '1.0.0' });
    rmSync(path.join(root, 'package-lock.json'));
    expect(await setup({ folder: root, parts: [packages], stream })).toEqual(['Packages']);
    expect(await setup({ folder: root, parts: [packages], stream })).toEqual([]);
  });

  it('say what to do when npm fails', () => {
    const offline = explain([
      'npm error code ENOTFOUND',
      'npm error request to registry failed, getaddrinfo ENOTFOUND',
    ]);
    expect(offline).toContain('check the network');
    expect(explain(["npm error Error: EACCES: permission denied, mkdir '/x'"])).toContain(
      'owner of this folder',
    );
  });
});

describe('Chromium without windows', () => {
  let browser: string;
  let commands: string[];

  beforeEach(() => {
    vi.stubEnv('HANDHOLD_EXECUTABLE_PATH', '');
    browser = path.join(root, 'chromium-headless-shell');
    commands = [];
  });

  afterEach(() => {
    vi.unstubAllEnvs();
  });

  /** A machine on which the package can be had, but for what is given. */
  function partWith(means: Partial<Means> = {}): Part {
    const library: Means = {
      aptInstall: (...names) => [['update'], ['install', ...names]],
      adminPrefix: async () => [],
      findOnPath: (_machine, command) => `/usr/bin/${command}`,
      thisMachine: () => ({}),
      run: async (command, args) => {
        commands.push([command, ...args].join(' '));
        if (args.includes('install')) put('chromium-headless-shell', 'made');
      },
      checkChromium: async () => '1.0',
      ...means,
    };
    return windowlessPart({ path: browser, library: async () => library });
  }

  it('is installed once, with its steps shown, and taken for tests', async () => {
    const parts = [partWith({ adminPrefix: async () => ['sudo', '-n'] })];
    expect(windowless(root, browser)).toBeUndefined();
    expect(await setup({ folder: root, parts, stream })).toHaveLength(1);
    expect(commands).toEqual(['sudo -n apt-get update', 'sudo -n apt-get install chromium-headless-shell']);
    expect(shown).toContain(`✓ Chromium without windows, for tests of pages: ${browser}`);
    expect(windowless(root, browser)).toBe(browser);
    expect(await setup({ folder: root, parts, stream })).toEqual([]);
  });

  it('is taken as it is where it is there', async () => {
    put('chromium-headless-shell', 'there');
    await setup({ folder: root, parts: [partWith()], stream });
    expect(commands).toEqual([]);
    expect(windowless(root, browser)).toBe(browser);
  });

  it.each<[string, Partial<Means>]>([
    ['there is no apt-get here', { findOnPath: () => undefined }],
    ['apt-get needs root', { adminPrefix: async () => undefined }],
    [
      'Unable to locate package',
      {
        run: async () => {
          throw new Error('Unable to locate package\nand more');
        },
      },
    ],
    [
      'does not start',
      {
        checkChromium: async () => {
          throw new Error('it does not start');
        },
      },
    ],
  ])('is done without, in one line and without trying again, if %s', async (why, means) => {
    const part = partWith(means);
    await setup({ folder: root, parts: [part], stream });
    const line = shown.split('\n').find((text) => text.includes(why));
    expect(line).toMatch(/^✓ .*: none \(.*\); all tests run in the full one/);
    expect(windowless(root, browser)).toBeUndefined();
    expect(await setup({ folder: root, parts: [part], stream })).toEqual([]);
  });

  it('is looked at again when it has come or gone', async () => {
    const none = partWith({ adminPrefix: async () => undefined });
    await setup({ folder: root, parts: [none], stream });
    put('chromium-headless-shell', 'by hand');
    expect(none.ready(root)).toBe(false);
    await setup({ folder: root, parts: [none], stream });
    expect(windowless(root, browser)).toBe(browser);
    rmSync(browser);
    expect(windowless(root, browser)).toBeUndefined();
    expect(none.ready(root)).toBe(false);
  });

  it('is neither got nor taken where the user names a browser', () => {
    put('chromium-headless-shell', 'there');
    vi.stubEnv('HANDHOLD_EXECUTABLE_PATH', '/opt/mine');
    expect(windowless(root, browser)).toBeUndefined();
    expect(partWith().ready(root)).toBe(true);
  });

  it('is no part of what npm start sets up', () => {
    const start = readFileSync(path.join(scripts, 'start.mjs'), 'utf8');
    expect(start + readFileSync(path.join(scripts, 'setup.mjs'), 'utf8')).not.toContain('windowless');
  });
});

describe('sources', () => {
  beforeEach(() => {
    put('tsconfig.json', { references: [{ path: 'packages/x' }] });
    put('packages/x/src/deep/a.ts', 'export {};');
  });

  it('have a fingerprint that changes with them only', () => {
    const before = sourcesFingerprint(root);
    put('packages/x/dist/a.js', '');
    put('packages/x/src/a.generated.ts', '');
    expect(sourcesFingerprint(root)).toBe(before);
    utimesSync(path.join(root, 'packages/x/src/deep/a.ts'), 1, 1);
    const touched = sourcesFingerprint(root);
    expect(touched).not.toBe(before);
    put('packages/x/src/b.ts', '');
    expect(sourcesFingerprint(root)).not.toBe(touched);
  });

  it('are fingerprinted in this repository within 100 ms', () => {
    const times = Array.from({ length: 9 }, () => {
      const started = performance.now();
      sourcesFingerprint(path.dirname(scripts));
      return performance.now() - started;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  });
});

describe('npm start', () => {
  const start = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(scripts, 'start.mjs'), ...args], {
      encoding: 'utf8',
      // Whatever looks for a browser stumbles over this.
      env: { ...process.env, HANDHOLD_EXECUTABLE_PATH: '/no/browser' },
    });

  it.each([['guide'], ['completion', 'bash'], ['--help'], ['click', '--help'], ['--version'], ['tools']])(
    'needs no browser for %s %s',
    (...args) => {
      const { status, stdout, stderr } = start(...args);
      expect(`${status} ${stderr}`).toMatch(/^0 /);
      expect(stdout).not.toBe('');
    },
  );

  it('says what is wrong with the browser where it needs one', () => {
    const { status, stderr } = start('demo');
    expect(status).toBe(1);
    expect(stderr).toMatch(/HANDHOLD_EXECUTABLE_PATH is \/no\/browser, which does not exist/);
  });
});

describe('scripts', () => {
  it('load without any package installed', () => {
    const copy = path.join(root, 'scripts');
    cpSync(scripts, copy, { recursive: true });
    const code = `import(${JSON.stringify(pathToFileURL(path.join(copy, 'setup.mjs')).href)}).then((m) => console.log(typeof m.setup))`;
    expect(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }).trim()).toBe('function');
  });
});
