import { selectorSchema, type Tool } from 'handhold';
import { z } from 'zod';

/** A parameter in JSON Schema. */
export interface ParameterSchema {
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  items?: ParameterSchema;
  properties?: Record<string, ParameterSchema>;
  required?: readonly string[];
  anyOf?: readonly ParameterSchema[];
  [keyword: string]: unknown;
}

/** A tool in the format of OpenAI function calling. */
export interface ToolSchema {
  name: string;
  description: string;
  parameters: ParameterSchema & { type: 'object'; properties: Record<string, ParameterSchema> };
}

/** A fault of one of the parameters. */
export interface Complaint {
  field: string;
  message: string;
}

const parameters = z.looseObject({
  type: z.literal('object'),
  properties: z.record(
    z.string(),
    z.custom<ParameterSchema>((schema) => typeof schema === 'object'),
  ),
});

/** A tool's schema, derived from its definition, with `selector` for what is to be acted on, be it a ref. */
export function toolSchema(tool: Tool): ToolSchema {
  const { name, description } = tool;
  return { name, description, parameters: parameters.parse(selectorSchema(tool)) };
}

/** An object, whatever its fields. */
const anyObject = z.looseObject({});

/** Checks parameters against a schema: what must be there, types, choices, what is in lists and objects. */
export function complaintsAbout(value: unknown, schema: ParameterSchema, field = ''): Complaint[] {
  const options = schema.anyOf;
  if (options) {
    if (options.some((option) => complaintsAbout(value, option, field).length === 0)) return [];
    return [{ field, message: `Parameter "${field}" has none of the allowed forms` }];
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOf(type, value)))
    return [
      {
        field,
        message: `${field ? `Parameter "${field}"` : 'What is given'} must be of type ${types.join(' or ')}`,
      },
    ];
  if (schema.enum && !schema.enum.includes(value))
    return [{ field, message: `Parameter "${field}" must be one of: ${schema.enum.join(', ')}` }];
  const { items } = schema;
  if (Array.isArray(value) && items)
    return value.flatMap((item, i) => complaintsAbout(item, items, `${field}[${i}]`));
  const { data: fields } = anyObject.safeParse(value);
  return fields ? complaintsInside(fields, schema, field) : [];
}

/** The same parameters with whatever is named by `ref` under `selector`, where the schema has only that. */
export function refsInSelectors(value: unknown, schema: ParameterSchema): unknown {
  const { items, properties } = schema;
  if (Array.isArray(value)) return items ? value.map((item) => refsInSelectors(item, items)) : value;
  const { data: fields } = anyObject.safeParse(value);
  if (!fields || !properties) return value;
  const inside = Object.fromEntries(
    Object.entries(fields).map(([key, inner]) => {
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
      return [key, known ? refsInSelectors(inner, known) : inner];
    }),
  );
  const { ref, ...rest } = inside;
  const isMeant = ref !== undefined && rest.selector === undefined && properties.selector && !properties.ref;
  return isMeant ? { ...rest, selector: ref } : inside;
}

function complaintsInside(
  value: Record<string, unknown>,
  schema: ParameterSchema,
  path: string,
): Complaint[] {
  const nameOf = (key: string) => (path ? `${path}.${key}` : key);
  const given = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const missing = (schema.required ?? []).filter((key) => value[key] === undefined);
  return [
    ...missing.map((key) => ({
      field: nameOf(key),
      message: `Required parameter "${nameOf(key)}" is missing`,
    })),
    ...given.flatMap(([key, inner]) => {
      const known = schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : {};
      return known ? complaintsAbout(inner, known, nameOf(key)) : [];
    }),
  ];
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return anyObject.safeParse(value).success;
    case 'null':
      return value === null;
    default:
      return true;
  }
}
