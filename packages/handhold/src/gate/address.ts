import ipaddr from 'ipaddr.js';
import { Failure } from '../errors.js';
import { quote } from './untrusted.js';

/** Which addresses the agent may open. Off limits are those of private networks unless the user allows them. */
export interface AddressPolicy {
  /** Private networks and link-local addresses too. Default false. */
  allowPrivate?: boolean;
  /** Only these hosts and their subdomains, if given. */
  allowHosts?: readonly string[];
  /** Never these, nor their subdomains. */
  blockHosts?: readonly string[];
}

const maxLength = 8192;

/** Checks an address before it is opened and gives it back as the WHATWG parser writes it. */
export function checkAddress(text: string, policy: AddressPolicy = {}): string {
  const url = parse(text);
  if (url.href === 'about:blank') return url.href;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Failure(
      'host_blocked',
      `Addresses with the scheme ${quote(url.protocol, 40)} are not opened.`,
      {
        hint: 'Only http and https addresses can be opened.',
      },
    );
  }
  if (!url.hostname || url.port === '0' || !isHostName(url.hostname)) throw malformed(text);
  checkHost(url.hostname, policy);
  return url.href;
}

function parse(text: string): URL {
  const trimmed = text.trim();
  if (trimmed === '') throw malformed(text);
  if (trimmed.length > maxLength)
    throw new Failure('validation_error', `The URL is longer than ${maxLength} characters.`);
  // The parser forgives "http:/x" and "http:\\x"; a model that writes such a thing means something else.
  if (
    /^https?:(?!\/\/[^/\\])/i.test(trimmed) ||
    /^https?:\/\/\//i.test(trimmed) ||
    /[\u0000-\u0020]/.test(schemeOf(trimmed) ? '' : trimmed)
  )
    throw malformed(text);
  try {
    return new URL(trimmed);
  } catch {
    throw malformed(text);
  }
}

/** Control characters and blanks inside a scheme are dropped by browsers, so the scheme is judged without them. */
function schemeOf(text: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(text.replace(/[\t\n\r]/g, ''))?.[1]?.toLowerCase();
}

function malformed(text: string): Failure {
  return new Failure('validation_error', `${quote(text, 200)} is not a URL that can be opened.`, {
    hint: 'Give an absolute address such as https://example.com/path.',
  });
}

function isHostName(host: string): boolean {
  if (host.startsWith('[')) return true;
  const labels = host.replace(/\.$/, '').split('.');
  return labels.every(
    (label) => label.length > 0 && label.length <= 63 && !label.startsWith('-') && !label.endsWith('-'),
  );
}

const metadataHosts = new Set(['metadata.google.internal', 'metadata.goog', 'instance-data']);

function checkHost(hostname: string, policy: AddressPolicy): void {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  const allowed = policy.allowHosts;
  if (allowed && !allowed.some((pattern) => matchesHost(host, pattern)))
    throw blocked(host, 'is not among the allowed hosts');
  if (policy.blockHosts?.some((pattern) => matchesHost(host, pattern)))
    throw blocked(host, 'is among the blocked hosts');
  if (policy.allowPrivate) return;
  if (metadataHosts.has(host)) throw blocked(host, 'is a cloud metadata service');
  const bare = host.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(bare)) return;
  const address = ipaddr.process(bare);
  const range = address.range();
  if (range !== 'unicast' && range !== 'loopback') throw blocked(host, `is a ${range} address`);
}

/** `example.com` means itself and what is below it; `*.example.com` only what is below. */
export function matchesHost(host: string, pattern: string): boolean {
  const wanted = pattern.toLowerCase().replace(/\.$/, '');
  if (wanted === '*') return true;
  if (wanted.startsWith('*.')) return host.endsWith(wanted.slice(1));
  return host === wanted || host.endsWith(`.${wanted}`);
}

function blocked(host: string, why: string): Failure {
  return new Failure('host_blocked', `Network request blocked: ${quote(host, 100)} ${why}.`);
}
