import { existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserTools, loadConfig, type Toolbox, type ToolboxOptions } from 'handhold';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Agent, useBrowser } from './agent.js';

const bench = useBrowser();
const value = 'Tr0ub4dor-and-3';

function knowing(options: ToolboxOptions = {}, browser: Toolbox['browser'] = bench.tools.browser): Agent {
  const tools = createBrowserTools({
    browser,
    secrets: { BANK: { value, hosts: ['127.0.0.1'] } },
    ...options,
  });
  const agent = new Agent(tools);
  onTestFinished(async () => {
    await agent.call('browser_close');
    await tools.close();
  });
  return agent;
}

const paper = `<textarea id=t aria-label=Paper></textarea><div id=r contenteditable role=textbox aria-label=Rich style="min-height:20px"></div>
  <script>addEventListener('paste', (event) => note('paste ' + event.clipboardData.getData('text/plain')), true)</script>`;

describe('a secret is not carried out by copying', () => {
  const fields = `<label>User <input id=u></label><label>Word <input id=p type=password></label><label>Text <textarea id=t></textarea></label>
    <div id=r contenteditable role=textbox aria-label=Rich style="min-height:20px"></div><p id=out></p>`;
  const copies = ['Control+C', 'Meta+c', 'Control+X', 'Control+Insert', 'Shift+Delete', 'Control+Shift+C'];

  it.each(copies)('by %s, all of it or a part, in whatever field', async (key) => {
    const page = bench.site.page(fields, { remote: true });
    const elsewhere = bench.site.page(paper, { remote: true });
    const agent = knowing();
    await agent.open(page);
    for (const name of ['User', 'Word', 'Text', 'Rich']) {
      const ref = agent.ref(`textbox "${name}"`);
      await agent.does('browser_type', { ref, text: '{{secret:BANK}}' });
      await agent.does('browser_press', { key: 'Control+A' });
      expect((await agent.fails('browser_press', { key })).code).toBe('permission_denied');
      await agent.does('browser_press', { key: 'Home' });
      await agent.does('browser_press', { key: 'Shift+ArrowRight', count: 5 });
      expect((await agent.fails('browser_press', { key })).code).toBe('permission_denied');
    }
    await agent.open(elsewhere.otherUrl);
    await agent.does('browser_press', { key: 'Control+V', ref: agent.ref('textbox "Paper"') });
    expect(elsewhere.notes.join()).not.toMatch(/Tr0|dor|and-3/);
    expect(await elsewhere.run('t.value')).toBe('');
  });

  it('where the page shows it, split over elements or not', async () => {
    const page = bench.site.page(
      `<p>Your word is <b id=a></b><i id=b></i>.</p><p id=c></p><script>function show(v) { a.textContent = v.slice(0, 7); b.textContent = v.slice(7); c.textContent = v }</script>`,
      { remote: true },
    );
    const agent = knowing();
    await agent.open(page);
    await page.run(`show(${JSON.stringify(value)})`);
    const parts = [
      'a, 0, a, 1',
      'b, 0, b, 1',
      'c, 0, c, 1',
      'c.firstChild, 2, c.firstChild, 6',
      'document.body, 0, c, 1',
    ];
    for (const part of parts) {
      await page.run(`getSelection().setBaseAndExtent(${part})`);
      expect((await agent.fails('browser_press', { key: 'Control+C' })).code, part).toBe('permission_denied');
    }
  });

  it('by dragging it, all or a part, into a frame of another origin', async () => {
    const drop = bench.site.page(
      `<textarea id=t style="width:200px;height:60px" aria-label=Drop></textarea><script>addEventListener('drop', (event) => note('drop ' + event.dataTransfer.getData('text')), true)</script>`,
    );
    const page = bench.site.page(
      `<style>body { margin: 0; font: 20px monospace }</style><textarea id=u aria-label=User style="position:absolute;left:10px;top:10px;width:300px;height:40px;font:20px monospace"></textarea>
       <iframe src="${drop.otherUrl}" style="position:absolute;left:10px;top:100px;width:300px;height:120px;border:0"></iframe>`,
      { remote: true },
    );
    for (const select of ['u.select()', 'u.setSelectionRange(0, 6)', 'u.setSelectionRange(2, 9)']) {
      const agent = knowing();
      await agent.open(page);
      await agent.does('browser_type', { ref: agent.ref('textbox "User"'), text: '{{secret:BANK}}' });
      await page.run(`u.focus(); ${select}`);
      await agent.does('browser_mouse', { action: 'down', x: 50, y: 25 });
      await agent.does('browser_mouse', { action: 'move', x: 60, y: 60 });
      await agent.does('browser_mouse', { action: 'move', x: 60, y: 140 });
      const dropped = await agent.call('browser_mouse', { action: 'up', x: 60, y: 140 });
      expect(dropped.error?.code).toBe('permission_denied');
    }
    expect(drop.notes).toEqual([]);
  });

  it('while everything else is copied, cut, pasted and dragged as ever', async () => {
    const page = bench.site.page(
      `${fields}${paper.replace('id=t', 'id=q').replace('id=r', 'id=s').replace('Rich', 'Other')}`,
      { remote: true },
    );
    const agent = knowing();
    await agent.open(page);
    await agent.type('textbox "User"', 'plain text');
    await agent.does('browser_press', { key: 'Control+A' });
    await agent.does('browser_press', { key: 'Control+C' });
    await agent.does('browser_press', { key: 'Control+V', ref: agent.ref('textbox "Paper"') });
    await agent.does('browser_press', { key: 'Shift+Insert', ref: agent.ref('textbox "Other"') });
    await agent.does('browser_press', { key: 'Control+A', ref: agent.ref('textbox "User"') });
    await agent.does('browser_press', { key: 'Control+X' });
    await agent.does('browser_press', { key: 'Control+V', ref: agent.ref('textbox "Text"'), count: 2 });
    expect(await page.run('[u.value, q.value, s.innerText, t.value].join()')).toBe(
      ',plain text,plain text,plain textplain text',
    );
  });
});

