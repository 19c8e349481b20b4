import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

interface Relation {
  pid: number;
  parent: number;
}

/**
 * Calls back once if the program that started us is gone, even where our input stays open because
 * something else holds it. Behind npx our parent is npm, which lives on, so npm's own parent is watched too.
 */
export async function watchParents(onOrphaned: () => void, every = 2000): Promise<void> {
  const relations = await relationsToClient();
  if (relations.length === 0) return;
  const timer = setInterval(async () => {
    for (const { pid, parent } of relations) {
      const now = pid === process.pid ? process.ppid : (await lookUp(pid))?.parent;
      if (now === parent) continue;
      clearInterval(timer);
      onOrphaned();
      return;
    }
  }, every);
  timer.unref();
}

/** From us up to the first process that isn't merely a launcher. */
async function relationsToClient(): Promise<Relation[]> {
  const relations: Relation[] = [];
  let { pid, ppid: parent } = process;
  while (parent > 1) {
    relations.push({ pid, parent });
    const grandparent = await parentOfLauncher(parent);
    if (grandparent === undefined) break;
    pid = parent;
    parent = grandparent;
  }
  return relations;
}

const packageRunner = /(^|\/)(npm|npx|pnpm|pnpx|yarn|yarnpkg|bunx)(-cli)?(\.c?js)?$/;
const shell = /(^|\/)(sh|dash|bash|zsh|ash)$/;

/** The parent of a package runner, or of the shell that one runs its command in. */
async function parentOfLauncher(pid: number): Promise<number | undefined> {
  const launcher = await lookUp(pid);
  if (!launcher) return undefined;
  if (isPackageRunner(launcher.command)) return launcher.parent;
  const [file = '', option] = launcher.command.split(' ');
  if (!shell.test(file) || option !== '-c') return undefined;
  const above = await lookUp(launcher.parent);
  return above && isPackageRunner(above.command) ? launcher.parent : undefined;
}

/** The runner itself, or Node running its script. */
function isPackageRunner(command: string): boolean {
  return command
    .split(' ')
    .slice(0, 2)
    .some((word) => packageRunner.test(word));
}

async function lookUp(pid: number): Promise<{ parent: number; command: string } | undefined> {
  if (process.platform === 'win32') return undefined;
  try {
    return process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid);
  } catch {
    return undefined;
  }
}

async function fromProc(pid: number): Promise<{ parent: number; command: string }> {
  const [stat, command] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
  ]);
  // The name in parentheses may itself hold blanks and parentheses.
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(parent), command: command.replaceAll('\0', ' ') };
}

function fromPs(pid: number): Promise<{ parent: number; command: string }> {
  return new Promise((resolve, reject) => {
    execFile('ps', ['-o', 'ppid=,args=', '-p', String(pid)], (error, stdout) => {
      const [, parent, command] = /^\s*(\d+) (.*)/.exec(stdout) ?? [];
      if (error || command === undefined) reject(error ?? new Error('no such process'));
      else resolve({ parent: Number(parent), command });
    });
  });
}
