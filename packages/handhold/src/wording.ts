import type { ErrorCode, ToolError } from './errors.js';
import { changeOurLines, changeOurWords } from './gate/untrusted.js';
import type { ToolResult } from './result.js';

/** The words in which a caller reads results: its names for our tools, and how it puts what went wrong. */
export interface Wording {
  /** The caller's names by ours, where they differ. */
  readonly names: ReadonlyMap<string, string>;
  /** How it says that something went wrong; its names stand in the message and the hint already. */
  readonly error?: ((error: ToolError) => ToolError) | undefined;
  /** How it writes the code of an error in a text. */
  readonly code?: ((code: ErrorCode) => string) | undefined;
}

/** Our tools by our names, and errors as they are. */
export const ourWording: Wording = { names: new Map() };

/** The form of our tools' names. */
const toolNames = /\bbrowser_[a-z_]+\b/g;

/** A text of ours with the caller's names for our tools; what it quotes of a page stays. */
export function inNames(text: string, { names }: Wording): string {
  return names.size === 0 ? text : changeOurWords(text, toolNames, (name) => names.get(name) ?? name);
}

/** Lines of a page, in which only remarks of ours get the caller's names. */
export function remarksInNames(page: string, { names }: Wording): string {
  return names.size === 0 ? page : changeOurLines(page, toolNames, (name) => names.get(name) ?? name);
}

/** A result whose error is put as the caller puts it; data has no words of ours. */
export function inWording(result: ToolResult, wording: Wording): ToolResult {
  const { error } = result;
  if (!error) return result;
  const named = {
    ...error,
    message: inNames(error.message, wording),
    recoveryHint: inNames(error.recoveryHint, wording),
  };
  return { ...result, error: wording.error?.(named) ?? named };
}
