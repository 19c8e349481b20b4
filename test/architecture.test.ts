import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const library = path.join(root, 'packages', 'handhold', 'src');

/** A part of the library, by the beginning of its files' paths, and what it may import from others. */
interface Part {
  at: string;
  /** Paths it may import, by their beginning. */
  uses: string[];
  /** Paths from which it may import types only. */
  types?: string[];
}

/** What a dialect is made of: other names for tools, and no way to the browser but them. */
const words = [
  'dialects/',
  'tools/',
  'gate/untrusted.ts',
  'errors.ts',
  'json.ts',
  'log.ts',
  'page-controller.ts',
  'page/refs/ref.ts',
  'personality.ts',
  'registry.ts',
  'render.ts',
  'result.ts',
  'schema.ts',
  'tool.ts',
  'toolbox.ts',
  'url.ts',
  'wording.ts',
];

/** From the most special to the most general: the first that fits a file counts. */
const parts: Part[] = [
  { at: 'page/injected/', uses: ['page/injected/'] },
  { at: 'page/page-world/', uses: ['page/page-world/'] },
  { at: 'page/', uses: ['page/', 'gate/untrusted.ts', 'deadline.ts', 'errors.ts', 'log.ts', 'url.ts'] },
  {
    at: 'gate/',
    uses: [
      'gate/',
      'page/acting/keys.ts',
      'page/refs/ref.ts',
      'page/injected/risk/file-address.ts',
      'page/injected/dom/invisible.ts',
      'page/injected/risk/words.ts',
      'page/injected/secrets/fingerprints.ts',
      'page/injected/secrets/spellings.ts',
      'errors.ts',
      'log.ts',
      'mistakes.ts',
      'system-code.ts',
      'url.ts',
      'yaml-file.ts',
    ],
    types: [
      'action.ts',
      'page/targeting/find-target.ts',
      'page/targeting/second-check.ts',
      'page/injected/protocol.ts',
    ],
  },
  {
    at: 'browser/',
    uses: [
      'browser/',
      'page/',
      'gate/untrusted.ts',
      'gate/hosts.ts',
      'gate/address.ts',
      'gate/payment-request.ts',
      'deadline.ts',
      'errors.ts',
      'log.ts',
      'system-code.ts',
      'url.ts',
    ],
  },
  {
    at: 'action.ts',
    uses: [],
    types: [
      'acting/stage.ts',
      'gate/checks.ts',
      'gate/risk.ts',
      'page/targeting/find-target.ts',
      'page/targeting/second-check.ts',
    ],
  },
  {
    at: 'acting/',
    uses: ['acting/', 'gate/', 'browser/', 'page/', 'deadline.ts', 'errors.ts', 'log.ts', 'url.ts'],
    types: ['action.ts'],
  },
  {
    at: 'tools/',
    uses: [
      'tools/',
      'acting/',
      'verbs/',
      'gate/',
      'browser/',
      'page/',
      'action.ts',
      'deadline.ts',
      'tool.ts',
      'errors.ts',
      'json.ts',
      'log.ts',
      'url.ts',
    ],
  },
  {
    at: 'verbs/',
    uses: [
      'verbs/',
      'gate/untrusted.ts',
      'page/refs/ref.ts',
      'errors.ts',
      'json.ts',
      'nearest.ts',
      'schema.ts',
    ],
    types: ['tool.ts'],
  },
  { at: 'nearest.ts', uses: [] },
  { at: 'url.ts', uses: [] },
  { at: 'yaml-file.ts', uses: [] },
  { at: 'mistakes.ts', uses: ['gate/untrusted.ts', 'nearest.ts'] },
  { at: 'known-options.ts', uses: ['gate/safety.ts', 'mistakes.ts'], types: ['toolbox.ts'] },
  { at: 'deadline.ts', uses: ['errors.ts'] },
  { at: 'errors.ts', uses: [] },
  { at: 'log.ts', uses: [] },
  { at: 'terms.ts', uses: [], types: ['gate/safety.ts'] },
  { at: 'metadata.ts', uses: ['gate/safety.ts', 'schema.ts', 'terms.ts'], types: ['tool.ts'] },
  {
    at: 'tool.ts',
    uses: ['action.ts', 'gate/safety.ts', 'metadata.ts', 'terms.ts'],
    types: ['tools/actions.ts', 'approving.ts', 'result.ts'],
  },
  { at: 'approving.ts', uses: [], types: ['gate/approver.ts', 'tools/actions.ts'] },
  { at: 'json.ts', uses: [] },
  { at: 'session-name.ts', uses: [] },
  { at: 'system-code.ts', uses: [] },
  { at: 'call-under-way.ts', uses: [], types: ['page-controller.ts'] },
  { at: 'page-controller.ts', uses: ['errors.ts', 'gate/untrusted.ts', 'result.ts'] },
  {
    at: 'base-tool.ts',
    uses: ['call-under-way.ts', 'errors.ts', 'metadata.ts', 'page-controller.ts', 'tool.ts'],
    types: ['result.ts'],
  },
  {
    at: 'alone.ts',
    uses: ['arguments.ts', 'base-tool.ts', 'deadline.ts', 'errors.ts', 'result.ts', 'session-name.ts'],
    types: ['page-controller.ts', 'tool.ts'],
  },
  {
    at: 'dialects/adapters/',
    uses: [
      'dialects/adapters/',
      'tools/',
      'browser/',
      'gate/',
      'page/refs/ref.ts',
      'arguments.ts',
      'errors.ts',
      'json.ts',
      'schema.ts',
      'session-name.ts',
      'tool.ts',
      'toolbox.ts',
    ],
    types: ['action.ts', 'result.ts'],
  },
  ...[
    'car/',
    'ethos/',
    'flybrowser/',
    'index.ts',
    'prometheus.ts',
    'rename.ts',
    'surface.ts',
    'names.ts',
  ].map((at) => ({ at: `dialects/${at}`, uses: words })),
  { at: 'result.ts', uses: ['call-under-way.ts', 'errors.ts', 'json.ts', 'session-name.ts'] },
  {
    at: 'registry.ts',
    uses: [
      'alone.ts',
      'base-tool.ts',
      'errors.ts',
      'gate/untrusted.ts',
      'log.ts',
      'nearest.ts',
      'page-controller.ts',
      'result.ts',
      'tool.ts',
    ],
  },
  { at: 'schema.ts', uses: ['json.ts'], types: ['tool.ts'] },
  { at: 'wording.ts', uses: ['gate/untrusted.ts'], types: ['errors.ts', 'result.ts'] },
  {
    at: 'render.ts',
    uses: ['gate/untrusted.ts', 'wording.ts'],
    types: ['errors.ts', 'result.ts', 'tool.ts'],
  },
  { at: '', uses: [''] },
];

