import { z } from 'zod';
import { refuseIfBlocked } from '../../acting/outcome.js';
import type { Stage } from '../../acting/stage.js';
import { Failure } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { safeName } from '../../gate/files.js';
import { valueText } from '../../gate/in-words.js';
import type { Risk } from '../../gate/risk.js';
import { address, cut, quote } from '../../gate/untrusted.js';
import { defineTool } from '../../tool.js';
import { checkEntry } from './check-entry.js';
import { CookieStore } from './cookies.js';
import { readState } from './saved-state.js';
import { type Item, item, type Store, siteOf } from './store.js';
import { WebStorage } from './web-storage.js';

const kind = z.enum(['cookies', 'local', 'session']);

const input = z.strictObject({
  action: z.enum(['get', 'set', 'clear', 'save', 'load']),
  kind,
  key: z.string().max(1000).optional(),
  value: z.string().max(1_000_000).optional(),
  domain: z.string().max(255).optional().describe('of a cookie'),
  path: z.string().max(1000).optional().describe('file'),
});

const output = z.object({
  kind,
  /** Whose storage it is. */
  origin: z.string(),
  items: z.array(item).optional(),
  /** How many there are, shown or not. */
  count: z.number(),
  /** The file that was written or read. */
  path: z.string().optional(),
});

type Report = z.output<typeof output>;
type StorageFields = Omit<z.output<typeof input>, 'action'> & { do: z.output<typeof input>['action'] };

const fileRisk: { readonly [action: string]: Risk } = {
  save: { level: 'high', reasons: ['saves a file'] },
  load: { level: 'high', reasons: ['reads a file'] },
};

export const storage = defineTool({
  name: 'browser_storage',
  description: "Read or change the site's cookies or storage, or save and load them as a file.",
  category: 'utility',
  safety: 'medium',
  destructive: true,
  timeout: 10_000,
  input,
  output,
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
      if (action.do === 'set') checkEntry(action);
      if (action.do === 'save' && action.path !== undefined) files.writable(action.path, 'json');
      if (action.do === 'load' && action.path !== undefined) files.readable(action.path, true);
    },
    risk: ({ do: what }) => ({ touch: 'works', byItself: fileRisk[what] }),
    describe: () => 'working with storage',
    summarize: (action) => summaryOf(action),
    perform: (action, stage) => workWithStorage(action, stage),
  },
  text: (data, input) => {
    const what = `${data.count} ${data.kind === 'cookies' ? 'cookies' : `items of ${data.kind} storage`}`;
    if (!data.items) {
      const done = { clear: 'cleared', save: 'saved', load: 'loaded', get: '', set: '' }[
        input.action ?? 'get'
      ];
      return { head: `${done} ${what}${data.path ? ` ${quote(data.path, 300)}` : ''}` };
    }
    return {
      head: `${what} of ${address(data.origin)}`,
      page: data.items.map(itemLine).join('\n') || undefined,
    };
  },
});

function summaryOf({ do: what, kind, key, value, domain, path }: StorageFields): string {
  const named = key === undefined ? '' : ` ${quote(key, 100)}`;
  const set = value === undefined ? '' : ` = ${valueText(value)}`;
  const where = domain === undefined ? '' : ` for ${quote(domain, 100)}`;
  const file = path === undefined ? '' : ` file ${valueText(path)}`;
  return `working with storage (${what} ${kind})${named}${set}${where}${file}`;
}

function itemLine({ key, value, domain, httpOnly }: Item): string {
  const scope = domain ? ` domain ${quote(domain)}` : '';
  return `${quote(key)} = ${quote(value, 300)}${scope}${httpOnly ? ' httpOnly' : ''}`;
}

const maxItems = 200;
const maxValue = 2000;

async function workWithStorage(
  action: StorageFields,
  { session, deadline, files, clean }: Stage,
): Promise<Report> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const { kind, key } = action;
  const store: Store = kind === 'cookies' ? new CookieStore(tab, line) : new WebStorage(tab, kind, line);
  const { origin } = store;
  switch (action.do) {
    case 'get':
      return listed(action, await store.items(), origin);
    case 'set':
      await store.set(required(key, 'key'), action.value ?? '', action.domain);
      return listed(action, await store.items(), origin);
    case 'clear':
      return { kind, origin, count: await store.clear(key) };
    case 'save': {
      const file =
        action.path === undefined
          ? files.placeFor(`${safeName(clean(siteOf(tab).hostname).replace(/\./g, '_'), kind)}.json`)
          : files.writable(action.path, 'json');
      const { content, count } = await store.state();
      const text = `${JSON.stringify(content, null, 1)}\n`;
      const { path } = await line.race(files.save(file, text, 'logins'));
      return { kind, origin, count, path };
    }
    case 'load': {
      const path = required(action.path, 'path');
      const state = await line.race(readState(files, path));
      return { kind, origin, count: await store.load(state), path };
    }
  }
}

function listed({ kind, key }: StorageFields, all: Item[], origin: string): Report {
  const wanted = key === undefined ? all : all.filter((item) => item.key === key);
  const items = wanted.slice(0, maxItems).map((item) => ({ ...item, value: cut(item.value, maxValue) }));
  return { kind, origin, items, count: wanted.length };
}

function required(value: string | undefined, name: string): string {
  if (value !== undefined) return value;
  throw new Failure('validation_error', `${name} is missing.`);
}
