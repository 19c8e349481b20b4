import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { guide } from '../packages/cli/src/guide.js';
import { helpFor } from '../packages/cli/src/help.js';
import {
  asJavaScript,
  compile,
  fileNameOf,
  type Ran,
  root,
  run,
  type Snippet,
  snippetsIn,
} from './support/snippets.js';

const documents = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/README.md`),
  ...readdirSync(path.join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const snippets = documents.flatMap(snippetsIn);
const examples = readdirSync(path.join(root, 'examples')).filter((name) => /\.m?[jt]s$/.test(name));

const folder = mkdtempSync(path.join(tmpdir(), 'hh-snippets-'));
const bin = path.join(root, 'node_modules', '.bin', 'handhold');
const preload = path.join(root, 'test', 'support', 'example-com.mjs');

/** The pages that the documents speak of. */
const pages: Record<string, string> = {
  'example.com/': `<title>Example Domain</title><h1>Example Domain</h1>
    <a href="/more">More information</a><input type="checkbox" aria-label="Agree">
    <button onclick="document.body.append('Order placed')">Order</button>
    <a href="#signin">Sign in</a><input aria-label="Name"><button>Save</button>
    <div style="height: 5000px"></div>
    <script>addEventListener('scroll', () => setTimeout(() => alert('The end'), 50), { once: true })</script>`,
  'example.com/more': `<title>More</title><a href="/">Back</a><button>Search</button><input aria-label="Name">`,
  'example.com/form': `<title>Sign up</title><h1>Sign up</h1><label>Name <input></label>
    <label>Email <input type="email" placeholder="you@example.com"></label>
    <label>Country <select><option>France<option>Japan</select></label>
    <label>Agree <input type="checkbox"></label>
    <button onclick="this.disabled = true; document.body.insertAdjacentHTML('beforeend', '<p role=alert>Welcome, Ada</p>')">
      Submit</button>`,
  'example.com/blocked': `<title>Search</title><button>Search</button>
    <div role="region" aria-label="Cookie consent" style="position: fixed; inset: 0; background: white"></div>`,
  'shop.example.com/17': `<title>Shoes</title><main><h1>Shoes</h1><p>${'Good shoes for long ways. '.repeat(20)}</p></main>`,
};

let server: Server;
const asked: string[] = [];
let env: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    const at = `${request.headers.host}${request.url}`;
    const page = pages[at];
    asked.push(at);
    if (page === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', 'text/html').end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  env = {
    ...process.env,
    NODE_OPTIONS: `--import=${preload}`,
    EXAMPLE_COM_PORT: String(typeof address === 'object' && address ? address.port : 0),
    HANDHOLD_RUNTIME_DIR: path.join(folder, 'run'),
    PATH: `${path.dirname(bin)}${path.delimiter}${process.env.PATH}`,
  };
  mkdirSync(path.join(folder, 'uploads'));
  writeFileSync(path.join(folder, 'secrets.yaml'), 'SHOP: { value: open sesame, hosts: [shop.example.com] }');
  writeFileSync(path.join(folder, 'shop.mjs'), shopModule());
}, 30_000);

afterAll(async () => {
  await shell('handhold close --all');
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function inDocument(file: string, language: string): Snippet[] {
  return snippets.filter((snippet) => snippet.place.startsWith(`${file}:`) && snippet.language === language);
}

/** No certificate here is one for example.com. */
function overHttp(code: string): string {
  return code.replace(/https:\/\/(?=[\w.]*example\.com)|(?<=^handhold open )(?=example\.com)/g, 'http://');
}

/** The tools of the README as "export them from an ES module" has it. */
function shopModule(): string {
  const snippet = inDocument('README.md', 'ts').find(({ code }) => code.includes('class Login'));
  const [tools = ''] = (snippet?.code ?? '').split(/^const browser = /m);
  return overHttp(tools).replace(/^(const|class) /gm, 'export $1 ');
}

function shell(line: string): Promise<Ran> {
  return run('/bin/sh', ['-c', line], { cwd: folder, env });
}

/** Puts a package where npm would, with what it says it depends on and nothing else. */
async function install(from: string, place: string): Promise<void> {
  const packed = await run('npm', ['pack', '--json', '--pack-destination', place], { cwd: from });
  const [, file = ''] = /"filename": "([^"]+)"/.exec(packed.printed) ?? [];
  const { name, dependencies } = manifestShape.parse(
    JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8')),
  );
  const modules = path.join(place, 'node_modules');
  const target = path.join(modules, name);
  mkdirSync(target, { recursive: true });
  const unpacked = await run('tar', ['-xzf', path.join(place, file), '--strip-components=1', '-C', target], {
    cwd: place,
  });
  expect(unpacked).toEqual({ code: 0, printed: '' });
  for (const dependency of [...Object.keys(dependencies), '@types/node', 'undici-types']) {
    const link = path.join(modules, dependency);
    mkdirSync(path.dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(path.join(root, 'node_modules', dependency), link, 'dir');
  }
}

const manifestShape = z.object({ name: z.string(), dependencies: z.record(z.string(), z.string()) });

/** The commands of a block, without remarks; those that set up or test the repository have tests of their own. */
function commandsIn(code: string): string[] {
  return code
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((line) => line.startsWith('handhold '));
}

describe('every piece of TypeScript in the documents', () => {
  const typed = snippets.filter(({ language }) => /^(ts|typescript|js|javascript|mjs)$/.test(language));

  it('compiles as strictly as it can be asked to, by itself, and so do the examples', async () => {
    expect(typed.length).toBeGreaterThanOrEqual(4);
    expect(examples.length).toBeGreaterThan(10);
    const place = mkdtempSync(path.join(folder, 'compiled-'));
    const read = (name: string) => readFileSync(path.join(root, 'examples', name), 'utf8');
    const files = [
      ...typed.map((snippet) => [fileNameOf(snippet, 'ts'), snippet.code] as const),
      ...examples.map((name) => [name, read(name)] as const),
    ];
    expect(await compile(place, Object.fromEntries(files))).toBe('');
  }, 120_000);

  it.each(
    ['README.md', 'packages/handhold/README.md'].flatMap((file) =>
      inDocument(file, 'ts').map((snippet) => [snippet.place, snippet] as const),
    ),
  )('runs to its end: %s', async (_place, snippet) => {
    const file = path.join(
      mkdtempSync(path.join(root, 'node_modules', '.snippet-')),
      fileNameOf(snippet, 'mjs'),
    );
    asked.length = 0;
    try {
      writeFileSync(file, overHttp(await asJavaScript(snippet.code)));
      const { code, printed } = await run(process.execPath, [file], { cwd: folder, env });
      // Said once on machines such as those that tests run on.
      expect(printed.replace("handhold: running as root: Chromium's sandbox is off\n", '')).toBe('');
      expect(code).toBe(0);
    } finally {
      rmSync(path.dirname(file), { recursive: true, force: true });
    }
    const [, host] = /'https:\/\/([\w.]+)'/.exec(snippet.code) ?? [];
    if (host !== undefined) expect(asked).toContain(`${host}/`);
    if (snippet.code.includes("{ id: '17' }")) expect(asked).toContain('shop.example.com/17');
  });
});

describe('what is installed from the packages', () => {
  it('has all that the library and the command need, types for either kind of resolution among it', async () => {
    const place = mkdtempSync(path.join(folder, 'installed-'));
    for (const name of ['handhold', 'cli']) await install(path.join(root, 'packages', name), place);
    const files = inDocument('README.md', 'ts').map((one) => [fileNameOf(one, 'ts'), one.code] as const);
    expect(await compile(place, Object.fromEntries(files))).toBe('');
    const command = path.join(place, 'node_modules', '@handhold', 'cli', 'bin', 'handhold.js');
    for (const args of [['--version'], ['click', '--help'], ['tools', '--dialect', 'car']]) {
      const { code, printed } = await run(process.execPath, [command, ...args], {
        cwd: place,
        env: process.env,
      });
      expect(`${code} ${printed}`).toMatch(/^0 (0\.1\.0|Usage: handhold click|browse_navigate)/);
    }
  }, 120_000);
});

describe('every command in the documents', () => {
  it.each(
    ['README.md', 'packages/cli/README.md'].flatMap((file) =>
      inDocument(file, 'sh').map((snippet) => [snippet.place, snippet] as const),
    ),
  )(
    'does what it says: %s',
    async (_place, { code }) => {
      for (const command of commandsIn(code)) {
        const { code: exit, printed } = await shell(overHttp(command));
        expect(`${command}: ${exit} ${printed}`).toMatch(/: 0 /);
      }
      if (code.includes('page.png'))
        expect(readFileSync(path.join(folder, 'page.png')).subarray(1, 4).toString()).toBe('PNG');
      await shell('handhold close');
    },
    120_000,
  );

  it('of the guide does what it says, one after the other', async () => {
    const commands = commandsIn(guide);
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) {
      const { code, printed } = await shell(overHttp(command));
      expect(`${command}: ${code} ${printed}`).toMatch(/: 0 /);
    }
  }, 120_000);

  it('in a table takes the options that it has there', async () => {
    const lines = documents.flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('|')),
    );
    const named = lines.flatMap((line) => [...line.matchAll(/`handhold ([a-z-]+)([^`]*)`/g)]);
    expect(named.length).toBeGreaterThan(4);
    for (const [, verb = '', rest = ''] of named) {
      const printed = await helpFor([verb, '--help']);
      expect(`${verb}: ${printed}`).toMatch(/: Usage: handhold/);
      for (const [option] of rest.matchAll(/--[a-z-]+/g)) expect(printed).toContain(option);
    }
  });
});

