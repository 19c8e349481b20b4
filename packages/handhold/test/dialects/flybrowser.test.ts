import {
  BaseTool,
  builtInTools,
  categories,
  createBrowserTools,
  defineTool,
  dialects,
  Failure,
  inputSchema,
  ModelCapability,
  PageController,
  SafetyLevel,
  safetyLevels,
  ToolCategory,
  type ToolExecution,
  ToolMetadata,
  ToolRegistry,
  ToolResult,
} from 'handhold';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { useBrowser } from '../agent.js';

const bench = useBrowser();

/** "Example of a custom tool implementation". */
class ClickTool extends BaseTool {
  override readonly metadata = new ToolMetadata({
    name: 'click',
    description: 'Click on an element identified by selector',
    category: ToolCategory.INTERACTION,
    safetyLevel: SafetyLevel.LOW_RISK,
    parameters: [
      {
        name: 'selector',
        type: 'string',
        description: 'CSS selector for the element to click',
        required: true,
      },
      { name: 'timeout', type: 'number', description: 'Timeout in milliseconds', default: 5000 },
    ],
    returnsDescription: 'Confirmation of click action',
    examples: ['click(selector="#submit-btn")', 'click(selector=".nav-link", timeout=10000)'],
    requiresPage: true,
    timeoutSeconds: 30,
  });

  override async execute({
    selector,
    timeout,
  }: {
    selector: string;
    timeout: number;
  }): Promise<ToolExecution> {
    try {
      const element = await this.page.waitForSelector(selector, { timeout });
      await element.click();
      return ToolResult.successResult({ clicked: selector, success: true });
    } catch (thrown) {
      return ToolResult.failureResult(
        `Failed to click ${selector}: ${thrown instanceof Error ? thrown.message : ''}`,
      );
    }
  }
}

/** One that counts for as long as it lives, reads of no page, and can be slow or broken. */
class CountTool extends BaseTool {
  #count = 0;
  override readonly metadata = new ToolMetadata({
    name: 'count',
    description: 'Counts.',
    category: ToolCategory.UTILITY,
    safetyLevel: SafetyLevel.SAFE,
    parameters: [
      { name: 'how', type: 'string', enum: ['fast', 'slow', 'broken'], default: 'fast' },
      { name: 'words', type: 'array', itemsType: 'string' },
    ],
    requiresPage: false,
    timeoutSeconds: 0.2,
    requiredCapabilities: [],
    optimalCapabilities: [ModelCapability.LONG_CONTEXT],
  });

