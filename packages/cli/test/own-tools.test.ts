import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bin, type Finished, handhold as run, type Site, startSite, textOf } from './fixture.js';
import { version2 } from './http-fixture.js';

/** A user's folder, far from any node_modules: what the modules import comes with the command. */
const folder = mkdtempSync(path.join(tmpdir(), 'hh-own-'));
const runtime = path.join(folder, 'run');
const shop = path.join(folder, 'shop');
const tools = path.join(shop, 'tools.mjs');

const files: Record<string, string> = {
  'shop/tools.mjs': `
import { BaseTool, defineTool, PageController, ToolMetadata, ToolResult } from 'handhold';
import { z } from 'zod';

console.log('a module that talks');
setInterval(() => undefined, 1000);

export const signUp = defineTool({
  name: 'shop_sign_up',
  description: 'Sign up with a name.',
  category: 'form',
  input: z.strictObject({
    name: z.string(),
    site_url: z.string().optional(),
    titles: z.array(z.enum(['Dr', 'Prof'])).default([]),
    json: z.boolean().default(false).describe('Its own, not that of the verb'),
  }),
  output: z.object({ signedUp: z.string() }),
  async run({ name, site_url, titles, json }, context) {
    const page = new PageController(context);
    if (site_url !== undefined) await page.goto(site_url);
    console.log('signing up');
    await (await page.waitForSelector('input')).type([...titles, name].join(' '));
    await (await page.waitForSelector('button')).click();
    return { signedUp: name + (json ? ' as JSON' : '') };
  },
});

export const greet = defineTool({
  name: 'shop_greet',
  description: 'Greet.',
  category: 'utility',
  safety: 'safe',
  requiresPage: false,
  input: z.strictObject({ name: z.string() }),
  output: z.string(),
  run: async ({ name }) => 'Hello ' + name,
});

export default class Wipe extends BaseTool {
  static metadata = new ToolMetadata({
    name: 'shop_wipe', description: 'Empty the shop.', category: 'system', safetyLevel: 'dangerous', requiresPage: false,
  });
  async execute() {
    return ToolResult.successResult('the shop is empty');
  }
}
`,
  'other.mjs': `
import { defineTool } from 'handhold';
import { z } from 'zod';
export const other = defineTool({
  name: 'other', description: 'Another.', category: 'utility', input: z.object({}), output: z.string(), run: async () => 'other',
});
`,
  'verb.mjs': `
import { defineTool } from 'handhold';
import { z } from 'zod';
export const open = defineTool({
  name: 'open', description: 'Open the shop.', category: 'utility', input: z.object({}), output: z.string(), run: async () => 'opened',
});
`,
  'broken.mjs': `setInterval(() => undefined, 1000);\nthrow new Error('Boom');`,
  'clash.mjs': `
import { signUp } from './shop/tools.mjs';
export const mine = { ...signUp, name: 'browser_click' };
`,
  'config/handhold.yaml': 'toolModules: [../shop/tools.mjs]\ntools: [core]\n',
};

let site: Site;

beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  mkdirSync(runtime, { mode: 0o700 });
  site = await startSite();
});

