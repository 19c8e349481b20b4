import {
  errorKinds,
  type Images,
  type Rendered,
  render,
  type Tool,
  type ToolError,
  type ToolImage,
  type ToolResult,
} from 'handhold';
import type { z } from 'zod';
import { type ModelOutput, outputWith } from './pictures.js';
import { answerFrame, type OutputForm, openOutput, outputFor } from './schemas.js';
import type { Answer } from './typed-tools.js';

const answerForm = answerFrame.loose();

/** Turns one tool's results into answers in Mastra's form, and answers into what the model reads. */
export class Answers {
  readonly schema: z.ZodObject;
  private readonly form: OutputForm;

  constructor(
    private readonly tool: Tool,
    private readonly images: Images | undefined,
  ) {
    this.form = outputFor(tool);
    this.schema = openOutput(tool, this.form.schema);
  }

  /** The answer to a call. */
  of(result: ToolResult, { text }: Rendered): Answer {
    if (result.error) return this.failure(result.error, text);
    const answer = { ...this.fieldsOf(result.data), success: true, rendered: text };
    return this.form.schema.safeParse(answer).success ? answer : this.malformed();
  }

  /** An answer again from the part of it that Mastra passes on. */
  checked(given: unknown): Answer {
    return answerForm.safeParse(given).data ?? this.malformed();
  }

  /** The answer to a call that failed outside of the toolbox. */
  failed(error: ToolError): Answer {
    const { text } = render(this.tool, {}, { success: false, error, executionTime: 0, timestamp: 0 });
    return this.failure(error, text);
  }

  /** An answer as the model gets it: its text, and its picture as a picture. */
  toModel(answer: unknown): ModelOutput {
    const { data: known } = answerFrame.safeParse(answer);
    if (!known) return { type: 'text', value: JSON.stringify(answer) ?? '' };
    if (!known.success) return { type: 'error-text', value: known.rendered };
    return outputWith(known.rendered, this.imageOf(answer), this.images);
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

  /** The picture in an answer. */
  imageOf(answer: unknown): ToolImage | undefined {
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
