import { chmodSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { builtInTools, createBrowserTools, knownTools } from 'handhold';
import { idleTime } from '../duration.js';
import type { BrowserFlags } from '../flags.js';
import { lifetime } from '../lifetime.js';
import { toolboxOptions } from '../toolbox-options.js';
import { readLines, writeLine } from './messages.js';
import { answers } from './running.js';
import { type ServerFiles, serverFiles } from './server-files.js';
import { VerbConnection } from './verb-connection.js';

/** How often a server looks whether it can still be found. */
const lookEvery = 5000;

/** The background server of a session: runs verbs until it is closed, or nobody has used it for a while. */
export async function serveSession(session: string, flags: BrowserFlags): Promise<void> {
  const idle = idleTime();
  const files = serverFiles(session);
  const options = await toolboxOptions(flags, 'own machine');
  const toolbox = createBrowserTools({ idleTimeout: 0, ...options });
  // What is known but not listed is a verb for a personality that names it.
  const unlisted = knownTools.filter((tool) => tool.legacy && toolbox.toolset?.tools.includes(tool.name));
  const tools = [...builtInTools, ...unlisted, ...options.tools];
  if (await answers(files)) return ready();
  const server = createServer();
  await listen(server, files);
  const own = inodeOf(files);

  let open = 0;
  let lastUsed = performance.now();
  const close = async () => {
    if (inodeOf(files) === own) remove(files);
    server.close();
    await toolbox.close();
  };
  const { signal, end } = lifetime({ answered: () => everyoneServed(() => open), close });
  const watch = setInterval(
    () => {
      const unused = open === 0 && performance.now() - lastUsed >= idle;
      // Whoever can't be found by its socket is of no use and would never be told to end.
      if (unused || inodeOf(files) !== own) end();
    },
    Math.min(lookEvery, Math.max(20, idle / 4)),
  );

  server.on('connection', (socket) => {
    open += 1;
    const gone = new AbortController();
    socket.on('error', () => undefined);
    socket.once('close', () => {
      gone.abort();
      open -= 1;
      lastUsed = performance.now();
    });
    if (signal.aborted) {
      writeLine(socket, { gone: true });
      socket.end();
      return;
    }
    const ended = AbortSignal.any([gone.signal, signal]);
    const connection = new VerbConnection(socket, toolbox, tools, flags, ended, async () => {
      clearInterval(watch);
      await close();
    });
    readLines(socket, (line) => connection.take(line));
    connection.onClosed = end;
  });
  ready();
}

/** Tells whoever started us that we can be asked. */
function ready(): void {
  process.stdout.on('error', () => undefined);
  process.stdout.write('ready\n');
}

/** Whoever starts us has made sure that no other server lives there, so what is left of one is removed. */
function listen(server: Server, files: ServerFiles): Promise<void> {
  if (process.platform !== 'win32') rmSync(files.socket, { force: true });
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(files.socket, () => {
      server.off('error', failed);
      if (process.platform !== 'win32') chmodSync(files.socket, 0o600);
      done();
    });
  });
}

/** A named pipe goes by itself. */
function remove({ socket, log }: ServerFiles): void {
  if (process.platform !== 'win32') rmSync(socket, { force: true });
  rmSync(log, { force: true });
}

/** Tells one socket from another of the same name. */
function inodeOf({ socket }: ServerFiles): number | undefined {
  if (process.platform === 'win32') return 0;
  return statSync(socket, { throwIfNoEntry: false })?.ino;
}

async function everyoneServed(open: () => number): Promise<void> {
  while (open() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}
