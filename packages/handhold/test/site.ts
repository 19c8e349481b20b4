import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The server's end of a WebSocket, for short texts. */
export interface SocketEnd {
  say(text: string): void;
}

export type SocketHandler = (end: SocketEnd, heard: string | undefined) => void;

/** A page of the site, and what it said about itself. */
export interface SitePage {
  /** On the site's own origin. */
  url: string;
  /** The same page on another origin. */
  otherUrl: string;
  /** What the page has noted with `note(…)`, in order. */
  notes: string[];
  /** How often it was asked for. */
  visits: number;
  /** Has the page itself run a script, as a timer of its own would, and gives the value; for pages with `remote`. */
  run(script: string): Promise<string>;
  /** The same for a script that may never end: goes on once the page is about to enter it, with nothing in between. */
  enter(script: string): Promise<void>;
}

export interface PageOptions {
  title?: string;
  head?: string;
  status?: number;
  headers?: Record<string, string>;
  /** Without any script, so that it can note nothing. */
  plain?: boolean;
  /** Keeps a line open on which tests can have the page do things of its own accord. */
  remote?: boolean;
}

/**
 * A small web site on loopback. Its pages can say what happened to them with `note(text)`, which is known here
 * before the script that says it goes on: so after a call of ours, what the page saw can simply be compared.
 */
export class Site {
  private readonly handlers = new Map<string, Handler>();
  private readonly socketHandlers = new Map<string, SocketHandler>();
  private readonly sockets = new Set<Socket>();
  private count = 0;

  private constructor(
    private readonly server: Server,
    private readonly port: number,
  ) {}

  static async start(): Promise<Site> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const address = server.address();
    const site = new Site(server, isAddressInfo(address) ? address.port : 0);
    server.on('request', (request, response) => site.answer(request, response));
    server.on('upgrade', (request, socket: Socket) => site.upgrade(request, socket));
    server.on('connection', (socket) => {
      site.sockets.add(socket);
      socket.on('close', () => site.sockets.delete(socket));
    });
    return site;
  }

  /** An address on the site. */
  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** The same on another origin. */
  otherUrl(path: string): string {
    return `http://localhost:${this.port}${path}`;
  }

  /** Serves a page with this body at an address of its own. */
  page(body: string, options: PageOptions = {}): SitePage {
    this.count += 1;
    const path = `/p${this.count}`;
    const remote = new Remote();
    const page: SitePage = {
      url: this.url(path),
      otherUrl: this.otherUrl(path),
      notes: [],
      visits: 0,
      run: (script) => remote.run(script),
      enter: async (script) => void (await remote.run(script, true)),
    };
    this.on(path, (_request, response) => {
      page.visits += 1;
      response.writeHead(options.status ?? 200, {
        'content-type': 'text/html; charset=utf-8',
        ...options.headers,
      });
      response.end(html(path, body, options));
    });
    this.on(`/note${path}`, async (request, response) => {
      page.notes.push(await bodyOf(request));
      response.writeHead(204).end();
    });
    this.on(`/remote${path}`, (_request, response) => remote.connect(response));
    this.on(`/ran${path}`, async (request, response) => {
      remote.ran(await bodyOf(request));
      response.writeHead(204).end();
    });
    return page;
  }

  /** Answers an address by hand; gives that address. */
  on(path: string, handler: Handler): string {
    this.handlers.set(path, handler);
    return this.url(path);
  }

  /** Speaks on a WebSocket: the handler hears of each that is opened, with no text, and then of each text. */
  onSocket(path: string, handler: SocketHandler): void {
    this.socketHandlers.set(path, handler);
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private upgrade(request: IncomingMessage, socket: Socket): void {
    const handler = this.socketHandlers.get(request.url ?? '');
    if (!handler) return void socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    const end: SocketEnd = {
      say: (text) => void socket.write(Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)])),
    };
    socket.on('data', (data) => {
      for (const text of textsIn(data)) handler(end, text);
    });
    handler(end, undefined);
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const handler = this.handlers.get(pathname);
    if (handler) handler(request, response);
    else response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
  }
}

/** The texts in what a browser has sent on a socket; each is short and comes whole. */
function* textsIn(data: Buffer): Generator<string> {
  for (let at = 0; at + 6 <= data.length; ) {
    const [kind = 0, size = 0] = data.subarray(at, at + 2);
    const length = size & 0x7f;
    const mask = data.subarray(at + 2, at + 6);
    const body = data.subarray(at + 6, at + 6 + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
    if ((kind & 0x0f) === 1) yield Buffer.from(body).toString('utf8');
    at += 6 + length;
  }
}

/** The line to a page that does what a test tells it. */
class Remote {
  private line: ServerResponse | undefined;
  private connected: (() => void)[] = [];
  private readonly running: ((value: string) => void)[] = [];

  connect(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(':\n\n');
    this.line = response;
    response.on('close', () => {
      if (this.line === response) this.line = undefined;
    });
    for (const go of this.connected.splice(0)) go();
  }

  async run(script: string, tellsFirst = false): Promise<string> {
    if (!this.line) await new Promise<void>((resolve) => this.connected.push(resolve));
    return new Promise((resolve) => {
      this.running.push(resolve);
      this.line?.write(`data: ${JSON.stringify({ script, tellsFirst })}\n\n`);
    });
  }

  ran(value: string): void {
    this.running.shift()?.(value);
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

/** `note` waits for the server's answer, except while the page is being left, when browsers forbid that. */
function html(path: string, body: string, options: PageOptions): string {
  const note = `
    function tell(to, text) {
      try {
        const request = new XMLHttpRequest();
        request.open('POST', to + '${path}', false);
        request.send(String(text));
      } catch { navigator.sendBeacon(to + '${path}', String(text)); }
    }
    function note(text) { tell('/note', text); }`;
  const remote = `
    new EventSource('/remote${path}').onmessage = ({ data }) => {
      const { script, tellsFirst } = JSON.parse(data);
      if (tellsFirst) tell('/ran', '');
      let value;
      try { value = (0, eval)(script); } catch (error) { value = error; }
      if (!tellsFirst) tell('/ran', value);
    };`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${options.title ?? 'Test page'}</title>
${options.plain ? '' : `<script>${note}${options.remote ? remote : ''}</script>`}${options.head ?? ''}</head><body>${body}</body></html>`;
}
