import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handler = (response: ServerResponse) => void;

/** A web site on loopback for one test file. */
export class Site {
  private readonly handlers = new Map<string, Handler>();
  private readonly sockets = new Set<Socket>();
  private readonly asked = new Map<string, () => void>();

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<Site> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
    const site = new Site(server, `http://127.0.0.1:${address.port}`);
    server.on('connection', (socket) => {
      site.sockets.add(socket);
      socket.on('close', () => site.sockets.delete(socket));
    });
    server.on('request', (request, response) => {
      const { pathname } = new URL(request.url ?? '/', site.origin);
      const handler = site.handlers.get(pathname);
      if (handler) handler(response);
      else response.writeHead(404).end();
      site.asked.get(pathname)?.();
    });
    return site;
  }

  /** Serves a page; gives its address. */
  page(path: string, body: string, title = 'Test page'): string {
    return this.on(path, (response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><html lang="en"><title>${title}</title><body>${body}</body></html>`);
    });
  }

  on(path: string, handler: Handler): string {
    this.handlers.set(path, handler);
    return this.origin + path;
  }

  /** An address that is never answered, and how to know that it has been asked for. */
  silence(path: string): { url: string; asked: Promise<void> } {
    const asked = new Promise<void>((resolve) => this.asked.set(path, resolve));
    return { url: this.on(path, () => undefined), asked };
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
