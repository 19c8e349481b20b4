import { builtInTools, inputSchema, ToolRegistry } from 'handhold';
import { describe, expect, it } from 'vitest';
import { type DefinitionFormat, definitionFormats, mcpTool, toolDefinitions } from '../src/index.js';
import { printTools } from '../src/tools.js';
import { handhold, isRecord } from './fixture.js';

const all = builtInTools.map(({ name }) => name);

/** Every JSON Schema of an input inside printed definitions, by the tool's name. */
function schemasIn(definitions: unknown): [name: string, schema: unknown][] {
  const list = isRecord(definitions) && Array.isArray(definitions.tools) ? definitions.tools : definitions;
  if (!Array.isArray(list)) return isRecord(list) ? Object.entries(list) : [];
  return list.map((entry: unknown) => {
    const tool = isRecord(entry) && isRecord(entry.function) ? entry.function : entry;
    if (!isRecord(tool)) return ['', undefined];
    return [String(tool.name), tool.parameters ?? tool.input_schema ?? tool.inputSchema];
  });
}

/** What strict function calling asks of every part: a kind, and of objects that they are closed and complete. */
function checkStrict(schema: unknown, at: string): void {
  if (!isRecord(schema)) throw new Error(`${at} is no schema`);
  expect(
    ['type', 'anyOf', 'enum', 'const'].some((key) => key in schema),
    `${at} has a kind`,
  ).toBe(true);
  if ([schema.type].flat().includes('object')) {
    const properties = isRecord(schema.properties) ? schema.properties : {};
    expect(schema, at).toMatchObject({ required: Object.keys(properties), additionalProperties: false });
    for (const [key, inner] of Object.entries(properties)) checkStrict(inner, `${at}.${key}`);
  }
  if (schema.items !== undefined) checkStrict(schema.items, `${at}[]`);
  if (Array.isArray(schema.anyOf)) for (const option of schema.anyOf) checkStrict(option, `${at}|`);
}

/** What the command prints, without a process of its own for each format. */
async function printed(format: DefinitionFormat, tools = 'all'): Promise<unknown> {
  return JSON.parse(await printTools({ tools, format }));
}

describe('what a client is told beforehand of what a tool may do', () => {
  const annotations = Object.fromEntries(builtInTools.map((tool) => [tool.name, mcpTool(tool).annotations]));

  it.each(
    'batch click type press select fill_form check clear submit upload drag mouse dialog storage evaluate reload tabs close'
      .split(' ')
      .map((name) => `browser_${name}`),
  )('%s may do what can not be taken back', (name) => {
    expect(annotations[name]).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  it.each(
    'snapshot find get_element screenshot wait get_images network'
      .split(' ')
      .map((name) => `browser_${name}`),
  )('%s only looks, at pages of anybody', (name) => {
    expect(annotations[name]).toMatchObject({
      readOnlyHint: true,
      destructiveHint: false,
      openWorldHint: true,
    });
  });

  it('whatever calls others is told by the worst of them', () => {
    const all = Object.values(annotations);
    expect(annotations.browser_batch).toMatchObject({
      destructiveHint: all.some(({ destructiveHint }) => destructiveHint),
      openWorldHint: all.some(({ openWorldHint }) => openWorldHint),
    });
    for (const { readOnlyHint, destructiveHint } of all) expect(readOnlyHint && destructiveHint).toBe(false);
  });
});

describe('a developer who wants the definitions', () => {
  it.each(definitionFormats.filter((format) => format !== 'markdown'))(
    'gets them for %s with schemas that every provider takes',
    async (format) => {
      const schemas = schemasIn(await printed(format));
      expect(schemas.map(([name]) => name)).toEqual(all);
      for (const [name, schema] of schemas) {
        expect(schema, name).toMatchObject({ type: 'object', properties: expect.anything() });
        expect(schema, name).not.toHaveProperty('anyOf');
        expect(schema, name).not.toHaveProperty('oneOf');
        expect(JSON.stringify(schema), name).not.toContain('$ref');
      }
    },
  );

  it('gets the shapes that OpenAI and Anthropic take', async () => {
    const [tool] = builtInTools;
    const parameters = tool && inputSchema(tool);
    const description = tool?.description;
    expect(await printed('openai', 'browser_navigate')).toEqual([
      { type: 'function', function: { name: 'browser_navigate', description, parameters } },
    ]);
    expect(await printed('anthropic', 'browser_navigate')).toEqual([
      { name: 'browser_navigate', description, input_schema: parameters },
    ]);
  });

  it('gets strict ones in which everything is required and nothing else allowed', async () => {
    const definitions = await printed('openai-strict');
    expect(definitions).toMatchObject(all.map((name) => ({ function: { name, strict: true } })));
    for (const [name, schema] of schemasIn(definitions)) {
      const properties =
        isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : [];
      expect(schema, name).toMatchObject({ required: properties, additionalProperties: false });
      expect(JSON.stringify(schema), name).not.toContain('"default"');
      checkStrict(schema, name);
    }
  });

  it('gets for MCP what the server itself would list', async () => {
    const core = new ToolRegistry(builtInTools).select(['core']);
    const { stdout } = await handhold(['tools', '--format', 'mcp', '--tools', 'core']);
    expect(JSON.parse(stdout)).toEqual({ tools: [...core].map((tool) => mcpTool(tool)) });
    expect(toolDefinitions(core, 'mcp')).toEqual({ tools: [...core].map((tool) => mcpTool(tool)) });
  });

  it('gets a table for the documentation', async () => {
    const { stdout } = await handhold(['tools', '--format', 'markdown']);
    const rows = stdout.trim().split('\n');
    expect(rows).toHaveLength(all.length + 2);
    for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(7);
    expect(stdout).toMatch(/\| `browser_click` \| `ref\?`, `selector\?`, .* \| interaction \| low_risk \|/);
  });

  it('reads a plain list by default', async () => {
    const { stdout, code } = await handhold(['tools']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\* browser_navigate +Open a URL/);
    expect(stdout).toMatch(/^ {2}browser_reload /m);
  });

  it('is told which groups there are if one does not exist', async () => {
    const { stdout, stderr, code } = await handhold(['tools', '--tools', 'core,navigaton']);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/There is no tool called "navigaton".*navigation/);
    expect(code).toBe(2);
  });
});
