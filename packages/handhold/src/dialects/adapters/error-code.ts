import { z } from 'zod';
import type { ErrorCode, ToolError } from '../../errors.js';

/** The codes of the adapters' document for those that have other names elsewhere. */
const names: Partial<Record<ErrorCode, ErrorCode>> = {
  browser_crashed: 'browser_disconnected',
  unexpected_error: 'unknown_error',
};

/** Errors of the browser that say that nothing came of the way there; others are about what the server answered. */
const ofNetwork =
  /^ERR_(NAME_|DNS_|ICANN_|CONNECTION_|CONNECT_|EMPTY_RESPONSE|INTERNET_|NETWORK_|ADDRESS_|TIMED_OUT|SOCKET_|SOCKS_|PROXY_|TUNNEL_|HOST_RESOLVER_)/;
const failedThere = z.object({ netError: z.string().regex(ofNetwork) });

/** An error under the code that the adapters' document lists for it, if it does. */
export function asListed(error: ToolError, options: { connects: boolean }): ToolError {
  const { code, details } = error;
  if (code === 'navigation_failed' && failedThere.safeParse(details).success)
    return { ...error, code: 'network_error' };
  // A browser that we only connect to is never launched.
  if (code === 'launch_failed' && options.connects) return { ...error, code: 'browser_disconnected' };
  return { ...error, code: names[code] ?? code };
}
