import type { Socket } from 'node:net';

/** The first message of a verb's process: the command line as it stands, and where it was typed. */
export interface ShellRequest {
  argv: string[];
  cwd: string;
  /** True if there is a person who can be asked. */
  interactive: boolean;
}

/** A question to the person, on the way. */
export interface ShellQuestion {
  kind: 'approve' | 'ask';
  message: string;
}

/** The messages that come back, one line each; `exit` is the last. */
export type ShellMessage =
  | { out: string }
  | { err: string }
  | { ask: ShellQuestion }
  | { exit: number }
  /** The server is about to end; another one has to be started. */
  | { gone: true }
  /** Not one of the tools' verbs. */
  | { unknown: true };

/** Calls back with every line of JSON that comes. */
export function readLines(socket: Socket, onLine: (message: unknown) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(JSON.parse(line));
  });
}

export function writeLine(socket: Socket, message: object): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
}