describe('the clipboard', () => {
  const copying = `<button onclick="navigator.clipboard.writeText('by the page').then(() => note('copied'))">Copy</button>`;

  it("is the session's own", async () => {
    const page = bench.site.page(paper, { remote: true });
    const [one, other] = [bench.agent(), bench.agent()];
    await one.open(page);
    await one.type('textbox "Paper"', 'private to one');
    await one.does('browser_press', { key: 'Control+A' });
    await one.does('browser_press', { key: 'Control+C' });
    const second = bench.site.page(paper, { remote: true });
    await other.open(second);
    await other.does('browser_press', { key: 'Control+V', ref: other.ref('textbox "Paper"') });
    expect(await second.run('t.value')).toBe('');
    expect(second.notes.join()).not.toContain('private');
    await one.does('browser_press', { key: 'End' });
    await one.does('browser_press', { key: 'Control+V' });
    expect(await page.run('t.value')).toBe('private to oneprivate to one');
  });

  it('has what pages copy by themselves, as long as no other session was there to copy', async () => {
    const alone = createBrowserTools({ allowPrivate: true });
    onTestFinished(() => alone.close());
    const agent = new Agent(alone, 'alone');
    const page = bench.site.page(`${copying}${paper}`, { remote: true });
    await agent.open(page);
    await agent.click('button "Copy"');
    await agent.does('browser_press', { key: 'Control+V', ref: agent.ref('textbox "Paper"') });
    expect(await page.run('t.value')).toBe('by the page');
    const other = new Agent(alone, 'other');
    const second = bench.site.page(`${copying}${paper}`, { remote: true });
    await other.open(second);
    await other.does('browser_press', { key: 'Control+V', ref: other.ref('textbox "Paper"') });
    expect(await second.run('t.value')).toBe('');
  });

  it('that holds a secret by a page of its own is not pasted elsewhere', async () => {
    const tools = createBrowserTools({
      allowPrivate: true,
      secrets: { BANK: { value, hosts: ['127.0.0.1'] } },
    });
    onTestFinished(() => tools.close());
    const agent = new Agent(tools, 'alone');
    const page = bench.site.page(
      `<button onclick="navigator.clipboard.writeText('${value}').then(() => note('copied'))">Copy</button>${paper}`,
      { remote: true },
    );
    const elsewhere = bench.site.page(paper, { remote: true });
    await agent.open(page);
    await agent.click('button "Copy"');
    await expect.poll(() => page.notes).toEqual(['copied']);
    await agent.does('browser_press', { key: 'Control+V', ref: agent.ref('textbox "Paper"') });
    expect(await page.run('t.value')).toBe(value);
    await agent.open(elsewhere.otherUrl);
    const refused = await agent.fails('browser_press', {
      key: 'Control+V',
      ref: agent.ref('textbox "Paper"'),
    });
    expect(refused.code).toBe('permission_denied');
    expect([await elsewhere.run('t.value'), elsewhere.notes]).toEqual(['', []]);
  });
});

