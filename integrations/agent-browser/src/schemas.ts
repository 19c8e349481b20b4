import {
  defineTool,
  type ErrorCode,
  errorKinds,
  inputSchema,
  type JsonSchema,
  outputSchema,
  type Tool,
} from 'handhold';
import { z } from 'zod';
import { specifiedOf } from './specified.js';

type Field = z.core.$ZodType;

/** How long opening a page, or clicking and typing, may take, in ms. */
export interface Timeouts {
  navigation?: number;
  action?: number;
}

/** A tool as Mastra's requirements have it: where they specify it, with the specified fields alone. */
export function asSpecified(tool: Tool, timeouts: Timeouts = {}): Tool {
  const cut = specifiedOf(tool.name);
  if (!cut) return tool;
  const fields = cut.input.map((name): [string, Field] => {
    const field = fieldOf(tool.input, name, tool);
    return [name, cut.required.includes(name) && field instanceof z.ZodOptional ? field.unwrap() : field];
  });
  // Where the model has no say in the time, the options have.
  const timeout = tool.category === 'navigation' ? timeouts.navigation : timeouts.action;
  const timed = timeout !== undefined && 'timeout' in tool.input.shape ? { timeout } : {};
  const input: z.ZodObject = z.strictObject(Object.fromEntries(fields));
  return defineTool({
    ...tool,
    as: tool.name,
    input,
    run: (given, context) => tool.run(tool.input.parse({ ...given, ...timed }), context),
  });
}

/**
 * The schema of what a tool takes: it prints what the model may give, and lets Mastra pass on whatever it gave. Mastra
 * has words of its own for wrong arguments; the toolbox has ours, with a code and a hint.
 */
export function openInput(tool: Tool): z.ZodObject {
  const json = { ...inputSchema(tool), additionalProperties: false };
  const open = withStandardAnswers(tool.input, json, (value) => ({ value: asRecord(value) }));
  // Mastra adds fields of its own where calls may be resumed or run in the background.
  const extend = (shape: z.ZodRawShape) => openInput({ ...tool, input: tool.input.safeExtend(shape) });
  return Object.defineProperties(open, { extend: { value: extend }, safeExtend: { value: extend } });
}

/** An input that is no object is shown as a field that no tool has. */
function asRecord(given: unknown): Record<string, unknown> {
  return record.safeParse(given ?? {}).data ?? { arguments: given };
}

const record = z.record(z.string(), z.unknown());

/** The schema of what a tool answers. */
export function openOutput(tool: Tool, schema: z.ZodObject): z.ZodObject {
  const standard = schema['~standard'];
  const json = { ...outputSchema({ ...tool, output: schema }), additionalProperties: false };
  return withStandardAnswers(schema, json, (value) => standard.validate(value));
}

type Standard = z.ZodObject['~standard'];

/** The same schema, but with these answers for whoever asks it by the Standard Schema interface, as Mastra does. */
function withStandardAnswers(
  schema: z.ZodObject,
  json: JsonSchema,
  validate: Standard['validate'],
): z.ZodObject {
  const copy = schema.clone();
  const jsonSchema = { input: () => structuredClone(json), output: () => structuredClone(json) };
  return Object.defineProperty(copy, '~standard', {
    value: { ...copy['~standard'], validate, jsonSchema },
    enumerable: true,
  });
}

const isCode = (name: string): name is ErrorCode => name in errorKinds;

const toolError = z.object({
  code: z.enum(Object.keys(errorKinds).filter(isCode)),
  message: z.string(),
  recoveryHint: z.string(),
  canRetry: z.boolean(),
  sideEffect: z.enum(['none', 'done', 'unknown']).optional(),
  details: z.unknown().optional(),
});

/** The fields around a tool's own data in every answer. */
export const answerFrame = z.object({
  success: z.boolean(),
  error: toolError.optional(),
  rendered: z.string().describe('What the model reads of this'),
});

export interface OutputForm {
  /** Holds for successes and failures alike, so that Mastra never puts a complaint in place of an answer. */
  readonly schema: z.ZodObject;
  /** True if the data's fields are fields of the answer, rather than all of them one field `data`. */
  readonly flat: boolean;
  /** The specified fields when there is no data. */
  readonly empty: Readonly<Record<string, unknown>>;
}

/** How a tool answers: its data at the top level, the specified fields always, the others where they are known. */
export function outputFor(tool: Tool): OutputForm {
  const { output } = tool;
  const frame = answerFrame.shape;
  if (!(output instanceof z.ZodObject) || Object.keys(frame).some((name) => name in output.shape)) {
    return { schema: z.object({ data: output.optional(), ...frame }), flat: false, empty: {} };
  }
  const names = specifiedOf(tool.name)?.output ?? [];
  const always = names.map((name): [string, Field] => [name, fieldOf(output, name, tool)]);
  return {
    schema: z.object({ ...output.partial().shape, ...Object.fromEntries(always), ...frame }),
    flat: true,
    empty: Object.fromEntries(always.map(([name, field]) => [name, emptyOf(field)])),
  };
}

function fieldOf(schema: z.ZodObject, name: string, tool: Tool): Field {
  const field = schema.shape[name];
  if (!field) throw new Error(`${tool.name} has no field "${name}".`);
  return field;
}

/** The value of its type that says nothing. */
function emptyOf(field: Field): unknown {
  if (field instanceof z.ZodString) return '';
  if (field instanceof z.ZodNumber) return 0;
  if (field instanceof z.ZodBoolean) return false;
  if (field instanceof z.ZodEnum) return field.options[0];
  if (field instanceof z.ZodRecord) return {};
  if (field instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(field.shape).map(([name, inner]) => [name, emptyOf(inner)]));
  }
  throw new Error('A specified field is of a type that has no empty value.');
}
