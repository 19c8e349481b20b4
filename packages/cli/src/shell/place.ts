import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where the background server of a session is found. Loaded for every verb, so it imports next to nothing. */
export interface Place {
  session: string;
  /** The folder of all sessions. */
  directory: string;
  /** A Unix socket, or on Windows a named pipe. */
  socket: string;
  /** Held by whoever starts the server. */
  lock: string;
  /** What the server had to say. */
  log: string;
}

/** What a session may be called, as in the library. */
export const sessionForm = /^[\w.:@-]{1,128}$/;

/** Longest path of a socket that every system takes. */
const maxPath = 100;

/** The place of a session; its folder is made if need be, and nobody else can look into it. */
export function placeOf(session: string): Place {
  const directory = runtimeDirectory();
  const name = /^[a-z0-9_-]{1,24}$/.test(session) ? session : `x${digest(session)}`;
  return {
    session,
    directory,
    socket:
      process.platform === 'win32'
        ? `\\\\.\\pipe\\handhold-${digest(directory)}-${name}`
        : join(directory, `${name}.sock`),
    lock: join(directory, `${name}.lock`),
    log: join(directory, `${name}.log`),
  };
}

/** The folder of the sockets: a user's own, and refused if it isn't. */
export function runtimeDirectory(): string {
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
  if (!lstatSync(directory, { throwIfNoEntry: false }))
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return true;
  const { uid, mode } = lstatSync(directory);
  const isDirectory = (mode & 0o170000) === 0o040000;
  return isDirectory && uid === process.getuid?.() && (mode & 0o077) === 0;
}

function digest(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 24);
}
