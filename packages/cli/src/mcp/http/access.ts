import { createHash, timingSafeEqual } from 'node:crypto';
import { hostname, networkInterfaces } from 'node:os';
import { urlFrom } from 'handhold';

export interface AccessOptions {
  /** The address that is listened on. */
  host: string;
  /** Asked of every request, if there is one. */
  token?: string | undefined;
  /** Further names under which the server is reached, such as that of a proxy before it. */
  names?: readonly string[];
}

/** True if an address can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Makes the check of who may talk to the server, by a request's headers alone: it gives why one may not. A page in a
 * browser on this machine can send requests here too, under a name of its own making; so the name must be ours, and the
 * page must be none.
 */
export function accessCheck(options: AccessOptions): (headers: Headers) => string | undefined {
  const names = ownNames(options);
  const expected = options.token === undefined ? undefined : digest(options.token);
  return (headers) => {
    const host = headers.get('host') ?? '';
    const own = urlFrom(`http://${host}`);
    if (!own || !names.has(own.hostname)) return 'This name is not served here (Host header).';
    const origin = headers.get('origin');
    if (origin !== null && urlFrom(origin)?.host !== own.host)
      return 'Pages of other origins are not served (Origin header).';
    if (expected === undefined) return undefined;
    const [, given] = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '') ?? [];
    if (given === undefined || !timingSafeEqual(digest(given), expected))
      return 'A bearer token is needed (Authorization header).';
    return undefined;
  };
}

function ownNames({ host, names = [] }: AccessOptions): Set<string> {
  const everywhere = host === '0.0.0.0' || host === '::';
  const addresses = everywhere
    ? Object.values(networkInterfaces()).flatMap((found) => found?.map(({ address }) => address) ?? [])
    : [host];
  const all = ['localhost', '127.0.0.1', '::1', ...addresses, ...(everywhere ? [hostname()] : []), ...names];
  return new Set(
    all.flatMap((name) => urlFrom(`http://${name.includes(':') ? `[${name}]` : name}`)?.hostname ?? []),
  );
}

/** Of equal length whatever was given, so that they can be compared without telling anything by the time it takes. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
