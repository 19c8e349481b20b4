import {
  builtInTools,
  categories,
  createBrowserTools,
  defineTool,
  Failure,
  safetyLevels,
  ToolRegistry,
} from 'handhold';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Agent, useBrowser } from './agent.js';

const bench = useBrowser();

const greet = defineTool({
  name: 'greet',
  description: 'Say hello.',
  category: 'utility',
  input: z.strictObject({ name: z.string().min(1) }),
  output: z.object({ greeting: z.string() }),
  run: async ({ name }) => ({ greeting: `Hello, ${name}` }),
  text: (data) => ({ head: data.greeting }),
});

const login = defineTool({
  name: 'login',
  description: 'Open a page and log in.',
  category: 'form',
  safety: 'high',
  requiredCapabilities: ['vision'],
  input: z.strictObject({ url: z.string(), user: z.string() }),
  output: z.object({ value: z.string() }),
  async run({ url, user }, { perform }) {
    await perform({ type: 'navigate', url, waitUntil: 'load', snapshot: false, timeout: 5000 });
    const typed = await perform({
      type: 'type',
      target: { selector: '#user' },
      text: user,
      clearFirst: false,
      submit: false,
      delay: 0,
      timeout: 5000,
    });
    return { value: typed.value };
  },
});

const broken = defineTool({
  name: 'broken',
  description: 'Throws.',
  category: 'utility',
  input: z.strictObject({ how: z.enum(['error', 'string', 'failure']) }),
  output: z.object({}),
  run: async ({ how }) => {
    if (how === 'failure') throw new Failure('permission_denied', 'Not you.', { hint: 'Ask.' });
    if (how === 'string') throw 'just a string';
    throw new Error('secret detail\n    at somewhere.js:1:2');
  },
});

describe('a tool of one’s own', () => {
  const tools = createBrowserTools({ tools: [greet, login, broken], blockHosts: ['blocked.test'] });
  afterAll(() => tools.close());
  const agent = new Agent(tools, 'custom');

  it('stands beside the built-in ones and is called like them', async () => {
    expect(tools.tools.map(({ name }) => name)).toEqual([
      ...builtInTools.map(({ name }) => name),
      'greet',
      'login',
      'broken',
    ]);
    expect(await tools.call('greet', { name: 'Ada' })).toMatchObject({
      success: true,
      data: { greeting: 'Hello, Ada' },
    });
    expect(await agent.reads('greet', { name: 'Ada' })).toBe('Hello, Ada');
    expect(tools.browser.isRunning).toBe(false);
  });

  it('has its input checked', async () => {
    expect(await agent.fails('greet', {})).toMatchObject({ code: 'validation_error' });
    expect(await agent.fails('greet', { name: 7 })).toMatchObject({ code: 'validation_error' });
    expect(await agent.fails('greet', { name: 'Ada', more: 1 })).toMatchObject({ code: 'validation_error' });
  });

  it('reaches pages through the gate, and through nothing else', async () => {
    const page = bench.site.page('<input id="user" oninput="note(this.value)">');
    expect((await agent.call('login', { url: page.url, user: 'ada' })).data).toEqual({ value: 'ada' });
    expect(page.notes.at(-1)).toBe('ada');
    expect(await agent.fails('login', { url: 'file:///etc/passwd', user: 'x' })).toMatchObject({
      code: 'host_blocked',
    });
    expect(await agent.fails('login', { url: 'http://x.blocked.test/', user: 'x' })).toMatchObject({
      code: 'host_blocked',
    });
    expect(await agent.fails('login', { url: page.url, user: 'a\0b' })).toMatchObject({
      code: 'validation_error',
    });
  });

  it('that throws gives a result all the same, without a stack', async () => {
    const result = await tools.call('broken', { how: 'error' });
    expect(result.error).toMatchObject({
      code: 'unexpected_error',
      recoveryHint: expect.stringMatching(/\S/),
    });
    expect(result.error?.message).not.toMatch(/\n|somewhere\.js/);
    expect((await tools.call('broken', { how: 'string' })).error?.code).toBe('unexpected_error');
    expect((await tools.call('broken', { how: 'failure' })).error).toMatchObject({
      code: 'permission_denied',
      message: 'Not you.',
      recoveryHint: 'Ask.',
    });
    expect((await tools.call('greet', { name: 'Ada' })).success).toBe(true);
  });

  it('must have a name that every provider takes', () => {
    for (const name of ['', 'Greet', 'greet me', 'greet-me', '1greet', 'x'.repeat(65)])
      expect(() => defineTool({ ...greet, name })).toThrowError(/not a tool name/);
  });
});

