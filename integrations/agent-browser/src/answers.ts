import {
  errorKinds,
  type Rendered,
  render,
  type Tool,
  type ToolError,
  type ToolImage,
  type ToolResult,
} from 'handhold';
import { z } from 'zod';
import { answerFrame, inputFor, type OutputForm, outputFor } from './schemas.js';

/** A tool's answer: the fields of its data, with these around them. */
export type Answer = z.output<typeof answerFrame> & Record<string, unknown>;

/** Parts as Mastra keeps them; it turns them into what the provider of each model takes. */
type Part = { type: 'text'; text: string } | { type: 'media'; data: string; mediaType: string };

export type ModelOutput =
  | { type: 'text' | 'error-text'; value: string }
  | { type: 'content'; value: readonly Part[] };

const complaints = z.object({ errors: z.array(z.string()), fields: z.unknown() });

/** What Mastra itself answers to wrong arguments, before the tool hears of them. */
const refusal = z.object({ error: z.literal(true), validationErrors: complaints });

/** Turns one tool's results into answers in Mastra's form, and answers into what the model reads. */
export class Answers {
  private readonly form: OutputForm;

  constructor(private readonly tool: Tool) {
    this.form = outputFor(tool);
  }

  get schema(): z.ZodObject {
    return this.form.schema;
  }

  /** The answer to a call. */
  of(result: ToolResult, { text }: Rendered): Answer {
    if (result.error) return this.failure(result.error, text);
    const answer = { ...this.fieldsOf(result.data), success: true, rendered: text };
    return this.form.schema.safeParse(answer).success ? answer : this.malformed();
  }

  /** An answer as it is, or ours in place of the one Mastra gives to wrong arguments. */
  ours<T>(answer: T): T | Answer {
    const { data } = refusal.safeParse(answer);
    if (!data) return answer;
    const { name } = this.tool;
    const takes = Object.keys(inputFor(this.tool).shape).join(', ') || 'nothing';
    return this.failed({
      code: 'validation_error',
      message: `${name} was called with wrong arguments: ${complaintsIn(data.validationErrors).join('; ').slice(0, 600)}.`,
      recoveryHint: `${name} takes: ${takes}. Correct the arguments and call again.`,
      canRetry: errorKinds.validation_error.canRetry,
      sideEffect: 'none',
    });
  }

  /** The answer to a call that failed outside of the toolbox. */
  failed(error: ToolError): Answer {
    const { text } = render(this.tool, {}, { success: false, error, executionTime: 0, timestamp: 0 });
    return this.failure(error, text);
  }

  /** What the model gets of an answer: its text, and its picture as a picture. */
  toModel(given: unknown): ModelOutput {
    const answer = this.ours(given);
    const { data: known } = answerFrame.safeParse(answer);
    if (!known) return { type: 'text', value: JSON.stringify(answer) ?? '' };
    if (!known.success) return { type: 'error-text', value: known.rendered };
    const image = this.imageIn(answer);
    if (!image) return { type: 'text', value: known.rendered };
    return {
      type: 'content',
      value: [
        { type: 'text', text: known.rendered },
        { type: 'media', data: image.base64, mediaType: image.mimeType },
      ],
    };
  }

  private failure(error: ToolError, text: string): Answer {
    return { ...this.form.empty, success: false, error, rendered: text };
  }

  private malformed(): Answer {
    return this.failed({
      code: 'unexpected_error',
      message: `${this.tool.name} was done, but answered something it should not.`,
      recoveryHint: errorKinds.unexpected_error.hint,
      canRetry: false,
      sideEffect: 'done',
    });
  }

  private fieldsOf(data: unknown): object {
    if (this.form.flat) return typeof data === 'object' && data !== null ? data : {};
    return data === undefined ? {} : { data };
  }

  private imageIn(answer: unknown): ToolImage | undefined {
    const nested =
      typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined;
    try {
      return this.tool.image(this.form.flat ? answer : nested);
    } catch {
      // Nobody up there could deal with it, and the text still says what was done.
      return undefined;
    }
  }
}

function complaintsIn(given: unknown, path = ''): string[] {
  const { data } = complaints.safeParse(given);
  if (!data) return [];
  const inner = typeof data.fields === 'object' && data.fields !== null ? Object.entries(data.fields) : [];
  return [
    ...data.errors.map((error) => (path ? `"${path}": ${error}` : error)),
    ...inner.flatMap(([name, more]) => complaintsIn(more, path ? `${path}.${name}` : name)),
  ];
}
