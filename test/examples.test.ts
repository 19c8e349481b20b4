import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useFullBrowser } from './support/browser.js';
import { anthropic, computerCall, openai } from './support/provider-turns.js';
import { useStandIn } from './support/stand-in.js';

const root = path.join(import.meta.dirname, '..');
const standIn = useStandIn();
const opened = /page .*<about:blank>/;

interface Example {
  /** What the provider would say. */
  turn?(read: string | undefined): object;
  args?: string[];
  /** A page to open first. */
  page?: string;
  /** The command that it is a module for, where it is no program by itself. */
  command?: string[];
  prints: RegExp;
}

/** How each example is run without its provider, and what it must print. */
const examples: Record<string, Example> = {
  'ai-sdk': { prints: opened },
  anthropic: { turn: anthropic, prints: opened },
  ethos: {
    args: ['about:blank'],
    prints:
      /^browser_navigate, browser_snapshot, browser_console\n[\s\S]*session not active — call browser_navigate first[\s\S]*<about:blank>[\s\S]*^0 console messages\nerror unknown_tool: There is no tool called "browser_click"/m,
  },
  flybrowser: {
    args: ['about:blank'],
    prints:
      /^goto \{[^\n]*"url":"about:blank"[\s\S]*^count_links \{"links":0\}[^{]*\{[^}]*counted: 'body'[\s\S]*^get_page_content \{[^\n]*<html>[\s\S]*^click failed: /m,
  },
  langchain: { turn: openai, prints: opened },
  library: { args: ['about:blank'], prints: opened },
  'tool-adapter-demo': {
    prints:
      /^\["selector"\]\n[\s\S]*title: 'Sign up'[\s\S]*value: 'Ada'[\s\S]*status "Welcome, Ada"[\s\S]*^ELEMENT_NOT_FOUND$/m,
  },
  car: {
    prints: /^# "Your order"\n"Order total: \$42\.00"\n\[el_0\] Textbox "Coupon" [\s\S]*met: true \}$/m,
  },
  mastra: { turn: openai, prints: opened },
  openai: { turn: openai, prints: opened },
  'openai-agents': { turn: openai, prints: opened },
  'own-tool': {
    command: ['node_modules/.bin/handhold', 'call', 'page_outline', '--tool-module'],
    page: '<main><h1>Shop</h1><p>Welcome.</p><h2>Shoes</h2><h4>Care</h4></main>',
    prints: /^2 headings\n<page \w+>\n# Shop\n## Shoes\n<\/page/m,
  },
  'openai-computer-use': {
    turn: (read) => openai(read, computerCall()),
    args: ['Look.', 'about:blank'],
    prints: /computer_screenshot/,
  },
};

/** Runs an example; gives what it prints. */
function run(name: string, { command = [], args = [], page }: Example): Promise<string> {
  const preload = name === 'ai-sdk' ? ['--import', './test/support/mock-provider.mjs'] : [];
  const file = path.join('examples', `${name}.mjs`);
  const opening = page === undefined ? [] : ['--url', standIn.site.page('/example', page)];
  const child = spawn(process.execPath, [...preload, ...command, file, ...args, ...opening], {
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
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(`${code}: ${printed}`))));
  });
}

describe('the examples', () => {
  const files = readdirSync(path.join(root, 'examples')).filter((file) => file.endsWith('.mjs'));

  it('are all known here, and short', () => {
    expect(files.map((file) => file.replace('.mjs', '')).sort()).toEqual(Object.keys(examples).sort());
    for (const file of files) {
      const source = readFileSync(path.join(root, 'examples', file), 'utf8');
      expect(source.trimEnd().split('\n').length, file).toBeLessThan(40);
      expect(source, file).toMatch(/^\/\/ .*(Needs \w+_API_KEY|no key).*(node|--tool-module) examples\//);
    }
  });

  describe.each(Object.entries(examples))('%s', (name, example) => {
    if (['library', 'mastra'].includes(name)) useFullBrowser();

    it('runs', async () => {
      const { turn, prints } = example;
      if (turn)
        standIn.site.answers(
          () => turn(undefined),
          (sent) => turn(JSON.stringify(sent)),
        );
      expect(await run(name, example)).toMatch(prints);
    });
  });
});