interface Import {
  from: string;
  typeOnly: boolean;
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules/') && !name.includes('dist/'))
    .sort();
}

/** What a source imports or re-exports, statically or on demand. */
function importsOf(source: string): Import[] {
  const found: Import[] = [];
  const statement = /^\s*(?:import|export)\s+(type\s+)?(?:([^'";]*?)\s+from\s+)?['"]([^'"]+)['"]/gm;
  for (const [, type, what, from] of source.matchAll(statement)) {
    const names = /^\{([^}]*)\}$/s
      .exec(what?.trim() ?? '')?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '');
    const allTypes =
      names !== undefined && names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
    found.push({ from: from ?? '', typeOnly: type !== undefined || allTypes });
  }
  for (const [, from] of source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g))
    found.push({ from: from ?? '', typeOnly: false });
  return found;
}

function problemsIn(file: string): string[] {
  const part = parts.find(({ at }) => file.startsWith(at));
  if (!part) return [`${file} belongs to no part`];
  const problems: string[] = [];
  for (const { from, typeOnly } of importsOf(readFileSync(path.join(library, file), 'utf8'))) {
    if (!from.startsWith('.')) {
      if (from === 'handhold') problems.push(`${file} imports the library by its own name`);
      continue;
    }
    const target = path.posix.join(path.posix.dirname(file), from).replace(/\.js$/, '.ts');
    const fits = (allowed: string) => target.startsWith(allowed);
    if (part.uses.some(fits) || (typeOnly && part.types?.some(fits))) continue;
    const may =
      [...part.uses, ...(part.types ?? []).map((type) => `types of ${type}`)].join(', ') || 'nothing';
    problems.push(`${file} imports ${target}; ${part.at} may import ${may}`);
  }
  return problems;
}

