import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../environment.mjs';
import { connect, refIn } from './mcp-client.mjs';

const library = join(root, 'packages/handhold/dist/index.js');
const command = join(root, 'packages/cli/bin/handhold.js');
const commandBuild = join(root, 'packages/cli/dist');
const { version } = JSON.parse(readFileSync(join(root, 'packages/handhold/package.json'), 'utf8'));

const snapshotInput = { default: {}, full: { interactiveOnly: false } };
const modes = { default: 'browser_snapshot', full: 'interactiveOnly: false' };
const refs = {
  button: (text, name) => refIn(text, new RegExp(`(@e\\d+) button "${name}"`)),
  textbox: (text, name) => refIn(text, new RegExp(`(@e\\d+) textbox "${name}"`)),
};

/** Handhold as a library, in this process. */
export const inProcess = {
  id: 'handhold',
  label: 'Handhold',
  alsoFar: true,
  transport: 'in process',
  version,
  modes,
  notes: ['In process, the tokens are those of `data.tree` or, for other calls, of `data` as JSON.'],
  missing: () => (existsSync(library) ? undefined : 'packages/handhold/dist/index.js is not there'),

  async start({ executable }) {
    process.env.HANDHOLD_EXECUTABLE_PATH = executable;
    const { createBrowserTools } = await import(pathToFileURL(library).href);
    // The pages are on loopback, which a library refuses unless told otherwise.
    const browser = createBrowserTools({ allowPrivate: true });
    const call = async (name, input) => {
      const result = await browser.call(name, input);
      if (!result.success) throw new Error(`${result.error?.code}: ${result.error?.message}`);
      return { text: result.data?.tree ?? JSON.stringify(result.data ?? {}), metadata: result.metadata };
    };

    return {
      ...refs,
      openShowsPage: true,
      open: (url) => call('browser_navigate', { url }),
      snapshot: (mode) => call('browser_snapshot', snapshotInput[mode]),
      change: (i) => call('browser_evaluate', { script: `document.body.dataset.n = ${i}` }),
      click: (ref) => call('browser_click', { ref }),
      type: (ref, text) => call('browser_type', { ref, text, clearFirst: true }),
      stop: () => browser.close(),
    };
  },
};

/** Handhold over MCP, as the peers are measured. */
export const overMcp = {
  id: 'handhold-mcp',
  label: 'Handhold MCP',
  alsoFar: true,
  transport: 'MCP stdio',
  version,
  modes,
  notes: [],
  missing: () => (existsSync(commandBuild) ? undefined : 'packages/cli/dist is not there'),

  async start({ executable, dir }) {
    process.env.HANDHOLD_EXECUTABLE_PATH = executable;
    const server = await connect({
      command: process.execPath,
      args: [command, 'mcp', '--allow-private'],
      cwd: dir,
    });
    const call = async (name, input) => ({ text: await server.call(name, input) });

    return {
      ...refs,
      openShowsPage: true,
      definitions: server.definitions,
      open: (url) => call('browser_navigate', { url }),
      snapshot: (mode) => call('browser_snapshot', snapshotInput[mode]),
      click: (ref) => call('browser_click', { ref }),
      type: (ref, text) => call('browser_type', { ref, text, clearFirst: true }),
      stop: server.stop,
    };
  },
};
