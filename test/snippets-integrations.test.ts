import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anthropic, chat, computerCall, openai } from './support/provider-turns.js';
import { type Snippet, typescriptIn } from './support/readme-snippets.js';
import { useStandIn } from './support/stand-in.js';

const root = path.join(import.meta.dirname, '..');
const standIn = useStandIn();

type Turn = (read: string | undefined) => object;

/** How each snippet that a program is made of is run without its provider, and what it must print. */
const programs: Record<string, { turn?: Turn; prints: RegExp }> = {
  'agent-browser 1': { turn: openai, prints: /page .*<about:blank>/ },
  'agent-browser 2': { prints: /about:blank\n0 / },
  'ai-sdk 1': { prints: /page .*<about:blank>/ },
  'anthropic 1': { turn: anthropic, prints: /page .*<about:blank>/ },
  'anthropic 2': { turn: anthropic, prints: /page .*<about:blank>/ },
  'langchain 1': { turn: openai, prints: /page .*<about:blank>/ },
  'openai 1': { turn: openai, prints: /page .*<about:blank>/ },
  'openai 2': { turn: chat, prints: /page .*<about:blank>/ },
  'openai 3': { turn: openai, prints: /page .*<about:blank>/ },
  'openai 4': { turn: (read) => openai(read, computerCall()), prints: /computer_screenshot/ },
  'openai 5': { prints: /ELEMENT_NOT_FOUND/ },
  // Only says what a class looks like.
  'openai 6': { prints: /^$/ },
};

const integrations = readdirSync(path.join(root, 'integrations'));
const snippets = integrations.flatMap((name) =>
  typescriptIn(path.join(root, 'integrations', name, 'README.md')).map((snippet): [string, Snippet] => [
    `${name} ${snippet.number}`,
    snippet,
  ]),
);

describe('the snippets of the integrations', () => {
  let folder = '';

  beforeAll(() => {
    mkdirSync(path.join(root, 'test', '.snippets'), { recursive: true });
    folder = mkdtempSync(path.join(root, 'test', '.snippets', 'integrations-'));
    for (const [name, { code }] of snippets) {
      writeFileSync(fileOf(name, 'ts'), code);
      writeFileSync(fileOf(name, 'mjs'), transformSync(code, { loader: 'ts', format: 'esm' }).code);
    }
  });

  afterAll(() => rmSync(path.join(root, 'test', '.snippets'), { recursive: true, force: true }));

  const fileOf = (name: string, ending: string) =>
    path.join(folder, `${name.replaceAll(/\W+/g, '-')}.${ending}`);

  it('are all known here', () => {
    expect(snippets.map(([name]) => name)).toEqual(Object.keys(programs));
  });

  it.each([
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'bundler'],
  ])('compile strictly, with modules as %s', (module, moduleResolution) => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      target: 'ES2023',
      module,
      moduleResolution,
      moduleDetection: 'force',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: ['node'],
      skipLibCheck: true,
    };
    const config = path.join(folder, `tsconfig.${module}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', config], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it.each(Object.entries(programs))('%s runs', async (name, { turn, prints }) => {
    if (turn)
      standIn.site.answers(
        () => turn(undefined),
        (sent) => turn(JSON.stringify(sent)),
      );
    expect(await run(fileOf(name, 'mjs'))).toMatch(prints);
  });
});

/** Runs a program as a user would, its provider's address apart; gives what it prints. */
function run(file: string): Promise<string> {
  const gateway = path.join(root, 'test', 'support', 'mock-provider.mjs');
  const preload = file.includes('ai-sdk') ? ['--import', gateway] : [];
  const child = spawn(process.execPath, [...preload, file], {
    cwd: root,
    env: {
      ...process.env,
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${standIn.site.origin}/v1`,
      OPENAI_AGENTS_DISABLE_TRACING: '1',
      ANTHROPIC_API_KEY: 'none',
      ANTHROPIC_BASE_URL: standIn.site.origin,
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(`${code}: ${printed}`))));
  });
}
