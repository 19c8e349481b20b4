import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useFullBrowser } from '../../../test/support/browser.js';
import { cacheFolder, headlessBuild } from '../src/browser/chromium/cache.js';
import { findOn, type Machine, thisMachine } from '../src/browser/chromium/find.js';
import { ChromiumInstallFailed, ChromiumMissing, findChromium } from '../src/browser/chromium/index.js';
import { firstThatWorks } from '../src/browser/chromium/install.js';
import { packageManagerCommands } from '../src/browser/chromium/package-manager.js';
import { causeOf, run } from '../src/browser/chromium/run.js';
import { filesInTar } from '../src/browser/chromium/untar.js';

useFullBrowser();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'handhold-test-chromium-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function executable(...parts: string[]): string {
  const file = path.join(folder, ...parts);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
}

/** A machine on which only the given files exist. */
function machineWith(platform: NodeJS.Platform, files: string[], more: Partial<Machine> = {}): Machine {
  return {
    platform,
    env: {},
    home: platform === 'win32' ? 'C:\\Users\\me' : '/home/me',
    playwrightPath: () => undefined,
    problemWith: (file) => (files.includes(file) ? undefined : 'does not exist'),
    ...more,
  };
}

describe('finding a browser', () => {
  it('takes the option before everything else', () => {
    const option = executable('given', 'my-browser');
    const env = { ...process.env, HANDHOLD_EXECUTABLE_PATH: executable('from-env', 'chrome') };
    expect(findChromium({ executablePath: option, env })).toMatchObject({ path: option, source: 'option' });
  });

  it('takes HANDHOLD_EXECUTABLE_PATH before what is installed', () => {
    const file = executable('from-env', 'msedge');
    const env = { ...process.env, HANDHOLD_EXECUTABLE_PATH: file };
    expect(findChromium({ env })).toEqual({ path: file, source: 'env', kind: 'edge' });
  });

  it('looks up a bare command name on the PATH', () => {
    const file = executable('bin', 'my-chromium');
    expect(
      findChromium({ executablePath: 'my-chromium', env: { PATH: path.join(folder, 'bin') } })?.path,
    ).toBe(file);
  });

  it.each([
    ['does not exist', () => path.join(folder, 'nowhere')],
    ['is a folder', () => folder],
  ])('reports a given path that %s, naming it', (reason, given) => {
    const wrong = given();
    for (const find of [
      () => findChromium({ executablePath: wrong }),
      () => findChromium({ env: { HANDHOLD_EXECUTABLE_PATH: wrong } }),
    ]) {
      expect(find).toThrowError(ChromiumMissing);
      expect(find).toThrowError(expect.objectContaining({ path: wrong, reason }));
      expect(find).toThrowError(wrong);
    }
  });

  it.skipIf(process.platform === 'win32')('reports a given file that is not executable', () => {
    const file = executable('chrome');
    chmodSync(file, 0o644);
    expect(() => findChromium({ executablePath: file })).toThrowError(/may not be executed/);
  });

  it("prefers Playwright's own to the system's, and the system's to the cache", () => {
    const playwrights = '/home/me/.cache/ms-playwright/chromium-1/chrome-linux/chrome';
    const cached = `/home/me/.cache/handhold/chromium/${headlessBuild.version}/chromium`;
    const all = [playwrights, '/usr/bin/chromium', cached];
    const found = [0, 1, 2, 3].map((gone) =>
      findOn(machineWith('linux', all.slice(gone), { playwrightPath: () => playwrights })),
    );
    expect(found.map((one) => one?.source)).toEqual(['playwright', 'system', 'handhold-cache', undefined]);
    expect(found[2]).toMatchObject({ path: cached, kind: 'headless-shell' });
  });

  it('prefers Chrome to Chromium to Edge, whether on the PATH or in a well-known place', () => {
    const env = { PATH: '/nix/bin:/usr/bin' };
    const all = ['/nix/bin/google-chrome', '/usr/bin/chromium', '/opt/microsoft/msedge/msedge'];
    const found = [0, 1, 2].map((gone) => findOn(machineWith('linux', all.slice(gone), { env })));
    expect(found.map((one) => [one?.path, one?.kind])).toEqual([
      [all[0], 'chrome'],
      [all[1], 'chromium'],
      [all[2], 'edge'],
    ]);
  });

  it('knows where macOS and Windows keep browsers', () => {
    const mac = '/home/me/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findOn(machineWith('darwin', [mac]))).toEqual({ path: mac, source: 'system', kind: 'chrome' });
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    const env = { ProgramFiles: 'C:\\Program Files', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' };
    expect(findOn(machineWith('win32', [edge], { env }))).toEqual({
      path: edge,
      source: 'system',
      kind: 'edge',
    });
  });

  it.skipIf(process.platform !== 'linux')("passes over Ubuntu's script that only names the snap", () => {
    const stub = executable('bin', 'chromium-browser');
    writeFileSync(
      stub,
      '#!/bin/sh\nif ! [ -x /snap/bin/chromium ]; then exit 1; fi\nexec /snap/bin/chromium\n',
    );
    const { problemWith } = thisMachine();
    if (problemWith('/snap/bin/chromium')) expect(problemWith(stub)).toMatch(/snap/);
  });

  it('gives the cached build the environment it needs', () => {
    const home = `/cache/handhold/chromium/${headlessBuild.version}`;
    const env = { XDG_CACHE_HOME: '/cache', LD_LIBRARY_PATH: '/mine' };
    const bare = findOn(machineWith('linux', [`${home}/chromium`], { env }));
    expect(bare?.env).toEqual({ FONTCONFIG_FILE: `${home}/fonts.conf` });
    const files = [`${home}/chromium`, `${home}/lib/libnss3.so`];
    expect(findOn(machineWith('linux', files, { env }))?.env).toMatchObject({
      LD_LIBRARY_PATH: `${home}/lib:/mine`,
    });
    const given = findOn(machineWith('linux', files, { env }), `${home}/chromium`);
    expect(given).toMatchObject({
      source: 'option',
      kind: 'headless-shell',
      env: { LD_LIBRARY_PATH: `${home}/lib:/mine` },
    });
  });

  it('keeps its cache in the folder of this user', () => {
    expect(cacheFolder(machineWith('linux', []))).toBe('/home/me/.cache/handhold/chromium');
    const local = { env: { LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local' } };
    expect(cacheFolder(machineWith('win32', [], local))).toBe(
      'C:\\Users\\me\\AppData\\Local\\handhold\\chromium',
    );
  });

  it('takes under 5 ms', () => {
    findChromium();
    const times = Array.from({ length: 9 }, () => {
      const started = performance.now();
      findChromium();
      return performance.now() - started;
    });
    expect(Math.min(...times)).toBeLessThan(5);
  });
});

describe('installing a browser', () => {
  const works = { path: '/usr/bin/chromium', source: 'system', kind: 'chromium' } as const;
  const fails = (reason: string) => async () => {
    throw new Error(reason);
  };

  it('takes the first way that works', async () => {
    const said: string[] = [];
    const ways = [
      ['download', fails('no network')],
      ['packages', async () => works],
      ['npm', fails('never tried')],
    ] as const;
    expect(await firstThatWorks(ways, { onProgress: (line) => said.push(line) })).toEqual(works);
    expect(said).toEqual(['download: no network']);
  });

  it('says what each way failed on, and what to do', async () => {
    const ways = [
      ['download', fails('no network')],
      ['packages', fails('needs root')],
    ] as const;
    const error: unknown = await firstThatWorks(ways, {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ChromiumInstallFailed);
    expect(String(error)).toMatch(/download: no network\n.*packages: needs root\n/);
    expect(String(error)).toContain('HANDHOLD_EXECUTABLE_PATH');
  });

  it('stops when aborted', async () => {
    const ways = [['download', fails('no network')]] as const;
    await expect(firstThatWorks(ways, { signal: AbortSignal.abort() })).rejects.toThrowError(/abort/i);
  });

  it('uses the package manager only with the rights for it', async () => {
    const pacman = machineWith('linux', ['/usr/bin/pacman'], { env: { PATH: '/usr/bin' } });
    await expect(packageManagerCommands(pacman, async () => undefined)).rejects.toThrowError(/needs root/);
    const [command] = await packageManagerCommands(pacman, async () => ['sudo', '-n']);
    expect(command?.slice(0, 3)).toEqual(['sudo', '-n', 'pacman']);
    await expect(packageManagerCommands(machineWith('linux', []))).rejects.toThrowError(/none found/);
    const mac = machineWith('darwin', ['/opt/homebrew/bin/brew'], { env: { PATH: '/opt/homebrew/bin' } });
    expect((await packageManagerCommands(mac, async () => undefined))[0]?.[0]).toBe('brew');
  });

  it('ends a command that makes no progress, and one that is aborted', async () => {
    const forever = ['-e', 'setInterval(() => console.log("waiting"), 20)'];
    const stalled = run(process.execPath, forever, { stallMs: 300, progress: /%/ });
    await expect(stalled).rejects.toThrowError('no progress for 0.3 s');
    const aborted = run(process.execPath, forever, { stallMs: 9_000, signal: AbortSignal.timeout(100) });
    await expect(aborted).rejects.toThrowError(/timeout|abort/i);
  });

  it('finds the line that says why a command failed', () => {
    expect(causeOf(['Error: x', 'getaddrinfo ENOTFOUND example.org', 'bye'])).toBe(
      'no network: example.org could not be looked up',
    );
    expect(causeOf(['Reading lists', 'E: Unable to locate package chromium', ''])).toBe(
      'Unable to locate package chromium',
    );
    expect(causeOf(['one', 'two', ''])).toBe('two');
  });
});

describe('reading a tar archive', () => {
  function tar(name: string, text: string, type = '0'): Buffer {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('000755 \0', 100);
    header.write(`${text.length.toString(8).padStart(11, '0')} `, 124);
    header.write(type, 156);
    const body = Buffer.alloc(Math.ceil(text.length / 512) * 512);
    body.write(text);
    return Buffer.concat([header, body]);
  }

  it('gives the files, with long names, and leaves out links', () => {
    const long = 'x'.repeat(150);
    const archive = Buffer.concat([
      tar('lib/', '', '5'),
      tar('lib/a.so', 'A'),
      tar('link', '', '2'),
      tar('././@LongLink', `${long}\0`, 'L'),
      tar('short', 'B'),
      tar('pax', `${12 + long.length} path=${long}y\n`, 'x'),
      tar('short', 'C'),
      Buffer.alloc(1024),
    ]);
    const files = [...filesInTar(archive)].map(({ name, mode, data }) => [name, mode, data.toString()]);
    expect(files).toEqual([
      ['lib/a.so', 0o755, 'A'],
      [long, 0o755, 'B'],
      [`${long}y`, 0o755, 'C'],
    ]);
  });

  it.each(['../evil', '/etc/passwd', 'a/../../b'])('refuses %s', (name) => {
    expect(() => [...filesInTar(tar(name, 'x'))]).toThrowError(/unsafe/);
  });

  it('notices an archive that is cut short', () => {
    expect(() => [...filesInTar(tar('a', 'x'.repeat(600)).subarray(0, 700))]).toThrowError(/cut short/);
  });
});
