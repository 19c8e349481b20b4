import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserTools, type Toolbox } from 'handhold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent, checkError, useBrowser } from './agent.js';
import type { SitePage } from './site.js';

/** Inputs that are well formed and wrong all the same, by what the page, the disk or the session holds. */
const bench = useBrowser();
const literal = 'correct horse battery';
const root = mkdtempSync(join(tmpdir(), 'handhold-rows-'));
let tools: Toolbox;
let agent: Agent;
let page: SitePage;
const times: number[] = [];

beforeAll(async () => {
  mkdirSync(join(root, 'folder'));
  writeFileSync(join(root, 'ok.txt'), 'ok');
  writeFileSync(join(root, 'huge.bin'), '');
  truncateSync(join(root, 'huge.bin'), 3 * 1024 ** 3);
  symlinkSync('/etc/passwd', join(root, 'link.txt'));
  execFileSync('mkfifo', [join(root, 'fifo')]);
  tools = createBrowserTools({
    browser: bench.tools.browser,
    files: [root],
    secrets: {
      HERE: { value: literal, hosts: ['127.0.0.1'] },
      ELSEWHERE: { value: 'other-value', hosts: ['example.com'] },
    },
  });
  agent = new Agent(tools, 'rows');
  page = bench.site.page(
    `<div id=div>Plain</div><input id=text aria-label=Text oninput="note('typed')">
     <input id=off aria-label=Off disabled><input id=ro aria-label=Ro readonly>
     <input id=file type=file aria-label=File onchange="note('file')"><input id=box type=checkbox aria-label=Box onchange="note('box')">
     <input id=color type=color aria-label=Color value="#112233" onchange="note('color')">
     <input id=short aria-label=Short maxlength=3>
     <input id=date type=date aria-label=Date onchange="note('date')">
     <select id=one aria-label=One onchange="note('select')"><option>A</option><option>B</option></select>
     <ul id=list><li>A</li></ul><input id=radio type=radio name=r checked aria-label=Radio onchange="note('radio')">`,
    { remote: true },
  );
  await agent.open(page);
});

afterAll(async () => {
  await agent.call('browser_close');
  rmSync(root, { recursive: true, force: true });
});

async function answer(tool: string, input: object) {
  const { result, rendered } = await tools.callAndRender(tool, input, { session: agent.session });
  times.push(result.executionTime);
  if (result.error) checkError(result.error);
  expect(rendered.text.length).toBeLessThan(2000);
  return result;
}