  override async execute({ how }: { how: string }): Promise<ToolExecution> {
    if (how === 'broken') throw new Error('out of order\n    at somewhere.js:1:2');
    if (how === 'slow') {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await this.page.call('browser_navigate', { url: 'http://127.0.0.1:1/' }).catch((thrown: unknown) => {
        late.push(thrown instanceof Failure ? thrown.code : 'reached');
      });
    }
    this.#count += 1;
    return ToolResult.successResult(this.#count, { counted: true });
  }
}
const late: string[] = [];

describe('Base Tool Class: "All tools inherit from BaseTool"', () => {
  it('"Initialize the tool with optional page controller", and "execute"', async () => {
    const agent = bench.lasting();
    const page = bench.site.page(`<button id="go" onclick="note('went')">Go</button>`);
    await agent.open(page);
    const controller = new PageController({
      call: (tool, input) => bench.tools.call(tool, input, { session: agent.session }),
    });
    const tool = new ClickTool(controller);
    expect(await tool.execute({ selector: '#go', timeout: 1000 })).toEqual({
      success: true,
      data: { clicked: '#go', success: true },
      executionTime: 0,
      timestamp: expect.any(Number),
      metadata: { session: 'default' },
    });
    expect(page.notes).toEqual(['went']);
    const failed = await tool.execute({ selector: '#gone', timeout: 50 });
    expect(failed).toEqual({
      success: false,
      error: {
        code: 'execution_error',
        message: 'Failed to click #gone: "#gone" did not show up within 50 ms.',
        recoveryHint: expect.stringMatching(/\S/),
        canRetry: false,
        sideEffect: 'unknown',
      },
      executionTime: 0,
      timestamp: expect.any(Number),
      metadata: { session: 'default' },
    });
    expect(`${failed.error}`).toBe('Failed to click #gone: "#gone" did not show up within 50 ms.');
    const homeless = await new ClickTool().execute({ selector: '#go', timeout: 50 });
    expect(homeless.error?.message).toContain('no page');
  });

  it('"Validate parameters against the tool\'s JSON schema"', () => {
    const tool = new ClickTool();
    expect(tool.validateParameters({ selector: '#a' })).toEqual([true, undefined]);
    expect(tool.validateParameters({})).toEqual([false, expect.stringContaining('selector')]);
    expect(tool.validateParameters({ selector: 7 })).toEqual([false, expect.stringContaining('selector')]);
    expect(tool.validateParameters({ selector: '#a', timeout: 'soon' })[0]).toBe(false);
    expect(tool.validateParameters({ selector: '#a', other: 1 })[0]).toBe(false);
    expect(new CountTool().validateParameters({ how: 'backwards' })[0]).toBe(false);
    expect(new CountTool().validateParameters({ words: ['a', 1] })[0]).toBe(false);
    expect(new CountTool().validateParameters({ how: 'slow', words: ['a'] })[0]).toBe(true);
  });
});

describe('Tool Metadata, Categories, Safety Levels, Parameters, Result', () => {
  it('"Metadata describing a tool\'s capabilities" has every field of the document', () => {
    expect({ ...new ClickTool().metadata }).toMatchObject({
      name: 'click',
      description: 'Click on an element identified by selector',
      category: 'interaction',
      safetyLevel: 'low_risk',
      parameters: [
        { name: 'selector', type: 'string', required: true },
        { name: 'timeout', type: 'number', required: false, default: 5000 },
      ],
      returnsDescription: 'Confirmation of click action',
      examples: ['click(selector="#submit-btn")', 'click(selector=".nav-link", timeout=10000)'],
      requiresPage: true,
      timeoutSeconds: 30,
      isTerminal: false,
      requiredCapabilities: [],
      optimalCapabilities: [],
    });
  });

  it.each([
    [{ category: 'magic' }],
    [{ safetyLevel: 'fine' }],
    [{ name: '' }],
    [{ timeoutSeconds: 0 }],
    [{ parameters: [{ name: 'x', type: 'text' }] }],
    [{ requiredCapabilities: ['smell'] }],
    [{ safety_level: 'safe' }],
  ])('refuses metadata that says nonsense: %j', (wrong) => {
    const right: object = { name: 'x', description: 'X.', category: 'utility' };
    const make: (given: object) => unknown = (given) => Reflect.construct(ToolMetadata, [given]);
    expect(make(right)).toBeInstanceOf(ToolMetadata);
    expect(() => make({ ...right, ...wrong })).toThrowError(/no tool metadata/);
  });

  it('"Tools are organized by category"', () => {
    expect(ToolCategory).toEqual({
      NAVIGATION: 'navigation',
      INTERACTION: 'interaction',
      EXTRACTION: 'extraction',
      FORM: 'form',
      SYSTEM: 'system',
      UTILITY: 'utility',
    });
    expect(categories).toEqual(Object.values(ToolCategory));
  });

  it('"Tools have safety classifications", from harmless to harmful', () => {
    expect(SafetyLevel).toEqual({
      SAFE: 'safe',
      LOW_RISK: 'low_risk',
      MEDIUM_RISK: 'medium',
      HIGH_RISK: 'high',
      DANGEROUS: 'dangerous',
    });
    expect(Object.values(SafetyLevel)).toEqual(safetyLevels);
  });

  it('"Tools return structured results": success_result, failure_result', () => {
    expect(ToolResult.successResult({ a: 1 }, { took: 3 })).toEqual({
      success: true,
      data: { a: 1 },
      executionTime: 0,
      timestamp: expect.any(Number),
      metadata: { session: 'default', took: 3 },
    });
    const failed = ToolResult.failureResult('No.', { code: 7 });
    expect(failed).toMatchObject({
      success: false,
      error: { code: 'execution_error', message: 'No.' },
      metadata: { code: 7 },
    });
    expect(`${failed.error}`).toBe('No.');
  });

  it('"Tools generate JSON schemas for LLM prompts"', () => {
    const schema = {
      type: 'object',
      properties: {
        selector: { type: 'string', description: 'CSS selector for the element to click' },
        timeout: { type: 'number', description: 'Timeout in milliseconds', default: 5000 },
      },
      required: ['selector'],
    };
    expect(new ClickTool().metadata.toJsonSchema()).toEqual(schema);
    const registry = new ToolRegistry([ClickTool]);
    expect(inputSchema(registry.getTool('click'))).toEqual(schema);
    expect(new CountTool().metadata.toJsonSchema()).toEqual({
      type: 'object',
      properties: {
        how: { type: 'string', enum: ['fast', 'slow', 'broken'], default: 'fast' },
        words: { type: 'array', items: { type: 'string' } },
      },
      required: [],
    });
  });

  it('every tool of ours has metadata too, and a copy of it tells of itself', () => {
    for (const tool of builtInTools) {
      expect(tool.metadata).toMatchObject({
        name: tool.name,
        category: tool.category,
        safetyLevel: tool.safety,
      });
      expect(tool.metadata.toJsonSchema()).toEqual(inputSchema(tool));
      expect(tool.metadata.timeoutSeconds).toBe(tool.timeout / 1000);
      expect(tool.metadata.parameters.map(({ name }) => name)).toEqual(Object.keys(tool.input.shape));
    }
    const [first] = builtInTools;
    expect(first && defineTool({ ...first, name: 'another' }).metadata.name).toBe('another');
  });
});

describe('Tool Registry: "manages tool discovery and instantiation"', () => {
  const greet = defineTool({
    name: 'greet',
    description: 'Say hello.',
    category: 'utility',
    safety: 'safe',
    requiresPage: false,
    input: z.strictObject({ name: z.string().min(1) }),
    output: z.object({ greeting: z.string() }),
    run: async ({ name }) => ({ greeting: `Hello, ${name}` }),
  });
  const shot = builtInTools.filter(({ name }) => name === 'browser_screenshot');

  it('register, register_instance, get_tool, list_tools, get_by_category', () => {
    const registry = new ToolRegistry().register(ClickTool).registerInstance(new CountTool()).register(greet);
    expect(registry.listTools()).toEqual(['click', 'count', 'greet']);
    expect(registry.getTool('click').metadata.name).toBe('click');
    expect(registry.getTool('count')).toMatchObject({ safety: 'safe', timeout: 200, requiresPage: false });
    expect(registry.getByCategory(ToolCategory.UTILITY).map(({ name }) => name)).toEqual(['count', 'greet']);
    expect(registry.getByCategory('form')).toEqual([]);
    expect(() => registry.register(ClickTool)).toThrowError(/already/);
    expect(() => registry.getTool('clik')).toThrowError(Failure);
    expect(registry.upTo('safe').listTools()).toEqual(['count', 'greet']);
  });

  it('a class may say what it is once for all its instances, and must say it', async () => {
    class Echo extends BaseTool {
      static override readonly metadata = new ToolMetadata({
        name: 'echo',
        description: 'Says it again.',
        category: ToolCategory.UTILITY,
        parameters: [{ name: 'text', type: 'string', required: true }],
      });
      override async execute({ text }: { text: string }) {
        return ToolResult.successResult(text);
      }
    }
    class Nameless extends BaseTool {
      override async execute() {
        return ToolResult.successResult(null);
      }
    }
    const registry = new ToolRegistry([Echo]);
    expect(await registry.getTool('echo', bench.tools).execute({ text: 'hi' })).toMatchObject({ data: 'hi' });
    expect(new Echo().validateParameters({})[0]).toBe(false);
    expect(() => registry.register(Nameless)).toThrowError('Nameless does not say what it is');
  });

  it('"Filter tools based on model capabilities": "Text-only models won\'t see vision-required tools"', () => {
    const warnings: string[] = [];
    const registry = new ToolRegistry([...shot, CountTool, greet]);
    const textOnly = registry.getFilteredRegistry([], {
      warnSuboptimal: (warning) => warnings.push(warning),
    });
    expect(textOnly.listTools()).toEqual(['count', 'greet']);
    expect(warnings).toEqual(['count works better with a model that has long_context']);
    warnings.length = 0;
    const all = registry.getFilteredRegistry([ModelCapability.VISION, ModelCapability.LONG_CONTEXT], {
      warnSuboptimal: (warning) => warnings.push(warning),
    });
    expect(all.listTools()).toEqual(registry.listTools());
    expect(warnings).toEqual([]);
  });

  it('"Log warnings for suboptimal tools": on stderr, unless told whom', () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      new ToolRegistry([CountTool]).getFilteredRegistry([], true);
      expect(said).toHaveBeenCalledWith('handhold: count works better with a model that has long_context\n');
      said.mockClear();
      new ToolRegistry([CountTool]).getFilteredRegistry([]);
      expect(said).not.toHaveBeenCalled();
    } finally {
      said.mockRestore();
    }
  });

