import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { chromium } from '../playwright.js';
import { findInCache } from './cache.js';

export type ChromiumSource = 'option' | 'env' | 'playwright' | 'system' | 'handhold-cache';
export type ChromiumKind = 'chrome' | 'chromium' | 'edge' | 'headless-shell';

/** A browser that can be launched, and where it was found. */
export interface FoundChromium {
  path: string;
  source: ChromiumSource;
  kind: ChromiumKind;
  /** To be added to the environment of the browser's process. */
  env?: Readonly<Record<string, string>>;
}

export interface FindOptions {
  executablePath?: string;
  env?: NodeJS.ProcessEnv;
}

/** The path that the user gave (by option or HANDHOLD_EXECUTABLE_PATH) can't be launched. */
export class ChromiumMissing extends Error {
  override readonly name = 'ChromiumMissing';

  constructor(
    readonly path: string,
    readonly reason: string,
    givenBy: 'option' | 'env',
  ) {
    const origin = givenBy === 'env' ? 'HANDHOLD_EXECUTABLE_PATH' : 'The executable path';
    super(`${origin} is ${path}, which ${reason}. Point it at a Chrome, Chromium or Edge executable.`);
  }
}

/** The machine that is searched, so that other systems can be searched in tests. */
export interface Machine {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  home: string;
  playwrightPath(): string | undefined;
  /** Why a path can't be launched; undefined if it can. */
  problemWith(file: string): string | undefined;
}

/** Finds a browser without starting anything; throws ChromiumMissing if a path was given that can't be launched. */
export function findChromium(options: FindOptions = {}): FoundChromium | undefined {
  return findOn(thisMachine(options.env), options.executablePath);
}

export function thisMachine(env: NodeJS.ProcessEnv = process.env): Machine {
  return {
    platform: process.platform,
    env,
    home: env.HOME || homedir(),
    playwrightPath: playwrightExecutablePath,
    problemWith,
  };
}

export function findOn(machine: Machine, executablePath?: string): FoundChromium | undefined {
  if (executablePath) return findGiven(machine, executablePath, 'option');
  if (machine.env.HANDHOLD_EXECUTABLE_PATH) {
    return findGiven(machine, machine.env.HANDHOLD_EXECUTABLE_PATH, 'env');
  }
  return findPlaywrights(machine) ?? findSystem(machine) ?? findInCache(machine);
}

function findGiven(machine: Machine, given: string, source: 'option' | 'env'): FoundChromium {
  const { resolve } = pathsOf(machine);
  const isCommand = !/[\\/]/.test(given) && machine.problemWith(resolve(given)) !== undefined;
  const file = (isCommand ? findOnPath(machine, given) : undefined) ?? resolve(given);
  const problem = machine.problemWith(file);
  if (problem) throw new ChromiumMissing(file, problem, source);
  const cached = findInCache(machine);
  if (cached?.path === file) return { ...cached, source };
  return { path: file, source, kind: kindOf(file) };
}

function findPlaywrights(machine: Machine): FoundChromium | undefined {
  const file = machine.playwrightPath();
  if (!file || machine.problemWith(file)) return undefined;
  return { path: file, source: 'playwright', kind: 'chromium' };
}

export function findSystem(machine: Machine): FoundChromium | undefined {
  for (const file of systemCandidates(machine)) {
    if (machine.problemWith(file)) continue;
    return { path: file, source: 'system', kind: kindOf(file) };
  }
  return undefined;
}

function* systemCandidates(machine: Machine): Generator<string> {
  const { join } = pathsOf(machine);
  if (machine.platform === 'win32') {
    const { env } = machine;
    const roots = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter((root) => !!root);
    for (const app of ['Google/Chrome', 'Chromium']) {
      for (const root of roots) yield join(String(root), app, 'Application', 'chrome.exe');
    }
    for (const root of roots) yield join(String(root), 'Microsoft/Edge/Application/msedge.exe');
    return;
  }
  if (machine.platform === 'darwin') {
    for (const app of ['Google Chrome', 'Chromium', 'Microsoft Edge']) {
      for (const root of ['/', machine.home]) {
        yield join(root, 'Applications', `${app}.app`, 'Contents', 'MacOS', app);
      }
    }
  }
  const names: [command: string, ...wellKnown: string[]][] = [
    ['google-chrome-stable', '/usr/bin/google-chrome-stable', '/opt/google/chrome/chrome'],
    ['google-chrome', '/usr/bin/google-chrome'],
    ['chromium', '/usr/bin/chromium', '/snap/bin/chromium', '/usr/lib/chromium/chromium'],
    ['chromium-browser', '/usr/bin/chromium-browser'],
    ['microsoft-edge-stable', '/usr/bin/microsoft-edge-stable', '/opt/microsoft/msedge/msedge'],
    ['microsoft-edge', '/usr/bin/microsoft-edge'],
  ];
  for (const [command, ...wellKnown] of names) {
    const onPath = findOnPath(machine, command);
    if (onPath) yield onPath;
    yield* wellKnown;
  }
}

/** A command's full path, as a shell would find it. */
export function findOnPath(machine: Machine, command: string): string | undefined {
  const { join, delimiter, isAbsolute } = pathsOf(machine);
  const names = machine.platform === 'win32' ? [`${command}.exe`, `${command}.cmd`] : [command];
  for (const folder of (machine.env.PATH ?? machine.env.Path ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    for (const name of names) {
      const file = join(folder, name);
      if (!machine.problemWith(file)) return file;
    }
  }
  return undefined;
}

function kindOf(file: string): ChromiumKind {
  const lower = file.split(/[\\/]/).slice(-3).join('/').toLowerCase();
  if (/headless[-_]shell/.test(lower)) return 'headless-shell';
  if (/msedge|microsoft[- ]edge/.test(lower)) return 'edge';
  return lower.includes('chromium') ? 'chromium' : 'chrome';
}

function problemWith(file: string): string | undefined {
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) {
      return file.endsWith('.app') ? 'is an app bundle (give the file in its Contents/MacOS)' : 'is a folder';
    }
    if (!stats.isFile()) return 'is not a file';
    accessSync(file, constants.X_OK);
    if (stats.size < 10_000 && isSnapStub(file)) return 'only asks for the Chromium snap to be installed';
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EACCES' || code === 'EPERM') return 'may not be executed by this user';
    return 'does not exist';
  }
}

// Ubuntu's chromium-browser is a script that does nothing but send people to the snap store.
function isSnapStub(file: string): boolean {
  if (process.platform !== 'linux' || file.startsWith('/snap/')) return false;
  return (
    readFileSync(file, 'utf8').includes('/snap/bin/chromium') &&
    problemWith('/snap/bin/chromium') !== undefined
  );
}

export function playwrightExecutablePath(): string | undefined {
  try {
    return chromium().executablePath() || undefined;
  } catch {
    return undefined;
  }
}

function pathsOf(machine: Machine): path.PlatformPath {
  return machine.platform === 'win32' ? path.win32 : path.posix;
}
