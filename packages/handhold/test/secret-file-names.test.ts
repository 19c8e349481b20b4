import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserTools } from 'handhold';
import { expect, it, onTestFinished } from 'vitest';
import { Agent, useBrowser } from './agent.js';

const bench = useBrowser();
/** With characters that browsers don't have in the names of files, and ones that we don't. */
const value = 'Tr0ub4dor&3:horse*..77';

it('a secret is in the name of no file that is written, and not told as one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'handhold-names-'));
  const tools = createBrowserTools({
    browser: bench.tools.browser,
    files: [folder],
    secrets: { BANK: { value, hosts: ['127.0.0.1'] } },
  });
  const agent = new Agent(tools, 'names');
  onTestFinished(async () => {
    await agent.call('browser_close');
    await tools.close();
    await rm(folder, { recursive: true, force: true });
  });
  const at = bench.site.on('/named', (_request, response) => {
    response.writeHead(200, { 'content-disposition': `attachment; filename="My ${value}.txt"` }).end('x');
  });
  const title = `Key ${value.replace('&', '&amp;')}`;
  // At the end of what a name takes, where a part of it would be left.
  const long = `${'y'.repeat(50)} ${value.replace('&', '&amp;')}`;
  await agent.open(bench.site.page(`<a href="${at}">Get</a>`, { title }));
  const told = [
    await agent.reads('browser_pdf'),
    await agent.reads('browser_click', { selector: 'a' }),
    await agent.reads('browser_downloads', { save: true }),
    await agent.reads('browser_downloads'),
    JSON.stringify((await agent.call('browser_downloads')).data),
  ];
  await agent.open(bench.site.page('<p>Long</p>', { title: long }));
  told.push(await agent.reads('browser_pdf'));
  const names = await readdir(folder);
  expect(names).toHaveLength(3);
  for (const text of [...told, ...names]) expect(text).not.toMatch(/Tr0|dor|horse/);
  expect(names).toContainEqual(expect.stringMatching(/^d1-My_secret_BANK.*\.txt$/));
  expect(told[0]).toContain('page-Key_secret_BANK.pdf');
});
