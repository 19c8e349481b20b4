import { existsSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createBrowserTools,
  findChromium,
  findLeftovers,
  systemCode,
  type ToolboxOptions,
  type ToolResult,
} from 'handhold';
import type { DoctorFlags } from './flags.js';

export type CheckStatus = 'ok' | 'warning' | 'problem';

/** One thing that was looked at, and what to do about it if need be. */
export interface Check {
  name: string;
  status: CheckStatus;
  message: string;
  fix?: string;
}

export interface Diagnosis {
  usable: boolean;
  checks: Check[];
}

const signs = { ok: '✓', warning: '!', problem: '✗' } as const;
const MiB = 1024 * 1024;
const sources = {
  option: 'as given',
  env: 'from HANDHOLD_EXECUTABLE_PATH',
  playwright: "Playwright's own",
  system: 'installed on this system',
  'handhold-cache': 'installed by Handhold',
} as const;

/** `handhold doctor`: 0 if Handhold can be used here, else 1. */
export async function doctor(flags: DoctorFlags): Promise<number> {
  const diagnosis = await diagnose(flags.executable);
  process.stdout.write(`${flags.json ? JSON.stringify(diagnosis, null, 2) : report(diagnosis)}\n`);
  return diagnosis.usable ? 0 : 1;
}

/** Looks at everything a browser needs on this machine, and really starts one. */
export async function diagnose(executablePath?: string): Promise<Diagnosis> {
  const checks = [checkNode(), await checkTemporaryFolder(), await checkSharedMemory()];
  // Before a browser is started, because that sweeps them away.
  checks.push(await checkLeftovers(), checkProxy());
  const found = checkFound(executablePath);
  checks.push(found);
  if (found.status !== 'problem') checks.push(...(await checkStart(executablePath)));
  return {
    usable: checks.every(({ status }) => status !== 'problem'),
    checks: checks.filter(({ message }) => message !== ''),
  };
}

function report({ usable, checks }: Diagnosis): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ name, status, message, fix }) => [
    `${signs[status]} ${name.padEnd(width)}  ${message}`,
    ...(fix === undefined ? [] : [`  ${' '.repeat(width)}  fix: ${fix}`]),
  ]);
  return [...lines, '', usable ? 'Handhold works on this machine.' : 'Handhold does not work here yet.'].join(
    '\n',
  );
}

function checkNode(): Check {
  const name = 'Node';
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return { name, status: 'ok', message: process.version };
  return {
    name,
    status: 'problem',
    message: `${process.version} is too old`,
    fix: 'install Node 20.19 or newer from https://nodejs.org',
  };
}

async function checkTemporaryFolder(): Promise<Check> {
  const name = 'temporary folder';
  const folder = tmpdir();
  try {
    const scratch = await mkdtemp(join(folder, 'handhold-doctor-'));
    await writeFile(join(scratch, 'probe'), 'probe');
    await rm(scratch, { recursive: true, force: true });
  } catch (thrown) {
    const fix = 'make it writable, or set TMPDIR to a folder that is';
    return { name, status: 'problem', message: `${folder} can not be written (${codeOf(thrown)})`, fix };
  }
  const free = await freeSpace(folder);
  if (free === undefined || free >= 200 * MiB)
    return { name, status: 'ok', message: `${folder} is writable` };
  const fix = 'free some space, or set TMPDIR to a folder on a larger disk';
  return { name, status: 'warning', message: `only ${Math.round(free / MiB)} MiB free in ${folder}`, fix };
}

async function checkSharedMemory(): Promise<Check> {
  const name = 'shared memory';
  const folder = '/dev/shm';
  if (process.platform !== 'linux') return { name, status: 'ok', message: '' };
  if (!existsSync(folder)) {
    return { name, status: 'warning', message: 'there is no /dev/shm', fix: 'mount a tmpfs on /dev/shm' };
  }
  const { bsize, blocks } = await statfs(folder);
  const size = Math.round((bsize * blocks) / MiB);
  const message = `/dev/shm holds ${size} MiB`;
  if (size >= 128) return { name, status: 'ok', message };
  const fix = 'in a container, start it with --shm-size=1g; heavy pages may crash otherwise';
  return { name, status: 'warning', message: `${message}, which is little`, fix };
}

async function checkLeftovers(): Promise<Check> {
  const name = 'leftovers';
  const abandoned = await findLeftovers();
  if (abandoned.length === 0) return { name, status: 'ok', message: 'no browser profiles of earlier runs' };
  return {
    name,
    status: 'warning',
    message: `${abandoned.length} browser profiles of runs that were cut off, in ${tmpdir()}`,
    fix: 'nothing to do: they are removed when the next browser starts',
  };
}

