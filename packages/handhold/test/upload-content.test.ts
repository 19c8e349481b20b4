import { generateKeyPairSync } from 'node:crypto';
import { link, mkdtemp, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserTools } from 'handhold';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Agent, useBrowser } from './agent.js';
import type { SitePage } from './site.js';

const bench = useBrowser();
const value = 'pa"ss\\wörd-77&more';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handhold-content-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function knowing(): Agent {
  const tools = createBrowserTools({
    browser: bench.tools.browser,
    files: [folder],
    secrets: { BANK: { value, hosts: ['127.0.0.1'] } },
  });
  const agent = new Agent(tools);
  onTestFinished(async () => {
    await agent.call('browser_close');
    await tools.close();
  });
  return agent;
}

/** A page that tells what it was given. */
function taker(): SitePage {
  return bench.site.page(
    `<input type=file id=f onchange="const [file] = this.files; file.arrayBuffer().then((bytes) => note(file.name + ' ' + bytes.byteLength))">`,
  );
}

async function upload(agent: Agent, path: string): Promise<string | undefined> {
  return (await agent.call('browser_upload', { selector: '#f', paths: [path] })).error?.code;
}

const far = 'x'.repeat(66_000);
const der = (type: 'pkcs1' | 'pkcs8') =>
  generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type, format: 'der' });
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();
const entities = [...value].map((letter) => `&#${letter.codePointAt(0)};`).join('');
const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nabc';

const kept: Record<string, string | Buffer> = {
  'a key far down': `${far}\n${key}`,
  'a key across two pieces': `${'x'.repeat(65_520)}\n${key}`,
  'a key in UTF-16': Buffer.from(`\ufeff${key}`, 'utf16le'),
  'a key in UTF-16, the other way round': swapped(`\ufeff${key}`),
  'a key of SSH2': '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nabc',
  'a key of PuTTY': 'PuTTY-User-Key-File-3: ssh-ed25519\n',
  'a key of age': '# created: today\nAGE-SECRET-KEY-1QQQQQQQQ\n',
  'a key of WireGuard': `[Interface]\nPrivateKey = ${'a'.repeat(43)}=\n`,
  'a key in JSON': '{ "kty": "RSA", "n": "abc", "d": "abc", "p": "x" }',
  'a shared key in JSON': '{ "keys": [{ "kty": "oct", "k": "abc" }] }',
  'a key in base64': `client-key-data: ${Buffer.from('-----BEGIN RSA PRIVATE KEY-----\nabc').toString('base64')}\n`,
  'a key, PKCS #1': der('pkcs1'),
  'a key, PKCS #8': der('pkcs8'),
  'cookies with a brace in a name': JSON.stringify({
    cookies: [{ name: 'a}', value: 'x' }],
    origins: [],
  }),
  'cookies as an extension exports them': JSON.stringify([
    { domain: '.bank.test', hostOnly: false, httpOnly: true, name: 'sid', path: '/', value: 'abc' },
  ]),
  'cookies within a text in JSON': JSON.stringify({
    backup: JSON.stringify([{ name: 'sid', value: 'abc', domain: 'bank.test', path: '/' }]),
  }),
  'cookies, one a line': '{"name":"sid","value":"abc","domain":"bank.test","path":"/"}\n{"name":"b"}\n',
  'cookies in what was recorded of requests': JSON.stringify({
    log: { entries: [{ request: { headers: [{ name: 'Cookie', value: 'sid=abc' }] } }] },
  }),
  'cookies in columns': '# Netscape HTTP Cookie File\n.bank.test\tTRUE\t/\tFALSE\t0\tsid\tabc\n',
  'cookies in columns, no heading': '#HttpOnly_.bank.test\tTRUE\t/\tTRUE\t1900000000\tsid\tabc\n',
  'storage of Playwright': JSON.stringify({
    cookies: [],
    origins: [{ origin: 'https://x', localStorage: [{ name: 't', value: 'abc' }] }],
  }),
  'passwords of a system': 'root:$6$saltsalt$abcdefghijklmnopqrstuvwxyz0123456789:19000:0:99999:7:::\n',
  'settings with a password': '# mine\nDB_HOST=localhost\nexport DB_PASSWORD="hunter2-hunter2"\n',
  'a secret': `notes: ${value}`,
  'a secret in UTF-16': Buffer.from(value, 'utf16le'),
  'a secret in UTF-16, the other way round': swapped(value),
  'a secret in Latin-1': Buffer.from(value, 'latin1'),
  'a secret escaped in JSON': JSON.stringify({ word: value }),
  'a secret in an address': `https://x.test/?q=${encodeURIComponent(value)}`,
  'a secret in base64': `Basic ${Buffer.from(`user:${value}`).toString('base64')}`,
  'a secret in base64 far down': `${far}${Buffer.from(value).toString('base64')}`,
  'a secret in hex': Buffer.from(value).toString('hex'),
  'a secret in entities, across two pieces': `${'x '.repeat(32_740)}${entities}`,
  'a secret in base64 in a picture': Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe]),
    Buffer.from(Buffer.from(value).toString('base64')),
    Buffer.alloc(100, 0xff),
  ]),
};

