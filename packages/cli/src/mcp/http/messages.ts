import { isJsonContentType, ProtocolErrorCode, readRequestBody } from '@modelcontextprotocol/server';
import { refuse } from './refuse.js';

/** As over stdio: far above any sensible request. */
export const maxBody = 32 * 1024 * 1024;

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