function checkProxy(): Check {
  const name = 'proxy';
  const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].flatMap((upper) => [upper, upper.toLowerCase()]);
  const set = names.filter((variable) => process.env[variable]);
  if (set.length === 0) return { name, status: 'ok', message: 'none set' };
  const values = set.map((variable) => `${variable}=${withoutCredentials(process.env[variable] ?? '')}`);
  return {
    name,
    status: 'warning',
    message: values.join(', '),
    fix: 'if pages do not open, check that the proxy can be reached, or unset the variable',
  };
}

function checkFound(executablePath: string | undefined): Check {
  const name = 'browser';
  try {
    const found = findChromium(executablePath === undefined ? {} : { executablePath });
    if (found) return { name, status: 'ok', message: `${found.path} (${sources[found.source]})` };
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { name, status: 'problem', message, fix: 'correct the path, or leave it out' };
  }
  return {
    name,
    status: 'problem',
    message: 'no Chrome, Chromium or Edge found',
    fix: 'run "handhold install-browser", or set HANDHOLD_EXECUTABLE_PATH',
  };
}

/** With the sandbox if it can be, to be able to say why it is off where it is. */
async function checkStart(executablePath: string | undefined): Promise<Check[]> {
  const options: ToolboxOptions = executablePath === undefined ? {} : { executablePath };
  const name = 'sandbox';
  if (process.getuid?.() === 0) {
    const message = "off: Chromium's sandbox can not be used as root";
    const fix = 'run as an ordinary user where pages are not trusted';
    const started = await tryPage({ ...options, sandbox: false });
    return [
      started,
      ...(started.status === 'ok' ? [{ name, status: 'warning', message, fix } as const] : []),
    ];
  }
  const sandboxed = await tryPage({ ...options, sandbox: true });
  if (sandboxed.status === 'ok') return [sandboxed, { name, status: 'ok', message: 'on' }];
  const bare = await tryPage({ ...options, sandbox: false });
  if (bare.status !== 'ok') return [sandboxed];
  const message = `off: with it, the browser does not start (${sandboxed.message})`;
  const fix =
    'allow unprivileged user namespaces, e.g. sysctl kernel.apparmor_restrict_unprivileged_userns=0';
  return [bare, { name, status: 'warning', message, fix }];
}

async function tryPage(options: ToolboxOptions): Promise<Check> {
  const name = 'start';
  const page = '<!doctype html><title>Doctor</title><button>Ready</button>';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(page);
  });
  const toolbox = createBrowserTools({ ...options, allowPrivate: true });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const startedAt = performance.now();
    const opened = await toolbox.call('browser_navigate', { url: `http://127.0.0.1:${port}/` });
    if (!opened.success) return failure(name, opened);
    const ms = Math.round(performance.now() - startedAt);
    const seen = await toolbox.callAndRender('browser_snapshot');
    if (!seen.result.success) return failure(name, seen.result);
    if (seen.rendered.text.includes('button "Ready"')) {
      return { name, status: 'ok', message: `the browser started and showed a page in ${ms} ms` };
    }
    return {
      name,
      status: 'problem',
      message: 'the browser started but shows no page',
      fix: 'run "handhold install-browser"',
    };
  } catch (thrown) {
    return { name, status: 'problem', message: codeOf(thrown), fix: 'allow listening on 127.0.0.1' };
  } finally {
    await toolbox.close();
    server.closeAllConnections();
    server.close();
  }
}

function failure(name: string, { error }: ToolResult): Check {
  return {
    name,
    status: 'problem',
    message: error?.message ?? 'unknown',
    fix: /shared librar|cannot open shared/i.test(error?.message ?? '')
      ? 'run "handhold install-browser", which brings the libraries or a browser that has them'
      : 'try another browser with --executable, or run "handhold install-browser"',
  };
}

async function freeSpace(folder: string): Promise<number | undefined> {
  const stats = await statfs(folder).catch(() => undefined);
  return stats && stats.bsize * stats.bavail;
}

function withoutCredentials(proxy: string): string {
  return proxy.replace(/^([a-z0-9+.-]+:\/\/)?[^@/]*@/i, '$1***@');
}

function codeOf(thrown: unknown): string {
  return systemCode(thrown) ?? (thrown instanceof Error ? thrown.message : String(thrown));
}
