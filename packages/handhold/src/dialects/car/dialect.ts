import { z } from 'zod';
import type { ToolError } from '../../errors.js';
import { fence, quote, withoutOrders } from '../../gate/untrusted.js';
import { defineTool, type Tool, type ToolContext } from '../../tool.js';
import type { Dialect } from '../surface.js';
import type { CarMemory } from './backend.js';
import { BrowserToolExecutor } from './executor.js';
import { type CarTool, carTools, isCarTool } from './tools.js';

const mostSessions = 256;
const observed = z.looseObject({
  url: z.string(),
  title: z.string(),
  ui_map: z.string(),
  screenshot_base64: z.string().optional(),
});

/** CAR: seven `browse_*` tools, answering with its JSON. */
export function car(): Dialect {
  const memories = new Map<string, CarMemory>();
  const executorFor = ({ session, call }: ToolContext) => {
    const memory = memories.get(session) ?? {};
    memories.delete(session);
    memories.set(session, memory);
    for (const oldest of memories.keys()) {
      if (memories.size <= mostSessions) break;
      memories.delete(oldest);
    }
    return new BrowserToolExecutor({ call }, undefined, memory);
  };

  return {
    name: 'car',
    tools: (own) =>
      Object.entries(carTools).flatMap(([name, tool]: [string, CarTool]): Tool[] => {
        if (!own.has(tool.of)) return [];
        const traits = own.toolCalled(tool.of);
        const { description, parameters, returns, of } = tool;
        return [
          defineTool({
            ...traits,
            of,
            name,
            description,
            examples: [],
            input: lenient(parameters),
            output: returns.loose(),
            run: (input, context) => executorFor(context).execute(name, input),
            text: (data) => ({ head: asJson(data), isFenced: true }),
            image: (data) => {
              const base64 = observed.safeParse(data).data?.screenshot_base64;
              return base64 === undefined ? undefined : { base64, mimeType: 'image/png' };
            },
          }),
        ];
      }),
    error: (error, { tool }) => ({ ...error, message: messageOf(error, tool) }),
    answer: ({ data, error }) => (error ? { error: error.message } : data),
  };
}

/** Strings of the page stand in JSON quotes, its map in a fence, and a picture is not said in letters. */
function asJson(data: unknown): string {
  const map = observed.safeParse(data).data;
  if (!map) return withoutOrders(JSON.stringify(data));
  const { url, title, ui_map, screenshot_base64: _picture, ...rest } = map;
  // The fence tells whose words the map is, so that it may say whatever the page does.
  return withoutOrders(JSON.stringify({ url, title, ui_map: '', ...rest })).replace(
    '"ui_map":""',
    () => `"ui_map":${JSON.stringify(fence(ui_map))}`,
  );
}

const faults = z.array(z.object({ field: z.string() }));

function messageOf({ code, message, details }: ToolError, tool: string): string {
  if (code === 'unknown_tool') return `Unknown browser tool: ${quote(tool, 80).slice(1, -1)}`;
  const fields = faults.safeParse(details).data?.map(({ field }) => field) ?? [];
  if (code !== 'validation_error' || !isCarTool(tool)) return message;
  const missing = Object.keys(carTools[tool].parameters.shape).find((name) => fields.includes(name));
  return missing === undefined ? message : `Missing required parameter: ${missing}`;
}

/** CAR takes an optional value of the wrong kind for none. */
function lenient(schema: z.ZodObject): z.ZodObject {
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    field instanceof z.ZodOptional ? field.catch(undefined) : field,
  ]);
  return z.object(Object.fromEntries(fields));
}
