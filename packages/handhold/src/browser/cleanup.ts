import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/** Something that must not outlive this process: a folder, and the process group of the browser that uses it. */
interface ExitLeftover {
  pid: number | undefined;
  directory: string;
}

const live = new Set<ExitLeftover>();
let installed = false;

/** The promise that something ends with this process, and how to add to it or call it off. */
export interface ExitCleanup {
  /** The browser that now uses the directory. */
  add(pid: number | undefined): void;
  release(): void;
}

/** From now on, however this process ends, this directory goes with it, and the browser as soon as there is one. */
export function cleanUpOnExit(directory: string): ExitCleanup {
  const leftover: ExitLeftover = { pid: undefined, directory };
  live.add(leftover);
  install();
  const watchdog = startWatchdog(directory);
  return {
    add: (pid) => {
      leftover.pid = pid;
      if (pid !== undefined) watchdog?.stdin?.write(`${pid}\n`);
    },
    release: () => {
      live.delete(leftover);
      watchdog?.kill('SIGKILL');
    },
  };
}

/** Ends a browser and all its children at once. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  for (const target of process.platform === 'win32' ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // Already gone.
    }
  }
}

/** Removes a throw-away folder; a dying browser may still be writing to it for a moment. */
export async function removeDirectory(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(
    () => undefined,
  );
}

function cleanUpAll(): void {
  for (const { pid, directory } of live) {
    killGroup(pid);
    try {
      rmSync(directory, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
    } catch {
      // The sweep at the next start finds it.
    }
  }
  live.clear();
}

function install(): void {
  if (installed) return;
  installed = true;
  process.on('exit', cleanUpAll);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const onSignal = () => {
      // Where the program handles the signal itself, it decides what ends; we only see to our own at exit.
      if (process.listenerCount(signal) > 1) return;
      cleanUpAll();
      process.removeListener(signal, onSignal);
      process.kill(process.pid, signal);
    };
    process.on(signal, onSignal);
  }
}

const watchdogScript = [
  // Debian's shell does not know `kill -9 --`.
  'end() { kill -s KILL -- "-$1" || kill -s KILL "$1"; }',
  'while read -r line; do pid=$line; done',
  '[ -z "$pid" ] || end "$pid"',
  // One that was still starting is only known by its profile.
  '[ -n "$pid" ] || for file in /proc/[0-9]*/cmdline; do',
  '  of=$(echo "$file" | tr -dc 0-9)',
  '  if tr "\\0" "\\n" < "$file" | grep -qxF -e "--user-data-dir=$1"; then end "$of"; fi',
  'done',
  'for i in 1 2 3 4 5 6 7 8 9 10; do rm -rf -- "$1"; [ -e "$1" ] || break; sleep 0.1; done',
  // A browser that was only just starting may make its profile anew.
  'sleep 1',
  'rm -rf -- "$1"',
].join('\n');

/** A tiny process that sees our end of a pipe close, which even SIGKILL can't prevent, and then cleans up. */
function startWatchdog(directory: string): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const child = spawn('/bin/sh', ['-c', watchdogScript, 'handhold-watchdog', directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  child.unref();
  const input = child.stdin;
  if (input && 'unref' in input && typeof input.unref === 'function') input.unref();
  return child;
}
