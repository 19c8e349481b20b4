import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  isInitializeRequest,
  ProtocolErrorCode,
  type RequestId,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { messageIn } from './messages.js';
import { refuse } from './refuse.js';

export interface ClientTimes {
  /** A client that has sent nothing for this long and listens to nothing is forgotten, with its browser session. */
  idle: number;
  /** The same for one that had listened and went away; it may still come back until then. */
  grace: number;
}

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

const maxClients = 1000;
/** Requests of one client that may be open at a time. */
const maxOpen = 128;

/** The clients that have a session of the protocol, each with a server and a browser session of its own. */
export class HttpClients {
  private readonly clients = new Map<string, HttpClient>();
  private reaper: NodeJS.Timeout | undefined;

  constructor(
    private readonly makeServer: (session: string) => Server,
    private readonly closeSession: (session: string) => Promise<void>,
    private readonly times: ClientTimes,
  ) {}

  get count(): number {
    return this.clients.size;
  }

  /** Answers a request as the server of its client does; one that initializes becomes a client. */
  async handle(request: Request, body: unknown, response: Pick<ServerResponse, 'once'>): Promise<Response> {
    const client = await this.clientOf(request, body);
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
    response.once('close', () => {
      if (id !== undefined) client.open.delete(id);
      client.active -= 1;
      client.lastSeen = performance.now();
    });
    return client.transport.handleRequest(request, { parsedBody: body });
  }

  /** From now on, clients that have been away for too long are forgotten. */
  startReaper(): void {
    const { idle, grace } = this.times;
    this.reaper = setInterval(
      () => this.forgetIdle(),
      Math.min(10_000, Math.max(50, Math.min(idle, grace) / 4)),
    );
    this.reaper.unref();
  }

  stopReaper(): void {
    clearInterval(this.reaper);
  }

  async close(): Promise<void> {
    await Promise.all([...this.clients].map(([id, client]) => this.forget(id, client)));
  }

  private async clientOf(request: Request, body: unknown): Promise<HttpClient | Response> {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      const why = 'This session has ended; initialize again';
      return this.clients.get(id) ?? refuse(404, ProtocolErrorCode.InvalidRequest, why, messageIn(body).id);
    }
    if (!isInitializeRequest(body)) {
      const why = 'The Mcp-Session-Id header is missing; start with initialize';
      return refuse(400, ProtocolErrorCode.InvalidRequest, why, messageIn(body).id);
    }
    if (this.count >= maxClients)
      return refuse(503, ProtocolErrorCode.InternalError, `${this.count} clients are connected already`);
    return this.welcome();
  }

  private async welcome(): Promise<HttpClient> {
    const id = randomUUID();
    const session = `mcp-${randomUUID()}`;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => {
        this.clients.set(id, client);
      },
    });
    const client: HttpClient = {
      session,
      server: this.makeServer(session),
      transport,
      open: new Set(),
      active: 0,
      hasListened: false,
      lastSeen: performance.now(),
    };
    // Also when the client itself ends its session.
    transport.onclose = () => void this.forget(id, client);
    await client.server.connect(transport);
    return client;
  }

  private async forget(id: string, client: HttpClient): Promise<void> {
    if (!this.clients.delete(id)) return;
    await client.server.close().catch(() => undefined);
    await this.closeSession(client.session);
  }

  private forgetIdle(): void {
    const { idle, grace } = this.times;
    for (const [id, client] of this.clients) {
      const unseen = performance.now() - client.lastSeen;
      if (client.active === 0 && unseen > (client.hasListened ? grace : idle)) void this.forget(id, client);
    }
  }
}

/** The id of a request, which is answered; notifications and answers have none that counts. */
function requestId(body: unknown): RequestId | undefined {
  const { method, id } = messageIn(body);
  return method === undefined ? undefined : (id ?? undefined);
}
