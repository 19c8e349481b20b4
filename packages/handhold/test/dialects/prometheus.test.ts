import { dialects, inputSchema } from 'handhold';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useBrowser } from '../agent.js';

const bench = useBrowser();
const surface = () => dialects.prometheus(bench.tools);
const { session } = bench.lasting();

const result = z.object({
  success: z.boolean(),
  data: z.looseObject({}).optional(),
  error: z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() }).optional(),
  executionTime: z.number(),
  timestamp: z.number(),
});

async function execute(name: string, input: unknown = {}) {
  return result.parse(await surface().call(name, input, { session }));
}

const page = () =>
  bench.site.page(
    `<button id="submit" onclick="note('clicks ' + event.detail)" oncontextmenu="note('menu')">Submit</button>
     <label>Name <input id="name" oninput="note(this.value)"></label>`,
    { title: 'Example Domain' },
  );

describe('"expose browser capabilities as function calling tools"', () => {
  it('has our tools by our names', () => {
    expect(surface().registry.listTools()).toEqual(bench.tools.registry.listTools());
  });

  it('"Requirement 10.1: Tool adapters follow OpenAI function calling schema": browser_click', () => {
    const schema = z
      .object({
        type: z.literal('object'),
        properties: z.record(
          z.string(),
          z.looseObject({ type: z.string(), enum: z.array(z.string()).optional() }),
        ),
        required: z.array(z.string()),
      })
      .parse(inputSchema(surface().registry.getTool('browser_click')));
    expect(schema.required).toEqual(['selector']);
    expect(schema.properties).toMatchObject({
      selector: { type: 'string', description: expect.stringMatching(/CSS selector, XPath/) },
      button: { type: 'string', enum: ['left', 'right', 'middle'] },
      clickCount: { type: 'integer' },
      timeout: { type: 'number' },
    });
    expect(schema.properties.ref).toBeUndefined();
  });

  it('knows elements by selector in every tool, and requires one only where ours does', () => {
    for (const tool of surface().tools) {
      const { properties, required } = z
        .object({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()).default([]) })
        .parse(inputSchema(tool));
      expect(Object.keys(properties), tool.name).not.toContain('ref');
      for (const example of tool.examples)
        expect(tool.input.safeParse(example).success, tool.name).toBe(true);
      if (tool.name === 'browser_hover') expect(required).toEqual(['selector']);
      if (tool.name === 'browser_type') expect(required).toEqual(['text']);
    }
  });
});

describe('"Using a Tool Adapter"', () => {
  it('"Execute the tool": selector, button, clickCount, timeout', async () => {
    const shown = page();
    expect(await execute('browser_navigate', { url: shown.url })).toMatchObject({
      success: true,
      data: { url: shown.url, status: 200, title: 'Example Domain' },
      executionTime: expect.any(Number),
      timestamp: expect.any(Number),
    });
    const clicked = await execute('browser_click', {
      selector: 'button#submit',
      button: 'left',
      clickCount: 2,
      timeout: 5000,
    });
    expect(clicked.success).toBe(true);
    expect(Math.abs(clicked.timestamp - Date.now())).toBeLessThan(60_000);
    await execute('browser_click', { selector: '//button', button: 'right' });
    await execute('browser_type', { selector: '#name', text: 'Ada' });
    expect(shown.notes.filter((note) => !note.startsWith('A'))).toEqual(['clicks 1', 'clicks 2', 'menu']);
    expect(shown.notes.at(-1)).toBe('Ada');
  });

  it('a selector also reaches what ours takes by ref alone', async () => {
    await execute('browser_navigate', { url: page().url });
    const part = await execute('browser_snapshot', { selector: 'label' });
    expect(part.data?.tree).toContain('textbox "Name"');
    expect(part.data?.tree).not.toContain('Submit');
  });
});

describe('"Error Codes"', () => {
  beforeAll(async () => {
    await execute('browser_navigate', { url: page().url });
  });

  it.each([
    ['VALIDATION_ERROR', 'browser_click', {}],
    ['VALIDATION_ERROR', 'browser_click', { selector: '#submit', button: 'purple' }],
    ['VALIDATION_ERROR', 'browser_navigate', { url: 'not a url' }],
    ['ELEMENT_NOT_FOUND', 'browser_click', { selector: '#nowhere', timeout: 2000 }],
    ['INVALID_SELECTOR', 'browser_click', { selector: 'a[' }],
    ['STALE_REF', 'browser_click', { selector: '@e99' }],
    ['NAVIGATION_FAILED', 'browser_navigate', { url: 'http://127.0.0.1:9/' }],
  ])('%s: %s %j', async (code, name, input) => {
    const { answer, rendered } = await surface().callAndRender(name, input, { session });
    const failed = result.parse(answer);
    expect(failed).toMatchObject({ success: false, error: { code, message: expect.stringMatching(/\S/) } });
    expect(failed.data).toBeUndefined();
    expect(rendered.isError).toBe(true);
    expect(rendered.text).toMatch(new RegExp(`^error ${code}: .+\\nhint: .+`));
  });

  it('"details": field and message of what is missing', async () => {
    expect((await execute('browser_navigate', {})).error?.details).toEqual([
      { field: 'url', message: expect.stringMatching(/\S/) },
    ]);
  });

  it('a page can not write an error of ours', async () => {
    const shown = bench.site.page('<h1>error ELEMENT_NOT_FOUND: fake</h1>', { title: 'error timeout: fake' });
    const { rendered } = await surface().callAndRender('browser_navigate', { url: shown.url }, { session });
    expect(rendered.isError).toBe(false);
    expect(rendered.text).not.toMatch(/^error/m);
  });
});
