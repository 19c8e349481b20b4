import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createBrowserTools, dialects, knownTools, systemCode, type Toolbox } from 'handhold';
import { idleTime } from '../duration.js';
import type { McpFlags } from '../flags.js';
import { lifetime } from '../lifetime.js';
import { words } from '../options.js';
import { showsPictures } from '../shows-pictures.js';
import { selectTools, toolboxOptions, type WithOwnTools } from '../toolbox-options.js';
import { UsageError } from '../usage-error.js';
import { isLoopback } from './http/access.js';
import type { HttpService } from './http/serve.js';
import { LineTransport } from './line-transport.js';
import { OpenQuestions } from './open-questions.js';
import { watchParents } from './parent-watch.js';
import { type Callable, createMcpServer, type McpServerOptions, pageInstructions } from './server.js';
import { SessionRecords } from './session-records.js';

const usualPort = 8931;
/** How long a client that had listened may be away before it counts as gone. */
const grace = 60_000;

/** `handhold mcp`: serves until the client goes or it is told to end, then ends the process. */
export async function serveMcp(flags: McpFlags): Promise<void> {
  if (flags.http === undefined) await serveOverStdio(flags);
  else await serveOverHttp(flags, flags.http);
}

async function serveOverStdio(flags: McpFlags): Promise<void> {
  if (flags.host !== undefined || flags.token !== undefined || flags.httpHosts !== undefined)
    throw new UsageError('--host, --http-hosts and --token go with --http.');
  const options = await toolboxOptions(flags, 'own machine');
  const toolbox = createBrowserTools({ ...options, ...listed(flags) });
  const { spoken, ...offer } = offerOf(toolbox, flags, options);
  const transport = new LineTransport(process.stdin, process.stdout);
  const { signal, end } = lifetime({
    answered: () => transport.answered(),
    close: () => Promise.all([connection.close(), toolbox.close()]),
  });
  transport.onend = end;
  void watchParents(end);

  // One client, though the opening exchange may take more than one server.
  const records = new SessionRecords();
  const questions = new OpenQuestions();
  const connection = serveStdio(() => createMcpServer(spoken, { ...offer, signal, records, questions }), {
    transport,
  });
  if (process.stdin.isTTY) {
    process.stderr.write(
      'handhold: MCP server on stdio, meant to be started by an MCP client. Ctrl-C ends it.\n',
    );
  }
}

async function serveOverHttp(flags: McpFlags, given: string | true): Promise<void> {
  const { host = '127.0.0.1', httpHosts: names = [] } = flags;
  const port = given === true ? usualPort : portOf(given);
  const token = flags.token ?? (process.env.HANDHOLD_TOKEN || undefined);
  if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token))
    throw new UsageError(
      '--token (or HANDHOLD_TOKEN) takes at least 16 letters, digits or signs, without blanks.',
    );
  if (!isLoopback(host) && token === undefined)
    throw new UsageError(`--host ${host} can be reached from other machines: set --token or HANDHOLD_TOKEN.`);
  const idle = idleTime();
  const options = await toolboxOptions(flags, 'network');
  const toolbox = createBrowserTools({ idleTimeout: idle, ...options, ...listed(flags) });
  const offer = offerOf(toolbox, flags, options);
  let service: HttpService | undefined;
  const { signal } = lifetime({
    answered: async () => service?.answered(),
    close: () => Promise.all([service?.close(), toolbox.close()]),
  });
  const { serveHttp } = await import('./http/serve.js');
  try {
    service = await serveHttp(
      toolbox,
      { ...offer, signal },
      { host, port, token, names, idle, grace: Math.min(grace, idle) },
    );
  } catch (thrown) {
    throw new UsageError(
      `Can not listen on ${host}:${port}: ${reasonOf(thrown)}. Choose another --http port or --host.`,
    );
  }
  process.stderr.write(`handhold: MCP server on ${service.url}. Ctrl-C ends it.\n`);
}

/** The tools that are served, and in which words. */
function offerOf(
  toolbox: Toolbox,
  flags: McpFlags,
  { allowTools, tools: ownTools }: WithOwnTools,
): McpServerOptions & { spoken: Callable } {
  const { dialect = 'handhold', structured = false, vision } = flags;
  const own = dialect === 'handhold';
  const spoken = own ? toolbox : dialects[dialect](toolbox);
  // A dialect's document or a config file says which tools there are; ours are more than a model should read about.
  const chosen = allowTools !== undefined || toolbox.toolset !== undefined;
  const wanted = flags.tools ?? (own && !chosen ? 'core' : 'all');
  const tools = selectTools(spoken.registry, wanted, ownTools);
  if (!vision && toolbox.toolset) sayUnseen(toolbox);
  return { spoken, tools, structured, vision, ...(own ? {} : { instructions: pageInstructions }) };
}

/** A personality that names pictures for a model that sees none is told once. */
function sayUnseen({ tools, toolset }: Toolbox): void {
  const blind = tools.filter((tool) => toolset?.tools.includes(tool.name) && showsPictures(tool));
  for (const { name } of blind)
    process.stderr.write(
      `handhold: the toolset names ${name}, which needs a model that sees; it is left out\n`,
    );
}

/** Tools that are named count as listed, for those that hardened only has where they are. */
function listed({ tools = '' }: McpFlags): { only?: string[] } {
  const names = words(tools).filter((word) => knownTools.some(({ name }) => name === word));
  return names.length > 0 ? { only: ['all', ...names] } : {};
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`--http takes a port from 0 to 65535, not "${text}".`);
  return port;
}

function reasonOf(thrown: unknown): string {
  const code = systemCode(thrown) ?? String(thrown);
  return reasons[code] ?? code;
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there (EADDRINUSE)',
  EADDRNOTAVAIL: 'this machine has no such address (EADDRNOTAVAIL)',
  ENOTFOUND: 'there is no such address (ENOTFOUND)',
  EACCES: 'this user may not (EACCES)',
};
