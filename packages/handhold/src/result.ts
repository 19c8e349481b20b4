import { Failure, type ToolError, toToolError } from './errors.js';

export interface ResultMetadata {
  session: string;
  /** Estimated tokens of the text a model reads for this result. */
  tokens?: number;
  /** Something the agent must know that is not part of the data, e.g. that the browser was restarted. */
  notice?: string;
}

/** What every call on every surface comes down to. */
export interface ToolResult<T = unknown> {
  success: boolean;
  data?: T;
  error?: ToolError;
  /** Milliseconds. */
  executionTime: number;
  /** When the call ended, as Unix milliseconds. */
  timestamp: number;
  metadata?: ResultMetadata;
}

/** A result of a call that did what it was asked. */
export function succeeded<T>(data: T, startedAt: number, metadata: ResultMetadata): ToolResult<T> {
  return { success: true, data, executionTime: since(startedAt), timestamp: Date.now(), metadata };
}

/** A result of a call that did not. */
export function failed(thrown: unknown, startedAt: number, metadata: ResultMetadata): ToolResult<never> {
  return {
    success: false,
    error: toToolError(thrown),
    executionTime: since(startedAt),
    timestamp: Date.now(),
    metadata,
  };
}

function since(startedAt: number): number {
  return Math.round((performance.now() - startedAt) * 10) / 10;
}

/** The data of a result; throws what went wrong as it was. */
export function dataOf(result: ToolResult): unknown {
  if (!result.error) return result.data;
  const { code, message, recoveryHint, canRetry, sideEffect, details } = result.error;
  throw new Failure(code, message, { hint: recoveryHint, canRetry, sideEffect, details });
}

/** What a class tool answers with. */
export interface ToolExecution {
  success: boolean;
  data?: unknown;
  error?: string | undefined;
  metadata: Record<string, unknown>;
}

/** Makes what a class tool answers with. */
export const ToolResult = {
  successResult(data: unknown, metadata: Record<string, unknown> = {}): ToolExecution {
    return { success: true, data, metadata };
  },
  failureResult(error: string, metadata: Record<string, unknown> = {}): ToolExecution {
    return { success: false, error, metadata };
  },
};
