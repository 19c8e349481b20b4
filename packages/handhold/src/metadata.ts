import { z } from 'zod';
import { safetyLevels } from './gate/safety.js';
import { inputSchema, type JsonSchema } from './schema.js';
import { ModelCapability, ToolCategory } from './terms.js';
import type { Tool } from './tool.js';

const kinds = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;

const parameter = z.strictObject({
  name: z.string().min(1),
  /** A type of JSON's. */
  type: z.enum(kinds),
  description: z.string().default(''),
  required: z.boolean().default(false),
  default: z.unknown().optional(),
  enum: z
    .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .min(1)
    .optional(),
  /** The type of an array's items. */
  itemsType: z.enum(kinds).optional(),
});

const capabilities = z.array(z.enum(Object.values(ModelCapability)));

const spec = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  category: z.enum(Object.values(ToolCategory)),
  safetyLevel: z.enum(safetyLevels).default('low_risk'),
  parameters: z.array(parameter).default([]),
  returnsDescription: z.string().default(''),
  examples: z.array(z.string()).default([]),
  requiresPage: z.boolean().default(true),
  timeoutSeconds: z.number().positive().max(3600).default(30),
  isTerminal: z.boolean().default(false),
  requiredCapabilities: capabilities.default([]),
  optimalCapabilities: capabilities.default([]),
});

export type ToolParameter = z.input<typeof parameter>;
export type ToolMetadataSpec = z.input<typeof spec>;
type Parameter = z.output<typeof parameter>;

/** A class tool's account of itself; the same is known of every tool. */
export class ToolMetadata {
  readonly name: string;
  readonly description: string;
  readonly category: ToolCategory;
  readonly safetyLevel: z.output<typeof spec>['safetyLevel'];
  readonly parameters: readonly Parameter[];
  readonly returnsDescription: string;
  readonly examples: readonly string[];
  readonly requiresPage: boolean;
  readonly timeoutSeconds: number;
  readonly isTerminal: boolean;
  readonly requiredCapabilities: readonly ModelCapability[];
  readonly optimalCapabilities: readonly ModelCapability[];

  constructor(
    given: ToolMetadataSpec,
    private readonly schema?: JsonSchema,
  ) {
    const parsed = spec.safeParse(given);
    if (!parsed.success) throw new Error(`This is no tool metadata: ${z.prettifyError(parsed.error)}`);
    const { data } = parsed;
    this.name = data.name;
    this.description = data.description;
    this.category = data.category;
    this.safetyLevel = data.safetyLevel;
    this.parameters = data.parameters;
    this.returnsDescription = data.returnsDescription;
    this.examples = data.examples;
    this.requiresPage = data.requiresPage;
    this.timeoutSeconds = data.timeoutSeconds;
    this.isTerminal = data.isTerminal;
    this.requiredCapabilities = data.requiredCapabilities;
    this.optimalCapabilities = data.optimalCapabilities;
  }

  /** The parameters as a model is told about them. */
  toJsonSchema(): JsonSchema {
    if (this.schema) return this.schema;
    return {
      type: 'object',
      properties: Object.fromEntries(this.parameters.map((one) => [one.name, propertyOf(one)])),
      required: this.parameters.filter((one) => one.required).map((one) => one.name),
    };
  }
}

function propertyOf(one: Parameter): JsonSchema {
  return {
    type: one.type,
    ...(one.description ? { description: one.description } : {}),
    ...(one.default === undefined ? {} : { default: one.default }),
    ...(one.enum ? { enum: one.enum } : {}),
    ...(one.type === 'array' && one.itemsType ? { items: { type: one.itemsType } } : {}),
  };
}

/** The same parameters as a schema that checks them. */
export function inputOf(parameters: readonly Parameter[]): z.ZodObject {
  return z.strictObject(Object.fromEntries(parameters.map((one) => [one.name, fieldOf(one)])));
}

function fieldOf(one: Parameter): z.ZodType {
  const base = one.enum ? z.literal(one.enum) : kindOf(one.type, one.itemsType);
  const described = one.description ? base.describe(one.description) : base;
  if (one.default !== undefined) return described.default(one.default);
  return one.required ? described : described.optional();
}

function kindOf(type: (typeof kinds)[number], items?: (typeof kinds)[number]): z.ZodType {
  switch (type) {
    case 'string':
      return z.string();
    case 'number':
      return z.number();
    case 'integer':
      return z.int();
    case 'boolean':
      return z.boolean();
    case 'array':
      return z.array(items ? kindOf(items) : z.unknown());
    case 'object':
      return z.record(z.string(), z.unknown());
  }
}

/** A tool's traits and schema, under the names class tools use. */
export function metadataOf(tool: Tool): ToolMetadata {
  const schema = inputSchema(tool);
  return new ToolMetadata(
    {
      name: tool.name,
      description: tool.description,
      category: tool.category,
      safetyLevel: tool.safety,
      parameters: parametersOf(schema),
      returnsDescription: tool.returns,
      examples: tool.examples.map((example) => asCall(tool.name, example)),
      requiresPage: tool.requiresPage,
      timeoutSeconds: tool.timeout / 1000,
      isTerminal: tool.isTerminal,
      requiredCapabilities: [...tool.requiredCapabilities],
      optimalCapabilities: [...tool.optimalCapabilities],
    },
    schema,
  );
}

/** `click(selector="#submit")`. */
function asCall(name: string, example: object): string {
  const given = Object.entries(example).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return `${name}(${given.join(', ')})`;
}

const kind = z.enum(kinds).optional().catch(undefined);
const property = z.looseObject({
  type: kind,
  anyOf: z.array(z.looseObject({ type: kind })).default([]),
  description: z.string().default(''),
  default: z.unknown().optional(),
  enum: parameter.shape.enum.catch(undefined),
  items: z.looseObject({ type: kind }).optional(),
});
const described = z.looseObject({
  properties: z.record(z.string(), property).default({}),
  required: z.array(z.string()).default([]),
});

function parametersOf(schema: JsonSchema): ToolParameter[] {
  const { properties, required } = described.parse(schema);
  return Object.entries(properties).map(([name, one]) => ({
    name,
    // Where several are possible, the first is the usual one.
    type: one.type ?? one.anyOf.find(({ type }) => type)?.type ?? 'object',
    description: one.description,
    required: required.includes(name),
    ...(one.default === undefined ? {} : { default: one.default }),
    ...(one.enum ? { enum: one.enum } : {}),
    ...(one.items?.type ? { itemsType: one.items.type } : {}),
  }));
}
