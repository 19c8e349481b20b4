import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Egress } from '../src/browser/egress/egress.js';
import { splitAuthority, upgradeOrigin, withoutHops } from '../src/browser/egress/requests.js';
import { HostPolicy } from '../src/gate/hosts.js';
import { useBrowser } from './agent.js';

/** A server that answers every address with the bytes that are put there, and then hangs up. */
class RawServer {
  readonly answers = new Map<string, Buffer[]>();
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
    socket.once('data', (head) => {
      const path = /^\S+ (\S+)/.exec(head.toString('latin1'))?.[1] ?? '';
      for (const piece of this.answers.get(path) ?? []) socket.write(piece);
      socket.end();
    });
  });

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get origin(): string {
    return `http://127.0.0.1:${portOf(this.server)}`;
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return isAddressInfo(address) ? address.port : 0;
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

/** What nobody caught, which in a program that embeds us would end it. */
function uncaught(): { errors: unknown[]; stop(): void } {
  const errors: unknown[] = [];
  const note = (error: unknown) => errors.push(error);
  process.on('uncaughtException', note).on('unhandledRejection', note);
  return {
    errors,
    stop: () => process.off('uncaughtException', note).off('unhandledRejection', note),
  };
}

const server = new RawServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

/** Answers as servers, attackers and broken middleboxes really send them. */
const odd: Record<string, string> = {
  'a status below 100': 'HTTP/1.1 099 X\r\ncontent-length: 0\r\n\r\n',
  'a status of 0': 'HTTP/1.1 000 X\r\ncontent-length: 0\r\n\r\n',
  'a status above 999': 'HTTP/1.1 1000 X\r\ncontent-length: 0\r\n\r\n',
  'a status in letters': 'HTTP/1.1 abc X\r\n\r\n',
  'a control character in the reason': 'HTTP/1.1 200 O\x01K\r\ncontent-length: 0\r\n\r\n',
  'a NUL in the reason': 'HTTP/1.1 200 O\0K\r\ncontent-length: 0\r\n\r\n',
  'an escape in the reason': 'HTTP/1.1 200 \x1b[2J\x7f\r\ncontent-length: 0\r\n\r\n',
  'no reason': 'HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n',
  'a reason in UTF-8': 'HTTP/1.1 200 \u00d6K \u{1f600}\r\ncontent-length: 0\r\n\r\n',
  'another protocol': 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nbytes',
  'many early hints': `${'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'.repeat(40)}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`,
  'continue without end': 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(40),
  nothing: '',
  'half a status line': 'HTTP/1.',
  'another language': 'SSH-2.0-OpenSSH_9.2\r\n',
  'HTTP/0.9': '<html>hello</html>',
  'HTTP/2 in words': 'HTTP/2.0 200 OK\r\n\r\n',
  'only line feeds': 'HTTP/1.1 200 OK\ncontent-length: 0\n\n',
  'a NUL in a header': 'HTTP/1.1 200 OK\r\nx: a\0b\r\ncontent-length: 0\r\n\r\n',
  'a control character in a header': 'HTTP/1.1 200 OK\r\nx: a\x01b\r\ncontent-length: 0\r\n\r\n',
  'a header name with blanks': 'HTTP/1.1 200 OK\r\nx y: z\r\ncontent-length: 0\r\n\r\n',
  'a header without a name': 'HTTP/1.1 200 OK\r\n: z\r\ncontent-length: 0\r\n\r\n',
  'a header without a colon': 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n',
  'a folded header': 'HTTP/1.1 200 OK\r\nx: a\r\n b\r\ncontent-length: 0\r\n\r\n',
  'headers of 300 kB': `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(300_000)}\r\n\r\n`,
  'two lengths': 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
  'a negative length': 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n',
  'a length of letters': 'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n',
  'a length and chunks':
    'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'more than its length': 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nabcdef',
  'less than its length': 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc',
  'chunks of garbage': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nabc\r\n',
  'a chunk of 2^64': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\nabc',
  'an unknown coding': 'HTTP/1.1 200 OK\r\ntransfer-encoding: wild\r\n\r\nabc',
  'a body after 204': 'HTTP/1.1 204 No Content\r\ncontent-length: 3\r\n\r\nabc',
  'a body after 304': 'HTTP/1.1 304 Not Modified\r\ncontent-length: 3\r\n\r\nabc',
  'a trailer': 'HTTP/1.1 200 OK\r\ntrailer: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: a\x01\r\n\r\n',
  'a redirect to nowhere': 'HTTP/1.1 302 Found\r\nlocation: http://[\r\ncontent-length: 0\r\n\r\n',
  'a redirect to a name that is none':
    'HTTP/1.1 302 Found\r\nlocation: https://xn--0.test/\r\ncontent-length: 0\r\n\r\n',
};
const kinds = Object.entries(odd);

describe('a page with a server that sends anything', () => {
  const bench = useBrowser({ allowPrivate: false, loopback: 'agent' });

  it(`harms neither us nor the next call, as images, scripts, answers to scripts and pages (${kinds.length} answers)`, async () => {
    const watch = uncaught();
    for (const [at, [, bytes]] of kinds.entries()) server.answers.set(`/${at}`, [Buffer.from(bytes, 'utf8')]);
    const every = (write: (url: string) => string) =>
      kinds.map((_kind, at) => write(`${server.origin}/${at}`)).join('\n');
    const parts = bench.site.page(
      `${every((url) => `<img src="${url}"><script src="${url}"></script>`)}
       <script>${every((url) => `fetch("${url}", { method: "POST", body: "x" }).catch(() => 0);`)}</script>`,
    );
    const page = bench.site.page(`<button onclick="note('still here')">Go</button>`);
    const agent = bench.agent();
    await agent.open(parts);
    for (const [at] of kinds.entries())
      await agent.call('browser_navigate', { url: `${server.origin}/${at}`, timeout: 1000 });
    await agent.open(page);
    await agent.click('button "Go"');
    watch.stop();
    expect(watch.errors).toEqual([]);
    expect(page.notes).toEqual(['still here']);
  });
});

describe('a page that asks for names that are none', () => {
  const bench = useBrowser({
    allowPrivate: false,
    allowHosts: ['127.0.0.1'],
    network: { zoneOf: () => 'public' },
  });
  const names = [
    'xn--0.test',
    'xn--a.test',
    'xn--.test',
    'a_b.test',
    `${'x'.repeat(70)}.test`,
    '-a.test',
    'a-.test',
  ];

  it(`is told that they are blocked, and nothing else happens (${names.length} names)`, async () => {
    const watch = uncaught();
    const page = bench.site.page(
      `<button onclick="note('still here')">Go</button>${names
        .map((name) => `<img src="https://${name}/"><img src="http://${name}/">`)
        .join(
          '',
        )}<script>for (const name of ${JSON.stringify(names)}) try { new WebSocket('wss://' + name) } catch {}</script>`,
    );
    const agent = bench.agent();
    expect(await agent.reads('browser_navigate', { url: page.url })).toContain('not among the allowed hosts');
    await agent.does('browser_click', { selector: 'button' });
    watch.stop();
    expect(watch.errors).toEqual([]);
    expect(page.notes).toEqual(['still here']);
  });
});

describe('the proxy by itself', () => {
  let egress: Egress;
  beforeAll(async () => {
    egress = await Egress.open(
      new HostPolicy({ allowHosts: ['127.0.0.1'], network: { zoneOf: () => 'public' } }),
    );
  });
  afterAll(() => egress.close());

  /** Sends bytes to the proxy and gives what comes back once the connection has ended, by us or by the proxy. */
  async function say(bytes: string, hangUp: boolean): Promise<string> {
    const socket = connect(Number(new URL(egress.address).port), '127.0.0.1');
    const got: Buffer[] = [];
    socket.on('data', (chunk) => got.push(chunk));
    socket.on('error', () => undefined);
    socket.write(Buffer.from(bytes, 'latin1'));
    if (hangUp) socket.end();
    await once(socket, 'close');
    return Buffer.concat(got).toString('latin1');
  }

  /** Mostly as it should be, so that what is odd is not lost behind something odder. */
  const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: odd });
  const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
  const plain = fc.constantFrom(...' aZ09:/.-_%[]@?#=;,<>');
  const text = fc.array(mostly(plain, byte), { maxLength: 20 }).map((parts) => parts.join(''));
  const ending = mostly(fc.constant('\r\n'), fc.constantFrom('\n', '\r', ''));
  const known = fc.constantFrom(
    ...'content-length transfer-encoding connection upgrade location set-cookie trailer keep-alive x'.split(
      ' ',
    ),
  );
  const usual = fc.constantFrom(...'0 5 -1 chunked upgrade close http://[ 99999999999999999999'.split(' '));
  const header = fc
    .tuple(mostly(known, text), mostly(usual, text), ending)
    .map(([name, value, end]) => `${name}: ${value}${end}`);
  const answer = fc
    .tuple(
      mostly(fc.constant('HTTP/1.1'), fc.oneof(fc.constantFrom('HTTP/1.0', 'http/1.1', 'HTTP/9.9'), text)),
      mostly(
        fc.integer({ min: 0, max: 1200 }).map((status) => String(status).padStart(3, '0')),
        text,
      ),
      text,
      fc.array(header, { maxLength: 2 }),
      ending,
      text,
    )
    .map(
      ([version, status, reason, headers, end, body]) =>
        `${version} ${status} ${reason}\r\n${headers.join('')}${end}${body}`,
    );

  it('ends what it can not pass on, whatever a server answers', async () => {
    const watch = uncaught();
    await fc.assert(
      fc.asyncProperty(answer, fc.integer({ min: 1, max: 40 }), async (bytes, cut) => {
        const whole = Buffer.from(bytes, 'latin1');
        server.answers.set('/fuzz', [whole.subarray(0, cut), whole.subarray(cut)]);
        const head = `GET ${server.origin}/fuzz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
        const got = await say(head, false);
        expect(got === '' || got.startsWith('HTTP/1.1 ')).toBe(true);
      }),
      { numRuns: 400 },
    );
    watch.stop();
    expect(watch.errors).toEqual([]);
  });

  it('answers or ends, whatever a browser sends', async () => {
    const watch = uncaught();
    const target = fc.oneof(
      fc.constantFrom(
        `${server.origin}/fuzz`,
        '127.0.0.1:443',
        'xn--0.test:443',
        'http://xn--0.test/',
        '/',
        '*',
        '[::1:443',
        'a:99999',
        '',
      ),
      text,
    );
    const request = fc.tuple(
      fc.constantFrom('GET', 'POST', 'CONNECT', 'OPTIONS', 'HEAD', 'PUT', 'BREW', ''),
      target,
      fc.array(header, { maxLength: 4 }),
      text,
    );
    await fc.assert(
      fc.asyncProperty(request, async ([method, to, headers, body]) => {
        server.answers.set('/fuzz', [Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')]);
        await say(`${method} ${to} HTTP/1.1\r\nconnection: close\r\n${headers.join('')}\r\n${body}`, true);
      }),
      { numRuns: 300 },
    );
    watch.stop();
    expect(watch.errors).toEqual([]);
  });

  it('reads authorities, origins and headers without failing on any', () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 9 }), (one, several) => {
        const authority = splitAuthority(one);
        if (authority) expect(authority.port).toBeGreaterThan(0);
        expect(withoutHops(several).length % 2).toBe(0);
        upgradeOrigin(
          Buffer.from(`GET ${one} HTTP/1.1\r\nupgrade: websocket\r\norigin: ${one}\r\n\r\n`, 'latin1'),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
