import type { z } from 'zod';
import type { ToolError } from './errors.js';
import { fence, ownLine, withoutOrders } from './gate/untrusted.js';
import type { ToolResult } from './result.js';
import type { Tool, ToolImage } from './tool.js';
import { inNames, ourWording, remarksInNames, type Wording } from './wording.js';

/** A result as a model reads it. */
export interface Rendered {
  text: string;
  image?: ToolImage;
  isError: boolean;
}

/** Writes a result the way MCP and the shell show it: our lines, and the page's own between fences it can't forge. */
export function render(tool: Tool | undefined, input: unknown, result: ToolResult): Rendered {
  const parsed = tool?.input.safeParse(withoutSession(input));
  return renderParsed(tool, parsed?.success ? parsed.data : {}, result, ourWording);
}

/** The same for arguments that have been parsed already, and an error that is worded already. */
export function renderParsed(
  tool: Tool | undefined,
  input: z.output<Tool['input']>,
  { data, error, metadata }: ToolResult,
  wording: Wording,
): Rendered {
  const notice = metadata?.notice ? `notice: ${inNames(ownLine(metadata.notice), wording)}\n` : '';
  if (error) return { text: errorText(error, notice, wording), isError: true };
  if (!tool) return { text: notice, isError: false };
  const { head, page, isFenced } = tool.text(data, input);
  const image = tool.image(data);
  const ours = inNames(isFenced ? head : withoutOrders(head), wording);
  const fenced = page === undefined ? '' : fence(remarksInNames(page, wording));
  return {
    text: notice + [ours, fenced].filter((part) => part !== '').join('\n'),
    ...(image ? { image } : {}),
    isError: false,
  };
}

function errorText({ code, message, recoveryHint }: ToolError, notice: string, wording: Wording): string {
  const name = wording.code?.(code) ?? code;
  return withoutOrders(
    `error ${name}: ${ownLine(message)}\nhint: ${ownLine(recoveryHint)}${notice && `\n${notice.trimEnd()}`}`,
  );
}

function withoutSession(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input ?? {};
  const { session: _session, ...rest } = { session: undefined, ...input };
  return rest;
}
