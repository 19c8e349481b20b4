import { connect } from 'node:net';
import { systemCode } from 'handhold';
import { readLines, type ShellMessage, type ShellRequest, writeLine } from './messages.js';
import { print, printed } from './print.js';
import type { ServerFiles } from './server-files.js';

/** Longer than any call can take. */
const patience = 400_000;

/** How a verb went: its exit code, or why the server could not be asked. */
export type Answer = { code: number } | 'no server' | 'unknown verb';

/** Has the background server of a session run a verb, and prints what it says. Imports next to nothing. */
export function askServer(files: ServerFiles, request: ShellRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(files.socket);
    let said = false;
    let answered = false;
    socket.setTimeout(patience, () => socket.destroy(new Error('The background server does not answer.')));
    socket.once('connect', () => writeLine(socket, request));
    readLines(socket, (line) => {
      const message = messageOf(line);
      said = true;
      if ('out' in message) print(1, message.out);
      else if ('err' in message) print(2, message.err);
      else if ('ask' in message)
        void import('./prompt.js').then(async ({ askPerson }) =>
          writeLine(socket, { reply: await askPerson(message.ask) }),
        );
      else {
        const answer: Answer =
          'exit' in message ? { code: message.exit } : 'gone' in message ? 'no server' : 'unknown verb';
        answered = true;
        // Not ended here: whoever asked is about to end the process, which takes no time.
        socket.unref();
        void printed().then(() => resolve(answer));
      }
    });
    socket.once('error', (error) => {
      const code = systemCode(error);
      if (!said && (code === 'ENOENT' || code === 'ECONNREFUSED')) resolve('no server');
      else if (!answered) reject(error);
    });
    socket.once('close', () => {
      if (!answered)
        reject(new Error('The background server ended before it had answered; call again to start another.'));
    });
  });
}

/** Our own server writes these lines, so their form is not in doubt. */
function messageOf(line: unknown): ShellMessage {
  if (typeof line === 'object' && line !== null) {
    if ('out' in line && typeof line.out === 'string') return { out: line.out };
    if ('err' in line && typeof line.err === 'string') return { err: line.err };
    if ('exit' in line && typeof line.exit === 'number') return { exit: line.exit };
    if ('gone' in line) return { gone: true };
    if ('ask' in line && typeof line.ask === 'object' && line.ask !== null) {
      const { kind, message } = { kind: 'ask', message: '', ...line.ask };
      return { ask: { kind: kind === 'approve' ? 'approve' : 'ask', message: String(message) } };
    }
  }
  return { unknown: true };
}
