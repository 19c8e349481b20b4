import { z } from 'zod';
import { isRecord } from './json.js';
import type { Tool } from './tool.js';

export type JsonSchema = { [key: string]: unknown };

/** Its use is said once, in the instructions, rather than in every tool. */
const sessionSchema = { type: 'string' };

/** The JSON Schema of a tool's input: flat, no references, nothing a provider would refuse. */
export function inputSchema(tool: Tool, options: { session?: boolean } = {}): JsonSchema {
  const schema = jsonSchemaOf(tool.input);
  const properties = isRecord(schema.properties) ? schema.properties : {};
  return { ...schema, properties: options.session ? { ...properties, session: sessionSchema } : properties };
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

/** The JSON Schema of what is to be given, with what `override` makes of its parts. */
export function jsonSchemaOf(schema: z.ZodType, override?: Override): JsonSchema {
  return tidy(
    z.toJSONSchema(schema, {
      io: 'input',
      target: 'draft-7',
      reused: 'inline',
      ...(override ? { override } : {}),
    }),
  );
}

/** The JSON Schema of what a tool answers. */
export function outputSchema(tool: Tool): JsonSchema {
  return tidy(
    z.toJSONSchema(tool.output, {
      io: 'output',
      target: 'draft-7',
      reused: 'inline',
      unrepresentable: 'any',
    }),
  );
}

/** All required and nullable, no defaults, nothing further: what strict function calling asks for. */
export function strictInputSchema(tool: Tool): JsonSchema {
  return strict(inputSchema(tool));
}

/** True if strict function calling can say what the tool takes: it knows no objects with keys of the caller's choice. */
export function canBeStrict(tool: Tool): boolean {
  return isClosed(inputSchema(tool));
}

function isClosed(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const { properties, items, type } = schema;
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options)) return options.every(isClosed);
  if (type === 'object') return isRecord(properties) && Object.values(properties).every(isClosed);
  if (type === 'array') return isClosed(items);
  return typeof type === 'string' || 'enum' in schema || 'const' in schema;
}

/** Keywords that strict function calling refuses; the tool itself still holds its input to them. */
const notInStrict = ['default', 'minLength', 'maxLength', 'format', 'propertyNames', 'uniqueItems', 'oneOf'];

function strict(schema: JsonSchema): JsonSchema {
  const properties = isRecord(schema.properties) ? schema.properties : undefined;
  const options = schema.anyOf ?? schema.oneOf;
  const rest: JsonSchema = {
    ...Object.fromEntries(Object.entries(schema).filter(([key]) => !notInStrict.includes(key))),
    ...(options === undefined ? {} : { anyOf: options }),
  };
  if (properties) {
    const needed = Array.isArray(schema.required) ? schema.required : [];
    const all = Object.entries(properties).map(([name, property]) => {
      const inner = isRecord(property) ? strict(property) : {};
      return [name, needed.includes(name) ? inner : nullable(inner)];
    });
    return {
      ...rest,
      properties: Object.fromEntries(all),
      required: Object.keys(properties),
      additionalProperties: false,
    };
  }
  // What may hold anything has no strict form; it is given as text instead.
  if (rest.type === 'object') return { type: 'string', description: 'JSON object' };
  if (!['type', 'anyOf', 'enum', 'const'].some((key) => key in rest))
    return { type: 'string', description: 'JSON', ...rest };
  if (isRecord(rest.items)) return { ...rest, items: strict(rest.items) };
  if (Array.isArray(rest.anyOf))
    return { ...rest, anyOf: rest.anyOf.map((option) => (isRecord(option) ? strict(option) : option)) };
  return rest;
}

function nullable(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  const type = schema.type;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
  };
}

/** Leaves out what costs tokens and tells a model nothing, and writes the rest as every provider takes it. */
function tidy(schema: JsonSchema): JsonSchema {
  const clean: JsonSchema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (saysNothing.has(key)) continue;
    if ((key === 'maximum' || key === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER)
      continue;
    const bound = schema.type === 'integer' ? inclusive[key] : undefined;
    if (bound) clean[bound.key] = Number(value) + bound.step;
    else if (inclusive[key]) continue;
    else if (key === 'const') clean.enum = [value];
    // What stands there are names, which may be any words.
    else if (key === 'properties' && isRecord(value)) clean.properties = mapValues(value, tidied);
    else if (key === 'oneOf' && Array.isArray(value)) clean.anyOf = value.map(tidied);
    else if (key === 'default' || key === 'enum') clean[key] = value;
    else if (Array.isArray(value)) clean[key] = value.map(tidied);
    else clean[key] = tidied(value);
  }
  return clean;
}

/**
 * No model counts letters, and the tool itself still holds its input to it. Names of keys that nobody has listed say no
 * more than that it is an object, and several providers refuse them.
 */
const saysNothing: ReadonlySet<string> = new Set([
  '$schema',
  'additionalProperties',
  'maxLength',
  'propertyNames',
]);

/** Not every provider knows a bound that is not itself allowed. */
const inclusive: Readonly<Record<string, { key: string; step: number }>> = {
  exclusiveMinimum: { key: 'minimum', step: 1 },
  exclusiveMaximum: { key: 'maximum', step: -1 },
};

function tidied(value: unknown): unknown {
  return isRecord(value) ? tidy(value) : value;
}

function mapValues(record: JsonSchema, change: (value: unknown) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
