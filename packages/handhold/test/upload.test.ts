import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserTools } from 'handhold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from './agent.js';

const root = join(tmpdir(), `handhold-upload-test-${process.pid}`);
const outside = `${root}-outside`;
const bench = useBrowser({ files: [root] });

beforeAll(async () => {
  await mkdir(join(root, 'sub'), { recursive: true });
  await mkdir(outside);
  await writeFile(join(root, 'a.txt'), 'alpha');
  await writeFile(join(root, 'sub', 'a.txt'), 'other alpha');
  await writeFile(join(root, 'empty.txt'), '');
  await writeFile(join(root, 'huge.bin'), '');
  await truncate(join(root, 'huge.bin'), 3e9);
  await writeFile(join(outside, 'secret.txt'), 'secret');
  await symlink(join(outside, 'secret.txt'), join(root, 'link.txt'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
});
afterAll(() => Promise.all([root, outside].map((folder) => rm(folder, { recursive: true, force: true }))));

async function open(html: string) {
  const agent = bench.lasting();
  const page = bench.site.page(html, { remote: true });
  await agent.open(page);
  return { agent, page };
}

/** Notes the name and content of every file that comes in. */
const reader = `async function read(files) { for (const file of files) note(file.name + ':' + await file.text()); }`;

describe('uploading', () => {
  it.each<[string, string, string]>([
    ['a file field', '<input type="file" aria-label="F" id="f" onchange="read(this.files)">', '#f'],
    [
      'a hidden field, by its label',
      '<label id="f">Photo <input type="file" hidden onchange="read(this.files)"></label>',
      '#f',
    ],
    [
      'a button that opens the chooser of a hidden field',
      '<input type="file" id="i" style="display:none" onchange="read(this.files)"><button id="f" onclick="i.click()">Browse</button>',
      '#f',
    ],
    [
      'a button that makes a field only then',
      `<button id="f" onclick="const i = document.createElement('input'); i.type = 'file'; i.onchange = () => read(i.files); i.click()">Add</button>`,
      '#f',
    ],
    [
      'a drop zone that has no field',
      `<div id="f" style="height:80px" ondragover="event.preventDefault()" ondrop="event.preventDefault(); read(event.dataTransfer.files)">Drop here</div>`,
      '#f',
    ],
    [
      'a drop zone with a field inside',
      '<div id="f">Drop or <input type="file" style="opacity:0" onchange="read(this.files)"></div>',
      '#f',
    ],
    ['the only field of the page', '<input type="file" hidden onchange="read(this.files)">', ''],
  ])('reaches %s', async (_what, html, selector) => {
    const { agent, page } = await open(`<script>${reader}</script>${html}`);
    const target = selector === '' ? {} : { selector };
    const done = await agent.does('browser_upload', { ...target, paths: ['a.txt'] });
    expect(done).toMatchObject({ files: ['a.txt'] });
    await expect.poll(() => page.notes).toEqual(['a.txt:alpha']);
  });

  it.each<[string, string]>([
    ['a file field', '<input type="file" aria-label="F" id="f" onchange="read(this.files)">'],
    [
      'a button that opens the chooser of a hidden field',
      '<input type="file" id="i" style="display:none" onchange="read(this.files)"><button id="f" onclick="i.click()">Browse</button>',
    ],
    [
      'a button that makes a field only then',
      `<button id="f" onclick="const i = document.createElement('input'); i.type = 'file'; i.onchange = () => read(i.files); i.click()">Add</button>`,
    ],
    [
      'a drop zone that has no field',
      `<div id="f" style="height:80px" ondragover="event.preventDefault()" ondrop="event.preventDefault(); read(event.dataTransfer.files)">Drop here</div>`,
    ],
  ])('reaches %s in a frame of another site', async (_what, html) => {
    const inner = bench.site.page(`<script>${reader}</script>${html}`);
    const { agent } = await open(`<p>Around</p><iframe src="${inner.otherUrl}"></iframe>`);
    const done = await agent.does('browser_upload', { selector: '#f', paths: ['a.txt'] });
    expect(done).toMatchObject({ files: ['a.txt'] });
    await expect.poll(() => inner.notes).toEqual(['a.txt:alpha']);
    await agent.snapshot();
  });

  it('through what asks for it says no more of that', async () => {
    const { agent, page } = await open(`<button onclick="ask()">Attach</button><script>
      ${reader}
      function ask() {
        const input = Object.assign(document.createElement('input'), { type: 'file' });
        input.onchange = () => read(input.files);
        input.click();
      }</script>`);
    const paths = [join(root, 'a.txt')];
    for (let times = 0; times < 2; times++) {
      const once = await agent.reads('browser_upload', { ref: agent.ref('button "Attach"'), paths });
      expect(once).toContain('gave "a.txt"');
      expect(once).not.toContain('asks for a file');
    }
    expect(await agent.reads('browser_click', { ref: agent.ref('button "Attach"') })).toContain(
      'asks for a file',
    );
    expect(await agent.reads('browser_upload', { ref: agent.ref('button "Attach"'), paths })).not.toContain(
      'asks for',
    );
    await expect.poll(() => page.notes).toEqual(['a.txt:alpha', 'a.txt:alpha', 'a.txt:alpha']);
  });

  it('is asked for by a click on a field in a frame of another site, which says so', async () => {
    const inner = bench.site.page(
      `<script>${reader}</script><input type="file" id="f" onchange="read(this.files)">`,
    );
    const { agent } = await open(`<iframe src="${inner.otherUrl}"></iframe><button>Beside</button>`);
    const text = await agent.reads('browser_click', { selector: '#f' });
    expect(text).toContain('the page asks for a file: give it one with browser_upload');
    await agent.click('button "Beside"');
    await agent.does('browser_upload', { selector: '#f', paths: ['a.txt'] });
    await expect.poll(() => inner.notes).toEqual(['a.txt:alpha']);
  });

  it('gives several, two of one name and an empty one too, and shows them', async () => {
    const { agent, page } = await open(
      `<script>${reader}</script><input type="file" multiple aria-label="Files" onchange="read(this.files)">`,
    );
    const paths = ['a.txt', join(root, 'sub/a.txt'), 'empty.txt'];
    const text = await agent.reads('browser_upload', { ref: '@e1', paths });
    expect(text).toContain('gave "a.txt", "a.txt", "empty.txt" to @e1 file "Files"');
    expect(text).toContain('= "a.txt, a.txt, empty.txt"');
    await expect.poll(() => page.notes).toEqual(['a.txt:alpha', 'a.txt:other alpha', 'empty.txt:']);
  });

  it('sends what was there when it was given, whatever happens to the file afterwards', async () => {
    const { agent, page } = await open(`<script>${reader}</script><input type="file" id="i" aria-label="F">`);
    await writeFile(join(root, 'swap.txt'), 'checked');
    await agent.does('browser_upload', { ref: '@e1', paths: ['swap.txt'] });
    await rm(join(root, 'swap.txt'));
    await symlink(join(outside, 'secret.txt'), join(root, 'swap.txt'));
    await page.run('read(i.files)');
    await expect.poll(() => page.notes).toEqual(['swap.txt:checked']);
    await rm(join(root, 'swap.txt'));
  });

  it('refuses what must not be read, at once, and touches nothing', async () => {
    const { agent, page } = await open(
      `<input type="file" aria-label="F" onchange="note('change')"><button onclick="note('click')">B</button>`,
    );
    const cases: [string, RegExp][] = [
      ['missing.txt', /^io_error$/],
      ['sub', /^file_access_denied$/],
      ['/etc/passwd', /^file_access_denied$/],
      ['../../.ssh/id_rsa', /^file_access_denied$/],
      [join(outside, 'secret.txt'), /^file_access_denied$/],
      ['link.txt', /^file_access_denied$/],
      ['/proc/self/environ', /^file_access_denied$/],
      ['pipe', /^file_access_denied$/],
      [`file://${root}/a.txt`, /^file_access_denied$/],
      ['~/x', /^file_access_denied$/],
      ['a.txt\0', /^file_access_denied$/],
      ['', /^file_access_denied$/],
      ['huge.bin', /^action_validation_error$/],
    ];
    for (const [path, code] of cases) {
      for (const target of [{ ref: '@e1' }, { ref: '@e2' }, {}]) {
        const result = await agent.call('browser_upload', { ...target, paths: [path] });
        expect([path, result.error]).toMatchObject([
          path,
          { code: expect.stringMatching(code), sideEffect: 'none' },
        ]);
        expect(result.executionTime).toBeLessThan(5000);
      }
    }
    expect(await agent.fails('browser_upload', { ref: '@e1', paths: [] })).toMatchObject({
      code: 'validation_error',
    });
    const many = Array.from({ length: 200 }, () => 'a.txt');
    expect(await agent.fails('browser_upload', { ref: '@e1', paths: many })).toMatchObject({
      code: 'validation_error',
    });
    expect(page.notes).toEqual([]);
  });

  it('refuses a field that takes none, or not so many', async () => {
    const { agent } =
      await open(`<input type="file" aria-label="One"><input type="file" aria-label="Off" disabled>
      <p id="p">Text</p><button id="b">Plain</button>`);
    const two = ['a.txt', 'empty.txt'];
    expect(await agent.fails('browser_upload', { ref: '@e1', paths: two })).toMatchObject({
      code: 'action_validation_error',
    });
    expect(await agent.fails('browser_upload', { ref: '@e2', paths: ['a.txt'] })).toMatchObject({
      code: 'element_disabled',
    });
    expect(await agent.fails('browser_upload', { paths: ['a.txt'] })).toMatchObject({
      code: 'action_validation_error',
      message: expect.stringMatching(/2 file fields/),
    });
    for (const selector of ['#p', '#b'])
      expect(await agent.fails('browser_upload', { selector, paths: ['a.txt'] })).toMatchObject({
        code: 'not_editable',
      });
    await agent.open(bench.site.page('<p>Nothing</p>'));
    expect(await agent.fails('browser_upload', { paths: ['a.txt'] })).toMatchObject({
      code: 'element_not_found',
    });
  });

  it('leaves nothing behind when the session ends', async () => {
    const agent = bench.agent();
    await agent.open(bench.site.page('<input type="file" aria-label="F">'));
    const folders = () =>
      readdirSync(tmpdir())
        .filter((name) => name.startsWith(`handhold-profile-${process.pid}-`))
        .map((name) => join(tmpdir(), name))
        .filter((folder) => readdirSync(folder).some((name) => name.startsWith('upload-')));
    const before = new Set(folders());
    await agent.does('browser_upload', { ref: '@e1', paths: ['a.txt'] });
    const [mine = ''] = folders().filter((folder) => !before.has(folder));
    expect(existsSync(mine)).toBe(true);
    await agent.does('browser_close');
    expect(existsSync(mine)).toBe(false);
    const tools = createBrowserTools({ files: [root], allowPrivate: true });
    await tools.call('browser_navigate', { url: bench.site.page('<input type="file" aria-label="F">').url });
    expect((await tools.call('browser_upload', { paths: ['a.txt'] })).success).toBe(true);
    expect(folders().length).toBeGreaterThan(before.size);
    await tools.close();
    await expect.poll(folders).toHaveLength(before.size);
  });
});
