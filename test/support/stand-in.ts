import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';

/** One request to the provider's API, as it came over the wire. */
export type Sent = z.output<typeof sentForm>;

const sentForm = z.looseObject({});

type Reply = (sent: Sent) => unknown;

/** Pages on loopback, and in place of a provider its API: answers by a script and keeps what it was sent. */
export class StandIn {
  /** Everything the API was sent, in order. */
  readonly sent: Sent[] = [];
  private readonly pages = new Map<string, string>();
  private script: Reply[] = [];

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<StandIn> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
    const standIn = new StandIn(server, `http://127.0.0.1:${address.port}`);
    server.on('request', async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', standIn.origin);
      if (request.method === 'POST') {
        const sent = sentForm.parse(JSON.parse(await bodyOf(request)));
        standIn.sent.push(sent);
        const reply = standIn.script.shift();
        response.writeHead(reply ? 200 : 400, { 'content-type': 'application/json' });
        response.end(JSON.stringify(reply ? reply(sent) : { error: { message: 'Nothing more to say.' } }));
        return;
      }
      const page = standIn.pages.get(pathname);
      if (page === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    });
    return standIn;
  }

  /** Serves a page; gives its address. */
  page(path: string, body: string, title = 'Test page'): string {
    this.pages.set(path, `<!doctype html><html lang="en"><title>${title}</title><body>${body}</body></html>`);
    return this.origin + path;
  }

  /** What the API answers to the next requests, one each; forgets what it was sent before. */
  answers(...script: Reply[]): void {
    this.sent.length = 0;
    this.script = script;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** A stand-in for one file of tests. */
export function useStandIn(): { readonly site: StandIn } {
  let site: StandIn | undefined;
  beforeAll(async () => {
    site = await StandIn.start();
  });
  afterAll(() => site?.stop());
  return {
    get site() {
      if (!site) throw new Error('The stand-in runs only during tests.');
      return site;
    },
  };
}

/** The ref of the first line that begins so: `button "Save"`. */
export function refOf(line: string, text: string): string {
  for (const shown of text.split(/\n|\\n/)) {
    const [, ref, rest] = /^\s*[+~]? ?(@e\d+) (.*)$/.exec(shown) ?? [];
    if (ref !== undefined && rest?.replaceAll('\\"', '"').startsWith(line)) return ref;
  }
  throw new Error(`There is no ${line} in:\n${text}`);
}

/** A form that greets whoever is typed into it. */
export const form = `
  <h1>Sign up</h1>
  <label>Name <input name="name"></label>
  <button onclick="document.querySelector('output').textContent = 'Welcome, ' + document.querySelector('input').value">Submit</button>
  <output role="status"></output>`;

/** How a JPEG begins in base64. */
export const jpeg = /^\/9j\//;
