import {
  builtInTools,
  defineTool,
  inputSchema,
  type JsonSchema,
  outputSchema,
  strictInputSchema,
} from 'handhold';
import { estimateTokenCount } from 'tokenx';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/** Every schema inside a schema, itself included. */
function* parts(schema: unknown): Iterable<JsonSchema> {
  if (Array.isArray(schema)) for (const part of schema) yield* parts(part);
  if (!isSchema(schema)) return;
  yield schema;
  for (const value of Object.values(schema)) yield* parts(value);
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  if (isSchema(schema.properties))
    for (const [name, property] of Object.entries(schema.properties))
      if (isSchema(property)) found[name] = property;
  return found;
}

describe.each(builtInTools.map((tool) => [tool.name, tool] as const))('the schema of %s', (_name, tool) => {
  it('is one flat object that no provider refuses', () => {
    for (const schema of [inputSchema(tool), strictInputSchema(tool), outputSchema(tool)]) {
      expect(schema.type).toBe('object');
      expect(isSchema(schema.properties)).toBe(true);
      for (const refused of ['anyOf', 'oneOf', 'allOf', 'not', 'if', '$schema', '$defs', 'definitions'])
        expect(Object.keys(schema)).not.toContain(refused);
      for (const part of parts(schema)) expect(Object.keys(part)).not.toContain('$ref');
      expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    }
  });

  it('requires only what has no default', () => {
    const schema = inputSchema(tool);
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const name of required) expect(propertiesOf(schema)[String(name)]).not.toHaveProperty('default');
  });

  it('in its strict form requires everything, may be null where it was optional, and has no defaults', () => {
    const plain = inputSchema(tool);
    const needed = Array.isArray(plain.required) ? plain.required : [];
    const strict = strictInputSchema(tool);
    expect(Object.keys(propertiesOf(strict))).toEqual(Object.keys(propertiesOf(plain)));
    for (const part of parts(strict)) {
      expect(Object.keys(part)).not.toContain('default');
      if (part.type === 'object' || (Array.isArray(part.type) && part.type.includes('object'))) {
        expect(part.additionalProperties).toBe(false);
        expect(part.required).toEqual(Object.keys(propertiesOf(part)));
      }
    }
    for (const [name, property] of Object.entries(propertiesOf(strict))) {
      const nullable = JSON.stringify([property.type, property.anyOf]).includes('"null"');
      expect([name, nullable]).toEqual([name, !needed.includes(name)]);
      if (nullable && Array.isArray(property.enum)) expect(property.enum).toContain(null);
    }
  });

  it('offers the session only where it is asked for', () => {
    expect(propertiesOf(inputSchema(tool))).not.toHaveProperty('session');
    expect(propertiesOf(inputSchema(tool, { session: true }))).toHaveProperty('session');
  });
});

describe('all schemas together', () => {
  it('stay within their budget of tokens', () => {
    const cost = (tools: typeof builtInTools) =>
      estimateTokenCount(
        JSON.stringify(
          tools.map((tool) => ({
            name: tool.name,
            description: tool.description,
            inputSchema: inputSchema(tool),
          })),
        ),
      );
    expect(cost(builtInTools.filter(({ core }) => core))).toBeLessThan(2500);
    expect(cost(builtInTools)).toBeLessThan(6000);
  });

  it('are those of the catalogue', () => {
    const keys = Object.fromEntries(
      builtInTools.map((tool) => [tool.name, Object.keys(propertiesOf(inputSchema(tool)))]),
    );
    expect(keys).toMatchObject({
      browser_navigate: expect.arrayContaining(['url', 'waitUntil', 'snapshot', 'timeout']),
      browser_snapshot: expect.arrayContaining([
        'interactiveOnly',
        'maxElements',
        'maxTokens',
        'ref',
        'diff',
      ]),
      browser_click: expect.arrayContaining([
        'ref',
        'selector',
        'button',
        'clickCount',
        'modifiers',
        'timeout',
      ]),
      browser_type: expect.arrayContaining([
        'text',
        'ref',
        'selector',
        'clearFirst',
        'submit',
        'delay',
        'timeout',
      ]),
      browser_press: expect.arrayContaining(['key', 'modifiers', 'ref', 'selector', 'count']),
      browser_scroll: expect.arrayContaining(['direction', 'amount', 'ref', 'to']),
      browser_wait: expect.arrayContaining([
        'for',
        'text',
        'textGone',
        'element',
        'selector',
        'state',
        'time',
        'timeout',
      ]),
      browser_screenshot: expect.arrayContaining(['fullPage', 'quality', 'format', 'ref', 'annotate']),
      browser_dialog: expect.arrayContaining(['action', 'text']),
      browser_tabs: expect.arrayContaining(['action', 'tab', 'url']),
    });
  });
});

describe('the schema of a tool of somebody else', () => {
  const schema = inputSchema(
    defineTool({
      name: 'shop_order',
      description: 'Order.',
      category: 'utility',
      input: z.strictObject({
        amounts: z.record(z.string(), z.number()),
        kind: z.literal('gift'),
        many: z.int().positive().lt(10),
        price: z.number().positive(),
        how: z.discriminatedUnion('by', [
          z.object({ by: z.literal('post'), to: z.string() }),
          z.object({ by: z.literal('mail'), address: z.string() }),
        ]),
        propertyNames: z.string(),
        additionalProperties: z.object({ maxLength: z.number() }),
      }),
      output: z.unknown(),
      run: async () => undefined,
    }),
  );

  it('says what the tool takes in words that every provider knows', () => {
    const known = ['type', 'properties', 'required', 'items', 'anyOf', 'enum', 'minimum', 'maximum'];
    const properties = propertiesOf(schema);
    expect(properties.amounts).toEqual({ type: 'object' });
    expect(properties.kind).toEqual({ type: 'string', enum: ['gift'] });
    expect(properties.many).toEqual({ type: 'integer', minimum: 1, maximum: 9 });
    expect(properties.price).toEqual({ type: 'number' });
    expect(Object.keys(properties.how ?? {})).toEqual(['anyOf']);
    for (const part of [properties.amounts, properties.kind, properties.many, properties.how])
      for (const key of Object.keys(part ?? {})) expect(known).toContain(key);
  });

  it('keeps arguments whose names are words of schemas', () => {
    expect(propertiesOf(schema)).toMatchObject({
      propertyNames: { type: 'string' },
      additionalProperties: { type: 'object', properties: { maxLength: { type: 'number' } } },
    });
  });
});