describe('what the README shows that an agent reads', () => {
  /** The blocks of plain text, with what differs each time taken out. */
  const plain = (text: string) =>
    text
      .replace(/<(\/?page) \w+>/g, '<$1>')
      .replace(/<http:[^>]*>/g, '<url>')
      .trim();
  const shown = inDocument('README.md', '').map(({ code }) => plain(code));

  it('is what it reads', async () => {
    const [page, outcome] = shown;
    expect(plain((await shell('handhold open http://example.com/form')).printed)).toContain(page);
    expect(plain((await shell('handhold click @e5')).printed)).toContain(outcome);
  });

  it('is how it is told of what went wrong', async () => {
    const anyRef = (text = '') => text.replace(/@e\d+/g, '@e');
    await shell('handhold open http://example.com/blocked');
    const { printed } = await shell('handhold click button');
    expect(anyRef(plain(printed))).toBe(anyRef(shown[2]));
    await shell('handhold close');
  });
});

describe('every config file in the documents', () => {
  it.each(
    snippets
      .filter(({ language }) => language === 'yaml')
      .map((snippet) => [snippet.place, snippet] as const),
  )('is read: %s', async (place, { code }) => {
    const isPersonality = place.startsWith('docs/ethos.md');
    writeFileSync(path.join(folder, isPersonality ? 'toolset.yaml' : 'handhold.yaml'), code);
    if (!isPersonality) writeFileSync(path.join(folder, 'toolset.yaml'), 'reader: [browser_navigate]');
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    const config = await shell(
      isPersonality
        ? 'handhold tools --dialect ethos --toolset-file toolset.yaml --personality reader'
        : 'handhold tools --config handhold.yaml --tools core',
    );
    expect(`${config.code} ${config.printed}`).toMatch(/^0 .*browser_navigate/);
  });
});

describe('models', () => {
  it('are named as providers have them today', () => {
    const types = ['openai/resources/shared.d.ts', '@anthropic-ai/sdk/resources/messages/messages.d.ts']
      .map((file) => readFileSync(path.join(root, 'node_modules', file), 'utf8'))
      .join('\n');
    const deprecated = readFileSync(
      path.join(root, 'node_modules/@anthropic-ai/sdk/resources/messages/messages.js'),
      'utf8',
    );
    const texts = [...documents, ...examples.map((name) => `examples/${name}`)].map((file) =>
      readFileSync(path.join(root, file), 'utf8'),
    );
    const named = texts.flatMap(
      (text) => text.match(/\b(?:gpt|claude)-\d[\w.-]*|\bclaude-[a-z]+-\d[\w.-]*/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(4);
    for (const model of new Set(named)) {
      expect(types).toContain(`'${model}'`);
      expect(/const DEPRECATED_MODELS = \{[^}]*\}/.exec(deprecated)?.[0]).not.toContain(`'${model}'`);
    }
  });
});
