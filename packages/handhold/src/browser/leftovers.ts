import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { log } from '../log.js';
import { systemCode } from '../system-code.js';
import { killGroup, removeDirectory } from './cleanup.js';

const owned = /^handhold-(?:profile|downloads)-(\d+)-/;

/** A throw-away folder, named after us so that a later run can tell whose it was. */
export function makeTemporary(what: 'profile' | 'downloads'): Promise<string> {
  return mkdtemp(join(tmpdir(), `handhold-${what}-${process.pid}-`));
}

/** The throw-away folders of runs that are no more. */
export async function findLeftovers(): Promise<string[]> {
  const names = await readdir(tmpdir()).catch(() => []);
  return names
    .filter((name) => {
      const owner = Number(owned.exec(name)?.[1] ?? 0);
      return owner !== 0 && !isAlive(owner);
    })
    .map((name) => join(tmpdir(), name));
}

/** Ends browsers and removes folders of runs of ours that are no more. */
export async function sweepLeftovers(): Promise<void> {
  for (const directory of await findLeftovers()) {
    await endUsersOf(directory);
    log.info({ directory }, 'removed what an earlier run left behind');
  }
}

/** True if there is a process of that number, whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return systemCode(thrown) === 'EPERM';
  }
}

/** How long a killed browser may take to go, and how often to look. */
const dying = { most: 1000, look: 5 };

/** After a browser that was told to end is gone, so that whoever closes it finds nothing left. */
export async function untilGone(pid: number | undefined): Promise<void> {
  const end = performance.now() + dying.most;
  while (pid !== undefined && isAlive(pid) && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, dying.look));
}

/** Ends whatever was started on a throw-away profile, and removes it. */
export async function endUsersOf(directory: string): Promise<void> {
  for (const pid of await usersOf(directory)) killGroup(pid);
  await removeDirectory(directory);
}

/** Browsers started on a profile, by their command line; only Linux lets us read it without a tool. */
async function usersOf(directory: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const found: number[] = [];
  for (const entry of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(entry)) continue;
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`--user-data-dir=${directory}\0`) && !command.includes('--type='))
      found.push(Number(entry));
  }
  return found;
}
