import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createBrowserTools, defineTool, Failure, type Toolbox } from 'handhold';
import { z } from 'zod';
import { type HttpOptions, type HttpService, serveHttp } from '../src/index.js';

/** What the client's user answers when asked; without one, the client can't be asked. */
export type Person = (message: string) => {
  action: 'accept' | 'decline';
  content?: Record<string, string | boolean>;
};

export interface AnyClient {
  call(
    name: string,
    input?: Record<string, unknown>,
    options?: { signal?: AbortSignal; onprogress?: (progress: { progress: number }) => void },
  ): Promise<unknown>;
  list(): Promise<{ name: string }[]>;
  resources(): Promise<{ uri: string; mimeType?: string | undefined }[]>;
  read(uri: string): Promise<unknown>;
  sessionId(): string | undefined;
  instructions(): string | undefined;
  /** Hangs up; the session stays for a while. */
  close(): Promise<void>;
  /** Ends the session, then hangs up. */
  leave(): Promise<void>;
}

export interface ConnectOptions {
  person?: Person;
  sessionId?: string;
  headers?: Record<string, string>;
}

export async function version1(url: string, options: ConnectOptions = {}): Promise<AnyClient> {
  const { person, sessionId, headers = {} } = options;
  const client = new Client1(
    { name: 'one', version: '1' },
    { capabilities: person ? { elicitation: {} } : {} },
  );
  if (person) client.setRequestHandler(ElicitRequestSchema, ({ params }) => person(params.message));
  const transport = new Http1(new URL(url), {
    requestInit: { headers },
    ...(sessionId === undefined ? {} : { sessionId }),
  });
  await client.connect(transport);
  return {
    call: (name, input = {}, more = {}) => client.callTool({ name, arguments: input }, undefined, more),
    list: async () => (await client.listTools()).tools,
    resources: async () => (await client.listResources()).resources,
    read: (uri) => client.readResource({ uri }),
    sessionId: () => transport.sessionId,
    instructions: () => client.getInstructions(),
    close: () => client.close(),
    async leave() {
      await transport.terminateSession().catch(() => undefined);
      await client.close();
    },
  };
}

export function version2(mode: 'legacy' | 'auto' | { pin: string }) {
  return async (url: string, options: ConnectOptions = {}): Promise<AnyClient> => {
    const { person, sessionId, headers = {} } = options;
    const client = new Client2(
      { name: 'two', version: '2' },
      { versionNegotiation: { mode }, capabilities: person ? { elicitation: { form: {} } } : {} },
    );
    if (person) client.setRequestHandler('elicitation/create', ({ params }) => person(params.message));
    const transport = new Http2(new URL(url), {
      requestInit: { headers },
      ...(sessionId === undefined ? {} : { sessionId }),
    });
    await client.connect(transport);
    return {
      call: (name, input = {}, more = {}) => client.callTool({ name, arguments: input }, more),
      list: async () => (await client.listTools()).tools,
      resources: async () => (await client.listResources()).resources,
      read: (uri) => client.readResource({ uri }),
      sessionId: () => transport.sessionId,
      instructions: () => client.getInstructions(),
      close: () => client.close(),
      async leave() {
        await transport.terminateSession().catch(() => undefined);
        await client.close();
      },
    };
  };
}

/** With a model that does what it was told when it connected: give the session's name in every call. */
export function heedful(connect: ReturnType<typeof version2>): ReturnType<typeof version2> {
  return async (url, options) => {
    const client = await connect(url, options);
    const [, session = ''] = /Your browser session is "([^"]+)"/.exec(client.instructions() ?? '') ?? [];
    return { ...client, call: (name, input, more) => client.call(name, { session, ...input }, more) };
  };
}

/** A tool that asks before it does anything, and counts how often it was begun. */
export function askingTool(): { tool: ReturnType<typeof defineTool>; begun: () => number } {
  let begun = 0;
  const tool = defineTool({
    name: 'browser_pay',
    description: 'Pay.',
    category: 'utility',
    core: true,
    requiresPage: false,
    input: z.strictObject({}),
    output: z.object({ paidTo: z.string().optional() }),
    run: async (_input, { host, session, signal }) => {
      begun += 1;
      const approved = await host.approve?.({
        session,
        tool: 'browser_pay',
        input: {},
        action: { type: 'close', timeout: 1 },
        element: undefined,
        page: undefined,
        request: undefined,
        safety: 'high',
        summary: 'Pay 5 euros.',
        reasons: ['spends money'],
        signal,
      });
      if (!approved) throw new Failure(host.approve ? 'approval_denied' : 'approval_required', 'No.');
      const paidTo = await host.ask?.({ session, question: 'To whom?', reason: 'other', signal });
      return { paidTo };
    },
  });
  return { tool, begun: () => begun };
}

export interface Served extends HttpService {
  toolbox: Toolbox;
  stop(): Promise<void>;
}

/** The HTTP server in this process, with a browser of its own. */
export async function serveHere(
  options: Partial<HttpOptions> = {},
  tools: Parameters<typeof createBrowserTools>[0] = {},
): Promise<Served> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hh-http-'));
  const toolbox = createBrowserTools({ allowPrivate: true, files: [folder], ...tools });
  const service = await serveHttp(
    toolbox,
    {},
    { host: '127.0.0.1', port: 0, idle: 60_000, grace: 60_000, ...options },
  );
  return {
    ...service,
    toolbox,
    async stop() {
      await service.close();
      await toolbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A site with a page per visitor, on which the visitor can write. */
export async function startVisitorSite(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    if (request.url === '/file') {
      response.setHeader('content-disposition', 'attachment; filename="notes.txt"').end('kept for later');
      return;
    }
    const visitor = /^\/visitor\/(\d+)$/.exec(request.url ?? '')?.[1];
    if (visitor === undefined) {
      if (request.url !== '/hang') response.writeHead(404).end();
      return;
    }
    response
      .setHeader('set-cookie', `visitor=${visitor}`)
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><title>Visitor ${visitor}</title><label>Note <input></label>
       <button onclick="document.title='cookie ' + document.cookie; this.textContent = document.title">Cookie</button>
       <a href="/file">File</a>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
