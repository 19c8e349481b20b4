import { z } from 'zod';
import type { Stage } from '../../acting/stage.js';
import type { NetworkEntry } from '../../browser/network-log.js';
import { Failure } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { hideSecretsInUrl } from '../../gate/masking.js';
import { works } from '../../gate/risk.js';
import { address, prose, quote } from '../../gate/untrusted.js';
import { defineTool } from '../../tool.js';
import { detailOf, requestDetail } from './request-detail.js';

const request = z.object({
  id: z.string(),
  method: z.string(),
  url: z.string(),
  kind: z.string(),
  status: z.number().optional(),
  mimeType: z.string().optional(),
  failure: z.string().optional(),
  took: z.number().optional(),
});

const input = z.strictObject({
  filter: z.string().min(1).max(500).optional().describe('part of URL, method, 4xx, fetch, failed'),
  id: z.string().max(20).optional().describe('e.g. "r7"'),
  part: z.enum(['headers', 'request', 'response']).default('headers'),
});

const output = z.object({
  requests: z.array(request),
  /** How many there have been in this session. */
  total: z.number(),
  /** How many of those in the log fit the filter. */
  matching: z.number(),
  detail: requestDetail.optional(),
});

export const network = defineTool({
  name: 'browser_network',
  description: 'List requests, or one in detail by id.',
  category: 'utility',
  safety: 'safe',
  readOnly: true,
  timeout: 10_000,
  input,
  output,
  examples: [{ filter: 'failed' }, { id: 'r7', part: 'response' }],
  returns: 'Requests with status and time; headers or a body of one.',
  action: {
    type: 'network',
    plan: (input) => ({ ...input, timeout: 10_000 }),
    checks: { filter: checks.asParsed, id: checks.asParsed, part: checks.asParsed },
    risk: works,
    describe: () => 'reading the requests',
    perform: (action, stage) => readRequests(action, stage),
  },
  text: ({ requests, matching, total, detail }, { part }) => {
    const lines = requests.map(requestLine);
    if (detail) {
      const cut = detail.truncated ? `, ${part} body cut, ${detail.bodySize} bytes in all` : '';
      const page = [...lines, ...detailLines(detail)].join('\n');
      return { head: `request ${requests[0]?.id ?? ''}${cut}`, page };
    }
    const some = requests.length < matching ? `, the last ${requests.length} shown` : '';
    return { head: `${matching} of ${total} requests${some}`, page: lines.join('\n') || undefined };
  },
});

function requestLine({ id, method, url, kind, status, failure, took }: z.output<typeof request>): string {
  const end = failure ? `failed ${quote(failure)}` : (status ?? 'pending');
  return `${id} ${quote(method, 20)} ${address(url)} ${kind} ${end}${took === undefined ? '' : ` ${took} ms`}`;
}

function detailLines(detail: z.output<typeof requestDetail>): string[] {
  const { requestHeaders = {}, responseHeaders = {}, missing, body } = detail;
  const lines: string[] = [];
  for (const [name, value] of Object.entries(requestHeaders))
    lines.push(`sent ${quote(name)} ${quote(value, 300)}`);
  for (const [name, value] of Object.entries(responseHeaders))
    lines.push(`got ${quote(name)} ${quote(value, 300)}`);
  if (missing) lines.push(`body: ${quote(missing)}`);
  if (body !== undefined) lines.push(...body.split('\n').map((line) => prose(line, 20_000)));
  return lines;
}

const maxListed = 50;

async function readRequests(
  { filter, id, part }: z.output<typeof input>,
  { session, deadline, clean }: Stage,
): Promise<z.output<typeof output>> {
  const log = session.logs.network;
  if (id !== undefined) {
    const entry = log.get(id);
    if (!entry)
      throw new Failure('action_validation_error', `There is no request ${quote(id, 20)}.`, {
        hint: 'Ids such as r7 come from browser_network without an id; only the newest requests are kept.',
      });
    const detail = await detailOf(entry, part, deadline);
    return { requests: [requestOf(entry)], total: log.total, matching: 1, detail };
  }
  const matching = log.list().filter((entry) => fits(entry, filter, clean));
  return {
    requests: matching.slice(-maxListed).map(requestOf),
    total: log.total,
    matching: matching.length,
  };
}

function requestOf(entry: NetworkEntry): z.output<typeof request> {
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

function fits(entry: NetworkEntry, filter: string | undefined, clean: Stage['clean']): boolean {
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