  it('get_tool(name, **kwargs): on a browser it validates, executes and tells', async () => {
    const registry = new ToolRegistry([ClickTool, CountTool, greet]);
    const count = registry.getTool('count', bench.tools);
    expect(count.metadata.name).toBe('count');
    expect(count.validateParameters({ how: 'sideways' })[0]).toBe(false);
    expect(await count.execute()).toMatchObject({ success: true, data: 1 });
    expect(await registry.getTool('greet', bench.tools).execute({ name: 'Ada' })).toMatchObject({
      success: true,
      data: { greeting: 'Hello, Ada' },
    });
    const wrong = await count.execute({ how: 'sideways' });
    expect(wrong).toMatchObject({ success: false, error: { code: 'validation_error' } });
    expect(`${wrong.error}`).toContain('wrong arguments');
  });
});

describe('Registering Custom Tools', () => {
  const tools = createBrowserTools({
    allowPrivate: true,
    blockHosts: ['blocked.test'],
    browser: bench.tools.browser,
  });
  tools.registry.register(ClickTool);
  const counter = new CountTool();
  tools.registry.registerInstance(counter);
  afterAll(() => tools.close());
  const session = 'custom';

  it('"Now the agent can use my_custom_tool", on every surface', async () => {
    const page = bench.site.page(`<button id="go" onclick="note('went')">Go</button>`);
    await tools.call('browser_navigate', { url: page.url }, { session });
    expect(await tools.call('click', { selector: '#go' }, { session })).toMatchObject({
      success: true,
      data: { clicked: '#go', success: true },
    });
    expect(page.notes).toEqual(['went']);
    for (const surface of Object.values(dialects).map((speak) => speak(tools))) {
      expect(surface.registry.listTools()).toEqual(expect.arrayContaining(['click', 'count']));
      expect(surface.registry.listTools().filter((name) => name === 'click')).toHaveLength(1);
      const { rendered } = await surface.callAndRender('click', { selector: '#go' }, { session });
      expect(rendered).toMatchObject({ isError: false, text: expect.stringContaining('"clicked":"#go"') });
    }
    expect(page.notes).toHaveLength(1 + Object.keys(dialects).length);
  });

  it('one registered later appears too', () => {
    const surface = dialects.flybrowser(tools);
    const before = surface.registry.listTools();
    tools.registry.register(
      defineTool({
        name: 'later',
        description: 'Comes later.',
        category: 'utility',
        input: z.strictObject({}),
        output: z.object({}),
        run: async () => ({}),
      }),
    );
    expect(surface.registry.listTools()).toEqual([...before, 'later']);
  });

  it('passes the gate, and there is no way around it', async () => {
    class Wanderer extends BaseTool {
      override readonly metadata = new ToolMetadata({
        name: 'wander',
        description: 'Goes somewhere.',
        category: 'navigation',
        parameters: [{ name: 'url', type: 'string', required: true }],
      });
      override async execute({ url }: { url: string }) {
        await this.page.goto(url);
        return ToolResult.successResult(null);
      }
    }
    tools.registry.register(Wanderer);
    for (const url of ['file:///etc/passwd', 'http://x.blocked.test/'])
      expect((await tools.call('wander', { url }, { session })).error?.code).toBe('host_blocked');
  });

  it('may go to a page and act on what it finds there', async () => {
    class Errand extends BaseTool {
      override readonly metadata = new ToolMetadata({
        name: 'errand',
        description: 'Goes somewhere and presses the button.',
        category: 'interaction',
        parameters: [{ name: 'url', type: 'string', required: true }],
      });
      override async execute({ url }: { url: string }) {
        await this.page.goto(url);
        await (await this.page.waitForSelector('#name')).type('Ada');
        await (await this.page.waitForSelector('button')).click();
        return ToolResult.successResult(null);
      }
    }
    tools.registry.register(Errand);
    const page = bench.site.page(
      `<input id="name" aria-label="Name"><button onclick="note(document.querySelector('input').value)">Go</button>`,
    );
    // Offered nothing else, as a server with few tools would: a tool's own calls are its author's.
    const offered = new ToolRegistry([Errand]);
    expect((await tools.call('errand', { url: page.url }, { session, offered })).success).toBe(true);
    expect(page.notes).toEqual(['Ada']);
  });

  it('"Validate parameters": "No → Return error"', async () => {
    expect((await tools.call('click', {}, { session })).error).toMatchObject({
      code: 'validation_error',
      details: [{ field: 'selector', message: expect.any(String) }],
    });
  });

  it('"Execute with timeout": what goes on behind it reaches nothing', async () => {
    const result = await tools.call('count', { how: 'slow' }, { session });
    expect(result.error).toMatchObject({ code: 'timeout', message: expect.stringContaining('200 ms') });
    await expect.poll(() => late).toEqual(['aborted']);
  });

  it('an instance keeps its state, and what it throws is told without a stack', async () => {
    const first = await tools.call('count', {}, { session });
    const second = await tools.call('count', {}, { session: 'another' });
    expect(second.data).toBe(Number(first.data) + 1);
    const broken = await tools.call('count', { how: 'broken' }, { session });
    expect(broken.error?.code).toBe('unexpected_error');
    expect(broken.error?.message).not.toMatch(/\n|somewhere/);
  });

  it('can be given when the browser tools are made, as a class', async () => {
    const own = createBrowserTools({ tools: [CountTool] });
    expect((await own.call('count')).data).toBe(1);
    expect((await own.call('count')).data).toBe(1);
    await own.close();
  });
});

