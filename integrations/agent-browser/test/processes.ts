import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Process {
  pid: number;
  command: string;
}

/** The browsers this test process has running: one per browser, without the helpers each has. */
export function browsers(): number[] {
  return ours()
    .filter(({ command }) => !command.includes('--type='))
    .map(({ pid }) => pid);
}

/** Everything that is there because a browser was started: its processes and its profile. */
export function remains(): string[] {
  return [...ours().map(({ command }) => command), ...profiles()];
}

/** Throw-away profiles carry the id of the process that made them. */
const profilePrefix = `handhold-profile-${process.pid}-`;

export function profiles(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(profilePrefix));
}

function ours(): Process[] {
  return processes().filter(({ command }) =>
    command.includes(`--user-data-dir=${join(tmpdir(), profilePrefix)}`),
  );
}

function processes(): Process[] {
  if (!existsSync('/proc/self/cmdline')) {
    const lines = execFileSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim() }));
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: commandOf(name) }));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
