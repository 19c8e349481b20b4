import { errorKinds, Failure } from '../errors.js';
import { originRoot } from '../url.js';
import { HostPolicy, type HostRules } from './hosts.js';
import { address, quote } from './untrusted.js';

export type AddressPolicy = HostRules;

const maxLength = 8192;

/** Checks an address before it is opened and gives it back as the WHATWG parser writes it, with the scheme it lacked. */
export function checkAddress(text: string, policy = new HostPolicy()): string {
  const url = parse(text);
  if (url.href === 'about:blank') return url.href;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Failure(
      'host_blocked',
      `Addresses with the scheme ${quote(url.protocol, 40)} are not opened.`,
      { hint: schemeHint(text) },
    );
  }
  if (!url.hostname || url.port === '0' || !isHostName(url.hostname)) throw malformed(text);
  const refusal = policy.refuse(url.hostname, portOf(url));
  if (refusal) throw hostBlocked(url.href, refusal.why, refusal.option);
  return url.href;
}

/** A host of one word with its port reads as a scheme. */
function schemeHint(text: string): string {
  const [host] = /^[\w-]+:\d{1,5}(?=[/?#]|$)/.exec(text.trim()) ?? [];
  return `Only http and https addresses can be opened.${host === undefined ? '' : ` If ${quote(host, 60)} is a host, write http:// before it.`}`;
}

/** The port that an address leads to, written or not. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80;
}

function parse(text: string): URL {
  const trimmed = text.trim();
  if (trimmed === '') throw malformed(text);
  if (trimmed.length > maxLength)
    throw new Failure('validation_error', `The URL is longer than ${maxLength} characters.`);
  const whole = withScheme(trimmed);
  // The parser forgives "http:/x" and "http:\\x"; a model that writes such a thing means something else.
  if (
    /^https?:(?!\/\/[^/\\])/i.test(whole) ||
    /^https?:\/\/\//i.test(whole) ||
    /[\u0000-\u0020]/.test(schemeOf(whole) ? '' : whole)
  )
    throw malformed(text);
  try {
    return new URL(whole);
  } catch {
    throw malformed(text);
  }
}

/** A host without a scheme, as it is typed into a browser: only what can't be a scheme, a login or a path. */
const bareForm =
  /^(?<host>\[[\da-f:.]+\]|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.?)(?::(?<port>\d{1,5}))?(?:[/?#]|$)/iu;

/**
 * The address with the scheme that a browser's address bar would give it: https for names, http for addresses in numbers,
 * for localhost and where a port is named. A single word could be a scheme as well as a host, and is left as it is.
 */
function withScheme(text: string): string {
  if (/[\u0000-\u0020\\]/.test(text)) return text;
  const { host, port } = bareForm.exec(text)?.groups ?? {};
  if (host === undefined) return text;
  const isLocal = /^(?:.+\.)?localhost\.?$/i.test(host);
  if (!isLocal && !/^\[|[^.]\.[^.]/.test(host)) return text;
  const inNumbers = /^\[/.test(host) || /^[\d.]+$/.test(host);
  const scheme =
    port === undefined ? (isLocal || inNumbers ? 'http' : 'https') : Number(port) === 443 ? 'https' : 'http';
  return `${scheme}://${text}`;
}

/** Control characters and blanks inside a scheme are dropped by browsers, so the scheme is judged without them. */
function schemeOf(text: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(text.replace(/[\t\n\r]/g, ''))?.[1]?.toLowerCase();
}

function malformed(text: string): Failure {
  return new Failure('validation_error', `${quote(text, 200)} is not a URL that can be opened.`, {
    hint: 'Give an address such as https://example.com/path or example.com.',
  });
}

function isHostName(host: string): boolean {
  if (host.startsWith('[')) return true;
  const labels = host.replace(/\.$/, '').split('.');
  return labels.every(
    (label) => label.length > 0 && label.length <= 63 && !label.startsWith('-') && !label.endsWith('-'),
  );
}

/** The failure for an address that the policy keeps an agent from; names the option that would open it. */
export function hostBlocked(url: string, why: string, option: string | undefined): Failure {
  return new Failure('host_blocked', `Network request blocked: ${address(originRoot(url), 200)} (${why}).`, {
    hint: `${hints[option ?? ''] ?? errorKinds.host_blocked.hint} Do not try to get around it.`,
    details: { why, ...(option === undefined ? {} : { option }) },
  });
}

const hints: Record<string, string> = {
  allowPrivate:
    'Private and loopback addresses are only opened where the user allows them (option allowPrivate, --allow-private).',
  allowHosts: 'Only hosts on the list of allowed ones are opened (option allowHosts, --allow-hosts).',
  blockHosts: 'The user has blocked this host (option blockHosts, --block-hosts).',
};
