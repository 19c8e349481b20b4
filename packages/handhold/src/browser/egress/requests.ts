import type { IncomingMessage } from 'node:http';

/** Headers that are meant for the next hop only. */
const hops = new Set([
  'connection',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
]);

/** Raw headers as they came, without those between neighbours. */
export function withoutHops(raw: readonly string[]): string[] {
  return without(raw, (name) => hops.has(name));
}

/** The same for an answer, whose body has been taken out of its coding by now and gets another. */
export function answerHeaders(raw: readonly string[]): string[] {
  return without(raw, (name) => hops.has(name) || name === 'transfer-encoding');
}

function without(raw: readonly string[], leavesOut: (name: string) => boolean): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? '';
    if (!leavesOut(name.toLowerCase())) kept.push(name, raw[at + 1] ?? '');
  }
  return kept;
}

/** A reason phrase that may be written again: servers put anything there, and nobody acts on it. */
export function printableReason(reason = ''): string {
  return reason.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
}

/** The host and port of a CONNECT request. */
export function splitAuthority(authority: string): { host: string; port: number } | undefined {
  const [, host, port] = /^(\[[^\]]+\]|[^:/@\s]+):(\d{1,5})$/.exec(authority) ?? [];
  const number = Number(port);
  return host === undefined || number < 1 || number > 65_535 ? undefined : { host, port: number };
}

/**
 * Why a request for a loopback address is not let through; undefined if it is. The browser says who asks, in headers
 * that no page can write: a loopback page does, or the agent, who then has asked for this very address.
 */
export function asksFromLoopback(
  { headers, url = '' }: IncomingMessage,
  expected: ReadonlySet<string>,
  isLocal: (host: string) => boolean,
): string | undefined {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'same-site') return undefined;
  if (site === 'none')
    return expected.has(url) ? undefined : 'loopback address, which the agent did not ask for';
  // Across a redirect through another site the browser writes "null" here.
  const { origin } = headers;
  if (origin !== undefined && isLocalOrigin(origin, isLocal)) return undefined;
  return 'loopback address, asked for by another site';
}

function isLocalOrigin(origin: string, isLocal: (host: string) => boolean): boolean {
  try {
    return isLocal(new URL(origin).hostname);
  } catch {
    return false;
  }
}

/** Who asks for a WebSocket, by its opening request. */
export function upgradeOrigin(head: Buffer): string | undefined {
  const text = head.toString('latin1');
  if (!/^GET \S+ HTTP\/1\.1\r\n/.test(text) || !/\r\nupgrade: *websocket\r\n/i.test(text)) return undefined;
  return /\r\norigin: *(\S+)\r\n/i.exec(text)?.[1];
}
