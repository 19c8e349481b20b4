import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createBrowserTools } from 'handhold';
import { LineTransport } from './line-transport.js';
import { createMcpServer } from './mcp-server.js';
import { type BrowserFlags, selectTools, toolboxOptions } from './options.js';
import { watchParents } from './orphan.js';

export interface McpFlags extends BrowserFlags {
  tools: string;
  structured?: boolean;
  vision: boolean;
}

/** Time for open calls to be answered, and then for the browser to close; what remains is killed at exit. */
const answerTime = 400;
const closeTime = 1200;

/** `handhold mcp`: serves until the client goes, then ends the process. */
export function serveMcp(flags: McpFlags): void {
  const options = toolboxOptions(flags);
  const toolbox = createBrowserTools(options);
  // Where a config file chooses the tools, those are the ones to offer.
  const byConfig = options.allowTools !== undefined && flags.tools === 'core';
  const tools = selectTools(toolbox.registry, byConfig ? 'all' : flags.tools);
  const ending = new AbortController();
  const transport = new LineTransport(process.stdin, process.stdout);
  let interrupted = false;

  const end = async () => {
    if (ending.signal.aborted) return;
    ending.abort();
    await atMost(answerTime, transport.answered());
    await atMost(closeTime, Promise.all([connection.close(), toolbox.close()]));
    process.exit(0);
  };
  transport.onend = end;
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
  process.on('SIGINT', () => {
    if (interrupted) process.exit(130);
    interrupted = true;
    void end();
  });
  // One call's fault must not end the others, nor the browser they use.
  process.on('unhandledRejection', report);
  process.on('uncaughtException', report);
  process.stderr.on('error', () => undefined);
  void watchParents(end);

  const { structured = false, vision } = flags;
  const connection = serveStdio(
    () => createMcpServer(toolbox, { tools, structured, vision, signal: ending.signal }),
    { transport },
  );
  if (process.stdin.isTTY) {
    process.stderr.write(
      'handhold: MCP server on stdio, meant to be started by an MCP client. Ctrl-C ends it.\n',
    );
  }
}

function report(thrown: unknown): void {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  process.stderr.write(`handhold: ${text.split('\n', 1)[0]}\n`);
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    work.catch(() => undefined),
    new Promise((resolve) => {
      timer = setTimeout(resolve, ms);
    }),
  ]);
  clearTimeout(timer);
}
