import type { RequestId } from '@modelcontextprotocol/server';

/** An answer to a request that is not taken in; the rest of its body is of no interest. */
export function refuse(status: number, code: number, message: string, id: RequestId | null = null): Response {
  return new Response(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }), {
    status,
    headers: {
      'content-type': 'application/json',
      ...(status === 403 || status === 413 ? { connection: 'close' } : {}),
    },
  });
}
