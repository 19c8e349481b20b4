import { callUnderWay } from './call-under-way.js';
import { Failure, type ToolError, toToolError } from './errors.js';
import { isJson } from './json.js';
import { defaultSession } from './session-name.js';

/** Facts about a call besides its answer. */
export interface ResultMetadata {
  session: string;
  /** Estimated tokens of the text a model reads for this result. */
  tokens?: number;
  /** Something the agent must know that is not part of the data, e.g. that the browser was restarted. */
  notice?: string;
  /** Why the page's text calls for care. A flag is a hint, not a defence. */
  flagged?: string;
  /** Facts that a tool of the user's own adds. */
  [more: string]: unknown;
}

/** Facts that only we state. */
const ours = new Set(['session', 'tokens', 'notice', 'flagged']);

/** Adds what a tool says of its call. What we say ourselves stays, and what JSON can't hold stays out. */
export function addMetadata(to: ResultMetadata, more: object): void {
  for (const [key, value] of Object.entries(more)) if (!ours.has(key) && isJson(value)) to[key] = value;
}

/** The result of a call, the same on every surface. */
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

/** The answer of a class tool: a result like any other. */
export type ToolExecution = ToolResult;

/** Makes what a class tool answers with; its call fills in how long it took. */
export const ToolResult = {
  successResult<T>(data: T, metadata: object = {}): ToolResult<T> {
    return { success: true, data, executionTime: 0, timestamp: Date.now(), metadata: ownMetadata(metadata) };
  },
  failureResult(error: string, metadata: object = {}): ToolResult<never> {
    const failure = new Failure('execution_error', error, { sideEffect: 'unknown' });
    return {
      success: false,
      error: inWords(toToolError(failure)),
      executionTime: 0,
      timestamp: Date.now(),
      metadata: ownMetadata(metadata),
    };
  },
};

function ownMetadata(more: object): ResultMetadata {
  const metadata: ResultMetadata = { session: callUnderWay.getStore()?.session ?? defaultSession };
  addMetadata(metadata, more);
  return metadata;
}

/** An error that reads as its sentence where it is put into a text, as class tools know errors. */
export function inWords(error: ToolError): ToolError {
  return Object.defineProperty({ ...error }, 'toString', { value: () => error.message, enumerable: false });
}
