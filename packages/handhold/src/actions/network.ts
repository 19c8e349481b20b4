import type { Stage } from '../acting/stage.js';
import type { NetworkEntry } from '../browser/network-log.js';
import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { hideSecrets, hideSecretsInUrl, isSecretName } from '../gate/masking.js';
import { cut, quote } from '../gate/untrusted.js';
import type { NetworkAction } from './action.js';

export interface RequestReport {
  id: string;
  method: string;
  url: string;
  kind: string;
  status?: number;
  mimeType?: string;
  failure?: string;
  took?: number;
}

export interface RequestDetail {
  requestHeaders?: Record<string, string>;
  responseHeaders?: Record<string, string>;
  /** Of the part that was asked for, as text. */
  body?: string;
  /** Bytes of the whole body. */
  bodySize?: number;
  truncated?: boolean;
  /** Why there is no body to show. */
  missing?: string;
}

export interface NetworkReport {
  requests: RequestReport[];
  /** How many there have been in this session. */
  total: number;
  /** How many of those that are kept fit the filter. */
  matching: number;
  detail?: RequestDetail;
}

const maxListed = 50;
const maxBody = 20_000;
/** Larger bodies are not fetched from the browser at all. */
const maxFetched = 5_000_000;
const maxHeaders = 60;

export async function readNetwork(
  action: NetworkAction,
  session: Session,
  deadline: Deadline,
  { clean }: Stage,
): Promise<NetworkReport> {
  const log = session.logs.network;
  if (action.id !== undefined) {
    const entry = log.get(action.id);
    if (!entry)
      throw new Failure('action_validation_error', `There is no request ${quote(action.id, 20)}.`, {
        hint: 'Ids such as r7 come from browser_network without an id; only the newest requests are kept.',
      });
    const detail = await detailOf(entry, action.part, deadline);
    return { requests: [reportOf(entry)], total: log.total, matching: 1, detail };
  }
  const matching = log.list().filter((entry) => fits(entry, action.filter, clean));
  return {
    requests: matching.slice(-maxListed).map(reportOf),
    total: log.total,
    matching: matching.length,
  };
}

function reportOf(entry: NetworkEntry): RequestReport {
  const { id, method, url, kind, status, mimeType, failure, took } = entry;
  return {
    id,
    method,
    url: hideSecretsInUrl(url),
    kind,
    ...(status === undefined ? {} : { status }),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(failure === undefined ? {} : { failure }),
    ...(took === undefined ? {} : { took }),
  };
}

function fits(entry: NetworkEntry, filter: string | undefined, clean: (text: string) => string): boolean {
  if (filter === undefined) return true;
  const wanted = filter.toLowerCase();
  if (wanted === 'failed') return entry.failure !== undefined || (entry.status ?? 0) >= 400;
  if (/^[1-5](\d\d|xx)$/.test(wanted)) {
    const status = String(entry.status ?? '');
    return wanted.endsWith('xx') ? status.startsWith(wanted.charAt(0)) : status === wanted;
  }
  return (
    entry.method.toLowerCase() === wanted ||
    entry.kind === wanted ||
    clean(entry.url).toLowerCase().includes(wanted)
  );
}

async function detailOf(
  entry: NetworkEntry,
  part: NetworkAction['part'],
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