const shop = `<h1>Shop</h1>
  <input id="name" aria-label="Name" oninput="note('name ' + this.value)">
  <select id="country" aria-label="Country" onchange="note('country ' + this.value)">
    <option>France</option><option>Japan</option></select>
  <label><input id="agree" type="checkbox" onchange="note('agree ' + this.checked)">Agree</label>
  <button id="go" onclick="note('went')" onmouseenter="note('over')">Go</button>
  <div style="height:2000px"></div><p id="end">The end</p>
  <script>addEventListener('keydown', (e) => { if (e.key === 'Escape') note('escape'); });</script>`;

describe('Built-in Tools', () => {
  const surface = () => dialects.flybrowser(bench.tools);
  const { session } = bench.lasting();
  const does = async (name: string, input: object = {}) => {
    const answer = z
      .object({ success: z.boolean(), data: z.looseObject({}).optional(), error: z.string().optional() })
      .parse(await surface().call(name, input, { session }));
    expect(answer.error).toBeUndefined();
    return answer.data ?? {};
  };
  const open = async () => {
    const page = bench.site.page(shop, { title: 'Shop', remote: true });
    await does('goto', { url: page.url });
    page.notes.length = 0;
    return page;
  };

  const specified = {
    navigation: ['goto', 'back', 'forward', 'refresh'],
    interaction: ['click', 'type', 'scroll', 'hover', 'press_key', 'select', 'check'],
    extraction: ['extract_text', 'get_page_content', 'screenshot', 'get_element_info'],
    system: ['wait', 'complete', 'fail'],
  };

  it.each(Object.entries(specified))('has the %s tools of the document', (_category, names) => {
    expect(surface().registry.listTools()).toEqual(expect.arrayContaining(names));
  });

  it('"FlyBrowser includes 32+ built-in tools", each in a category, each with an example that fits', () => {
    const { tools } = surface();
    expect(tools.length).toBeGreaterThanOrEqual(32);
    for (const tool of tools) {
      expect(categories).toContain(tool.category);
      expect(tool.name).not.toMatch(/^browser_/);
      expect(tool.examples.length, tool.name).toBeGreaterThan(0);
      for (const example of tool.examples)
        expect(tool.input.safeParse(example).success, `${tool.name} ${JSON.stringify(example)}`).toBe(true);
    }
  });

  it('goto: "Navigate to a URL", back: "Go back in history", forward, refresh: "Reload the page"', async () => {
    const first = await open();
    const second = bench.site.page('<p>Second</p>');
    expect(await does('goto', { url: second.url })).toMatchObject({ url: second.url, status: 200 });
    expect(await does('back')).toMatchObject({ url: first.url });
    expect(await does('forward')).toMatchObject({ url: second.url });
    const { visits } = second;
    await does('refresh');
    expect(second.visits).toBe(visits + 1);
  });

  it('click, type, hover, press_key, select, check take a selector', async () => {
    const page = await open();
    await does('type', { selector: '#name', text: 'Ada' });
    await does('select', { selector: '#country', value: 'Japan' });
    await does('check', { selector: '#agree' });
    await does('check', { selector: '//input[@type="checkbox"]', checked: false });
    await does('hover', { selector: '#go' });
    await does('click', { selector: '#go', timeout: 2000 });
    await does('press_key', { key: 'Escape' });
    expect(page.notes).toContain('name Ada');
    expect(page.notes.filter((note) => !note.startsWith('name'))).toEqual([
      'country Japan',
      'agree true',
      'agree false',
      'over',
      'went',
      'escape',
    ]);
  });

  it('a ref from a snapshot can stand for the selector', async () => {
    const page = await open();
    const { refs } = z
      .object({ refs: z.record(z.string(), z.object({ name: z.string() })) })
      .parse(await does('snapshot'));
    const ref = Object.keys(refs).find((one) => refs[one]?.name === 'Go') ?? '';
    await does('click', { selector: ref });
    expect(page.notes).toContain('went');
  });

  it('scroll: "Scroll the page", also to a selector', async () => {
    const page = await open();
    expect(await does('scroll', { direction: 'down', amount: 300 })).toMatchObject({
      scrollPosition: { x: 0, y: 300 },
    });
    await does('scroll', { selector: '#end' });
    expect(Number(await page.run('scrollY'))).toBeGreaterThan(1000);
    await does('scroll', { direction: 'up', amount: 10_000 });
    expect(await page.run('scrollY')).toBe('0');
  });

  it('fill_form: by selectors too', async () => {
    const page = await open();
    await does('fill_form', {
      fields: [
        { selector: '#name', value: 'Grace' },
        { selector: '#agree', value: true },
      ],
    });
    expect(page.notes).toEqual(expect.arrayContaining(['name Grace', 'agree true']));
  });

  it('extract_text, get_page_content: "Get page HTML", get_element_info: "Get element details"', async () => {
    await open();
    expect(await does('extract_text')).toMatchObject({ content: expect.stringContaining('The end') });
    const part = await does('extract_text', { selector: '#end' });
    expect(part).toMatchObject({ content: expect.stringContaining('The end') });
    expect(part.content).not.toContain('Shop');
    expect(await does('get_page_content')).toMatchObject({
      content: expect.stringContaining('<p id="end">The end</p>'),
    });
    expect(await does('get_element_info', { selector: '#country' })).toMatchObject({
      tag: 'select',
      role: 'combobox',
      name: 'Country',
    });
  });

  it('screenshot: "Take a screenshot", wait: "Wait for condition", complete, fail', async () => {
    const page = await open();
    const { rendered } = await surface().callAndRender('screenshot', {}, { session });
    expect(rendered.image?.mimeType).toBe('image/jpeg');
    expect(await does('wait', { selector: '#go' })).toMatchObject({ met: true });
    expect(await does('wait', { text: 'Never', timeout: 50 })).toMatchObject({ met: false });
    expect(await does('complete', { summary: 'All done', result: { n: 1 } })).toMatchObject({
      result: { n: 1 },
    });
    expect(await does('fail', { reason: 'No stock' })).toMatchObject({ reason: 'No stock' });
    expect(surface().registry.getTool('complete').metadata.isTerminal).toBe(true);
    expect(page.visits).toBe(1);
  });

  it('is judged by what it calls: by the name of ours, and once', async () => {
    const asked: string[] = [];
    const tools = createBrowserTools({
      allowPrivate: true,
      browser: bench.tools.browser,
      allowTools: ['browser_navigate', 'browser_evaluate', 'browser_close'],
      policy: { high: 'ask' },
      host: { approve: async ({ tool }) => asked.push(tool) > 0 },
    });
    const fly = dialects.flybrowser(tools);
    const { session: own } = bench.agent();
    await fly.call('goto', { url: bench.site.page(shop).url }, { session: own });
    expect(await fly.call('evaluate', { script: '6 * 7' }, { session: own })).toMatchObject({
      success: true,
    });
    expect(asked).toEqual(['browser_evaluate']);
    expect(await fly.call('click', { selector: '#go' }, { session: own })).toMatchObject({
      success: false,
      metadata: { code: 'unknown_tool' },
    });
  });

  it('a failure is a sentence, and its hint names FlyBrowser’s tools', async () => {
    await open();
    const { answer, rendered } = await surface().callAndRender(
      'click',
      { selector: '#nowhere', timeout: 2000 },
      { session },
    );
    expect(answer).toMatchObject({
      success: false,
      error: 'Nothing on the page matches "#nowhere".',
      metadata: { code: 'element_not_found', can_retry: false },
    });
    expect(rendered.text).toMatch(/^error element_not_found: .*\nhint: .*snapshot/);
    expect(rendered.text).not.toContain('browser_');
    expect(await surface().call('browser_click', {}, { session })).toMatchObject({
      success: false,
      error: 'There is no tool called "browser_click".',
      metadata: { recovery_hint: 'Did you mean click?' },
    });
  });

  it('"screenshot tool excluded" for a model without vision', () => {
    const { registry } = surface();
    expect(registry.getFilteredRegistry([]).has('screenshot')).toBe(false);
    expect(registry.getFilteredRegistry([]).has('click')).toBe(true);
    expect(registry.getFilteredRegistry(['vision']).has('screenshot')).toBe(true);
  });
});
