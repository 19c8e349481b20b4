import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { connect, refIn } from './mcp-client.mjs';

const packageJson = createRequire(import.meta.url).resolve('@playwright/mcp/package.json');

/** Playwright MCP over stdio. */
export default {
  id: 'playwright',
  label: 'Playwright MCP',
  transport: 'MCP stdio',
  version: createRequire(import.meta.url)(packageJson).version,
  modes: { default: 'its only mode', full: 'its only mode' },
  notes: [
    'Its navigate and click write the snapshot to a file and return a link; the file is counted, since a model has to read it to see anything.',
  ],

  async start({ executable, noSandbox, viewport, dir }) {
    const server = await connect({
      command: process.execPath,
      args: [
        join(dirname(packageJson), 'cli.js'),
        '--headless',
        '--isolated',
        '--executable-path',
        executable,
        '--viewport-size',
        `${viewport.width}x${viewport.height}`,
        ...(noSandbox ? ['--no-sandbox'] : []),
      ],
      cwd: dir,
    });

    const withFile = async (text) => {
      const link = /\[Snapshot\]\(([^)]+)\)/.exec(text)?.[1];
      return link ? { text, file: await readFile(resolve(dir, link), 'utf8') } : { text };
    };

    return {
      openShowsPage: true,
      definitions: server.definitions,
      open: async (url) => withFile(await server.call('browser_navigate', { url })),
      snapshot: async () => withFile(await server.call('browser_snapshot')),
      button: (text, name) => refIn(text, new RegExp(`button "${name}".*?\\[ref=(\\w+)\\]`)),
      textbox: (text, name) => refIn(text, new RegExp(`textbox "${name}".*?\\[ref=(\\w+)\\]`)),
      click: async (target) => withFile(await server.call('browser_click', { element: 'button', target })),
      type: async (target, text) =>
        withFile(await server.call('browser_type', { element: 'textbox', target, text })),
      stop: server.stop,
    };
  },
};
