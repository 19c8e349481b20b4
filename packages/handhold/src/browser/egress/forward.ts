import { type Agent, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { Socket } from 'node:net';
import { portOf } from '../../gate/address.js';
import { answerHeaders, printableReason, withoutHops } from './requests.js';

export const maxHeaders = 256 * 1024;

/** A plain HTTP request of the browser's, admitted, and who is told what becomes of it. */
export interface Forwarded {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  addresses: readonly string[];
  /** Keeps connections for requests that may be sent again. */
  agent: Agent;
  /** A connection of its own, for a request that may not. */
  through?: Socket;
  onAnswer: (answer: IncomingMessage) => void;
  onFailed: (error: NodeJS.ErrnoException) => void;
}

/** True if a request has no body, so that it can be sent once more. */
export function isRepeatable({ method, headers }: IncomingMessage): boolean {
  const bodyless = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  return bodyless && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

/** An answer that is no HTTP, as parsers call it. */
const notHttp: NodeJS.ErrnoException = Object.assign(new Error('not HTTP'), { code: 'HPE_INVALID' });

/** Passes a request on as it is, streamed both ways; to another address or once more where that may help. */
export function forward(forwarded: Forwarded, attempt = 0): void {
  const { request, response, addresses, onAnswer, onFailed, through } = forwarded;
  if (response.destroyed) {
    through?.destroy();
    return;
  }
  const fail = (error: NodeJS.ErrnoException) => {
    onFailed(error);
    request.socket.destroy();
  };
  const repeatable = isRepeatable(request);
  const upstream = upstreamOf(forwarded, attempt);
  let answered: IncomingMessage | undefined;
  upstream.on('response', (answer) => {
    answered = answer;
    onAnswer(answer);
    if (!writeHead(answer, response)) {
      upstream.destroy();
      fail(notHttp);
      return;
    }
    // Whoever waits for the headers must not wait for a body that is slow to come.
    const slow = setImmediate(() => response.flushHeaders());
    answer.once('data', () => clearImmediate(slow));
    answer.once('end', () => clearImmediate(slow));
    answer.on('error', () => request.socket.destroy());
    answer.on('aborted', () => request.socket.destroy());
    answer.pipe(response);
  });
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    // Nothing that comes after the end of an answer takes anything from it.
    if (answered?.complete) return;
    const may = repeatable && !answered && !response.destroyed && attempt < addresses.length + 1;
    if (may && (upstream.reusedSocket || attempt + 1 < addresses.length)) {
      forward(forwarded, attempt + 1);
      return;
    }
    if (!answered) onFailed(error);
    request.socket.destroy();
  });
  // Nobody asked for another protocol; without this the connection would be held and never answered.
  upstream.on('upgrade', (_answer, socket) => {
    socket.destroy();
    fail(notHttp);
  });
  response.on('close', () => upstream.destroy());
  if (repeatable) upstream.end();
  else request.pipe(upstream);
}

function upstreamOf({ request, url, addresses, agent, through }: Forwarded, attempt: number) {
  return send({
    host: addresses[attempt % addresses.length] ?? '',
    port: portOf(url),
    method: request.method ?? 'GET',
    path: `${url.pathname}${url.search}`,
    headers: withoutHops(request.rawHeaders),
    ...(through ? { createConnection: () => through } : { agent }),
    maxHeaderSize: maxHeaders,
    setHost: false,
    timeout: 0,
  });
}

/** False for a status or header that can't be written again, such as 099. */
function writeHead(answer: IncomingMessage, response: ServerResponse): boolean {
  try {
    const reason = printableReason(answer.statusMessage);
    response.writeHead(answer.statusCode ?? 0, reason, answerHeaders(answer.rawHeaders));
    return true;
  } catch {
    return false;
  }
}
