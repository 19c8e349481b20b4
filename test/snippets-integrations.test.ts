import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { anthropic, chat, computerCall, openai } from './support/provider-turns.js';
import { asJavaScript, compile, root, run, type Snippet, snippetsIn } from './support/snippets.js';
import { useStandIn } from './support/stand-in.js';

const standIn = useStandIn();

type Turn = (read: string | undefined) => object;

/** How each snippet is run without its provider, and what it must print. */
const programs: Record<string, { turn?: Turn; prints?: RegExp }> = {
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

const snippets = new Map<string, Snippet>(
  readdirSync(path.join(root, 'integrations')).flatMap((name) =>
    snippetsIn(`integrations/${name}/README.md`)
      .filter(({ language }) => language === 'ts')
      .map((snippet, at): [string, Snippet] => [`${name} ${at + 1}`, snippet]),
  ),
);

describe('the snippets of the integrations', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hh-integrations-'));

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are all known here', () => {
    expect([...snippets.keys()]).toEqual(Object.keys(programs));
  });

  it('compile strictly', async () => {
    const place = mkdtempSync(path.join(folder, 'compiled-'));
    const files = [...snippets].map(([name, { code }]) => [`${name.replace(' ', '-')}.ts`, code]);
    expect(await compile(place, Object.fromEntries(files))).toBe('');
  }, 120_000);

  it.each(Object.entries(programs).filter(([, { prints }]) => prints))(
    '%s runs',
    async (name, { turn, prints = /^$/ }) => {
      const place = mkdtempSync(path.join(folder, 'run-'));
      symlinkSync(path.join(root, 'node_modules'), path.join(place, 'node_modules'), 'dir');
      const file = path.join(place, 'program.mjs');
      writeFileSync(file, await asJavaScript(snippets.get(name)?.code ?? ''));
      if (turn)
        standIn.site.answers(
          () => turn(undefined),
          (sent) => turn(JSON.stringify(sent)),
        );
      const gateway = path.join(root, 'test', 'support', 'mock-provider.mjs');
      const preload = name.startsWith('ai-sdk') ? ['--import', gateway] : [];
      const { code, printed } = await run(process.execPath, [...preload, file], {
        cwd: place,
        env: {
          ...process.env,
          OPENAI_API_KEY: 'none',
          OPENAI_BASE_URL: `${standIn.site.origin}/v1`,
          OPENAI_AGENTS_DISABLE_TRACING: '1',
          ANTHROPIC_API_KEY: 'none',
          ANTHROPIC_BASE_URL: standIn.site.origin,
        },
      });
      expect(printed).toMatch(prints);
      expect(code).toBe(0);
    },
    120_000,
  );
});
