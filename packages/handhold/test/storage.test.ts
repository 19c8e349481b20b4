import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Agent, useBrowser } from './agent.js';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'handhold-storage-')));
const bench = useBrowser({ files: [folder] });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shape = z.object({
  items: z.array(z.looseObject({ key: z.string(), value: z.string() })).default([]),
  count: z.number(),
  path: z.string().optional(),
});

async function storage(agent: Agent, action: string, kind: string, input: object = {}) {
  const { data, error } = await agent.call('browser_storage', { action, kind, ...input });
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return shape.parse(data);
}

const pairs = (items: { key: string; value: string }[]) => items.map(({ key, value }) => [key, value]);

describe.each(['local', 'session'])('%s storage', (kind) => {
  it('is read, changed, cleared, and kept in a file', async () => {
    const agent = bench.agent();
    const page = bench.site.page(`<script>
      ${kind}Storage.setItem('cart', '[1,2]'); Storage.prototype.getItem = () => 'forged'; Storage.prototype.setItem = null</script>`);
    await agent.open(page);
    expect(pairs((await storage(agent, 'get', kind)).items)).toEqual([['cart', '[1,2]']]);
    await storage(agent, 'set', kind, { key: 'theme', value: 'dark "mode"\n' });
    expect(pairs((await storage(agent, 'get', kind, { key: 'theme' })).items)).toEqual([
      ['theme', 'dark "mode"\n'],
    ]);
    const saved = await storage(agent, 'save', kind, { path: `${kind}.json` });
    expect(saved).toMatchObject({ count: 2, path: path.join(folder, `${kind}.json`) });
    expect(await storage(agent, 'clear', kind, { key: 'cart' })).toMatchObject({ count: 1 });
    expect(await storage(agent, 'clear', kind)).toMatchObject({ count: 1 });
    expect((await storage(agent, 'get', kind)).count).toBe(0);
    expect(await storage(agent, 'load', kind, { path: `${kind}.json` })).toMatchObject({ count: 2 });
    expect((await storage(agent, 'get', kind)).count).toBe(2);
    expect(await agent.reads('browser_storage', { action: 'get', kind, key: 'theme' })).toContain(
      String.raw`"theme" = "dark \"mode\"\n"`,
    );
  });
});

describe('cookies', () => {
  it('of the site are read and changed; what scripts may not see is not told', async () => {
    const agent = bench.agent();
    const seen: string[] = [];
    bench.site.on('/cookies', (request, response) => {
      seen.push(request.headers.cookie ?? '');
      response
        .writeHead(200, {
          'content-type': 'text/html',
          'set-cookie': ['sid=topsecret; HttpOnly', 'theme=dark'],
        })
        .end('<p>hi</p>');
    });
    await agent.open(bench.site.url('/cookies'));
    const { items } = await storage(agent, 'get', 'cookies');
    expect(items).toEqual([
      expect.objectContaining({ key: 'sid', value: '…', httpOnly: true }),
      expect.objectContaining({ key: 'theme', value: 'dark', domain: '127.0.0.1' }),
    ]);
    expect(await agent.reads('browser_storage', { action: 'get', kind: 'cookies' })).not.toContain(
      'topsecret',
    );
    await storage(agent, 'set', 'cookies', { key: 'lang', value: 'en' });
    await agent.open(bench.site.url('/cookies'));
    expect(seen.at(-1)).toBe('sid=topsecret; theme=dark; lang=en');
    expect(await storage(agent, 'clear', 'cookies', { key: 'theme' })).toMatchObject({ count: 1 });
    await agent.open(bench.site.url('/cookies'));
    expect(seen.at(-1)).toBe('sid=topsecret; lang=en');
  });

  it('carry a login from one session to the next through a file', async () => {
    const [one, other] = [bench.agent(), bench.agent()];
    const seen: string[] = [];
    const url = bench.site.on('/login', (request, response) => {
      seen.push(request.headers.cookie ?? '');
      response
        .writeHead(200, { 'set-cookie': 'sid=abc; HttpOnly', 'content-type': 'text/html' })
        .end('<p>x</p>');
    });
    await one.open(url);
    const { path: file = '' } = await storage(one, 'save', 'cookies');
    expect(path.dirname(file)).toBe(folder);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      cookies: [{ name: 'sid', value: 'abc' }],
    });
    await other.open(bench.site.page('<p>x</p>'));
    expect(await storage(other, 'load', 'cookies', { path: file })).toMatchObject({ count: 1 });
    await other.open(url);
    expect(seen.at(-1)).toBe('sid=abc');
  });

  it.each([
    [{ key: 'a;b', value: 'x' }],
    [{ key: 'a b', value: 'x' }],
    [{ key: '', value: 'x' }],
    [{ key: 'a', value: 'x; domain=evil.test' }],
    [{ key: 'a', value: 'x\r\nset-cookie: b=c' }],
    [{ key: 'a', value: 'ü' }],
    [{ key: 'a', value: 'x'.repeat(5000) }],
    [{ key: 'a' }],
    [{ value: 'x' }],
    [{ key: 'a', value: 'x', domain: '.com' }],
    [{ key: 'a', value: 'x', domain: 'evil.test' }],
    [{ key: 'a', value: 'x', domain: '0.0.1' }],
    [{ key: 'a', value: 'x', domain: 'a b' }],
  ])('are refused where they are none: %j', async (input) => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<p>x</p>'));
    const error = await agent.fails('browser_storage', { action: 'set', kind: 'cookies', ...input });
    expect(error.code).toMatch(/validation_error$/);
    expect(error.sideEffect).toBe('none');
    expect((await storage(agent, 'get', 'cookies')).count).toBe(0);
  });
});

describe('a file of stored things', () => {
  it('is refused where it is outside, missing, taken, or something else', async () => {
    const agent = bench.lasting();
    await agent.open(bench.site.page('<p>x</p>'));
    writeFileSync(path.join(folder, 'odd.json'), '{"cookies": 7}');
    writeFileSync(path.join(folder, 'taken.json'), '{}');
    for (const [action, file, code] of [
      ['load', '../odd.json', 'file_access_denied'],
      ['load', '/etc/passwd', 'file_access_denied'],
      ['load', 'none.json', 'io_error'],
      ['load', 'odd.json', 'action_validation_error'],
      ['save', 'taken.json', 'file_access_denied'],
      ['save', '../x.json', 'file_access_denied'],
      ['save', 'x.sh', 'file_access_denied'],
    ] as const) {
      const error = await agent.fails('browser_storage', { action, kind: 'cookies', path: file });
      expect([action, file, error.code]).toEqual([action, file, code]);
    }
    expect(await agent.fails('browser_storage', { action: 'load', kind: 'local' })).toMatchObject({
      code: 'validation_error',
    });
  });

  it('needs a page with an origin', async () => {
    const agent = bench.agent();
    await agent.does('browser_tabs', { action: 'new' });
    for (const kind of ['cookies', 'local', 'session'])
      expect(await agent.fails('browser_storage', { action: 'get', kind })).toMatchObject({
        code: 'execution_error',
      });
    const sandboxed = bench.site.page('<p>x</p>', { headers: { 'content-security-policy': 'sandbox' } });
    await agent.open(sandboxed);
    expect(await agent.fails('browser_storage', { action: 'get', kind: 'local' })).toMatchObject({
      code: 'execution_error',
    });
  });
});
