import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isCallToolResult } from '@modelcontextprotocol/server';

/** What a user's shell finds as `handhold`. */
export const bin = path.join(import.meta.dirname, '..', 'bin', 'handhold.js');

const pages: Record<string, string> = {
  '/form': `<!doctype html><title>Sign up</title><h1>Sign up</h1><label>Name <input></label>
    <button onclick="document.body.insertAdjacentHTML('beforeend', '<button>Welcome</button>')">Submit</button>`,
  '/ask': `<!doctype html><title>Ask</title><button onclick="confirm('Sure?')">Ask</button>`,
  '/files': `<!doctype html><title>Files</title><input type="file" aria-label="File">
    <a href="data:text/plain,numbers" download="report.txt">Report</a><p id="read"></p>
    <script>
      document.querySelector('input').onchange = async ({ target }) => {
        document.querySelector('#read').textContent = 'read: ' + (await target.files[0].text());
      };
    </script>`,
  '/second': '<!doctype html><title>Second</title><a href="/form">Back to the form</a>',
};

export interface Site {
  url: string;
  /** Resolves when the page that never answers is asked for. */
  asked(): Promise<unknown>;
  close(): void;
}

/** A small site on a loopback port; `/hang` never answers. */
export async function startSite(): Promise<Site> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    if (request.url === '/hang') server.emit('hang');
    else if (page === undefined) response.writeHead(request.url === '/favicon.ico' ? 204 : 404).end();
    else response.setHeader('content-type', 'text/html').end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => once(server, 'hang'),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** For servers that an SDK starts, which passes on nothing of its own accord: the browser that a test is to use. */
export function browserOfTest(): Record<string, string> {
  const file = process.env.HANDHOLD_EXECUTABLE_PATH;
  return file === undefined ? {} : { HANDHOLD_EXECUTABLE_PATH: file };
}

/** Runs a command of the CLI to its end. */
export async function handhold(
  args: string[],
  env: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
): Promise<Finished> {
  const child = spawn(process.execPath, [bin, ...args], { cwd, env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}

/** A JSON-RPC message as it came over the wire. */
export interface Answer {
  id: unknown;
  result: unknown;
  error: { code: number; message: string } | undefined;
}

/** A client that writes and reads lines itself, to send what no SDK would. */
export class WireClient {
  readonly child: ChildProcess;
  readonly answers: Answer[] = [];
  stderr = '';
  private readonly ended: Promise<unknown>;
  private lastId = 0;
  private rest = '';
  private arrived: (() => void)[] = [];

  constructor(args: string[] = [], command: [string, ...string[]] = [process.execPath, bin, 'mcp']) {
    const [file, ...before] = command;
    this.child = spawn(file, [...before, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.ended = once(this.child, 'exit');
    this.child.stdout?.on('data', (chunk) => this.take(String(chunk)));
    this.child.stderr?.on('data', (chunk) => (this.stderr += String(chunk)));
    this.child.stdin?.on('error', () => undefined);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  line(text: string | Buffer): void {
    this.child.stdin?.write(text);
    this.child.stdin?.write('\n');
  }

  /** Sends a request and gives its id. */
  send(method: string, params: object = {}): number {
    this.lastId += 1;
    this.line(JSON.stringify({ jsonrpc: '2.0', id: this.lastId, method, params }));
    return this.lastId;
  }

  request(method: string, params: object = {}): Promise<Answer> {
    const id = this.send(method, params);
    return this.answer((candidate) => candidate.id === id);
  }

  async initialize(): Promise<Answer> {
    const answer = await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'wire', version: '1' },
    });
    this.line(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    return answer;
  }

  async callText(name: string, input: unknown = {}): Promise<string> {
    const { result } = await this.request('tools/call', { name, arguments: input });
    return textOf(result);
  }

  /** The first answer of that kind, once it has come; told only once. */
  async answer(matches: (answer: Answer) => boolean): Promise<Answer> {
    for (;;) {
      const at = this.answers.findIndex(matches);
      const [found] = at < 0 ? [] : this.answers.splice(at, 1);
      if (found) return found;
      await new Promise<void>((resolve) => this.arrived.push(resolve));
    }
  }

  /** How long the server still ran, and its exit code. */
  async exit(): Promise<{ ms: number; code: number | null; signal: string | null }> {
    const since = performance.now();
    await this.ended;
    return { ms: performance.now() - since, code: this.child.exitCode, signal: this.child.signalCode };
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  private take(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.answers.push(parseAnswer(line));
    for (const tell of this.arrived.splice(0)) tell();
  }
}

function parseAnswer(line: string): Answer {
  const message: unknown = JSON.parse(line);
  if (!isRecord(message)) throw new Error(`Not a message: ${line}`);
  const { id, result, error } = message;
  return {
    id,
    result,
    error: isRecord(error) ? { code: Number(error.code), message: String(error.message) } : undefined,
  };
}

/** The text of a tool's result. */
export function textOf(result: unknown): string {
  if (!isCallToolResult(result)) throw new Error(`Not a tool's result: ${JSON.stringify(result)}`);
  return result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** The number that a line of a snapshot gives to an element. */
export function refOf(text: string, element: string): string {
  const ref = new RegExp(`(@e\\d+) ${element}`).exec(text)?.[1];
  if (ref === undefined) throw new Error(`No ${element} in ${text}`);
  return ref;
}

/** Browser processes that a server with this process id started. */
export function browsersOf(pid: number): number[] {
  return processes().filter((other) => commandOf(other).includes(`--user-data-dir=${profilePrefix(pid)}`));
}

/** The process that runs our CLI somewhere below another one. */
export function serverBelow(pid: number): number {
  for (const child of processes().filter((other) => parentOf(other) === pid)) {
    const found = /^\S*node\0\S*handhold\0mcp/.test(commandOf(child)) ? child : serverBelow(child);
    if (found > 0) return found;
  }
  return 0;
}

/** The background servers of the shell whose sockets are in this folder. */
export function serversOf(runtime: string, session?: string): number[] {
  return processes().filter((pid) => {
    const [, , command, name] = commandOf(pid).split('\0');
    return (
      command === '__serve' &&
      (session === undefined || name === session) &&
      aboutProcess(pid, 'environ').includes(`HANDHOLD_RUNTIME_DIR=${runtime}\0`)
    );
  });
}

/** Throw-away profiles that a server with this process id made. */
export function profilesOf(pid: number): string[] {
  return readdirSync(tmpdir()).filter((name) => path.join(tmpdir(), name).startsWith(profilePrefix(pid)));
}

function profilePrefix(pid: number): string {
  return path.join(tmpdir(), `handhold-profile-${pid}-`);
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number);
}

function parentOf(pid: number): number {
  return Number(/\) \S (\d+) /.exec(aboutProcess(pid, 'stat'))?.[1]);
}

function commandOf(pid: number): string {
  return aboutProcess(pid, 'cmdline');
}

/** Empty if the process has ended meanwhile. */
function aboutProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Looks again and again until it is so; how long that took. */
export async function until(holds: () => boolean, atMost: number): Promise<number> {
  const since = performance.now();
  while (!holds()) {
    if (performance.now() - since > atMost) throw new Error(`Still not so after ${atMost} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return performance.now() - since;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
