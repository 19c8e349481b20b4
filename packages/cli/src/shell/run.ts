import { findChromium, sessionNameRule } from 'handhold';
import { idleTime } from '../duration.js';
import { toolboxOptions } from '../toolbox-options.js';
import { UsageError } from '../usage-error.js';
import { askServer } from './client.js';
import { requestFor, serverFilesFor } from './request.js';
import { allServerFiles, type ServerFiles } from './server-files.js';
import { ensureServer } from './start.js';
import type { VerbCall } from './verbs.js';

/** Runs a verb where no server was found: starts one, unless there is nothing to do for it. */
export async function runVerb(call: VerbCall, argv: string[]): Promise<number> {
  const files = serverFilesFor(argv);
  if (!files) throw new UsageError(`${whoNamedSession(argv)} takes ${sessionNameRule}`);
  if (call.tool === 'browser_close') return close(call, call.all ? allServerFiles() : [files]);
  // Here rather than in the server, because here is who can be told.
  idleTime();
  const { cdp, executablePath } = await toolboxOptions(call.browser, 'own machine');
  if (cdp === undefined) checkBrowser(executablePath);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await ensureServer(files, call.browser);
    const answer = await askServer(files, requestFor(argv));
    if (typeof answer === 'object') return answer.code;
    if (answer === 'unknown verb') throw new UsageError(startedWithout(call, files));
  }
  throw new Error(`The background server of session "${files.session}" ends as soon as it is started.`);
}

/** A server keeps the browser that it was started with, so one that isn't there is told before. */
function checkBrowser(executablePath: string | undefined): void {
  try {
    findChromium(executablePath === undefined ? {} : { executablePath });
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function whoNamedSession(argv: readonly string[]): string {
  return argv.some((word) => word === '--session' || word.startsWith('--session='))
    ? '--session'
    : 'HANDHOLD_SESSION';
}

/** The exit code of a verb that only the running server of its session can know; nothing if there is none that does. */
export async function askRunning(argv: string[]): Promise<number | undefined> {
  const files = serverFilesFor(argv);
  const answer = files ? await askServer(files, requestFor(argv)) : 'no server';
  return typeof answer === 'object' ? answer.code : undefined;
}

function startedWithout({ tool }: VerbCall, { session }: ServerFiles): string {
  return `Session "${session}" was started without the module of ${tool}. Close it first (handhold close), or use another --session.`;
}

/** Closes the servers that run; one that does not is closed already. */
async function close(call: VerbCall, servers: readonly ServerFiles[]): Promise<number> {
  const codes = await Promise.all(
    servers.map(async (files) => {
      const answer = await askServer(files, requestFor(['close', ...(call.json ? ['--json'] : [])]));
      return typeof answer === 'object' ? answer.code : undefined;
    }),
  );
  if (codes.every((code) => code === undefined)) {
    const result = { success: true, data: { closed: true }, executionTime: 0, timestamp: Date.now() };
    process.stdout.write(`${call.json ? JSON.stringify(result) : 'closed'}\n`);
  }
  return codes.some((code) => code !== undefined && code !== 0) ? 1 : 0;
}
