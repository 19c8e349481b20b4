import { z } from 'zod';
import { isRecord } from '../../json.js';
import { isRef } from '../../page/refs/ref.js';
import { type JsonSchema, jsonSchemaOf } from '../../schema.js';
import type { Tool } from '../../tool.js';
import { needsTarget } from '../../tools/shape.js';

/** In the adapters' document tools take one `selector` for the element, in which a ref may stand, too. */

const selector = {
  type: 'string',
  description: 'CSS selector or XPath for the element, text=…, or its ref from the snapshot, e.g. "@e5"',
} as const;

/** True if what stands where a selector does is a ref. */
export function isRefInPlaceOfSelector(text: string): boolean {
  return isRef(text.trim());
}

/** The JSON Schema of a tool's input, with one `selector` in place of `ref` and `selector`, required where one of them is. */
export function selectorSchema(tool: Tool): JsonSchema {
  return jsonSchemaOf(tool.input, ({ zodSchema, jsonSchema }) => {
    const { properties } = jsonSchema;
    if (!properties) return;
    const { ref: _ref, ...others } = properties;
    const hasBoth = takesBoth(properties);
    if (hasBoth) jsonSchema.properties = { ...others, selector };
    if (hasBoth && needsTarget(zodSchema)) jsonSchema.required = ['selector', ...(jsonSchema.required ?? [])];
    const { timeout } = jsonSchema.properties ?? {};
    if (typeof timeout !== 'object') return;
    // Without one, a selector is not waited for: to tell of a default would promise that.
    if (hasBoth) delete timeout.default;
    timeout.description = `Maximum time ${hasBoth ? 'to wait for the element ' : ''}in milliseconds`;
  });
}

/** Arguments as the tool itself takes them. */
export function selectorsAsRefs(tool: Tool, given: Record<string, unknown>): Record<string, unknown> {
  const changed = withRefs(tool.input, given);
  return isRecord(changed) ? changed : given;
}

function withRefs(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    const inner = schema.unwrap();
    return inner instanceof z.ZodType ? withRefs(inner, value) : value;
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const { element } = schema;
    return element instanceof z.ZodType ? value.map((item) => withRefs(element, item)) : value;
  }
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return value;
  const inside = Object.entries(value).map(([name, inner]) => {
    const field: unknown = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    return [name, field instanceof z.ZodType ? withRefs(field, inner) : inner];
  });
  const { selector: named, ...rest }: Record<string, unknown> = Object.fromEntries(inside);
  if (
    !takesBoth(schema.shape) ||
    typeof named !== 'string' ||
    !isRefInPlaceOfSelector(named) ||
    rest.ref !== undefined
  )
    return Object.fromEntries(inside);
  return { ...rest, ref: named.trim() };
}

function takesBoth(properties: object): boolean {
  return 'ref' in properties && 'selector' in properties;
}