afterAll(async () => {
  await handhold(['close', '--all']);
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

function handhold(args: string[], cwd = folder): Promise<Finished> {
  return run(args, { HANDHOLD_RUNTIME_DIR: runtime, HANDHOLD_IDLE: '60' }, cwd);
}

async function does(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await handhold(args);
  expect(code, stdout + stderr).toBe(0);
  return stdout;
}

/** The mistake in a command line: one line that says it, and another where to look. */
async function mistake(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await handhold(args);
  expect(`${code} ${stdout}`, stderr).toBe('2 ');
  expect(stderr).not.toMatch(/^\s+at /m);
  return stderr;
}

const own = ['shop_wipe', 'shop_greet', 'shop_sign_up'];
const annotated = [
  { name: 'shop_greet', annotations: { readOnlyHint: true, destructiveHint: false } },
  { name: 'shop_sign_up', annotations: { readOnlyHint: false, destructiveHint: false } },
  { name: 'shop_wipe', annotations: { readOnlyHint: false, destructiveHint: true } },
];

function ownOf<T extends { name: string }>(listed: readonly T[]): T[] {
  return listed.filter(({ name }) => own.includes(name)).sort((a, b) => a.name.localeCompare(b.name));
}

describe('tools in a module, over MCP', () => {
  it('on stdio stand beside ours, work on the page, and ask the user where they are dangerous', async () => {
    const asked: string[] = [];
    const answers = [true, false];
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { approve: answers.shift() ?? false } };
    });
    const args = [bin, 'mcp', '--tool-module', 'shop/tools.mjs', '--tool-module', tools];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, cwd: folder, stderr: 'ignore' }),
    );
    const call = async (name: string, input: Record<string, unknown> = {}) =>
      textOf(await client.callTool({ name, arguments: input }));
    try {
      const listed = (await client.listTools()).tools;
      expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['browser_click', ...own]));
      expect(ownOf(listed)).toMatchObject(annotated);
      expect(await call('shop_sign_up', { name: 'Ada', site_url: `${site.url}/form` })).toContain(
        '"signedUp":"Ada"',
      );
      expect(await call('browser_snapshot')).toMatch(/textbox "Name" = "Ada"[\s\S]*button "Welcome"/);
      expect(await call('shop_sign_up', { name: 'Eve', site_url: 'file:///etc/passwd' })).toMatch(/^error /);
      expect(await call('shop_sign_up', { nom: 'Ada' })).toMatch(/^error validation_error/);
      expect(await call('shop_wipe')).toContain('the shop is empty');
      expect(await call('shop_wipe')).toMatch(/^error approval_denied/);
      expect(asked).toEqual([
        expect.stringContaining('calling shop_wipe'),
        expect.stringContaining('calling shop_wipe'),
      ]);
    } finally {
      await client.close();
    }
  });

  it('over HTTP likewise, from a config file, and are refused where nobody can be asked', async () => {
    const config = path.join(folder, 'config', 'handhold.yaml');
    const server = spawn(process.execPath, [bin, 'mcp', '--http', '0', '--config', config], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let said = '';
        server.stderr.on('data', (chunk) => {
          said += String(chunk);
          const found = /MCP server on (\S+?)\. /.exec(said)?.[1];
          if (found !== undefined) resolve(found);
        });
        server.once('exit', () => reject(new Error(said)));
      });
      const client = await version2('auto')(url);
      expect(ownOf(await client.list())).toMatchObject(annotated);
      expect(textOf(await client.call('shop_greet', { name: 'Ada' }))).toContain('Hello Ada');
      expect(textOf(await client.call('shop_wipe'))).toMatch(/^error approval_required/);
      await client.leave();
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  });
});

