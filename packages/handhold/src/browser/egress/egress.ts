import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { portOf } from '../../gate/address.js';
import { type HostPolicy, plainHost } from '../../gate/hosts.js';
import { log } from '../../log.js';
import { urlFrom, withoutHash } from '../../url.js';
import { firstBytes, reach } from './connections.js';
import { forward, isRepeatable, maxHeaders } from './forward.js';
import {
  type Blocked,
  EgressReport,
  type HostWatcher,
  maxRemembered,
  type Trouble,
  type WantedConnection,
} from './report.js';
import { asksFromLoopback, splitAuthority, upgradeOrigin } from './requests.js';

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
  private readonly report: EgressReport;
  /** Told whenever the browser has closed a connection. */
  onDisconnect: (() => void) | undefined;

  private constructor(
    private readonly server: Server,
    private readonly port: number,
    /** Undefined lets nothing out: for what a browser does of its own accord. */
    private readonly policy: HostPolicy | undefined,
    watcher: HostWatcher | undefined,
    /** True once anything of a public host may be running: until then, only loopback pages can ask for loopback. */
    private metPublic: boolean,
  ) {
    this.report = new EgressReport(watcher);
  }

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
      egress.passOn(request, response).catch((thrown: unknown) => egress.drop(thrown, request.socket));
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

  /** The connections that were blocked since the last time this was asked. */
  takeBlocked(): Blocked[] {
    return this.report.takeBlocked();
  }

  /** Why nothing came from this address, if that is known here. */
  trouble(url: string): Trouble | undefined {
    return this.report.trouble(url);
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

  /** A plain HTTP request, passed on once it is admitted. */
  private async passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = urlFrom(request.url ?? '');
    if (!url) {
      response.writeHead(400).end();
      return;
    }
    const port = portOf(url);
    const addresses = await this.admit({ url: url.href, host: url.hostname, port }, () =>
      asksFromLoopback(request, this.expected, this.isLocal),
    );
    if (!addresses?.[0] || response.destroyed) {
      request.socket.destroy();
      return;
    }
    const forwarded = {
      request,
      response,
      url,
      addresses,
      agent: this.agent,
      onAnswer: (answer: IncomingMessage) => this.follow(request, answer, url),
      onFailed: (error: NodeJS.ErrnoException) => this.report.failed(url.href, error),
    };
    if (isRepeatable(request)) {
      forward(forwarded);
      return;
    }
    // A request with a body can't be sent again if a kept connection turns out to be closed, so it gets a new one.
    try {
      forward({ ...forwarded, through: await reach(addresses, port) });
    } catch (thrown) {
      this.report.failed(url.href, thrown);
      request.socket.destroy();
    }
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
    const addresses = await this.admit({ url, host, port }, async () => {
      // What is inside decides: a WebSocket says who asks, TLS doesn't.
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      greeted = true;
      first = await firstBytes(client, head);
      if (first[0] === 0x16) return 'loopback address over TLS, in a session that has been on public hosts';
      const origin = upgradeOrigin(first);
      const asker = origin === undefined ? undefined : urlFrom(origin);
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
      this.report.failed(url, thrown);
      if (greeted) client.destroy();
      else client.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    }
  }

  /** The addresses to connect to; undefined if the request ends here. */
  private async admit(
    wanted: WantedConnection,
    loopbackRefusal: () => string | undefined | Promise<string | undefined>,
  ): Promise<readonly string[] | undefined> {
    const { url, host, port } = wanted;
    if (!this.policy || background.has(plainHost(host))) {
      this.report.background(wanted);
      return undefined;
    }
    const verdict = await this.policy.judge(host, port);
    if (!verdict.allowed) {
      if ('unresolved' in verdict) this.report.unresolved(url, verdict.why);
      else this.report.blocked(wanted, verdict.why, verdict.option);
      return undefined;
    }
    if (ownPorts.has(port) && this.isLocal(host)) {
      this.report.blocked(wanted, "the browser's own proxy", undefined);
      return undefined;
    }
    if (verdict.zone === 'public') this.metPublic = true;
    else if (verdict.zone === 'loopback' && this.metPublic && !this.policy.rules.allowPrivate) {
      const why = await loopbackRefusal();
      if (why !== undefined) {
        this.report.blocked(wanted, why, 'allowPrivate');
        return undefined;
      }
    }
    this.report.admitted(wanted);
    return verdict.addresses;
  }

  private readonly isLocal = (host: string): boolean => this.policy?.isLoopback(host) ?? false;
}

function tunnelUrl(host: string, port: number): string {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  if (port === 443) return `https://${name}/`;
  return port === 80 ? `http://${name}/` : `https://${name}:${port}/`;
}
