import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server as NodeServer } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import {
  createMcpHandler,
  isInitializeRequest,
  isJsonContentType,
  isLegacyRequest,
  ProtocolErrorCode,
  type RequestId,
  readRequestBody,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Toolbox } from 'handhold';
import { Hono } from 'hono';
import { OpenQuestions } from './mcp-host.js';
import { type GuardOptions, guard } from './mcp-http-guard.js';
import { type Callable, createMcpServer, type McpServerOptions } from './mcp-server.js';
import { SessionRecords } from './session-records.js';

export interface HttpOptions extends GuardOptions {
  /** 0 for any that is free. */
  port: number;
  /** A client that has sent nothing for this long and listens to nothing is forgotten, with its browser session. */
  idle: number;
  /** The same for one that had listened and went away; it may still come back until then. */
  grace: number;
}

export interface HttpService {
  url: string;
  /** Clients that are remembered. */
  clientCount(): number;
  /** Resolves when nothing is left to be answered. */
  answered(): Promise<void>;
  close(): Promise<void>;
}

/** As over stdio: far above any sensible request. */
const maxBody = 32 * 1024 * 1024;
const maxClients = 1000;
/** Requests of one client that may be open at a time. */
const maxOpen = 128;

/** One client, for as long as it keeps the session id that it was given. */
interface HttpClient {
  session: string;
  server: Server;
  transport: WebStandardStreamableHTTPServerTransport;
  open: Set<RequestId>;
  /** HTTP exchanges under way, streams that it listens to included. */
  active: number;
  hasListened: boolean;
  lastSeen: number;
}

