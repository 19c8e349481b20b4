import type { CallToolResult } from '@modelcontextprotocol/server';
import { errorKinds, Failure, type Host, type Rendered, render, type ToolRegistry } from 'handhold';
import { z } from 'zod';
import type { Callable } from './server.js';
import type { SessionRecords } from './session-records.js';

interface CallerOptions {
  offered: ToolRegistry;
  /** Names of the tools whose results carry their data beside their text. */
  withData: ReadonlySet<string>;
  records: SessionRecords;
  /** The browser session of calls that name none. */
  session: string;
  tellSession: boolean;
  structured: boolean;
  vision: boolean;
  /** Ends all calls under way. */
  signal: AbortSignal | undefined;
}

type CallTool = (
  name: string,
  input: unknown,
  approver: Host,
  signal: AbortSignal,
) => Promise<CallToolResult>;

const objectForm = z.record(z.string(), z.unknown());
const sessionForm = z.object({ session: z.unknown().refine((session) => session !== undefined) });

/** Calls tools for an MCP client and gives their results as MCP has them. */
export function toolCaller(toolbox: Callable, options: CallerOptions): CallTool {
  const { offered, withData, records, session, tellSession, structured, vision } = options;
  return async (name, input, approver, given) => {
    const refusal = refuseUnknown(offered, name);
    if (refusal) return asContent(refusal, false);
    const namesSession = sessionForm.safeParse(input).success;
    const signal = options.signal ? AbortSignal.any([given, options.signal]) : given;
    const { result, rendered } = await toolbox.callAndRender(name, input, {
      signal,
      offered,
      host: approver,
      ...(namesSession ? {} : { session }),
    });
    records.add(result.metadata?.session ?? session, name, result, rendered.image);
    if (tellSession && !namesSession) rendered.text += sessionLine(session, result.success);
    const content = {
      ...asContent(rendered, vision),
      ...(structured ? { _meta: { 'handhold/metadata': result.metadata } } : {}),
    };
    const { data } = objectForm.safeParse(withData.has(name) && !rendered.image ? result.data : undefined);
    return data ? { ...content, structuredContent: data } : content;
  };
}

/** The answer to a call of a tool that is not offered, even if the toolbox knows it. */
function refuseUnknown(offered: ToolRegistry, name: string): Rendered | undefined {
  try {
    offered.getTool(name);
    return undefined;
  } catch (thrown) {
    const { message, hint } =
      thrown instanceof Failure ? thrown : { message: 'No such tool.', hint: undefined };
    const kind = errorKinds.unknown_tool;
    const error = {
      code: 'unknown_tool',
      message,
      recoveryHint: hint ?? kind.hint,
      canRetry: kind.canRetry,
    } as const;
    return render(undefined, {}, { success: false, error, executionTime: 0, timestamp: Date.now() });
  }
}

/** A session that was only just made is of use to nobody who doesn't know its name. */
function sessionLine(session: string, made: boolean): string {
  return made
    ? `\nsession ${session}: give it as "session" in further calls`
    : '\nsession: none was given, so this call had a new one; give the one an earlier call named';
}

function asContent({ text, image, isError }: Rendered, vision: boolean): CallToolResult {
  const content: CallToolResult['content'] = [{ type: 'text', text }];
  if (image && vision) content.push({ type: 'image', data: image.base64, mimeType: image.mimeType });
  else if (image) content.push({ type: 'text', text: 'image left out' });
  return { content, ...(isError ? { isError: true } : {}) };
}