describe('the import directions', () => {
  it('inside the library point one way', () => {
    const files = filesUnder(library);
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap(problemsIn)).toEqual([]);
  });

  it('of integrations and the shell lead to the library by its name only', () => {
    const problems: string[] = [];
    for (const folder of ['packages/cli', 'integrations', 'examples']) {
      const at = path.join(root, folder);
      for (const file of filesIn(at)) {
        for (const { from } of importsOf(readFileSync(path.join(at, file), 'utf8'))) {
          const target = from.startsWith('.')
            ? path.posix.join(folder, path.posix.dirname(file), from)
            : from;
          const own = folder === 'integrations' ? `integrations/${file.split('/')[0]}/` : `${folder}/`;
          const inLibrary = target.startsWith('packages/handhold') || /^handhold\/./.test(target);
          const ownOrSupport = target.startsWith(own) || target.startsWith('test/support/');
          if (inLibrary || (from.startsWith('.') && !ownOrSupport))
            problems.push(`${folder}/${file} imports ${target}; it may use the library as "handhold" only`);
          if (from === 'playwright-core')
            problems.push(`${folder}/${file} drives the browser past the library`);
        }
      }
    }
    expect(problems).toEqual([]);
  });

  it('are found by the test at all', () => {
    const source = `import type { A } from './a.js';\nimport { type B, type C } from './b.js';\nimport { d } from './d.js';
      export * from './e.js';\nimport './f.js';\nconst g = await import('./g.js');\nimport h, { type I } from './h.js';
      import {\n  type J,\n  k,\n} from './j.js';`;
    const found = importsOf(source).map(({ from, typeOnly }) => `${from}${typeOnly ? ' type' : ''}`);
    expect(found.sort()).toEqual(
      ['./a.js type', './b.js type', './d.js', './e.js', './f.js', './g.js', './h.js', './j.js'].sort(),
    );
  });
});

function filesIn(folder: string): string[] {
  try {
    return filesUnder(folder);
  } catch {
    return [];
  }
}

/** What may be called on a collection without changing it is not here. */
const writing = /^(add|set|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin)$/;

/** Module-level state, and whatever runs when a module is imported, in the script that runs in documents. */
function heldBesideTheOwner(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const problems: string[] = [];
  for (const [line] of code.matchAll(/^(?:export )?(?:let|var) .*/gm)) problems.push(line);
  for (const [line] of code.matchAll(/^(?:[\w$.]+\(|(?:for|while|if|new|await|try)\b).*/gm))
    problems.push(line);
  for (const [line, name, value] of code.matchAll(/^(?:export )?const (\w+)(?:: [^=]+)? =\s+([^\n]*)/gm)) {
    const isMade = /^new (?!(?:Set|Map|RegExp|XPathEvaluator)\b)/.test(value ?? '');
    const isEmpty = /^new (?:Set|Map)(?:<.*>)?\(\)/.test(value ?? '');
    if (isMade || isEmpty) problems.push(line);
    const uses = code.matchAll(
      new RegExp(`(?<![\\w.$])${name}(?:\\.(\\w+)\\(|(?:\\.\\w+|\\[[^\\]]*\\]) [-+|&?]*= )`, 'g'),
    );
    for (const [use, method] of uses)
      if (method === undefined || writing.test(method)) problems.push(`${line} … ${use}`);
  }
  return problems;
}

describe('the script in the document', () => {
  const folder = path.join(library, 'page', 'injected');

  it('holds what changes in one object, and does nothing when its modules are imported', () => {
    const files = filesUnder(folder).filter((file) => file !== 'state.ts' && file !== 'main.ts');
    expect(files.length).toBeGreaterThan(100);
    const problems = files.flatMap((file) =>
      heldBesideTheOwner(readFileSync(path.join(folder, file), 'utf8')).map((line) => `${file}: ${line}`),
    );
    expect(problems).toEqual([]);
  });

  it.each([
    'let looks = 0;',
    'export let looks = 0;',
    'const known = new WeakMap<Element, string>();',
    'const known = new Map<string, number>();',
    "const roles = new Set(['row']);\nfunction learn(role: string) {\n  roles.add(role);\n}",
    'const latest = { at: 0 };\nfunction note() {\n  latest.at = 1;\n}',
    'const observer = new MutationObserver(note);',
    "addEventListener('click', note);",
    'for (const type of types) addEventListener(type, note);',
  ])('is found to hold something else by the test: %s', (source) => {
    expect(heldBesideTheOwner(source)).not.toEqual([]);
  });
});

describe('the sources', () => {
  it.each([
    ['any', /\bas any\b|:\s*any\b(?!\w)|<any>|\bany\[\]/],
    ['double casts', /\bas unknown as\b/],
    ['silenced checks', /@ts-(ignore|nocheck|expect-error)/],
    ['output on stdout', /\bconsole\.(log|info|table|dir)\(/],
  ])('have no %s', (_what, pattern) => {
    const problems: string[] = [];
    for (const folder of [
      'packages/handhold/src',
      'packages/handhold/test',
      'integrations',
      'packages/cli/src',
    ]) {
      for (const file of filesIn(path.join(root, folder))) {
        if (file.endsWith('.generated.ts')) continue;
        const lines = readFileSync(path.join(root, folder, file), 'utf8').split('\n');
        lines.forEach((line, i) => {
          const code = line
            .replace(/\/\/.*$|^\s*\*.*$|^\s*\/\*\*.*$/, '')
            .replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "''");
          if (pattern.test(code)) problems.push(`${folder}/${file}:${i + 1}: ${line.trim()}`);
        });
      }
    }
    expect(problems).toEqual([]);
  });
});
