import { errorKinds, type Tool } from 'handhold';
import { z } from 'zod';
import { specified } from './specified.js';

type Field = z.core.$ZodType;

/** What the model may give a tool: the specified fields alone where there are such, taken from the tool itself. */
export function inputFor(tool: Tool): z.ZodObject {
  const cut = specified.get(tool.name);
  if (!cut) return tool.input;
  const fields = cut.input.map((name): [string, Field] => {
    const field = fieldOf(tool.input, name, tool);
    return [name, cut.required?.includes(name) && field instanceof z.ZodOptional ? field.unwrap() : field];
  });
  return z.strictObject(Object.fromEntries(fields));
}

const toolError = z.object({
  code: z.enum(Object.keys(errorKinds)),
  message: z.string(),
  recoveryHint: z.string(),
  canRetry: z.boolean(),
  sideEffect: z.enum(['none', 'done', 'unknown']).optional(),
  details: z.unknown().optional(),
});

/** What stands around a tool's own data in every answer. */
export const answerFrame = z.object({
  success: z.boolean(),
  error: toolError.optional(),
  rendered: z.string().describe('What the model reads of this'),
});

export interface OutputForm {
  /** Holds for successes and failures alike, so that Mastra never puts a complaint in place of an answer. */
  readonly schema: z.ZodObject;
  /** Whether the data's fields are fields of the answer, rather than all of them one field `data`. */
  readonly flat: boolean;
  /** What the specified fields hold when there is no data. */
  readonly empty: Readonly<Record<string, unknown>>;
}

/** How a tool answers: its data at the top level, the specified fields always, the others where they are known. */
export function outputFor(tool: Tool): OutputForm {
  const { output } = tool;
  const frame = answerFrame.shape;
  if (!(output instanceof z.ZodObject) || Object.keys(frame).some((name) => name in output.shape)) {
    return { schema: z.object({ data: output.optional(), ...frame }), flat: false, empty: {} };
  }
  const names = specified.get(tool.name)?.output ?? [];
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
