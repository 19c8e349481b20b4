import { isJsonContentType, ProtocolErrorCode, readRequestBody } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { refuse } from './refuse.js';

/** As over stdio: far above any sensible request. */
export const maxBody = 32 * 1024 * 1024;

/** A message as far as it matters to whom it goes; everything else of it is the server's to check. */
const messageForm = z.object({
  method: z.unknown().optional(),
  id: z.union([z.string(), z.number(), z.null()]).catch(null),
});

type Message = z.infer<typeof messageForm>;

/** The method and id of a message; of what is none, none. */
export function messageIn(body: unknown): Message {
  return messageForm.safeParse(body).data ?? { id: null };
}

/** The JSON that a request brings, or why it is refused. */
export async function readBody(request: Request): Promise<unknown> {
  if (!isJsonContentType(request.headers.get('content-type') ?? ''))
    return refuse(415, ProtocolErrorCode.InvalidRequest, 'The content type must be application/json');
  const read = await readRequestBody(request, maxBody);
  if (read.tooLarge)
    return refuse(413, ProtocolErrorCode.InvalidRequest, `The message is longer than ${maxBody} bytes`);
  let body: unknown;
  try {
    body = JSON.parse(read.text);
  } catch {
    return refuse(400, ProtocolErrorCode.ParseError, 'The body is not valid JSON');
  }
  if (Array.isArray(body)) return refuse(400, ProtocolErrorCode.InvalidRequest, 'Batches are not supported');
  return body;
}
