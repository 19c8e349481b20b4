import {
  type ActionResult,
  type BrowserAction,
  type CallOptions,
  RequestValidator,
  type SideEffect,
  type Verdict,
} from 'handhold';
import { type Complaint, complaintsAbout, type ToolSchema } from './tool-schema.js';

/** The part of a browser that an adapter needs: a `BrowserManager` is one. */
export interface ActionExecutor {
  executeAction(action: BrowserAction, options?: CallOptions): Promise<Executed>;
  /** Who judges actions by the same policy as the executor will. */
  readonly validator?: { validate(action: BrowserAction): Verdict };
}

/** An executor's answer. */
export type Executed = Pick<ActionResult, 'success' | 'result'> & { error?: ExecutionError | string };

type ExecutionError = Pick<AdapterError, 'code' | 'message'> & Partial<AdapterError>;

export interface AdapterError {
  /** In upper case, as the adapters' document lists them. */
  code: string;
  message: string;
  details?: unknown;
  recoveryHint?: string;
  canRetry?: boolean;
  sideEffect?: SideEffect;
}

/** The answer of every adapter. */
export interface ToolResult {
  success: boolean;
  data?: unknown;
  error?: AdapterError;
  /** Milliseconds. */
  executionTime: number;
  timestamp: number;
}

/** A browser tool for function calling: checks parameters, makes an action of them, has it executed. */
export abstract class BrowserToolAdapter {
  private readonly validator: { validate(action: BrowserAction): Verdict };

  constructor(
    protected readonly browserManager: ActionExecutor,
    protected readonly schema: ToolSchema,
  ) {
    this.validator = browserManager.validator ?? new RequestValidator();
  }

  /** The tool in the format of OpenAI function calling. */
  getSchema(): ToolSchema {
    return this.schema;
  }

  /** Runs the tool. Whatever goes wrong comes back as a result; nothing is thrown. */
  async execute(params: Record<string, unknown> = {}, options: CallOptions = {}): Promise<ToolResult> {
    const startedAt = performance.now();
    const outcome = await this.attempt(params, options).catch((thrown: unknown) => ({
      error: { code: 'UNEXPECTED_ERROR', message: `Something unexpected went wrong: ${messageOf(thrown)}` },
    }));
    const times = {
      executionTime: Math.round((performance.now() - startedAt) * 10) / 10,
      timestamp: Date.now(),
    };
    return { success: !('error' in outcome), ...outcome, ...times };
  }

  /** The action that these parameters ask for; throws if there is none. */
  protected abstract convertToAction(params: Record<string, unknown>): BrowserAction;

  /** The faults of the parameters, by the schema. */
  protected complaints(params: unknown): Complaint[] {
    return complaintsAbout(params, this.schema.parameters);
  }

  private async attempt(
    params: Record<string, unknown>,
    options: CallOptions,
  ): Promise<{ data: unknown } | { error: AdapterError }> {
    const complaints = this.complaints(params);
    if (complaints.length > 0)
      return {
        error: { code: 'VALIDATION_ERROR', message: 'Parameter validation failed', details: complaints },
      };

    let action: BrowserAction;
    try {
      action = this.convertToAction(params);
    } catch (thrown) {
      return { error: { code: 'CONVERSION_ERROR', message: messageOf(thrown) } };
    }

    const { valid, errors } = this.validator.validate(action);
    if (!valid) {
      const details = errors.map(({ code, message }) => ({ code: code.toUpperCase(), message }));
      const message = `Action validation failed: ${errors.map((error) => error.message).join(' ')}`;
      return { error: { code: 'ACTION_VALIDATION_ERROR', message, details } };
    }

    const { success, result, error } = await this.browserManager.executeAction(action, options);
    if (success) return { data: result };
    const given: Partial<AdapterError> = typeof error === 'string' ? { message: error } : (error ?? {});
    const { code = 'execution_error', message = 'The action failed.', ...rest } = given;
    return { error: { code: code.toUpperCase(), message, ...rest } };
  }
}

function messageOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.split('\n', 1)[0]?.slice(0, 200) ?? '';
}
