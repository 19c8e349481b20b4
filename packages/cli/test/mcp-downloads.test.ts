import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useCommonBrowser } from '../../../test/support/browser.js';
import { textOf } from './fixture.js';
import { type AnyClient, type Served, serveHere, version1 } from './http-fixture.js';

const value = 'Tr0ub4dor&3:hörse';
const binary = (...parts: (string | Buffer)[]) =>
  Buffer.concat([Buffer.from([0x89, 0, 0xff, 0xfe, 1]), ...parts.map((part) => Buffer.from(part))]);
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** What the site has, by the names it gives. */
const files: Record<string, string | Buffer> = {
  'plain.txt': `Your word is ${value}, keep it.`,
  'encoded.html': `<p>${encodeURIComponent(value)} ${base64(value)}</p>`,
  'far.csv': `${'a,b\n'.repeat(50_000)}${value}\n`,
  'wide.txt': Buffer.from(`word ${value}`, 'utf16le'),
  'picture.png': binary(value, Buffer.alloc(50, 0xff)),
  'inside.bin': binary('text: ', base64(value), Buffer.alloc(50)),
  [`${value.replaceAll('ö', 'o')}.txt`]: 'harmless',
  'harmless.txt': 'kept for later, ümlauts too',
  'harmless.bin': binary('kept for later', Buffer.from([0xff, 0xd8, 0, 0, 7])),
};
const names = Object.keys(files);

const browser = useCommonBrowser();
let site: Server;
let served: Served;
let client: AnyClient;

beforeAll(async () => {
  site = createServer((request, response) => {
    const name = names[Number(/^\/file\/(\d+)$/.exec(request.url ?? '')?.[1])];
    if (name !== undefined)
      response.setHeader('content-disposition', `attachment; filename="${name}"`).end(files[name]);
    else
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<!doctype html>${names.map((_, i) => `<p><a id=f${i} href="/file/${i}">File</a></p>`).join('')}`,
        );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  served = await serveHere({}, { browser, secrets: { BANK: { value, hosts: ['127.0.0.1'] } } });
  client = await version1(served.url);
});

afterAll(async () => {
  await client.leave();
  await served.stop();
  site.closeAllConnections();
  site.close();
});

const answer = z.object({ contents: z.tuple([z.object({ blob: z.string() })]) });

/** Downloads a file and reads it as a resource: what came, or what was said instead. */
async function read(name: string): Promise<Buffer | string> {
  const before = new Set((await client.resources()).map(({ uri }) => uri));
  await client.call('browser_click', { selector: `#f${names.indexOf(name)}` });
  const fresh = (await client.resources()).find(({ uri }) => !before.has(uri) && uri.includes('/downloads/'));
  return client.read(fresh?.uri ?? '').then(
    (given) => Buffer.from(answer.parse(given).contents[0].blob, 'base64'),
    (thrown: unknown) => String(thrown),
  );
}

describe('a download that is read as a resource', () => {
  it('is shown without secrets, and not at all where they can not be taken out', async () => {
    const address = site.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
    expect(textOf(await client.call('browser_navigate', { url }))).not.toMatch(/^error/);
    expect(String(await read('plain.txt'))).toBe('Your word is [secret BANK], keep it.');
    expect(String(await read('encoded.html'))).toBe('<p>[secret BANK] [secret BANK]</p>');
    expect(String(await read('far.csv'))).toMatch(/,b\n\[secret BANK\]\n$/);
    for (const name of ['wide.txt', 'picture.png', 'inside.bin'])
      expect([name, await read(name)]).toEqual([
        name,
        expect.stringMatching(/holds a secret and is not shown/),
      ]);
    for (const name of ['harmless.txt', 'harmless.bin'])
      expect([name, await read(name)]).toEqual([name, Buffer.from(files[name] ?? '')]);
    expect(JSON.stringify(await client.resources())).not.toMatch(/Tr0ub4dor/);
  });

  it('can be read where its name holds one, which its file does not get', async () => {
    expect(String(await read(names[6] ?? ''))).toBe('harmless');
  });
});
