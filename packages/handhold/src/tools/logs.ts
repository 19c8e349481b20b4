import { z } from 'zod';
import { inSession } from '../acting/in-session.js';
import { readConsole as performReadConsole } from '../actions/console.js';
import { downloads as performDownloads } from '../actions/downloads.js';
import { readNetwork as performReadNetwork } from '../actions/network.js';
import * as checks from '../gate/checks.js';
import { shortly } from '../gate/in-words.js';
import { works } from '../gate/risk.js';
import { address, prose, quote } from '../gate/untrusted.js';
import { defineTool } from '../tool.js';
import { downloadLine } from './shape.js';

export const consoleMessages = defineTool({
  name: 'browser_console',
  description: 'Console messages and page errors since the session began.',
  category: 'utility',
  safety: 'safe',
  readOnly: false,
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({
    level: z.enum(['debug', 'info', 'warning', 'error']).default('debug').describe('this and worse'),
    clear: z.boolean().default(false),
  }),
  output: z.object({
    messages: z.array(
      z.object({
        level: z.enum(['debug', 'info', 'warning', 'error']),
        text: z.string(),
        uncaught: z.boolean().optional(),
        source: z.string().optional(),
        count: z.number(),
      }),
    ),
    dropped: z.number(),
  }),
  examples: [{}, { level: 'error' }],
  returns: 'The messages, oldest first.',
  action: {
    type: 'console',
    plan: (input) => ({ ...input, timeout: 5000 }),
    checks: { level: checks.asParsed, clear: checks.asParsed },
    risk: works,
    describe: () => 'reading the console',
    perform: inSession(performReadConsole),
  },
  text: ({ messages, dropped }) => {
    const shown = messages.slice(-100);
    const earlier = dropped + messages.length - shown.length;
    const lines = shown.map(
      ({ level, text, uncaught, source, count }) =>
        `${uncaught ? 'uncaught' : level} ${quote(text, 300)}${count > 1 ? ` ${count} times` : ''}${source ? ` at ${quote(source, 120)}` : ''}`,
    );
    return {
      head: `${messages.length} console messages${earlier > 0 ? `, ${earlier} earlier ones not shown` : ''}`,
      page: lines.join('\n') || undefined,
    };
  },
});

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

const headers = z.record(z.string(), z.string());

export const network = defineTool({
  name: 'browser_network',
  description: 'List requests, or one in detail by id.',
  category: 'utility',
  safety: 'safe',
  readOnly: true,
  timeout: 10_000,
  input: z.strictObject({
    filter: z.string().min(1).max(500).optional().describe('part of URL, method, 4xx, fetch, failed'),
    id: z.string().max(20).optional().describe('e.g. "r7"'),
    part: z.enum(['headers', 'request', 'response']).default('headers'),
  }),
  output: z.object({
    requests: z.array(request),
    total: z.number(),
    matching: z.number(),
    detail: z
      .object({
        requestHeaders: headers.optional(),
        responseHeaders: headers.optional(),
        body: z.string().optional(),
        bodySize: z.number().optional(),
        truncated: z.boolean().optional(),
        missing: z.string().optional(),
      })
      .optional(),
  }),
  examples: [{ filter: 'failed' }, { id: 'r7', part: 'response' }],
  returns: 'Requests with status and time; headers or a body of one.',
  action: {
    type: 'network',
    plan: (input) => ({ ...input, timeout: 10_000 }),
    checks: { filter: checks.asParsed, id: checks.asParsed, part: checks.asParsed },
    risk: works,
    describe: () => 'reading the requests',
    perform: inSession(performReadNetwork),
  },
  text: ({ requests, matching, total, detail }, input) => {
    const lines = requests.map(requestLine);
    if (detail) {
      for (const [name, value] of Object.entries(detail.requestHeaders ?? {}))
        lines.push(`sent ${quote(name)} ${quote(value, 300)}`);
      for (const [name, value] of Object.entries(detail.responseHeaders ?? {}))
        lines.push(`got ${quote(name)} ${quote(value, 300)}`);
      if (detail.missing) lines.push(`body: ${quote(detail.missing)}`);
      if (detail.body !== undefined)
        lines.push(...detail.body.split('\n').map((line) => prose(line, 20_000)));
      const cut = detail.truncated ? `, ${input.part} body cut, ${detail.bodySize} bytes in all` : '';
      return { head: `request ${requests[0]?.id ?? ''}${cut}`, page: lines.join('\n') };
    }
    const some = requests.length < matching ? `, the last ${requests.length} shown` : '';
    return { head: `${matching} of ${total} requests${some}`, page: lines.join('\n') || undefined };
  },
});

function requestLine({ id, method, url, kind, status, failure, took }: z.output<typeof request>): string {
  const end = failure ? `failed ${quote(failure)}` : (status ?? 'pending');
  return `${id} ${quote(method, 20)} ${address(url)} ${kind} ${end}${took === undefined ? '' : ` ${took} ms`}`;
}

const savePath: checks.Check<boolean | string> = {
  check: (save, rules) => {
    if (typeof save === 'string') checks.writableFile('download').check(save, rules);
  },
};

export const downloads = defineTool({
  name: 'browser_downloads',
  description: 'List downloads, or save one to disk.',
  category: 'utility',
  safety: 'low_risk',
  timeout: 60_000,
  input: z.strictObject({
    id: z.string().max(20).optional().describe('e.g. "d1"'),
    save: z
      .union([z.boolean(), z.string().max(1000)])
      .optional()
      .describe('true, or a path'),
  }),
  output: z.object({
    downloads: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        url: z.string(),
        size: z.number().optional(),
        failure: z.string().optional(),
        path: z.string().optional(),
        pending: z.boolean().optional(),
      }),
    ),
    refused: z.number().optional(),
  }),
  examples: [{}, { id: 'd1', save: true }],
  returns: 'The files, and where they were saved.',
  action: {
    type: 'downloads',
    plan: (input) => ({ ...input, timeout: 60_000 }),
    checks: { id: checks.asParsed, save: checks.optional(savePath) },
    risk: ({ save }) => ({
      touch: 'works',
      byItself:
        save === undefined || save === false ? undefined : { level: 'high', reasons: ['saves a file'] },
    }),
    describe: () => 'working with downloads',
    summarize: ({ id, save }) => `working with downloads ${shortly({ id, save })}`,
    perform: inSession(performDownloads),
  },
  text: ({ downloads: files, refused }) => {
    const lines = files.map(
      (file) =>
        `${downloadLine(file)}${file.pending ? ' still coming' : ''}${file.path ? ` saved as ${quote(file.path, 300)}` : ''}`,
    );
    if (refused) lines.push(`${refused} more were refused: too many downloads`);
    return { head: lines.join('\n') || 'no downloads' };
  },
});
