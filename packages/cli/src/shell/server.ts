import { chmodSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command, CommanderError } from 'commander';
import {
  approvalText,
  builtInTools,
  createBrowserTools,
  dashed,
  type Host,
  knownTools,
  type Tool,
  type Toolbox,
  type ToolImage,
  ToolRegistry,
  toolFor,
  verbOf,
} from 'handhold';
import { idleTime } from '../duration.js';
import { exitCodeOf } from '../exit-code.js';
import type { BrowserFlags } from '../flags.js';
import { lifetime } from '../lifetime.js';
import { inFormatOf, pictureFile, savePicture, unlikeItsName } from '../picture-file.js';
import { toolboxOptions } from '../toolbox-options.js';
import { UsageError } from '../usage-error.js';
import { inVerbs, textInVerbs } from './in-verbs.js';
import { type Place, placeOf } from './place.js';
import { answers } from './running.js';
import { addVerbs, type VerbCall } from './verbs.js';
import { readLines, type ShellQuestion, type ShellRequest, writeLine } from './wire.js';

const ending = new ToolRegistry(builtInTools.filter(({ name }) => name === 'browser_close'));

/** How often a server looks whether it can still be found. */
const lookEvery = 5000;

/** The background server of a session: runs verbs until it is closed, or nobody has used it for a while. */
export async function serveSession(session: string, flags: BrowserFlags): Promise<void> {
  const idle = idleTime();
  const place = placeOf(session);
  const options = await toolboxOptions(flags, 'own machine');
  const toolbox = createBrowserTools({ idleTimeout: 0, ...options });
  // What is known but not listed is a verb for a personality that names it.
  const unlisted = knownTools.filter((tool) => tool.legacy && toolbox.toolset?.tools.includes(tool.name));
  const tools = [...builtInTools, ...unlisted, ...options.tools];
  if (await answers(place)) return ready();
  const server = createServer();
  await listen(server, place);
  const own = inodeOf(place);

  let open = 0;
  let lastUsed = performance.now();
  const close = async () => {
    if (inodeOf(place) === own) remove(place);
    server.close();
    await toolbox.close();
  };
  const { signal, end } = lifetime({ answered: () => everyoneServed(() => open), close });
  const watch = setInterval(
    () => {
      const unused = open === 0 && performance.now() - lastUsed >= idle;
      // Whoever can't be found by its socket is of no use and would never be told to end.
      if (unused || inodeOf(place) !== own) end();
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
    const visit = new Visit(socket, toolbox, tools, flags, ended, async () => {
      clearInterval(watch);
      await close();
    });
    readLines(socket, (line) => visit.take(line));
    visit.onClosed = end;
  });
  ready();
}

/** Tells whoever started us that we can be asked. */
function ready(): void {
  process.stdout.on('error', () => undefined);
  process.stdout.write('ready\n');
}