describe('the registry', () => {
  const registry = new ToolRegistry([...builtInTools, greet, login]);

  it('takes a name only once', () => {
    expect(() => registry.register(greet)).toThrowError(/already/);
    expect(registry.has('greet')).toBe(true);
    expect(registry.has('constructor')).toBe(false);
    expect(registry.listTools()).toHaveLength(builtInTools.length + 2);
  });

  it('names the nearest for a name it does not have', () => {
    for (const [wrong, near] of [
      ['browser_clik', 'browser_click'],
      ['click', 'browser_click'],
      ['browser_screen_shot', 'browser_screenshot'],
      ['browserNavigate', 'browser_navigate'],
    ]) {
      let hint = '';
      try {
        registry.getTool(wrong ?? '');
      } catch (thrown) {
        hint = thrown instanceof Failure ? `${thrown.code} ${thrown.hint}` : String(thrown);
      }
      expect(hint).toBe(`unknown_tool Did you mean ${near}?`);
    }
  });

  it('selects by name, by category, core and all, in the order of the registry', () => {
    const names = (wanted: string[]) => registry.select(wanted).listTools();
    expect(names(['all'])).toEqual(registry.listTools());
    expect(names(['browser_wait', 'browser_navigate'])).toEqual(['browser_navigate', 'browser_wait']);
    const both = [...registry].filter(({ category }) => category === 'utility' || category === 'form');
    expect(names(['utility', 'form'])).toEqual(both.map(({ name }) => name));
    expect(names(['utility', 'form'])).toEqual(expect.arrayContaining(['browser_select', 'greet', 'login']));
    const core = [...registry].filter((tool) => tool.core).map(({ name }) => name);
    expect(names(['core'])).toEqual(core);
    expect(core).toEqual(expect.arrayContaining(['browser_navigate', 'browser_snapshot', 'browser_click']));
    expect(core).not.toContain('browser_reload');
    expect(names([])).toEqual([]);
    expect(() => names(['core', 'browser_fly'])).toThrowError(Failure);
  });

  it('tells tools by category, level of risk and what a model can do', () => {
    const forms = registry.getByCategory('form').map(({ name, category }) => `${name} ${category}`);
    expect(forms).toEqual(expect.arrayContaining(['login form', 'browser_fill_form form']));
    expect(forms.every((form) => form.endsWith(' form'))).toBe(true);
    expect(registry.upTo('safe').has('browser_click')).toBe(false);
    expect(registry.upTo('safe').has('browser_snapshot')).toBe(true);
    expect(registry.upTo('medium').has('login')).toBe(false);
    expect(registry.upTo('dangerous').listTools()).toEqual(registry.listTools());
    expect(registry.getFilteredRegistry([]).has('login')).toBe(false);
    expect(registry.getFilteredRegistry(['vision']).has('login')).toBe(true);
  });
});

describe('every built-in tool', () => {
  it.each(builtInTools.map((tool) => [tool.name, tool] as const))('%s says what it is', (name, tool) => {
    expect(name).toMatch(/^browser_[a-z_]+$/);
    expect(tool.description.length).toBeGreaterThan(10);
    expect(tool.returns).not.toBe('');
    expect(categories).toContain(tool.category);
    expect(safetyLevels).toContain(tool.safety);
    expect(tool.timeout).toBeGreaterThan(0);
    expect(tool.examples.length).toBeGreaterThan(0);
    for (const example of tool.examples) expect(tool.input.safeParse(example).success).toBe(true);
  });

  it('that was specified is there', () => {
    expect(builtInTools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(
        'browser_navigate browser_back browser_forward browser_reload browser_snapshot browser_click browser_type browser_press browser_scroll browser_screenshot browser_wait browser_tabs browser_dialog browser_close'.split(
          ' ',
        ),
      ),
    );
  });
});
