import ipaddr from 'ipaddr.js';

/** A host, or a set of them, as a person writes it in a list. */
export interface HostPattern {
  readonly text: string;
  /** Whether it covers this host (lower case, without brackets or trailing dot) on this port. */
  matches(host: string, port: number): boolean;
}

/**
 * Reads `example.com` (itself and what is below), `*.example.com` (only what is below), `*`, addresses, networks
 * (`10.0.0.0/8`), any of them with a port or a scheme before it. Anything else is an error, not a pattern that never fits.
 */
export function parsePattern(text: string): HostPattern {
  const trimmed = text.trim();
  const [, scheme, rest] = /^(?:(https?|wss?):\/\/)?(.*?)\/?$/is.exec(trimmed) ?? [];
  const schemePort = scheme === undefined ? undefined : /s$/i.test(scheme) ? 443 : 80;
  const body = rest ?? '';
  const network = networkOf(trimmed);
  if (network) return { text, matches: (host) => network(host) };
  if (body === '' || /[\s/?#@\\]/.test(body)) throw bad(text);
  const { host, port } = splitPort(body, text);
  const fitsPort = (given: number) => (port ?? schemePort ?? given) === given;
  if (host === '*') return { text, matches: (_host, given) => fitsPort(given) };
  const below = host.startsWith('*.');
  const name = canonical(below ? host.slice(2) : host, text);
  const isAddress = ipaddr.isValid(name);
  if (below && isAddress) throw bad(text);
  return {
    text,
    matches: (given, givenPort) =>
      fitsPort(givenPort) &&
      ((!below && (given === name || sameAddress(given, name))) ||
        (!isAddress && given.endsWith(`.${name}`))),
  };
}

/** Hosts a pattern can name, for lists that have no ports. */
export function matchesHost(host: string, pattern: string): boolean {
  return parsePattern(pattern).matches(host, 443);
}

function splitPort(body: string, text: string): { host: string; port: number | undefined } {
  // An IPv6 address without brackets has colons of its own, so no port.
  if (ipaddr.IPv6.isValid(body)) return { host: `[${body}]`, port: undefined };
  const [, host, digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}|\*))?$/.exec(body) ?? [];
  if (host === undefined || host === '') throw bad(text);
  const port = digits === undefined || digits === '*' ? undefined : Number(digits);
  if (port !== undefined && (port < 1 || port > 65_535)) throw bad(text);
  return { host, port };
}

/** As browsers write it: international names in ASCII, numbers and octal addresses as dotted ones. */
function canonical(host: string, text: string): string {
  if (host.includes('*')) throw bad(text);
  let url: URL;
  try {
    url = new URL(`http://${host}/`);
  } catch {
    throw bad(text);
  }
  const name = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const labels = ipaddr.isValid(name) ? [] : name.split('.');
  if (name === '' || labels.some((label) => label === '' || label.length > 63)) throw bad(text);
  return name;
}

function sameAddress(a: string, b: string): boolean {
  if (!ipaddr.isValid(a) || !ipaddr.isValid(b)) return false;
  return ipaddr.process(a).toString() === ipaddr.process(b).toString();
}

function networkOf(text: string): ((host: string) => boolean) | undefined {
  if (!/^(\d+\.\d+\.\d+\.\d+|\[?[\da-f:.]*:[\da-f:.]*\]?)\/\d+$/i.test(text)) return undefined;
  let network: [ipaddr.IPv4 | ipaddr.IPv6, number];
  try {
    network = ipaddr.parseCIDR(text.replace(/[[\]]/g, ''));
  } catch {
    throw bad(text);
  }
  return (host) => {
    if (!ipaddr.isValid(host)) return false;
    const address = ipaddr.process(host);
    return address.kind() === network[0].kind() && address.match(network);
  };
}

function bad(text: string): Error {
  return new Error(
    `${JSON.stringify(text.slice(0, 200))} is not a host: write example.com, *.example.com, example.com:8080, an address, or a network such as 10.0.0.0/8.`,
  );
}
