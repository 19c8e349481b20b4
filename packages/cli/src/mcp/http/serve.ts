import { randomBytes } from 'node:crypto';
import { createServer, type Server as NodeServer } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { Toolbox } from 'handhold';
import { Hono } from 'hono';
import { OpenQuestions } from '../open-questions.js';
import { type Callable, createMcpServer, type McpServerOptions } from '../server.js';
import { SessionRecords } from '../session-records.js';
import { type AccessOptions, accessCheck } from './access.js';
import { type ClientTimes, HttpClients } from './clients.js';
import { maxBody, messageIn, readBody } from './messages.js';
import { refuse } from './refuse.js';
import { Unanswered } from './unanswered.js';

export interface HttpOptions extends AccessOptions, ClientTimes {
  /** 0 for any that is free. */
  port: number;
}

export interface HttpService {
  url: string;
  /** Clients that are remembered. */
  clientCount(): number;
  /** Resolves when nothing is left to be answered. */
  answered(): Promise<void>;
  close(): Promise<void>;
}

type App = Hono<{ Bindings: HttpBindings }>;

/** Serves MCP over streamable HTTP: every client in a browser session of its own, unless its calls name another. */
export async function serveHttp(
  toolbox: Toolbox,
  options: McpServerOptions & { spoken?: Callable },
  http: HttpOptions,
): Promise<HttpService> {
  const { spoken = toolbox } = options;
  const clients = new HttpClients(
    (session) => createMcpServer(spoken, { ...options, session }),
    (session) => toolbox.browser.closeSession(session),
    http,
  );
  const stateless = statelessHandler(spoken, options);
  const unanswered = new Unanswered();
  const { server, port } = await listen(routes(clients, stateless, unanswered, http), http);
  clients.startReaper();
  return {
    url: `http://${http.host.includes(':') ? `[${http.host}]` : http.host}:${port}/mcp`,
    clientCount: () => clients.count,
    answered: () => unanswered.none(),
    async close() {
      clients.stopReaper();
      server.close();
      await stateless.close();
      await clients.close();
      server.closeAllConnections();
    },
  };
}

/**
 * The newest revision knows no sessions, and nothing tells its clients apart: a client names one, or is told the
 * name of the one it got, which nobody else can guess.
 */
function statelessHandler(spoken: Callable, options: McpServerOptions): McpHttpHandler {
  const questions = new OpenQuestions();
  const records = new SessionRecords();
  return createMcpHandler(
    () =>
      createMcpServer(spoken, {
        ...options,
        session: `mcp-${randomBytes(12).toString('base64url')}`,
        tellSession: true,
        questions,
        records,
      }),
    { legacy: 'reject', maxRequestBodySize: maxBody },
  );
}

function routes(
  clients: HttpClients,
  stateless: McpHttpHandler,
  unanswered: Unanswered,
  access: AccessOptions,
): App {
  const app: App = new Hono();
  const refusal = accessCheck(access);
  app.use(async (context, next) => {
    const why = refusal(context.req.raw.headers);
    if (why === undefined) return next();
    return refuse(403, ProtocolErrorCode.InvalidRequest, why);
  });
  app.use(async (context, next) => {
    if (context.req.method === 'POST') unanswered.add(context.env.outgoing);
    await next();
  });

  const handle = async (request: Request, env: HttpBindings, mayBeStateless: boolean): Promise<Response> => {
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    if (body instanceof Response) return body;
    if (await isLegacyRequest(request, body)) return clients.handle(request, body, env.outgoing);
    // Clients that ask which revision to speak fall back to one that keeps their session for them.
    const { method, id } = messageIn(body);
    if (!mayBeStateless && method === 'server/discover') {
      return refuse(
        404,
        ProtocolErrorCode.MethodNotFound,
        'Method not found: start with initialize, or use /mcp/stateless and name your session',
        id,
      );
    }
    return stateless.fetch(request, { parsedBody: body });
  };

  for (const path of ['/mcp', '/']) app.all(path, (context) => handle(context.req.raw, context.env, false));
  app.all('/mcp/stateless', (context) => handle(context.req.raw, context.env, true));
  app.notFound(() => refuse(404, ProtocolErrorCode.InvalidRequest, 'MCP is served at /mcp'));
  app.onError((thrown) => {
    process.stderr.write(`handhold: ${thrown.message.split('\n', 1)[0]}\n`);
    return refuse(500, ProtocolErrorCode.InternalError, 'Internal error');
  });
  return app;
}

function listen(app: App, { host, port }: HttpOptions): Promise<{ server: NodeServer; port: number }> {
  const server = createServer({ requestTimeout: 60_000 }, getRequestListener(app.fetch));
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve({ server, port: typeof address === 'object' && address ? address.port : port });
    });
  });
}