describe('files that stay here', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'handhold-kept-'));
    await mkdir(join(folder, '.ssh'));
    await mkdir(join(folder, '.config', 'gcloud'), { recursive: true });
    const files: Record<string, string> = {
      'secrets.yaml': `BANK: { value: ${value}, hosts: [127.0.0.1] }\n`,
      'handhold.yaml': 'secrets: ./secrets.yaml\naudit: ./what-was-done.jsonl\n',
      'what-was-done.jsonl': '{}\n',
      'notes.txt': 'nothing special',
      'holds-it.txt': `${'x'.repeat(70_000)}${value}${'y'.repeat(10)}`,
      'login.json': '{ "cookies": [{ "name": "sid", "value": "1", "domain": "x" }], "origins": [] }',
      'server.pem': '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\n',
      'slides.key': '-----BEGIN OPENSSH PRIVATE KEY-----\nabc',
      'account.json': '{ "type": "service_account", "private_key": "x" }',
      'public.pem': '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n',
      '.env': 'A=1',
      '.env.local': 'A=1',
      '.npmrc': 'x',
      '.netrc': 'x',
      id_ed25519: 'x',
      'vault.kdbx': 'x',
      'cookies.txt': 'a recipe',
      '.ssh/config': 'x',
      '.config/gcloud/credentials.db': 'x',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await symlink('/proc/self/environ', join(folder, 'environ.txt'));
    await symlink(join(folder, 'secrets.yaml'), join(folder, 'innocent.txt'));
    await link(join(folder, 'secrets.yaml'), join(folder, 'linked.txt'));
    await link(join(folder, 'what-was-done.jsonl'), join(folder, 'other-name.txt'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const kept = [
    ...['secrets.yaml', 'handhold.yaml', 'what-was-done.jsonl', 'holds-it.txt', 'login.json', 'server.pem'],
    ...['slides.key', 'account.json', '.env', '.env.local', '.npmrc', '.netrc', 'id_ed25519', 'vault.kdbx'],
    ...[
      '.ssh/config',
      '.config/gcloud/credentials.db',
      'environ.txt',
      'innocent.txt',
      'linked.txt',
      'other-name.txt',
    ],
  ];

  it(`are uploaded by no way (${kept.length} files), and others are`, async () => {
    const page = bench.site.page(
      `<input type=file id=f aria-label=F onchange="for (const file of this.files) file.text().then((text) => note(file.name + text.length))">`,
    );
    const options = loadConfig(join(folder, 'handhold.yaml'));
    const agent = knowing({ ...options, files: [folder] });
    await agent.open(page);
    for (const path of kept) {
      for (const given of [path, join(folder, path)]) {
        expect((await agent.fails('browser_upload', { selector: '#f', paths: [given] })).code, given).toBe(
          'file_access_denied',
        );
        const filled = await agent.call('browser_fill_form', {
          fields: [{ ref: agent.ref('file "F"'), value: given }],
        });
        expect(filled.error?.code, given).toBe('file_access_denied');
      }
    }
    expect(page.notes).toEqual([]);
    for (const path of ['notes.txt', 'public.pem', 'cookies.txt'])
      await agent.does('browser_upload', { selector: '#f', paths: [path] });
    await expect.poll(() => page.notes).toEqual(['notes.txt15', 'public.pem58', 'cookies.txt8']);
  });

  it.each([
    '/proc/self/environ',
    '/proc/1/cmdline',
    '/sys/kernel/uevent_seqnum',
    '/dev/null',
    ...['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-'].filter((file) => existsSync(file)),
    'proc/self/environ',
  ])('%s stays, even if the root is /', async (path) => {
    const page = bench.site.page('<input type=file id=f>');
    const agent = knowing({ files: ['/'] });
    await agent.open(page);
    expect((await agent.fails('browser_upload', { selector: '#f', paths: [path] })).code).toBe(
      'file_access_denied',
    );
    expect((await agent.fails('browser_storage', { action: 'load', kind: 'cookies', path })).code).toBe(
      'file_access_denied',
    );
  });

  it('cookies that were saved are loaded again, and not uploaded', async () => {
    const page = bench.site.page('<input type=file id=f>');
    const agent = knowing({ files: [folder] });
    await agent.open(page);
    await agent.does('browser_storage', { action: 'set', kind: 'cookies', key: 'sid', value: 'abc' });
    const name = `saved-${Math.random()}.json`;
    await agent.does('browser_storage', { action: 'save', kind: 'cookies', path: name });
    expect((await agent.fails('browser_upload', { selector: '#f', paths: [name] })).code).toBe(
      'file_access_denied',
    );
    expect((await agent.does('browser_storage', { action: 'load', kind: 'cookies', path: name })).count).toBe(
      1,
    );
  });
});
