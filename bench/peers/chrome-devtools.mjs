import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { connect, refIn } from './mcp-client.mjs';

const packageJson = createRequire(import.meta.url).resolve('chrome-devtools-mcp/package.json');

/** chrome-devtools-mcp over stdio. */
export default {
  id: 'chrome-devtools',
  label: 'chrome-devtools-mcp',
  transport: 'MCP stdio',
  version: createRequire(import.meta.url)(packageJson).version,
  modes: { default: 'its only mode', full: 'its only mode' },
  notes: [],

  async start({ executable, noSandbox, viewport, dir }) {
    const server = await connect({
      command: process.execPath,
      args: [
        join(dirname(packageJson), 'build/src/bin/chrome-devtools-mcp.js'),
        '--headless',
        '--isolated',
        '--executablePath',
        executable,
        '--viewport',
        `${viewport.width}x${viewport.height}`,
        '--usageStatistics=false',
        '--performanceCrux=false',
        ...(noSandbox ? ['--chromeArg=--no-sandbox'] : []),
      ],
      cwd: dir,
    });
    const pageId = Number(refIn(await server.call('list_pages'), /^(\d+):/m));

    return {
      openShowsPage: false,
      definitions: server.definitions,
      open: async (url) => ({ text: await server.call('navigate_page', { pageId, type: 'url', url }) }),
      snapshot: async () => ({ text: await server.call('take_snapshot', { pageId }) }),
      button: (text, name) => refIn(text, new RegExp(`uid=(\\S+) button "${name}"`)),
      textbox: (text, name) => refIn(text, new RegExp(`uid=(\\S+) textbox "${name}"`)),
      click: async (uid) => ({ text: await server.call('click', { pageId, uid }) }),
      type: async (uid, value) => ({ text: await server.call('fill', { pageId, uid, value }) }),
      stop: server.stop,
    };
  },
};