describe('tools in a module, in the shell', () => {
  it('are verbs of the session that was started with it, and others are told so', async () => {
    expect(await does('open', `${site.url}/form`, '--tool-module', 'shop/tools.mjs')).toContain(
      'button "Submit"',
    );
    expect(await does('shop-sign-up', 'Ada', '--titles', 'Dr', '--titles', 'Prof', '--input-json')).toContain(
      '"signedUp":"Ada as JSON"',
    );
    expect(await does('snapshot')).toMatch(/textbox "Name" = "Dr Prof Ada"[\s\S]*button "Welcome"/);
    const again = await handhold(['shop-sign-up', 'Eve', '--tool-module', 'tools.mjs', '--json'], shop);
    expect(JSON.parse(again.stdout)).toMatchObject({ success: true, data: { signedUp: 'Eve' } });
    expect(await does('shop-sign-up', '--help')).toMatch(
      /^Usage: handhold shop-sign-up <name> \[options\][\s\S]*--site-url/,
    );
    expect((await handhold(['shop-wipe'])).stdout).toMatch(/^error approval_required/);
    expect(await mistake('shop-sign-up')).toMatch(/^error: <name> is missing/);

    expect(await mistake('snapshot', '--tool-module', 'other.mjs')).toMatch(
      /runs with other options already \(--tool-module\)\. Close it first \(handhold close\)/,
    );
    expect(await mistake('other', '--tool-module', 'other.mjs')).toMatch(
      /Session "default" was started without the module of other\. Close it first \(handhold close\)/,
    );
    await does('close');
    // Named by nobody, a module is not looked for, not even in the folder it is in.
    expect(await mistake('shop-sign-up', 'Ada')).toMatch(
      /unknown command 'shop-sign-up'[\s\S]*--tool-module/,
    );
  });

  it('can be the first verb of a session, from a config file', async () => {
    const config = ['--config', 'config/handhold.yaml', '--session', 'config'];
    expect(await does('shop-greet', 'Ada', ...config)).toContain('Hello Ada');
    expect(await does('shop-greet', 'Eve', '--session', 'config')).toContain('Hello Eve');
    await does('close', '--session', 'config');
  });

  it('are in help and completion', async () => {
    const [help, one, bash] = await Promise.all([
      does('--help', '--tool-module', tools),
      does('help', 'shop-greet', '--tool-module', tools),
      does('completion', 'bash', '--tool-module', tools),
    ]);
    expect(help).toMatch(/^Tools of your own:\n[\s\S]*^ {2}shop-sign-up <name> +Sign up with a name\.$/m);
    expect(one).toMatch(/^Usage: handhold shop-greet <name>/);
    expect(bash).toMatch(/^ {4}words="mcp .* shop-greet .*"$/m);
    expect(bash).toMatch(/^ {6}shop-sign-up\) .*flags="--name --site-url --titles --input-json --json /m);
  });
});

describe('tools in a module, by name', () => {
  it('are called like ours, and refused like ours', async () => {
    const greeted = await handhold([
      'call',
      'shop_greet',
      '{"name":"Ada"}',
      'shop_wipe',
      '--tool-module',
      tools,
    ]);
    expect(greeted.stdout).toMatch(/Hello Ada[\s\S]*^error approval_required/m);
    expect(greeted.code).toBe(1);
  });

  it('are printed for others to read, and chosen by name, group and core', async () => {
    const given = ['tools', '--tool-module', tools];
    const namesIn = async (...args: string[]) =>
      [...(await does(...given, ...args)).matchAll(/\bshop_\w+/g)].map(([name]) => name);
    expect(
      await Promise.all([
        namesIn('--format', 'openai-strict', '--tools', 'core'),
        namesIn('--tools', 'form,browser_click'),
        namesIn('--tools', 'browser_click'),
      ]),
    ).toEqual([own, ['shop_sign_up'], []]);
    const listed: unknown = JSON.parse(await does(...given, '--format', 'mcp', '--tools', 'shop_wipe'));
    expect(listed).toMatchObject({ tools: annotated.filter(({ name }) => name === 'shop_wipe') });
  });
});

describe('a module that is of no use', () => {
  it.each([
    ['throws', ['tools', '--tool-module', 'broken.mjs'], /^error: .*broken\.mjs:2 can not be loaded: Boom\./],
    ['is not there', ['mcp', '--tool-module', 'none.mjs'], /^error: .*none\.mjs is no file\./],
    [
      'takes the name of ours',
      ['call', 'x', '--tool-module', 'clash.mjs'],
      /clash\.mjs: its tool "browser_click" has the name/,
    ],
    [
      'takes a verb of ours',
      ['open', 'x', '--tool-module', 'verb.mjs'],
      /verb\.mjs: as a verb its tool "open" would be "open", which is browser_navigate/,
    ],
  ])('because it %s is a mistake of usage, told in a line', async (_what, args, words) => {
    expect((await mistake(...args)).replace('a module that talks\n', '')).toMatch(words);
  });
});
