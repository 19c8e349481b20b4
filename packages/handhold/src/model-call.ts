import { z } from 'zod';
import { Failure, firstLine } from './errors.js';
import { quote } from './gate/untrusted.js';
import { type Rendered, render } from './render.js';
import { failed, type ToolResult } from './result.js';
import { defaultSession } from './session-name.js';
import type { CallOptions, Toolbox } from './toolbox.js';

/** The result of a call: as data, and as a model reads it. */
export interface Called {
  result: ToolResult;
  rendered: Rendered;
}

/** Calls a tool as models do: arguments may come as JSON text, with null for what was left out. */
export async function callFromModel(
  toolbox: Toolbox,
  name: string,
  given: unknown,
  options: CallOptions = {},
): Promise<Called> {
  const session = options.session ?? defaultSession;
  let input: unknown;
  try {
    input = typeof given === 'string' ? parseArguments(name, given) : given;
  } catch (thrown) {
    return refused(thrown, session);
  }
  const registry = options.registry ?? toolbox.registry;
  const tool = registry.has(name) ? registry.toolCalled(name) : undefined;
  return toolbox.callAndRender(name, tool ? withoutNulls(tool.input, unquoted(tool.input, input)) : input, {
    ...options,
    session,
  });
}

/** The result of a call that was not even made. */
export function refused(thrown: unknown, session: string): Called {
  const result = failed(thrown, performance.now(), { session });
  return { result, rendered: render(undefined, {}, result) };
}

function parseArguments(name: string, text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw new Failure(
      'validation_error',
      `The arguments of ${quote(name, 80)} are not JSON: ${quote(firstLine(thrown), 200)}.`,
      { hint: 'Call again with one complete JSON object as arguments.' },
    );
  }
}

/** Leaves out every null that stands where the schema has no use for one: strict function calling says "not given" so. */
export function withoutNulls(schema: z.core.$ZodType, value: unknown): unknown {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => withoutNulls(inner.element, item));
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).flatMap(([name, given]): [string, unknown][] => {
    const field = Object.hasOwn(inner.shape, name) ? inner.shape[name] : undefined;
    if (!field) return [[name, given]];
    if (given === null && !z.safeParse(field, null).success) return [];
    return [[name, withoutNulls(field, given)]];
  });
  return Array.isArray(value) ? value : Object.fromEntries(fields);
}

/** Takes lists and objects that some models give as JSON text, where the schema has no use for a text. */
export function unquoted(schema: z.ZodObject, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).map(([name, given]): [string, unknown] => {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    if (!field || typeof given !== 'string' || !/^\s*[[{]/.test(given)) return [name, given];
    const meant = parsed(given);
    const fits = !z.safeParse(field, given).success && z.safeParse(field, meant).success;
    return [name, fits ? meant : given];
  });
  return Object.fromEntries(fields);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const wraps =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  return wraps ? unwrapped(schema.unwrap()) : schema;
}