/** One verb's process at the other end of the line. */
class Visit {
  onClosed: () => void = () => undefined;
  private begun = false;
  private reply: ((answer: unknown) => void) | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly toolbox: Toolbox,
    private readonly tools: readonly Tool[],
    private readonly flags: BrowserFlags,
    private readonly signal: AbortSignal,
    private readonly close: () => Promise<void>,
  ) {}

  take(line: unknown): void {
    if (typeof line !== 'object' || line === null) return;
    if ('reply' in line) this.reply?.(line.reply);
    const request = requestOf(line);
    if (!request || this.begun) return;
    this.begun = true;
    void this.run(request);
  }

  private async run(request: ShellRequest): Promise<void> {
    let calls: VerbCall | undefined;
    const program = new Command('handhold')
      .enablePositionalOptions()
      .exitOverride()
      .configureOutput({
        writeOut: (text) => this.say({ out: text }),
        writeErr: (text) => this.say({ err: text }),
      });
    const [verb = ''] = request.argv;
    const tool = toolFor(verb, this.tools);
    if (!tool) {
      this.say({ unknown: true });
      this.socket.end();
      return;
    }
    addVerbs(
      program,
      (call) => {
        calls = call;
      },
      { tools: [tool], folder: request.cwd },
    );
    let code = 2;
    try {
      await program.parseAsync(request.argv, { from: 'user' });
      if (calls) code = await this.call(calls, request);
    } catch (thrown) {
      if (thrown instanceof CommanderError) code = thrown.exitCode === 0 ? 0 : 2;
      else {
        const message = thrown instanceof Error ? thrown.message : String(thrown);
        const more = thrown instanceof UsageError ? `See "handhold ${verb} --help".\n` : '';
        this.say({ err: `error: ${textInVerbs(message, this.tools)}\n${more}` });
        code = thrown instanceof UsageError ? 2 : 1;
      }
    }
    this.say({ exit: code });
    this.socket.end();
    if (calls?.tool === 'browser_close') this.onClosed();
  }

  private async call(call: VerbCall, request: ShellRequest): Promise<number> {
    const others = Object.entries(call.browser)
      .filter(([key, value]) => !isDeepStrictEqual(value, flagOf(this.flags, key)))
      .map(([key]) => `--${dashed(key)}`);
    if (others.length > 0) {
      throw new UsageError(
        `The browser of this session runs with other options already (${others.join(', ')}). Close it first (handhold close), or use another --session.`,
      );
    }
    const tool = toolFor(verbOf({ name: call.tool }), this.tools);
    const file = call.out === undefined ? undefined : pictureFile(call.out, request.cwd);
    const input = tool ? inFormatOf(tool, call.input, call.out) : call.input;
    const { result, rendered } = await this.toolbox.callAndRender(call.tool, input, {
      signal: this.signal,
      host: request.interactive ? this.host() : {},
      folder: request.cwd,
      // Whoever started it can end it, whatever tools an agent may use.
      ...(call.tool === 'browser_close' ? { registry: ending } : {}),
    });
    if (call.tool === 'browser_close') await this.close();
    const saved = rendered.image ? await save(rendered.image, call, file, request.cwd) : undefined;
    const text = saved === undefined ? rendered.text : `${rendered.text}\nsaved to ${saved}`;
    const said = call.json ? JSON.stringify(inVerbs(result, this.tools)) : textInVerbs(text, this.tools);
    this.say({ out: `${said}\n` });
    return exitCodeOf(call.tool, result);
  }

  private host(): Host {
    return {
      approve: async (request) =>
        (await this.ask({ kind: 'approve', message: textInVerbs(approvalText(request), this.tools) })) ===
        true,
      ask: async ({ question }) => {
        const answer = await this.ask({ kind: 'ask', message: question });
        return typeof answer === 'string' ? answer : undefined;
      },
    };
  }

  private ask(question: ShellQuestion): Promise<unknown> {
    return new Promise((resolve) => {
      this.reply = resolve;
      this.signal.addEventListener('abort', () => resolve(undefined), { once: true });
      this.say({ ask: question });
    });
  }

  /** The answer and its exit code, which follows at once, travel together. */
  private say(message: object): void {
    this.socket.cork();
    writeLine(this.socket, message);
    process.nextTick(() => this.socket.uncork());
  }
}

function requestOf(line: object): ShellRequest | undefined {
  if (!('argv' in line && Array.isArray(line.argv) && 'cwd' in line)) return undefined;
  return {
    argv: line.argv.map(String),
    cwd: String(line.cwd),
    interactive: 'interactive' in line && line.interactive === true,
  };
}

function flagOf(flags: BrowserFlags, key: string): unknown {
  return Object.entries(flags).find(([name]) => name === key)?.[1];
}

/** Where a picture was saved; beside JSON, which holds it, only if asked for. */
async function save(
  image: ToolImage,
  { json }: VerbCall,
  out: string | undefined,
  cwd: string,
): Promise<string | undefined> {
  if (json && out === undefined) return undefined;
  const ending = image.mimeType === 'image/png' ? 'png' : 'jpg';
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+Z$/g, '');
  const file = out ?? resolve(cwd, '.handhold', `${stamp}-${process.pid}.${ending}`);
  // Not with all that lead to it: where a verb is typed, there is a folder.
  if (out === undefined) await mkdir(dirname(file)).catch(() => undefined);
  await savePicture(file, image);
  return file + unlikeItsName(file, image);
}

/** Whoever starts us has made sure that no other server lives there, so what is left of one is removed. */
function listen(server: Server, place: Place): Promise<void> {
  if (process.platform !== 'win32') rmSync(place.socket, { force: true });
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(place.socket, () => {
      server.off('error', failed);
      if (process.platform !== 'win32') chmodSync(place.socket, 0o600);
      done();
    });
  });
}

/** A named pipe goes by itself. */
function remove({ socket, log }: Place): void {
  if (process.platform !== 'win32') rmSync(socket, { force: true });
  rmSync(log, { force: true });
}

/** Tells one socket from another of the same name. */
function inodeOf({ socket }: Place): number | undefined {
  if (process.platform === 'win32') return 0;
  return statSync(socket, { throwIfNoEntry: false })?.ino;
}

async function everyoneServed(open: () => number): Promise<void> {
  while (open() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}
