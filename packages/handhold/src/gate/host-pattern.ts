import ipaddr from 'ipaddr.js';

/** A host, or a set of them, as a person writes it in a list. */
export interface HostPattern {
  readonly text: string;
  /** True if it covers this host (lower case, without brackets or trailing dot) on this port. */
  matches(host: string, port: number): boolean;
  readonly reach: Reach;
}

/** The most that a pattern can cover. */
interface Reach {
  /** Undefined where any port will do. */
  port: number | undefined;
  hosts:
    | { kind: 'any' }
    | { kind: 'name'; name: string; itself: boolean; below: boolean }
    | { kind: 'network'; network: [ipaddr.IPv4 | ipaddr.IPv6, number] };
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
  if (network)
    return {
      text,
      matches: (host) => isIn(host, network),
      reach: { port: undefined, hosts: { kind: 'network', network } },
    };
  if (body === '' || /[\s/?#@\\]/.test(body)) throw bad(text);
  const { host, port } = splitPort(body, text);
  const onPort = port ?? schemePort;
  const fitsPort = (given: number) => (onPort ?? given) === given;
  if (host === '*')
    return {
      text,
      matches: (_host, given) => fitsPort(given),
      reach: { port: onPort, hosts: { kind: 'any' } },
    };
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
    reach: { port: onPort, hosts: { kind: 'name', name, itself: !below, below: !isAddress } },
  };
}

/** True if everything that the inner pattern covers is covered by the outer one. */
export function isWithin({ reach: inner }: HostPattern, { reach: outer }: HostPattern): boolean {
  if (outer.port !== undefined && inner.port !== outer.port) return false;
  if (outer.hosts.kind === 'any') return true;
  if (inner.hosts.kind === 'any') return false;
  if (outer.hosts.kind === 'network') {
    if (inner.hosts.kind === 'name') return !inner.hosts.below && isIn(inner.hosts.name, outer.hosts.network);
    const [address, bits] = inner.hosts.network;
    return bits >= outer.hosts.network[1] && isIn(address.toString(), outer.hosts.network);
  }
  if (inner.hosts.kind === 'network') return false;
  const { name, itself, below } = inner.hosts;
  if (name === outer.hosts.name || sameAddress(name, outer.hosts.name))
    return (!itself || outer.hosts.itself) && (!below || outer.hosts.below);
  return outer.hosts.below && name.endsWith(`.${outer.hosts.name}`);
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

function networkOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  if (!/^(\d+\.\d+\.\d+\.\d+|\[?[\da-f:.]*:[\da-f:.]*\]?)\/\d+$/i.test(text)) return undefined;
  try {
    return ipaddr.parseCIDR(text.replace(/[[\]]/g, ''));
  } catch {
    throw bad(text);
  }
}

function isIn(host: string, network: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  if (!ipaddr.isValid(host)) return false;
  const address = ipaddr.process(host);
  return address.kind() === network[0].kind() && address.match(network);
}

function bad(text: string): Error {
  return new Error(
    `${JSON.stringify(text.slice(0, 200))} is not a host: write example.com, *.example.com, example.com:8080, an address, or a network such as 10.0.0.0/8.`,
  );
}