describe('a well-formed input that can not be', () => {
  it.each<[tool: string, input: object, code: string]>([
    // type, fill, press
    ['browser_type', { selector: '#div', text: 'x' }, 'not_editable'],
    ['browser_type', { selector: '#off', text: 'x' }, 'element_disabled'],
    ['browser_type', { selector: '#ro', text: 'x' }, 'not_editable'],
    ['browser_type', { selector: '#file', text: 'x' }, 'not_editable'],
    ['browser_type', { selector: '#box', text: 'x' }, 'not_editable'],
    ['browser_type', { selector: '#color', text: 'reddish' }, 'execution_error'],
    ['browser_type', { selector: '#date', text: 'tomorrow' }, 'execution_error'],
    ['browser_type', { selector: '#text', text: 'x'.repeat(5_000_000) }, 'validation_error'],
    ['browser_type', { selector: '#text', text: '{{secret:NOBODY}}' }, 'action_validation_error'],
    ['browser_type', { selector: '#text', text: '{{secret:ELSEWHERE}}' }, 'permission_denied'],
    // click, hover, drag
    ['browser_click', { ref: '@e999' }, 'stale_ref'],
    ['browser_hover', { ref: '@e999' }, 'stale_ref'],
    ['browser_drag', { from: '@e999', by: { x: 1, y: 1 } }, 'stale_ref'],
    ['browser_click', { selector: '#nowhere' }, 'element_not_found'],
    ['browser_mouse', { action: 'click', x: Number.NaN, y: 1 }, 'validation_error'],
    ['browser_mouse', { action: 'click', x: -5, y: 1 }, 'validation_error'],
    ['browser_mouse', { action: 'click', x: 1e9, y: 1 }, 'validation_error'],
    ['browser_drag', { from: '@e1', by: { x: 1e9, y: 0 } }, 'validation_error'],
    // select, check
    ['browser_select', { selector: '#one', values: ['C'] }, 'element_not_found'],
    ['browser_select', { selector: '#one', values: ['A', 'B'] }, 'action_validation_error'],
    ['browser_select', { selector: '#list', values: ['A'] }, 'not_editable'],
    ['browser_check', { selector: '#radio', checked: false }, 'action_validation_error'],
    ['browser_check', { selector: '#div' }, 'not_editable'],
    // upload
    ['browser_upload', { selector: '#file', paths: ['missing.txt'] }, 'io_error'],
    ['browser_upload', { selector: '#file', paths: ['folder'] }, 'file_access_denied'],
    ['browser_upload', { selector: '#file', paths: ['/etc/passwd'] }, 'file_access_denied'],
    ['browser_upload', { selector: '#file', paths: ['../../.ssh/id_rsa'] }, 'file_access_denied'],
    ['browser_upload', { selector: '#file', paths: ['link.txt'] }, 'file_access_denied'],
    ['browser_upload', { selector: '#file', paths: ['/proc/self/environ'] }, 'file_access_denied'],
    ['browser_upload', { selector: '#file', paths: ['fifo'] }, 'file_access_denied'],
    ['browser_upload', { selector: '#file', paths: ['huge.bin'] }, 'action_validation_error'],
    ['browser_upload', { selector: '#file', paths: [`file://${root}/ok.txt`] }, 'file_access_denied'],
    [
      'browser_upload',
      { selector: '#file', paths: Array.from({ length: 200 }, () => 'ok.txt') },
      'validation_error',
    ],
    ['browser_upload', { selector: '#file', paths: ['ok.txt', 'ok.txt'] }, 'action_validation_error'],
    // files written
    ['browser_pdf', { path: '../x.pdf' }, 'file_access_denied'],
    ['browser_pdf', { path: '/etc/x.pdf' }, 'file_access_denied'],
    ['browser_pdf', { path: '~/x.pdf' }, 'file_access_denied'],
    ['browser_pdf', { path: 'a\0b.pdf' }, 'file_access_denied'],
    ['browser_pdf', { path: 'x.pdf/' }, 'file_access_denied'],
    ['browser_pdf', { path: '' }, 'file_access_denied'],
    ['browser_pdf', { path: `${'x'.repeat(300)}.pdf` }, 'file_access_denied'],
    ['browser_pdf', { path: 'con.pdf' }, 'file_access_denied'],
    ['browser_pdf', { path: 'x.sh' }, 'file_access_denied'],
    ['browser_pdf', { path: '\\\\server\\s.pdf' }, 'file_access_denied'],
    ['browser_pdf', { path: '%2e%2e%2fx.pdf' }, 'file_access_denied'],
    ['browser_pdf', { path: '-o.pdf' }, 'file_access_denied'],
    ['browser_downloads', { id: 'd99', save: true }, 'action_validation_error'],
    ['browser_downloads', { save: true }, 'action_validation_error'],
    ['browser_screenshot', { ref: '@e999' }, 'stale_ref'],
    // evaluate
    ['browser_evaluate', { script: 'return (' }, 'script_error'],
    ['browser_evaluate', { script: 'throw 7' }, 'script_error'],
    ['browser_evaluate', { script: '({ get x() { throw new Error("no") } }).x' }, 'script_error'],
    // wait, scroll, tabs, dialog, storage, network
    ['browser_wait', { text: 'a', timeout: 0 }, 'validation_error'],
    ['browser_wait', { selector: ':::' }, 'invalid_selector'],
    ['browser_find', { regex: '(' }, 'action_validation_error'],
    ['browser_scroll', { direction: 'down', amount: Number.NaN }, 'validation_error'],
    ['browser_tabs', { action: 'select', tab: 't-1' }, 'action_validation_error'],
    ['browser_tabs', { action: 'select', tab: 't99' }, 'action_validation_error'],
    ['browser_tabs', { action: 'close', tab: 't99' }, 'action_validation_error'],
    ['browser_dialog', { action: 'accept' }, 'action_validation_error'],
    ['browser_dialog', { action: 'accept', text: 'x'.repeat(1_000_000) }, 'validation_error'],
    [
      'browser_storage',
      { action: 'set', kind: 'cookies', key: 'a', value: 'b', domain: '.com' },
      'action_validation_error',
    ],
    [
      'browser_storage',
      { action: 'set', kind: 'cookies', key: 'a', value: 'b', domain: 'evil.test' },
      'action_validation_error',
    ],
    [
      'browser_storage',
      { action: 'set', kind: 'cookies', key: 'a;b', value: 'b' },
      'action_validation_error',
    ],
    [
      'browser_storage',
      { action: 'set', kind: 'cookies', key: 'a', value: 'b\r\nset-cookie: x=y' },
      'action_validation_error',
    ],
    ['browser_network', { id: 'r99999' }, 'action_validation_error'],
    ['browser_network', { id: 'nonsense' }, 'action_validation_error'],
  ])('%s %o is %s', async (tool, input, code) => {
    const { error } = await answer(tool, input);
    expect(error?.code).toBe(code);
    // A script that failed may have done something before.
    expect(error?.sideEffect).toBe(JSON.stringify(input).includes('throw') ? 'unknown' : 'none');
    expect(error?.message.length).toBeLessThan(600);
  });

  it('leaves the page as it was, at once', async () => {
    expect(page.notes).toEqual([]);
    times.sort((a, b) => a - b);
    expect(times[Math.floor(times.length * 0.5)]).toBeLessThan(200);
  });
});

describe('an odd input that can be', () => {
  it('gives what it must, and no more', async () => {
    const odd = 'e\u0301 👩‍👩‍👧 \u05d0\u05d1\u05d2 \ufeffx';
    expect((await answer('browser_type', { selector: '#text', text: odd })).success).toBe(true);
    expect(await page.run('text.value')).toBe(odd);
    const cut = await answer('browser_type', { selector: '#short', text: 'abcdef' });
    expect(cut.error).toMatchObject({ code: 'execution_error', details: { value: 'abc' } });
    const secret = { selector: '#text', text: '{{secret:HERE}}', clearFirst: true };
    expect((await answer('browser_type', secret)).success).toBe(true);
    const told = await answer('browser_evaluate', {
      script: `document.querySelector('#text').value + ' ${literal}'`,
    });
    expect(told.data).toMatchObject({ value: '[secret HERE] [secret HERE]' });
    const never = await tools.call('browser_snapshot', {}, { session: 'never-used' });
    expect(never.error?.code).toBe('no_page');
    expect((await answer('browser_tabs', { action: 'new' })).success).toBe(true);
    expect((await answer('browser_tabs', { action: 'close', tab: 't2' })).success).toBe(true);
    const closed = await answer('browser_tabs', { action: 'select', tab: 't2' });
    expect(closed.error?.code).toBe('action_validation_error');
    expect((await answer('browser_tabs', { action: 'close', tab: 't1' })).success).toBe(true);
    expect((await answer('browser_snapshot', {})).error?.code).toBe('no_page');
  });
});
