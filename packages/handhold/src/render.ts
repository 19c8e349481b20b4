import type { z } from 'zod';
import { fence, ownLine, withoutOrders } from './gate/untrusted.js';
import type { ToolResult } from './result.js';
import type { Tool, ToolImage } from './tool.js';

/** A result as a model reads it. */
export interface Rendered {
  text: string;
  image?: ToolImage;
  isError: boolean;
}

/** Writes a result the way MCP and the shell show it: our lines, and the page's own between fences it can't forge. */
export function render(tool: Tool | undefined, input: unknown, result: ToolResult): Rendered {
  const parsed = tool?.input.safeParse(withoutSession(input));
  return renderParsed(tool, parsed?.success ? parsed.data : {}, result);
}

/** The same for arguments that have been parsed already. */
export function renderParsed(
  tool: Tool | undefined,
  input: z.output<Tool['input']>,
  result: ToolResult,
): Rendered {
  const notice = result.metadata?.notice ? `notice: ${ownLine(result.metadata.notice)}\n` : '';
  if (result.error) {
    const { code, message, recoveryHint } = result.error;
    return {
      text: withoutOrders(
        `error ${code}: ${ownLine(message)}\nhint: ${ownLine(recoveryHint)}${notice ? `\n${notice.trimEnd()}` : ''}`,
      ),
      isError: true,
    };
  }
  if (!tool) return { text: notice, isError: false };
  const { head, page, isFenced } = tool.text(result.data, input);
  const image = tool.image(result.data);
  const fenced = page === undefined ? '' : fence(page);
  return {
    text: notice + [isFenced ? head : withoutOrders(head), fenced].filter((part) => part !== '').join('\n'),
    ...(image ? { image } : {}),
    isError: false,
  };
}

function withoutSession(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input ?? {};
  const { session: _session, ...rest } = { session: undefined, ...input };
  return rest;
}