const harmless: Record<string, string | Buffer> = {
  'a public key': '{ "kty": "RSA", "n": "abc", "e": "AQAB" }',
  'a certificate': generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({
    type: 'spki',
    format: 'der',
  }),
  'names and values': JSON.stringify({ fields: [{ name: 'colour', value: 'red', path: '/x' }] }),
  'a table': 'host\tTRUE\tno path\n',
  settings: 'WIDTH=100\nHEIGHT=2000000\nTITLE=Keyboards\n',
  'a guide': `Set the password first.\n\nAPI_TOKEN=your-token-here\n\nThen start it.\nThat is all.\n`,
  'a list of words': '[1, 2, "three", { "four": null }',
  'any bytes': Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 7919) % 256)),
};

describe('a file stays here by what is in it', () => {
  it(`whatever it is called (${Object.keys(kept).length} files), and others go`, async () => {
    const page = taker();
    const agent = knowing();
    await agent.open(page);
    const went: string[] = [];
    for (const [i, content] of Object.values(kept).entries()) {
      await writeFile(join(folder, `kept-${i}.txt`), content);
      const code = await upload(agent, `kept-${i}.txt`);
      if (code !== 'file_access_denied') went.push(`${Object.keys(kept)[i]}: ${code ?? 'went'}`);
    }
    expect([went, page.notes]).toEqual([[], []]);
    const sizes: string[] = [];
    for (const [i, [name, content]] of Object.entries(harmless).entries()) {
      await writeFile(join(folder, `harmless-${i}.txt`), content);
      expect([name, await upload(agent, `harmless-${i}.txt`)]).toEqual([name, undefined]);
      sizes.push(`harmless-${i}.txt ${Buffer.byteLength(content)}`);
      await expect.poll(() => page.notes).toEqual(sizes);
    }
  });
});

describe('what was saved of the browser', () => {
  it.each(['cookies', 'local', 'session'])('%s, is not uploaded, by any name', async (kind) => {
    const page = taker();
    const agent = knowing();
    await agent.open(page);
    const set = { action: 'set', kind, key: 'mine', value: 'abc' };
    await agent.does('browser_storage', set);
    await agent.does('browser_storage', { action: 'save', kind, path: `${kind}.json` });
    const at = (name: string) => join(folder, `${kind}-${name}`);
    const text = await readFile(join(folder, `${kind}.json`), 'utf8');
    await writeFile(at('copy.txt'), `${text}\n`);
    await writeFile(at('one-line.txt'), JSON.stringify(JSON.parse(text)));
    await link(join(folder, `${kind}.json`), at('linked.txt'));
    await rename(join(folder, `${kind}.json`), at('renamed.txt'));
    for (const name of ['renamed.txt', 'linked.txt', 'copy.txt', 'one-line.txt'])
      expect([name, await upload(agent, at(name))]).toEqual([name, 'file_access_denied']);
    // The file itself stays known, whatever becomes of what is in it.
    await writeFile(at('renamed.txt'), text.replaceAll('value', 'worth').replaceAll('name', 'word'));
    expect(await upload(agent, at('linked.txt'))).toBe('file_access_denied');
    expect(page.notes).toEqual([]);
    await unlink(at('renamed.txt'));
    await unlink(at('linked.txt'));
    await writeFile(at('later.txt'), 'may have the same number');
    expect(await upload(agent, at('later.txt'))).toBeUndefined();
    await expect.poll(() => page.notes).toEqual([`${kind}-later.txt 24`]);
  });

  it('cookies, whatever a site calls them, is not uploaded', async () => {
    const page = taker();
    const setting = bench.site.page('<p>Hello</p>', {
      headers: { 'set-cookie': 'a}=1; Path=/a/long/path' },
    });
    const agent = knowing();
    await agent.open(setting);
    await agent.does('browser_storage', { action: 'set', kind: 'cookies', key: 'sid', value: 'abc' });
    await agent.does('browser_storage', { action: 'save', kind: 'cookies', path: 'braces.json' });
    await writeFile(join(folder, 'braces.txt'), await readFile(join(folder, 'braces.json')));
    await agent.open(page.otherUrl);
    for (const name of ['braces.json', 'braces.txt'])
      expect(await upload(agent, name)).toBe('file_access_denied');
    expect(page.notes).toEqual([]);
  });
});
