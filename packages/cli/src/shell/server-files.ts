import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemCode } from 'handhold';

/** The files by which the background server of a session is found. Loaded for every verb, so it imports next to nothing. */
export interface ServerFiles {
  session: string;
  /** A Unix socket, or on Windows a named pipe. */
  socket: string;
  /** Held by whoever starts the server. */
  lock: string;
  /** The server's own output. */
  log: string;
}

/** Longest path of a socket that every system takes. */
const maxPath = 100;

/** Sessions whose files have their name; those of any other have its digest. */
const plainName = /^[a-z0-9_-]{1,24}$/;
const digestName = /^x[0-9a-f]{24}$/;

/** The files of a session's server; their folder is made if need be, and nobody else can look into it. */
export function serverFiles(session: string): ServerFiles {
  const name = plainName.test(session) ? session : `x${digest(session)}`;
  return filesCalled(name, runtimeDirectory(), session);
}

/** Those of every session that has, or had, a server here; one is called as its files are. */
export function allServerFiles(): ServerFiles[] {
  const directory = runtimeDirectory();
  return readdirSync(directory)
    .filter((file) => file.endsWith('.log'))
    .map((file) => file.slice(0, -'.log'.length))
    .map((name) => filesCalled(name, directory, name));
}

/** True if the files have their session's name, so that it can be told by them. */
export function isNamedAfterSession({ session }: ServerFiles): boolean {
  return !digestName.test(session);
}

function filesCalled(name: string, directory: string, session: string): ServerFiles {
  return {
    session,
    socket:
      process.platform === 'win32'
        ? `\\\\.\\pipe\\handhold-${digest(directory)}-${name}`
        : join(directory, `${name}.sock`),
    lock: join(directory, `${name}.lock`),
    log: join(directory, `${name}.log`),
  };
}

/** The folder of the sockets: a user's own, and refused if it isn't. */
function runtimeDirectory(): string {
  const { HANDHOLD_RUNTIME_DIR: given, XDG_RUNTIME_DIR: runtime } = process.env;
  const fits = (path: string) => process.platform === 'win32' || Buffer.byteLength(path) + 32 <= maxPath;
  if (given && !fits(given)) throw new Error(`HANDHOLD_RUNTIME_DIR is too long for sockets: ${given}`);
  const inRuntime = runtime ? join(runtime, 'handhold') : '';
  const directory = given || (inRuntime && fits(inRuntime) ? inRuntime : temporaryDirectory(fits));
  if (!makePrivate(directory))
    throw new Error(
      `${directory} belongs to someone else, or can be read by others: set HANDHOLD_RUNTIME_DIR to a folder of your own, or chmod 700 it.`,
    );
  return directory;
}

/** Only where there is no better one, because these questions take time. */
function temporaryDirectory(fits: (path: string) => boolean): string {
  const { tmpdir, userInfo } = process.getBuiltinModule('node:os');
  const name = `handhold-${process.getuid?.() ?? userInfo().username}`;
  const usual = join(tmpdir(), name);
  return fits(usual) ? usual : `/tmp/${name}`;
}

function makePrivate(directory: string): boolean {
  makeFolder(directory);
  if (process.platform === 'win32') return true;
  const { uid, mode } = lstatSync(directory);
  const kind = mode & 0o170000;
  const isDirectory = kind === 0o040000;
  const isLink = kind === 0o120000;
  if (!isDirectory && !isLink) throw new Error(`${directory} is no folder: set HANDHOLD_RUNTIME_DIR to one.`);
  return isDirectory && uid === process.getuid?.() && (mode & 0o077) === 0;
}

/** Step by step, because Node tries for ever where a file system has no folders to give, such as /proc. */
function makeFolder(directory: string): void {
  if (lstatSync(directory, { throwIfNoEntry: false })) return;
  const above = dirname(directory);
  if (above !== directory) makeFolder(above);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (thrown) {
    const code = systemCode(thrown) ?? String(thrown);
    // Another may just have made it.
    if (code === 'EEXIST') return;
    throw new Error(
      `The folder ${directory} can not be made (${code}): set HANDHOLD_RUNTIME_DIR to one that can.`,
    );
  }
}

function digest(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 24);
}
