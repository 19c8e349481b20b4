import {
  Agent,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { portOf } from '../gate/address.js';
import { type HostPolicy, plainHost } from '../gate/hosts.js';
import { log } from '../log.js';
import { firstBytes, reach } from './proxy-connections.js';
import {
  answerHeaders,
  asksFromLoopback,
  printableReason,
  splitAuthority,
  upgradeOrigin,
  withoutHops,
} from './proxy-requests.js';

/** A connection that was not made, and why. */
export interface Blocked {
  url: string;
  why: string;
}

/** Why a connection the browser asked for came to nothing. */
export interface Trouble extends Blocked {
  /** Set if the policy is the cause: the option that would change it. */
  option?: string | undefined;
  blocked: boolean;
  /** What browsers call such a failure. */
  code: string;
}

/** Told of every host that is asked for, once per host and answer. */
export type HostWatcher = (event: { host: string; port: number; allowed: boolean; why?: string }) => void;

const maxRemembered = 500;
const maxHeaders = 256 * 1024;
/** Ports of all proxies of this process: a page must not reach another session's way out. */
const ownPorts = new Set<number>();

/** Chrome's own services, which no page has a use for. */
const background = new Set([
  'update.googleapis.com',
  'optimizationguide-pa.googleapis.com',
  'content-autofill.googleapis.com',
  'safebrowsing.googleapis.com',
  'safebrowsingohttpgateway.googleapis.com',
  'edgedl.me.gvt1.com',
  'redirector.gvt1.com',
  'mtalk.google.com',
  'android.clients.google.com',
]);

/**
 * A session's only way to the network: a proxy in this process. A name is resolved once, every address checked, and
 * the connection made to that very address, so that neither redirects nor rebinding nor any kind of request gets past.
 */
export class Egress {
  private readonly agent = new Agent({ keepAlive: true, maxFreeSockets: 64, noDelay: true });
  private readonly sockets = new Set<Duplex>();
  /** Loopback pages that the agent asked for itself, and where those redirect to. */
  private readonly expected = new Set<string>();
  private readonly troubles = new Map<string, Trouble & { at: number }>();
  private untold: Blocked[] = [];
  private readonly seen = new Set<string>();
  /** Told whenever the browser has closed a connection. */
  onDisconnect: (() => void) | undefined;

  private constructor(
    private readonly server: Server,
    private readonly port: number,
    /** Undefined lets nothing out: for what a browser does of its own accord. */
    private readonly policy: HostPolicy | undefined,
    private readonly watcher: HostWatcher | undefined,
    /** Whether anything of a public host may be running: until then, only loopback pages can ask for loopback. */
    private metPublic: boolean,
  ) {}

  static async open(
    policy: HostPolicy | undefined,
    watcher?: HostWatcher,
    metPublic = false,
  ): Promise<Egress> {
    const server = createServer({ maxHeaderSize: maxHeaders, keepAlive: true, noDelay: true });
    server.keepAliveTimeout = 0;
    server.headersTimeout = 0;
    server.requestTimeout = 0;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    ownPorts.add(port);
    server.unref();
    const egress = new Egress(server, port, policy, watcher, metPublic);
    server.on('connection', (socket) => {
      egress.keep(socket);
      socket.on('close', () => egress.onDisconnect?.());
    });
    server.on('request', (request, response) => {
      egress.forward(request, response).catch((thrown: unknown) => egress.drop(thrown, request.socket));
    });
    server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      egress.tunnel(request, socket, head).catch((thrown: unknown) => egress.drop(thrown, socket));
    });
    server.on('upgrade', (_request, socket: Duplex) => socket.destroy());
    server.on('clientError', (_error, socket: Duplex) => socket.destroy());
    return egress;
  }

  /** For the browser's proxy setting. */
  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The agent itself is about to open this; a loopback page may only be opened so. */
  expect(url: string): void {
    if (this.policy?.loopback !== 'agent') return;
    if (this.expected.size >= maxRemembered) this.expected.clear();
    this.expected.add(withoutHash(url));
  }

  /** What was blocked since the last time this was asked. */
  takeBlocked(): Blocked[] {
    return this.untold.splice(0);
  }

  /** Why nothing came from this address, if that is known here. */
  trouble(url: string): Trouble | undefined {
    return this.troubles.get(keyOf(url));
  }

  isBlocked(url: string): boolean {
    return this.trouble(url)?.blocked ?? false;
  }

  close(): void {
    ownPorts.delete(this.port);
    this.server.close();
    this.agent.destroy();
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  private keep(socket: Duplex): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
  }

  /** Whatever a page or server sent that nobody foresaw ends its own connection and nothing else. */
  private drop(thrown: unknown, socket: Duplex): void {
    log.warn({ thrown }, 'a request could not be passed on');
    socket.destroy();
  }

  /** A plain HTTP request, passed on as it is and streamed both ways. */
  private async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = absolute(request.url);
    if (!url) {
      response.writeHead(400).end();
      return;
    }
    const port = portOf(url);
    const addresses = await this.admit(url.href, url.hostname, port, () =>
      asksFromLoopback(request, this.expected, this.isLocal),
    );
    const [address] = addresses ?? [];
    if (!address || response.destroyed) {
      request.socket.destroy();
      return;
    }
    if (repeatable(request)) {
      this.pass(request, response, url, port, addresses ?? [], 0);
      return;
    }
    // A request with a body can't be sent again if a kept connection turns out to be closed, so it gets a new one.
    try {
      this.pass(request, response, url, port, addresses ?? [], 0, await reach(addresses ?? [], port));
    } catch (thrown) {
      this.failed(url.href, thrown instanceof Error ? thrown : new Error('failed'));
      request.socket.destroy();
    }
  }

  private pass(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    port: number,
    addresses: readonly string[],
    attempt: number,
    through?: Socket,
  ): void {
    if (response.destroyed) {
      through?.destroy();
      return;
    }
    const again = repeatable(request);
    const address = addresses[attempt % addresses.length] ?? '';
    const upstream = send({
      host: address,
      port,
      method: request.method ?? 'GET',
      path: `${url.pathname}${url.search}`,
      headers: withoutHops(request.rawHeaders),
      ...(through ? { createConnection: () => through } : { agent: this.agent }),
      maxHeaderSize: maxHeaders,
      setHost: false,
      timeout: 0,
    });
    let answered: IncomingMessage | undefined;
    upstream.on('response', (answer) => {
      answered = answer;
      this.follow(request, answer, url);
      try {
        const reason = printableReason(answer.statusMessage);
        response.writeHead(answer.statusCode ?? 0, reason, answerHeaders(answer.rawHeaders));
      } catch {
        // A status or header that can't be written again, such as 099.
        upstream.destroy();
        this.failed(url.href, notHttp);
        request.socket.destroy();
        return;
      }
      // Whoever waits for the headers must not wait for a body that is slow to come.
      const slow = setImmediate(() => response.flushHeaders());
      answer.once('data', () => clearImmediate(slow));
      answer.once('end', () => clearImmediate(slow));
      answer.on('error', () => request.socket.destroy());
      answer.on('aborted', () => request.socket.destroy());
      answer.pipe(response);
    });
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      // What comes after the end of an answer takes nothing from it.
      if (answered?.complete) return;
      const may = again && !answered && !response.destroyed && attempt < addresses.length + 1;
      if (may && (upstream.reusedSocket || attempt + 1 < addresses.length)) {
        this.pass(request, response, url, port, addresses, attempt + 1);
        return;
      }
      if (!answered) this.failed(url.href, error);
      request.socket.destroy();
    });
    // Nobody asked for another protocol; without this the connection would be held and never answered.
    upstream.on('upgrade', (_answer, socket) => {
      socket.destroy();
      this.failed(url.href, notHttp);
      request.socket.destroy();
    });
    response.on('close', () => upstream.destroy());
    if (again) upstream.end();
    else request.pipe(upstream);
  }

  /** A loopback page that the agent opened may send it on to another one. */
  private follow(request: IncomingMessage, answer: IncomingMessage, url: URL): void {
    const { location } = answer.headers;
    if (location === undefined || !this.expected.has(withoutHash(url.href))) return;
    if (request.headers['sec-fetch-mode'] !== 'navigate' || !this.isLocal(url.hostname)) return;
    try {
      const next = new URL(location, url);
      if (this.isLocal(next.hostname)) this.expect(next.href);
    } catch {
      // The browser will say what is wrong with it.
    }
  }

  /** Anything else, TLS and WebSockets, through a tunnel to a checked address. */
  private async tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    this.keep(client);
    const target = splitAuthority(request.url ?? '');
    if (!target) {
      client.destroy();
      return;
    }
    const { host, port } = target;
    const url = tunnelUrl(host, port);
    let first = head;
    let greeted = false;
    const addresses = await this.admit(url, host, port, async () => {
      // What is inside decides: a WebSocket says who asks, TLS doesn't.
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      greeted = true;
      first = await firstBytes(client, head);
      if (first[0] === 0x16) return 'loopback address over TLS, in a session that has been on public hosts';
      const origin = upgradeOrigin(first);
      const asker = origin === undefined ? undefined : absolute(origin);
      return asker && this.isLocal(asker.hostname)
        ? undefined
        : 'loopback address, asked for by another site';
    });
    if (!addresses || client.destroyed) {
      if (greeted) client.destroy();
      else client.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    try {
      const upstream = await reach(addresses, port);
      this.keep(upstream);
      if (client.destroyed) {
        upstream.destroy();
        return;
      }
      if (!greeted) client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (first.length > 0) upstream.write(first);
      client.pipe(upstream).pipe(client);
      client.on('close', () => upstream.destroy());
      upstream.on('close', () => client.destroy());
    } catch (thrown) {
      this.failed(url, thrown instanceof Error ? thrown : new Error('failed'));
      if (greeted) client.destroy();
      else client.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    }
  }

  /** The addresses to connect to; undefined if the request ends here. */
  private async admit(
    url: string,
    host: string,
    port: number,
    loopbackRefusal: () => string | undefined | Promise<string | undefined>,
  ): Promise<readonly string[] | undefined> {
    if (!this.policy || background.has(plainHost(host))) {
      log.debug({ host, port }, 'background traffic denied');
      this.watcher?.({ host, port, allowed: false, why: 'background traffic' });
      return undefined;
    }
    const verdict = await this.policy.judge(host, port);
    if (!verdict.allowed) {
      if ('unresolved' in verdict)
        this.note({ url, why: verdict.why, blocked: false, code: 'ERR_NAME_NOT_RESOLVED' });
      else this.block(url, host, port, verdict.why, verdict.option);
      return undefined;
    }
    if (ownPorts.has(port) && this.isLocal(host)) {
      this.block(url, host, port, "the browser's own proxy", undefined);
      return undefined;
    }
    if (verdict.zone === 'public') this.metPublic = true;
    else if (verdict.zone === 'loopback' && this.metPublic && !this.policy.rules.allowPrivate) {
      const why = await loopbackRefusal();
      if (why !== undefined) {
        this.block(url, host, port, why, 'allowPrivate');
        return undefined;
      }
    }
    this.tell(host, port, true);
    this.troubles.delete(keyOf(url));
    return verdict.addresses;
  }

  private readonly isLocal = (host: string): boolean => this.policy?.isLoopback(host) ?? false;

  private block(url: string, host: string, port: number, why: string, option: string | undefined): void {
    const shown = originOf(url);
    log.warn({ url: shown, why }, 'blocked');
    const same = (other: Blocked) => keyOf(other.url) === keyOf(shown);
    if (!this.untold.some(same) && this.untold.length < maxRemembered) this.untold.push({ url: shown, why });
    this.note({ url, why, option, blocked: true, code: 'ERR_BLOCKED_BY_CLIENT' });
    this.tell(host, port, false, why);
  }

  private failed(url: string, error: NodeJS.ErrnoException): void {
    const [why, code] = /^HPE_/.test(error.code ?? '')
      ? ['the server answered with something that is not HTTP', 'ERR_INVALID_HTTP_RESPONSE']
      : (reasons[error.code ?? ''] ?? ['the connection failed', 'ERR_CONNECTION_FAILED']);
    this.note({ url, why, blocked: false, code });
  }

  private note(trouble: Trouble): void {
    if (this.troubles.size >= maxRemembered) this.troubles.clear();
    this.troubles.set(keyOf(trouble.url), { ...trouble, at: performance.now() });
  }

  private tell(host: string, port: number, allowed: boolean, why?: string): void {
    const key = `${allowed} ${host}:${port}`;
    if (!this.watcher || this.seen.has(key)) return;
    if (this.seen.size >= maxRemembered * 4) this.seen.clear();
    this.seen.add(key);
    this.watcher({ host: plainHost(host), port, allowed, ...(why === undefined ? {} : { why }) });
  }
}

