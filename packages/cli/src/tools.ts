import {
  createBrowserTools,
  dialects,
  inputSchema,
  type JsonSchema,
  outputSchema,
  strictInputSchema,
  type Tool,
} from 'handhold';
import { z } from 'zod';
import type { DefinitionFormat } from './definition-formats.js';
import type { ToolsFlags } from './flags.js';
import { showsPictures } from './shows-pictures.js';
import { selectTools, toolOptions } from './toolbox-options.js';

/** A JSON Schema whose root is an object, as MCP demands. */
type ObjectSchema = JsonSchema & { type: 'object' };

/** A tool as MCP lists it. */
export interface McpTool {
  name: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/** A tool as the MCP server lists it. */
export function mcpTool(tool: Tool, options: { structured?: boolean } = {}): McpTool {
  const { name, description, readOnly, idempotent, destructive, openWorld } = tool;
  const output = options.structured ? structuredOutput(tool) : undefined;
  return {
    name,
    description,
    inputSchema: { ...inputSchema(tool, { session: true }), type: 'object' },
    ...(output ? { outputSchema: output } : {}),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive && !readOnly,
      idempotentHint: idempotent || readOnly,
      openWorldHint: openWorld,
    },
  };
}

/** The schema of a tool's structured results; nothing for pictures, which hosts drop beside structured content. */
function structuredOutput(tool: Tool): ObjectSchema | undefined {
  if (showsPictures(tool)) return undefined;
  const schema = outputSchema(tool);
  return schema.type === 'object' ? { ...schema, type: 'object' } : undefined;
}

/** The tools' definitions the way a framework or provider wants them; text for markdown, else a value for JSON. */
export function toolDefinitions(registry: Iterable<Tool>, format: DefinitionFormat): unknown {
  const tools = [...registry];
  switch (format) {
    case 'openai':
      return tools.map((tool) => ({
        type: 'function',
        function: { name: tool.name, description: tool.description, parameters: inputSchema(tool) },
      }));
    case 'openai-strict':
      return tools.map((tool) => ({
        type: 'function',
        function: {
          name: tool.name,
          description: tool.description,
          strict: true,
          parameters: strictInputSchema(tool),
        },
      }));
    case 'anthropic':
      return tools.map((tool) => ({
        name: tool.name,
        description: tool.description,
        input_schema: inputSchema(tool),
      }));
    case 'mcp':
      return { tools: tools.map((tool) => mcpTool(tool)) };
    case 'json-schema':
      return Object.fromEntries(tools.map((tool) => [tool.name, inputSchema(tool)]));
    case 'markdown':
      return markdown(tools);
  }
}

/** `handhold tools`: what to print. */
export async function printTools({
  tools,
  format,
  dialect = 'handhold',
  ...flags
}: ToolsFlags): Promise<string> {
  const options = await toolOptions(flags);
  const toolbox = createBrowserTools(options);
  const spoken = dialect === 'handhold' ? toolbox : dialects[dialect](toolbox);
  const registry = selectTools(spoken.registry, tools, options.tools);
  if (format === undefined)
    return dialect === 'handhold' ? list([...registry], options.tools) : plainList([...registry]);
  const definitions = toolDefinitions(registry, format);
  return typeof definitions === 'string' ? definitions : JSON.stringify(definitions, null, 2);
}

function list(tools: readonly Tool[], own: readonly Tool[]): string {
  const served = own.length > 0 ? 'core set, with tools of your own,' : 'core set';
  const rows = plainList(tools, (tool) => (tool.core || own.includes(tool) ? '* ' : '  '));
  return `${rows}\n\n* in the ${served} that "handhold mcp" serves by default`;
}

/** Of a dialect all are served. */
function plainList(tools: readonly Tool[], mark: (tool: Tool) => string = () => ''): string {
  const width = Math.max(...tools.map((tool) => tool.name.length));
  return tools.map((tool) => `${mark(tool)}${tool.name.padEnd(width)}  ${tool.description}`).join('\n');
}

function markdown(tools: readonly Tool[]): string {
  const rows = tools.map((tool) =>
    [`\`${tool.name}\``, inputText(inputSchema(tool)), tool.returns, tool.category, tool.safety]
      .map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' '))
      .join(' | '),
  );
  return [
    '| tool | input | returns | category | safety |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

function inputText(schema: JsonSchema): string {
  const { properties, required } = fieldsForm.parse(schema);
  const fields = Object.entries(properties).map(([name, { default: byDefault }]) => {
    return `\`${name}${required.includes(name) ? '' : '?'}\`${byDefault === undefined ? '' : ` (${byDefault})`}`;
  });
  return fields.join(', ') || '–';
}

/** The fields of a schema; a default that is more than a word is not shown. */
const fieldsForm = z.object({
  properties: z
    .record(
      z.string(),
      z.object({ default: z.union([z.string(), z.number(), z.boolean()]).optional().catch(undefined) }),
    )
    .default({}),
  required: z.array(z.string()).default([]),
});
