import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createBrowserTools, loadConfig, loadToolModules, toolModulesIn } from 'handhold';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const folder = mkdtempSync(path.join(tmpdir(), 'hh-modules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const library = JSON.stringify(import.meta.resolve('handhold'));
const zod = JSON.stringify(import.meta.resolve('zod'));

/** What the modules of these tests begin with. */
const beginning = `import { BaseTool, defineTool, ToolMetadata, ToolResult } from ${library};
import { z } from ${zod};
const tool = (name, more = {}) => defineTool({
  name, description: 'Does nothing.', category: 'utility', requiresPage: false,
  input: z.strictObject({}), output: z.string(), run: async () => name + ' done', ...more,
});
class Named extends BaseTool {
  constructor(page, name = 'by_class') {
    super(page);
    this.metadata = new ToolMetadata({ name, description: 'Does nothing.', category: 'utility' });
  }
  async execute() { return ToolResult.successResult(this.metadata.name + ' done'); }
}
`;

function file(name: string, text: string): string {
  const at = path.join(folder, name);
  writeFileSync(at, text);
  return at;
}

function moduleOf(name: string, text: string): string {
  return file(name, beginning + text);
}

/** What becomes of each group of modules: names of tools, or why there are none. By Node itself, as vitest loads its own way. */
async function outcomesOf(groups: string[][]): Promise<string[]> {
  const code = `import { loadToolModules } from ${library};
    const said = [];
    for (const files of JSON.parse(process.argv[1]))
      said.push(String(await loadToolModules(files).then((tools) => tools.map(({ name }) => name), String)));
    process.stdout.write(JSON.stringify(said));`;
  const args = ['--input-type=module', '-e', code, JSON.stringify(groups)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return z.array(z.string()).parse(JSON.parse(stdout));
}

describe('a module of tools', () => {
  it('gives what it exports: definitions, classes and instances, by themselves or in lists', async () => {
    const one = moduleOf(
      'all-forms.mjs',
      `export default [tool('first'), new Named(undefined, 'by_instance')];
       export { Named }; export const second = tool('second'), again = second;
       export const version = 1, setUp = () => 'no tool', nothing = null;`,
    );
    const tools = await loadToolModules([one]);
    const names = ['by_class', 'by_instance', 'first', 'second'];
    expect(tools.map(({ name }) => name).sort()).toEqual(names);
    const toolbox = createBrowserTools({ tools });
    for (const name of names)
      expect(await toolbox.call(name)).toMatchObject({ success: true, data: `${name} done` });
  });

  it('may be named twice, or by two paths; two that share a name, or one that is not there, may not', async () => {
    const one = moduleOf('one.mjs', `export default tool('same')`);
    const other = moduleOf('other.mjs', `export default tool('same')`);
    const link = path.join(folder, 'link.mjs');
    symlinkSync(one, link);
    const none = path.join(folder, 'none.mjs');
    expect(await outcomesOf([[one, link, one], [one, other], [none], [folder]])).toEqual([
      'same',
      `Error: ${other}: its tool "same" has the name of one in ${one}. Give it another.`,
      expect.stringContaining(`${none} is no file. `),
      expect.stringContaining(`${folder} is no file. `),
    ]);
  });

  it('that is of no use is refused in one line, which says which and why', async () => {
    const faults: [text: string, words: RegExp][] = [
      ['export const x = 1;', /no-use-\d+\.mjs exports no tool\. Export what defineTool/],
      [`\nthrow new Error('Boom\\nand more')`, /no-use-\d+\.mjs:\d+ can not be loaded: Boom\. Mend it/],
      ['throw null', /can not be loaded: null/],
      ['export const x = ;', /can not be loaded: Unexpected token ';'\. "node --check"/],
      [`import 'no-such-package'`, /'no-such-package'.* Install that where the module is/],
      [`export default tool('browser_click')`, /"browser_click" has the name of a built-in/],
      [`export default [tool('a'), tool('a')]`, /"a" has the name of one in .*no-use-\d+\.mjs/],
      [`export default tool('A tool')`, /"A tool" is not a tool name/],
      [`export default tool('a', { safety: 'Dangerous' })`, /"Dangerous" is no level/],
      [`export default tool('a', { category: 'shop' })`, /"default" is no tool as it stands \(category/],
      [`export default tool('a', { input: { url: 'string' } })`, /\(input: is no z\.object\(\) of zod 4\)/],
      [
        `export default tool('a', { input: z.object({ at: z.date() }) })`,
        /input of its tool "a" can not be told as JSON/,
      ],
      ['export class Mute extends BaseTool {}', /Mute does not say what it is/],
      ['export class Stray { static metadata = {} }', /"Stray" is a class that does not extend/],
      [`export default { name: 'a', run() {} }`, /Make it with defineTool\(\)/],
    ];
    const files = faults.map(([text], i) => moduleOf(`no-use-${i}.mjs`, text));
    const outcomes = await outcomesOf(files.map((at) => [at]));
    for (const [i, [text, words]] of faults.entries()) {
      expect(outcomes[i], text).toMatch(words);
      expect(outcomes[i], text).toContain(files[i]);
      expect(outcomes[i], text).not.toContain('\n');
    }
  });
});

describe('modules in a config file', () => {
  it('are named from where it is, and narrowed like other tools; core takes them in', async () => {
    moduleOf(
      'own.mjs',
      `export default [tool('own_look', { category: 'extraction' }), tool('own_wipe', { safety: 'dangerous' })]`,
    );
    const config = file(
      'handhold.yaml',
      `toolModules: [own.mjs]
tools: [core]
toolsets:
  careful: { maxSafety: medium }
  looks: { tools: [extraction] }
  ours: { tools: [browser_click] }
`,
    );
    expect(toolModulesIn(config)).toEqual([path.join(folder, 'own.mjs')]);
    const tools = await loadToolModules(toolModulesIn(config));
    const allowed = (toolset?: string) => {
      const { registry } = createBrowserTools({ ...loadConfig(config, { toolset, tools }), tools });
      return registry.listTools().filter((name) => /^own_|_click$/.test(name));
    };
    expect(allowed()).toEqual(['browser_click', 'own_look', 'own_wipe']);
    expect(allowed('careful')).toEqual(['browser_click', 'own_look']);
    expect(allowed('looks')).toEqual(['own_look']);
    expect(allowed('ours')).toEqual(['browser_click']);
    expect(() => loadConfig(config)).toThrow(/names modules of tools. Load them with loadToolModules/);
  });
});
