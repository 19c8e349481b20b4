import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handhold, type Site, startSite } from './fixture.js';

let site: Site;
let folder: string;
beforeAll(async () => {
  site = await startSite();
  folder = await mkdtemp(path.join(tmpdir(), 'handhold-flags-'));
});
afterAll(async () => {
  site.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (url: string) => ['call', 'browser_navigate', JSON.stringify({ url })];

async function config(text: string): Promise<string> {
  const file = path.join(folder, `${Math.random()}.yaml`);
  await writeFile(file, text);
  return file;
}

describe('at a person’s own machine', () => {
  it('the agent may open loopback pages', async () => {
    const { code, stdout } = await handhold(open(`${site.url}/form`));
    expect(stdout).toContain('button "Submit"');
    expect(code).toBe(0);
  });

  it.each([
    ['private networks', ['http://10.0.0.1/']],
    ['loopback, hardened', ['http://127.0.0.1:1234/', '--hardened']],
    ['a blocked host', ['https://www.example.com/', '--block-hosts', 'example.com']],
    ['a host that is not allowed', ['https://example.org/', '--allow-hosts', 'example.com']],
  ])('but not %s', async (_what, [url = '', ...flags]) => {
    const { code, stdout } = await handhold([...open(url), ...flags]);
    expect(stdout).toMatch(/^error host_blocked: Network request blocked: <http/);
    expect(code).toBe(1);
  });

  it('a config file narrows what may be done', async () => {
    const file = await config('hosts: { allow: [example.com] }\ntools: [navigation]\n');
    const refused = await handhold([...open(`${site.url}/form`), '--config', file]);
    expect(refused.stdout).toContain('error host_blocked');
    const unknown = await handhold(['call', 'browser_click', '{"ref":"@e1"}', '--config', file]);
    expect(unknown.stdout).toContain('error unknown_tool');
  });

  it('a new tab can be left where it is', async () => {
    const script = JSON.stringify({ script: 'void open("about:blank")' });
    const list = ['browser_tabs', '{"action":"list"}'];
    const calls = ['call', 'browser_evaluate', script, ...list, '--url', `${site.url}/form`];
    const followed = await handhold(calls);
    expect(followed.stdout).toContain('t2* "" <about:blank>');
    const left = await handhold([...calls, '--no-follow-tabs']);
    expect(left.stdout).toContain('new tab t2 "" <about:blank>: select it with browser_tabs, tab "t2"');
    expect(left.stdout).toContain('t1* "Sign up"');
  });

  it('hardened by its config file does not open loopback either', async () => {
    const file = await config('hardened: true\n');
    const { stdout } = await handhold([...open(`${site.url}/form`), '--config', file]);
    expect(stdout).toMatch(/^error host_blocked/);
  });

  it.each([
    ['flags', '', ['--hardened', '--allow-private'], /--hardened.*--allow-private/],
    ['a flag and a config file', 'hardened: true', ['--allow-private'], /hardened and allowPrivate/],
    ['a config file and a flag', 'hosts: { private: true }', ['--hardened'], /hardened and allowPrivate/],
    ['a config file', 'hardened: true\nhosts: { private: true }', [], /hardened and allowPrivate/],
  ])('hardened and open at once by %s is a mistake of usage', async (_how, text, flags, words) => {
    const given = text === '' ? [] : ['--config', await config(text)];
    const { code, stdout, stderr } = await handhold([...open('https://example.com/'), ...flags, ...given]);
    expect(stderr).toMatch(words);
    expect(stdout).toBe('');
    expect(code).not.toBe(0);
  });

  it.each([
    ['unknown names', 'tools: [browser_clik]', /browser_clik/],
    ['unknown keys', 'hots: {}', /hots/],
  ])('a config file with %s is a mistake of usage', async (_what, text, words) => {
    const { code, stderr } = await handhold([
      ...open('https://example.com/'),
      '--config',
      await config(text),
    ]);
    expect(stderr).toMatch(words);
    expect(code).not.toBe(0);
  });
});
