import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';

interface Running {
  pid: number;
  /** Parts end with a NUL, except where a program has rewritten its own command line, as Chromium's children do. */
  command: string;
}

/** Processes with a text in their command line. */
export function processesWith(text: string): Running[] {
  const found: Running[] = [];
  for (const entry of existsSync('/proc') ? readdirSync('/proc') : []) {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) continue;
    const command = read(`/proc/${entry}/cmdline`);
    if (command.includes(text)) found.push({ pid: Number(entry), command });
  }
  return found;
}

/** The main process of each Chromium whose profile lies in the folder. */
export function browsersIn(folder: string): number[] {
  return processesWith(`--user-data-dir=${folder}`)
    .filter(({ command }) => !command.includes('--type=') && !/^\S*sh\0/.test(command))
    .map(({ pid }) => pid);
}

/** The process that holds the page of a browser. */
export function renderersIn(folder: string): number[] {
  return processesWith(`--user-data-dir=${folder}`).length === 0
    ? []
    : childrenOf(browsersIn(folder)).filter((pid) =>
        read(`/proc/${pid}/cmdline`).includes('--type=renderer'),
      );
}

/** The process that a browser reaches the network through. */
export function networkIn(folder: string): number {
  const [only, another] = childrenOf(browsersIn(folder)).filter((pid) =>
    read(`/proc/${pid}/cmdline`).includes('network.mojom.NetworkService'),
  );
  if (only === undefined || another !== undefined) throw new Error('not one network process');
  return only;
}

/** Whether a process has ended, though its parent may not have taken note. */
export function hasEnded(pid: number): boolean {
  return read(`/proc/${pid}/cmdline`) === '';
}

function childrenOf(parents: number[]): number[] {
  const all = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  const found = new Set(parents);
  for (let grew = true; grew; ) {
    grew = false;
    for (const entry of all) {
      if (found.has(Number(entry)) || !found.has(statusOf(entry).parent)) continue;
      found.add(Number(entry));
      grew = true;
    }
  }
  return [...found];
}

/** Children of this process that have ended and that nobody has taken note of. */
export function zombies(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((entry) => {
      const { state, parent } = statusOf(entry);
      return state === 'Z' && parent === process.pid;
    })
    .map(Number);
}

function statusOf(pid: string): { state: string; parent: number } {
  const [, state = '', parent = '0'] = /\) (\S) (\d+)/.exec(read(`/proc/${pid}/stat`)) ?? [];
  return { state, parent: Number(parent) };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Throw-away profiles in a folder. */
export function profilesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('handhold-profile-'));
}

/** What we, or Playwright for us, put into a folder for temporary files. */
export function leftIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^(handhold|playwright)/.test(name));
}

/** Within five seconds, no process and no file is left of what was started from a folder. */
export async function nothingLeft(folder: string): Promise<void> {
  await expect
    .poll(
      () => [
        ...processesWith(folder).map(({ command }) => command.replaceAll('\0', ' ').slice(0, 200)),
        ...leftIn(folder),
      ],
      {
        timeout: 5000,
        interval: 25,
      },
    )
    .toEqual([]);
}
