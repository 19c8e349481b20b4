import { fstatSync, readFileSync } from 'node:fs';
import { defaultSession, sessionForm } from 'handhold';
import type { ShellRequest } from './messages.js';
import { type ServerFiles, serverFiles } from './server-files.js';

/** A lone dash among the words stands for what comes in on stdin, as for other commands. */
export function withStdin(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  const at = argv.indexOf('-');
  if (at < 0 || (end >= 0 && at > end)) return [...argv];
  const text = readFileSync(0, 'utf8').replace(/\n$/, '');
  const [before, after] = [argv.slice(0, at), argv.slice(at + 1)];
  // Whatever it begins with, it is text; options that follow must not become any.
  return after[0]?.startsWith('--') ? [...before, ...after, '--', text] : [...before, '--', text, ...after];
}

/** The request to a server for a command line. */
export function requestFor(argv: string[]): ShellRequest {
  return { argv, cwd: process.cwd(), interactive: isInteractive() };
}

/** True if a person can read what is asked, and answer. Pipes and files are no terminals without a closer look. */
function isInteractive(): boolean {
  const ends = [0, 2];
  const mayBe = (fd: number) => process.platform === 'win32' || fstatSync(fd).isCharacterDevice();
  return ends.every(mayBe) && ends.every((fd) => process.getBuiltinModule('node:tty').isatty(fd));
}

/** The files of the server of the session that a command line is about; nothing if its name won't do. */
export function serverFilesFor(argv: readonly string[]): ServerFiles | undefined {
  const session = sessionOf(argv) ?? (process.env.HANDHOLD_SESSION || defaultSession);
  return sessionForm.test(session) ? serverFiles(session) : undefined;
}

function sessionOf(argv: readonly string[]): string | undefined {
  for (const [index, word] of argv.entries()) {
    if (word === '--') return undefined;
    if (word === '--session') return argv[index + 1] ?? '';
    if (word.startsWith('--session=')) return word.slice('--session='.length);
  }
  return undefined;
}
