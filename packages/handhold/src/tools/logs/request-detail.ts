import { z } from 'zod';
import type { NetworkEntry } from '../../browser/network-log.js';
import type { Deadline } from '../../deadline.js';
import { hideSecrets, hideSecretsInUrl, isSecretName } from '../../gate/masking.js';
import { cut } from '../../gate/untrusted.js';

const headers = z.record(z.string(), z.string());

/** One part of a request: its headers, or a body. */
export const requestDetail = z.object({
  requestHeaders: headers.optional(),
  responseHeaders: headers.optional(),
  /** Of the part that was asked for, as text. */
  body: z.string().optional(),
  /** Bytes of the whole body. */
  bodySize: z.number().optional(),
  truncated: z.boolean().optional(),
  /** Why there is no body to show. */
  missing: z.string().optional(),
});

export type RequestPart = 'headers' | 'request' | 'response';
type RequestDetail = z.output<typeof requestDetail>;

const maxBody = 20_000;
/** Larger bodies are not fetched from the browser at all. */
const maxFetched = 5_000_000;
const maxHeaders = 60;

/** The part of a request that is asked for. */
export async function detailOf(
  entry: NetworkEntry,
  part: RequestPart,
  deadline: Deadline,
): Promise<RequestDetail> {
  const { request, response } = entry;
  if (part === 'request') {
    const body = request.postDataBuffer();
    return body ? bodyOf(body, request.headers()['content-type'] ?? '') : { missing: 'it has no body' };
  }
  if (part === 'response') return responseBody(entry, deadline);
  const [sent, got] = await deadline.race(
    Promise.all([
      request.allHeaders().catch(() => request.headers()),
      response?.allHeaders().catch(() => response.headers()),
    ]),
  );
  return { requestHeaders: maskHeaders(sent), ...(got ? { responseHeaders: maskHeaders(got) } : {}) };
}

async function responseBody(entry: NetworkEntry, deadline: Deadline): Promise<RequestDetail> {
  const { request, response } = entry;
  if (entry.failure !== undefined) return { missing: `it failed: ${entry.failure}` };
  if (!response || entry.took === undefined) return { missing: 'there is no answer yet' };
  const sizes = await deadline.race(request.sizes().catch(() => undefined));
  const size = sizes?.responseBodySize ?? 0;
  if (size > maxFetched) return { missing: 'it is too large to show', bodySize: size };
  // The browser forgets bodies of pages that were left, and of large or streamed answers.
  const body = await deadline.race(response.body().catch(() => undefined));
  if (!body) return { missing: 'the browser no longer has it' };
  return bodyOf(body, response.headers()['content-type'] ?? '');
}

function bodyOf(bytes: Buffer, type: string): RequestDetail {
  const bodySize = bytes.length;
  if (bodySize === 0) return { missing: 'it is empty', bodySize };
  const head = bytes.subarray(0, maxBody * 4);
  if (!/text|json|xml|javascript|urlencoded|graphql|form-data/i.test(type) && looksBinary(head))
    return { missing: 'it is not text', bodySize };
  const text = hideSecrets(new TextDecoder().decode(head));
  return text.length > maxBody
    ? { body: cut(text, maxBody), bodySize, truncated: true }
    : { body: text, bodySize };
}

function looksBinary(bytes: Buffer): boolean {
  return (
    bytes.subarray(0, 1000).includes(0) ||
    new TextDecoder().decode(bytes.subarray(0, 1000)).includes('\ufffd')
  );
}

function maskHeaders(headers: Record<string, string>): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers).slice(0, maxHeaders)) {
    if (!name.startsWith(':'))
      shown[name.slice(0, 100)] = isSecretName(name) ? '…' : cut(hideSecretsInUrl(value), 500);
  }
  return shown;
}
