import { isDeepStrictEqual } from 'node:util';
import type { ModelMessage } from 'ai';

/** A call that is about to be made. */
export interface PendingCall {
  toolCallId: string;
  toolName: string;
  input: unknown;
}

/**
 * True if a person has just agreed to exactly this call: the conversation ends with their yes to a request for it, and
 * tool and arguments are still those they were shown.
 */
export function wasApproved(call: PendingCall, messages: readonly ModelMessage[]): boolean {
  const last = messages.at(-1);
  if (last?.role !== 'tool') return false;
  const yes = new Set(
    last.content.flatMap((part) =>
      part.type === 'tool-approval-response' && part.approved ? [part.approvalId] : [],
    ),
  );
  const said = messages.flatMap((message) =>
    message.role === 'assistant' && typeof message.content !== 'string' ? message.content : [],
  );
  const asked = said.some(
    (part) =>
      part.type === 'tool-approval-request' &&
      part.toolCallId === call.toolCallId &&
      yes.has(part.approvalId),
  );
  const shown = said.findLast((part) => part.type === 'tool-call' && part.toolCallId === call.toolCallId);
  return (
    asked &&
    shown?.type === 'tool-call' &&
    shown.toolName === call.toolName &&
    isDeepStrictEqual(shown.input, call.input)
  );
}
