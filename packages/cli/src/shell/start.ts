import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isAlive, systemCode } from 'handhold';
import { serveCommand } from '../command-names.js';
import type { BrowserFlags } from '../flags.js';
import { answers } from './running.js';
import type { ServerFiles } from './server-files.js';

const startTime = 20_000;
/** How often to look whether the server that another process starts is there. */
const lookEvery = 25;

/** Sees to it that the background server of a session runs; of many who want that at once, one starts it. */
export async function ensureServer(files: ServerFiles, flags: BrowserFlags): Promise<void> {
  const end = performance.now() + startTime;
  while (performance.now() < end) {
    const release = takeLock(files.lock);
    if (release) {
      try {
        if (!(await answers(files))) await launch(files, flags);
        return;
      } finally {
        release();
      }
    }
    if (await answers(files)) return;
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }
  throw new Error(`Another process has been starting session "${files.session}" for ${startTime / 1000} s.`);
}

async function launch(files: ServerFiles, flags: BrowserFlags): Promise<void> {
  const bin = fileURLToPath(new URL('../../bin/handhold.js', import.meta.url));
  const log = openSync(files.log, 'w', 0o600);
  const child = spawn(process.execPath, [bin, serveCommand, files.session, JSON.stringify(flags)], {
    detached: true,
    stdio: ['ignore', 'pipe', log],
    windowsHide: true,
  });
  closeSync(log);
  const timer = setTimeout(() => child.kill('SIGKILL'), startTime);
  const ready = await new Promise<boolean>((resolve) => {
    child.stdout?.once('data', () => resolve(true));
    child.once('close', () => resolve(false));
    child.once('error', () => resolve(false));
  });
  clearTimeout(timer);
  child.stdout?.destroy();
  child.unref();
  if (!ready) throw new Error(`The background server did not start: ${lastWords(files)}`);
}

function lastWords({ log }: ServerFiles): string {
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  return lines.at(-1)?.replace(/^error: /, '') || 'it said nothing';
}

/** Takes the lock and gives how to let it go; nothing if another process that lives has it. */
function takeLock(lock: string): (() => void) | undefined {
  const release = makeLock(lock);
  if (release) return release;
  const holder = holderOf(lock);
  if (holder === undefined || lives(holder)) return undefined;
  // Renamed rather than removed, because only one of those who see it abandoned can do that.
  const mine = `${lock}.${process.pid}`;
  try {
    renameSync(lock, mine);
    const taken = holderOf(mine);
    if (taken !== undefined && taken !== holder && lives(taken)) renameSync(mine, lock);
  } catch {
    // Another was faster.
  }
  rmSync(mine, { force: true });
  return makeLock(lock);
}

function makeLock(lock: string): (() => void) | undefined {
  try {
    const file = openSync(lock, 'wx', 0o600);
    writeSync(file, String(process.pid));
    closeSync(file);
    return () => rmSync(lock, { force: true });
  } catch (thrown) {
    if (systemCode(thrown) === 'EEXIST') return undefined;
    throw thrown;
  }
}

/** The process that holds the lock; 0, which is nobody, if it was made long ago and never written. */
function holderOf(lock: string): number | undefined {
  try {
    const text = readFileSync(lock, 'utf8');
    if (text !== '') return Number(text);
    return Date.now() - statSync(lock).mtimeMs > startTime ? 0 : undefined;
  } catch {
    return undefined;
  }
}

/** True if a process lives that can hold a lock. */
function lives(pid: number): boolean {
  return pid > 0 && isAlive(pid);
}