/** Whether a request has no body, so that it can be sent once more. */
function repeatable({ method, headers }: IncomingMessage): boolean {
  const bodyless = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  return bodyless && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

const reasons: Record<string, [why: string, code: string]> = {
  ECONNREFUSED: ['the server refused the connection', 'ERR_CONNECTION_REFUSED'],
  ECONNRESET: ['the server closed the connection', 'ERR_CONNECTION_RESET'],
  EPIPE: ['the server closed the connection', 'ERR_CONNECTION_CLOSED'],
  ETIMEDOUT: ['the server did not answer', 'ERR_CONNECTION_TIMED_OUT'],
  ENETUNREACH: ['the network is down', 'ERR_ADDRESS_UNREACHABLE'],
  EHOSTUNREACH: ['the server can not be reached', 'ERR_ADDRESS_UNREACHABLE'],
};

/** An answer that is no HTTP, as parsers call it. */
const notHttp: NodeJS.ErrnoException = Object.assign(new Error('not HTTP'), { code: 'HPE_INVALID' });

/** Troubles are kept per host and port: of a tunnel no more is known. */
function keyOf(url: string): string {
  const parsed = absolute(url);
  // Browsers ask for names that no URL can have here, such as xn--0.test.
  return parsed ? `${plainHost(parsed.hostname)}:${portOf(parsed)}` : url;
}

function absolute(url: string | undefined): URL | undefined {
  try {
    return new URL(url ?? '');
  } catch {
    return undefined;
  }
}

/** Without its path, which may carry what is nobody's business; a name that is none for a URL stays as it was asked for. */
function originOf(url: string): string {
  const parsed = absolute(url);
  return parsed ? `${parsed.origin}/` : url;
}

function withoutHash(url: string): string {
  const end = url.indexOf('#');
  return end < 0 ? url : url.slice(0, end);
}

function tunnelUrl(host: string, port: number): string {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  if (port === 443) return `https://${name}/`;
  return port === 80 ? `http://${name}/` : `https://${name}:${port}/`;
}