/** Serves MCP over streamable HTTP: every client in a browser session of its own, unless its calls name another. */
export async function serveHttp(
  toolbox: Toolbox,
  options: McpServerOptions & { spoken?: Callable },
  http: HttpOptions,
): Promise<HttpService> {
  const { spoken = toolbox } = options;
  const clients = new Map<string, HttpClient>();
  const refusal = guard(http);
  let underWay = 0;
  let waiting: (() => void)[] = [];

  const forget = async (id: string, client: HttpClient): Promise<void> => {
    if (!clients.delete(id)) return;
    await client.server.close().catch(() => undefined);
    await toolbox.browser.closeSession(client.session);
  };

  const welcome = async (): Promise<HttpClient> => {
    const id = randomUUID();
    const session = `mcp-${randomUUID()}`;
    const server = createMcpServer(spoken, { ...options, session });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => {
        clients.set(id, client);
      },
    });
    const client: HttpClient = {
      session,
      server,
      transport,
      open: new Set(),
      active: 0,
      hasListened: false,
      lastSeen: performance.now(),
    };
    // Also when the client itself ends its session.
    transport.onclose = () => void forget(id, client);
    await server.connect(transport);
    return client;
  };

  const questions = new OpenQuestions();
  const records = new SessionRecords();
  /**
   * The newest revision knows no sessions, and nothing tells its clients apart: a client names one, or is told the
   * name of the one it got, which nobody else can guess.
   */
  const stateless = createMcpHandler(
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

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (context, next) => {
    const why = refusal(context.req.raw.headers);
    if (why === undefined) return next();
    return refuse(403, ProtocolErrorCode.InvalidRequest, why);
  });
  app.use(async (context, next) => {
    underWay += context.req.method === 'POST' ? 1 : 0;
    context.env.outgoing.once('close', () => {
      underWay -= context.req.method === 'POST' ? 1 : 0;
      if (underWay > 0) return;
      for (const tell of waiting) tell();
      waiting = [];
    });
    await next();
  });

  const handle = async (request: Request, env: HttpBindings, mayBeStateless: boolean): Promise<Response> => {
    let body: unknown;
    if (request.method === 'POST') {
      if (!isJsonContentType(request.headers.get('content-type') ?? ''))
        return refuse(415, ProtocolErrorCode.InvalidRequest, 'The content type must be application/json');
      const read = await readRequestBody(request, maxBody);
      if (read.tooLarge)
        return refuse(413, ProtocolErrorCode.InvalidRequest, `The message is longer than ${maxBody} bytes`);
      try {
        body = JSON.parse(read.text);
      } catch {
        return refuse(400, ProtocolErrorCode.ParseError, 'The body is not valid JSON');
      }
      if (Array.isArray(body))
        return refuse(400, ProtocolErrorCode.InvalidRequest, 'Batches are not supported');
    }
    if (!(await isLegacyRequest(request, body))) {
      // Clients that ask which revision to speak fall back to one that keeps their session for them.
      if (!mayBeStateless && methodOf(body) === 'server/discover') {
        return refuse(
          404,
          ProtocolErrorCode.MethodNotFound,
          'Method not found: start with initialize, or use /mcp/stateless and name your session',
          idOf(body),
        );
      }
      return stateless.fetch(request, { parsedBody: body });
    }
    const client = await clientOf(request, body);
    if (client instanceof Response) return client;
    const id = requestId(body);
    if (id !== undefined && client.open.has(id))
      return refuse(400, ProtocolErrorCode.InvalidRequest, 'A request with this id is still open', id);
    // One that never reads its answers must not fill our memory with them.
    if (client.open.size >= maxOpen)
      return refuse(429, ProtocolErrorCode.InvalidRequest, `${maxOpen} requests are open already`, id);
    if (id !== undefined) client.open.add(id);
    client.active += 1;
    if (request.method === 'GET') client.hasListened = true;
    env.outgoing.once('close', () => {
      if (id !== undefined) client.open.delete(id);
      client.active -= 1;
      client.lastSeen = performance.now();
    });
    return client.transport.handleRequest(request, { parsedBody: body });
  };

  const clientOf = async (request: Request, body: unknown): Promise<HttpClient | Response> => {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      return (
        clients.get(id) ??
        refuse(404, ProtocolErrorCode.InvalidRequest, 'This session has ended; initialize again', idOf(body))
      );
    }
    if (!isInitializeRequest(body)) {
      const why = 'The Mcp-Session-Id header is missing; start with initialize';
      return refuse(400, ProtocolErrorCode.InvalidRequest, why, idOf(body));
    }
    if (clients.size >= maxClients)
      return refuse(503, ProtocolErrorCode.InternalError, `${clients.size} clients are connected already`);
    return welcome();
  };

  for (const path of ['/mcp', '/']) app.all(path, (context) => handle(context.req.raw, context.env, false));
  app.all('/mcp/stateless', (context) => handle(context.req.raw, context.env, true));
  app.notFound(() => refuse(404, ProtocolErrorCode.InvalidRequest, 'MCP is served at /mcp'));
  app.onError((thrown) => {
    process.stderr.write(`handhold: ${thrown.message.split('\n', 1)[0]}\n`);
    return refuse(500, ProtocolErrorCode.InternalError, 'Internal error');
  });

  const reaper = setInterval(
    () => {
      for (const [id, client] of clients) {
        const unseen = performance.now() - client.lastSeen;
        if (client.active === 0 && unseen > (client.hasListened ? http.grace : http.idle))
          void forget(id, client);
      }
    },
    Math.min(10_000, Math.max(50, Math.min(http.idle, http.grace) / 4)),
  );
  reaper.unref();

  const { server, port } = await listen(app, http);
  return {
    url: `http://${http.host.includes(':') ? `[${http.host}]` : http.host}:${port}/mcp`,
    clientCount: () => clients.size,
    answered: () => (underWay === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    async close() {
      clearInterval(reaper);
      server.close();
      await stateless.close();
      await Promise.all([...clients].map(([id, client]) => forget(id, client)));
      server.closeAllConnections();
    },
  };
}

function listen(
  app: Hono<{ Bindings: HttpBindings }>,
  { host, port }: HttpOptions,
): Promise<{ server: NodeServer; port: number }> {
  const server = createServer({ requestTimeout: 60_000 }, getRequestListener(app.fetch));
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve({ server, port: typeof address === 'object' && address ? address.port : port });
    });
  });
}

/** An answer to a request that is not taken in; the rest of its body is of no interest. */
function refuse(status: number, code: number, message: string, id: RequestId | null = null): Response {
  return new Response(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }), {
    status,
    headers: {
      'content-type': 'application/json',
      ...(status === 403 || status === 413 ? { connection: 'close' } : {}),
    },
  });
}

function methodOf(body: unknown): unknown {
  return isRecord(body) ? body.method : undefined;
}

function idOf(body: unknown): RequestId | null {
  return isRecord(body) && (typeof body.id === 'string' || typeof body.id === 'number') ? body.id : null;
}

/** The id of a request, which is answered; notifications and answers have none that counts. */
function requestId(body: unknown): RequestId | undefined {
  return methodOf(body) === undefined ? undefined : (idOf(body) ?? undefined);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
