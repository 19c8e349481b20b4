import { spawn } from 'node:child_process';

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  onLine?: (line: string) => void;
  signal?: AbortSignal;
  /** Ended after this long without a line that shows progress. */
  stallMs: number;
  /** Which lines show progress; any, if not given. */
  progress?: RegExp;
}

/** Runs a command to its end and returns its output lines; throws an Error with a one-line cause if it fails. */
export async function run(command: string, args: readonly string[], options: RunOptions): Promise<string[]> {
  options.signal?.throwIfAborted();
  const { promise, resolve, reject } = withResolvers<string[]>();
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const lines: string[] = [];
  let ended: Error | undefined;
  const end = (reason: Error) => {
    ended ??= reason;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 2_000).unref();
  };
  const stalled = () => end(new Error(`no progress for ${options.stallMs / 1000} s`));
  let stall = setTimeout(stalled, options.stallMs);
  const take = (line: string) => {
    const text = plain(line);
    if (!text) return;
    lines.push(text);
    if (lines.length > 200) lines.shift();
    if (!options.progress || options.progress.test(text)) {
      clearTimeout(stall);
      stall = setTimeout(stalled, options.stallMs);
    }
    options.onLine?.(text);
  };
  eachLine(child.stdout, take);
  eachLine(child.stderr, take);
  const aborted = () => end(abortError(options.signal));
  options.signal?.addEventListener('abort', aborted, { once: true });
  child.once('error', (error) => reject(new Error(`${command} could not be run (${error.message})`)));
  child.once('close', (code, signal) => {
    if (ended) reject(ended);
    else if (code === 0) resolve(lines);
    else reject(new Error(causeOf(lines) || `${command} ended with ${signal ?? `code ${code}`}`));
  });
  try {
    return await promise;
  } finally {
    clearTimeout(stall);
    options.signal?.removeEventListener('abort', aborted);
  }
}

const causes: readonly [pattern: RegExp, cause: (match: RegExpExecArray) => string][] = [
  [/getaddrinfo (ENOTFOUND|EAI_AGAIN) (\S+)/, (m) => `no network: ${m[2]} could not be looked up`],
  [
    /(?:Could not resolve|Temporary failure resolving) '?([\w.-]+)/,
    (m) => `no network: ${m[1]} could not be looked up`,
  ],
  [
    /connect (ECONNREFUSED|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH) (\S+)/,
    (m) => `no connection to ${m[2]} (${m[1]})`,
  ],
  [/ECONNRESET|socket hang up|server closed connection/, () => 'the connection was cut'],
  [/server returned code (\d+)/, (m) => `the server answered ${m[1]}`],
  [
    /self[- ]signed certificate|unable to get local issuer certificate|CERT_\w+/,
    (m) => `TLS certificate not trusted (${m[0]})`,
  ],
  [/ENOSPC|No space left on device/i, () => 'the disk is full'],
  [/(EACCES|EPERM|EROFS)[^\n]*?'([^']+)'/, (m) => `no right to write ${m[2]} (${m[1]})`],
  [/^E: (.+)$/, (m) => String(m[1])],
  [/^(?:npm error|Error:|error:) (?!code|A complete log)(.+)$/, (m) => String(m[1])],
];

/** The one line that says best why a command failed. */
export function causeOf(lines: readonly string[]): string {
  for (const [pattern, cause] of causes) {
    for (const line of lines) {
      const match = pattern.exec(line);
      if (match) return shorten(cause(match));
    }
  }
  return shorten(lines.findLast((line) => line.trim() !== '') ?? '');
}

/** The signal's reason as an Error. */
function abortError(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new Error('aborted');
}

function eachLine(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    const parts = (rest + String(chunk)).split(/\r\n|\n|\r/);
    rest = parts.pop() ?? '';
    parts.forEach(take);
  });
  stream.on('end', () => take(rest));
}

function plain(line: string): string {
  return line.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '').trimEnd();
}

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
