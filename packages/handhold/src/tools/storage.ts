import { z } from 'zod';
import { inSession } from '../acting/in-session.js';
import { storage as performStorage } from '../actions/storage.js';
import * as checks from '../gate/checks.js';
import { valueText } from '../gate/in-words.js';
import type { Risk } from '../gate/risk.js';
import { checkStorage } from '../gate/storage.js';
import { address, quote } from '../gate/untrusted.js';
import { defineTool } from '../tool.js';

const fileRisk: { readonly [action: string]: Risk } = {
  save: { level: 'high', reasons: ['saves a file'] },
  load: { level: 'high', reasons: ['reads a file'] },
};

interface StorageFields {
  do: string;
  kind: string;
  key?: string | undefined;
  value?: string | undefined;
  domain?: string | undefined;
  path?: string | undefined;
}

function storageText({ do: what, kind, key, value, domain, path }: StorageFields): string {
  const named = key === undefined ? '' : ` ${quote(key, 100)}`;
  const set = value === undefined ? '' : ` = ${valueText(value)}`;
  const where = domain === undefined ? '' : ` for ${quote(domain, 100)}`;
  const file = path === undefined ? '' : ` file ${valueText(path)}`;
  return `working with storage (${what} ${kind})${named}${set}${where}${file}`;
}

export const storage = defineTool({
  name: 'browser_storage',
  description: "Read or change the site's cookies or storage, or save and load them as a file.",
  category: 'utility',
  safety: 'medium',
  destructive: true,
  timeout: 10_000,
  input: z.strictObject({
    action: z.enum(['get', 'set', 'clear', 'save', 'load']),
    kind: z.enum(['cookies', 'local', 'session']),
    key: z.string().max(1000).optional(),
    value: z.string().max(1_000_000).optional(),
    domain: z.string().max(255).optional().describe('of a cookie'),
    path: z.string().max(1000).optional().describe('file'),
  }),
  output: z.object({
    kind: z.enum(['cookies', 'local', 'session']),
    origin: z.string(),
    items: z
      .array(
        z.object({
          key: z.string(),
          value: z.string(),
          domain: z.string().optional(),
          path: z.string().optional(),
          expires: z.number().optional(),
          httpOnly: z.boolean().optional(),
          secure: z.boolean().optional(),
        }),
      )
      .optional(),
    count: z.number(),
    path: z.string().optional(),
  }),
  examples: [
    { action: 'get', kind: 'cookies' },
    { action: 'set', kind: 'local', key: 'theme', value: 'dark' },
    { action: 'save', kind: 'cookies', path: 'login.json' },
  ],
  returns: 'The items, or how many were changed, and the file.',
  action: {
    type: 'storage',
    plan: ({ action, ...rest }) => ({ do: action, ...rest, timeout: 10_000 }),
    checks: {
      do: checks.asParsed,
      kind: checks.asParsed,
      key: checks.asParsed,
      value: checks.asParsed,
      domain: checks.asParsed,
      path: checks.asParsed,
    },
    checkTogether: (action, { files }) => {
      checkStorage(action);
      if (action.do === 'save' && action.path !== undefined) files.writable(action.path, 'json');
      if (action.do === 'load' && action.path !== undefined) files.readable(action.path, true);
    },
    risk: ({ do: what }) => ({ touch: 'works', byItself: fileRisk[what] }),
    describe: () => 'working with storage',
    summarize: (action) => storageText(action),
    perform: inSession(performStorage),
  },
  text: (data, input) => {
    const what = `${data.count} ${data.kind === 'cookies' ? 'cookies' : `items of ${data.kind} storage`}`;
    if (!data.items) {
      const done = { clear: 'cleared', save: 'saved', load: 'loaded', get: '', set: '' }[
        input.action ?? 'get'
      ];
      return { head: `${done} ${what}${data.path ? ` ${quote(data.path, 300)}` : ''}` };
    }
    const lines = data.items.map(
      ({ key, value, domain, httpOnly }) =>
        `${quote(key)} = ${quote(value, 300)}${domain ? ` domain ${quote(domain)}` : ''}${httpOnly ? ' httpOnly' : ''}`,
    );
    return { head: `${what} of ${address(data.origin)}`, page: lines.join('\n') || undefined };
  },
});
