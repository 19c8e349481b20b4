import type { Cookie } from 'playwright-core';
import { z } from 'zod';
import type { Stage } from '../acting/stage.js';
import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure, firstLine } from '../errors.js';
import { type FileRoots, safeName } from '../gate/files.js';
import { masked } from '../gate/masking.js';
import { cut, quote } from '../gate/untrusted.js';
import type { StoreRequest } from '../page/injected/acting/storage.js';
import { urlFrom } from '../url.js';
import type { StorageAction } from './action.js';
import { refuseIfBlocked } from './outcome.js';

export interface StoredItem {
  key: string;
  value: string;
  domain?: string;
  path?: string;
  /** Unix seconds; absent for one that ends with the browser. */
  expires?: number;
  httpOnly?: boolean;
  secure?: boolean;
}

export interface StorageReport {
  kind: StorageAction['kind'];
  /** Whose storage it is. */
  origin: string;
  items?: StoredItem[];
  /** How many there are, shown or not. */
  count: number;
  /** The file that was written or read. */
  path?: string;
}

const maxItems = 200;
const maxValue = 2000;
const maxFile = 10_000_000;

export async function storage(
  action: StorageAction,
  session: Session,
  deadline: Deadline,
  { files, clean }: Stage,
): Promise<StorageReport> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const store: Store =
    action.kind === 'cookies' ? new CookieStore(tab, line) : new PageStore(tab, action.kind, line);
  switch (action.do) {
    case 'get':
      return listed(action, await store.items(), store.origin);
    case 'set':
      await store.set(required(action.key, 'key'), action.value ?? '', action.domain);
      return listed(action, await store.items(), store.origin);
    case 'clear': {
      const count = await store.clear(action.key);
      return { kind: action.kind, origin: store.origin, count };
    }
    case 'save': {
      const place =
        action.path === undefined
          ? files.placeFor(`${safeName(clean(hostOf(tab)).replace(/\./g, '_'), action.kind)}.json`)
          : files.writable(action.path, 'json');
      const state = await store.state();
      const text = `${JSON.stringify(state.content, null, 1)}\n`;
      const { path } = await line.race(files.save(place, text, 'logins'));
      return { kind: action.kind, origin: store.origin, count: state.count, path };
    }
    case 'load': {
      const path = required(action.path, 'path');
      const state = parseState(await line.race(readText(files, path)), path);
      return { kind: action.kind, origin: store.origin, count: await store.load(state), path };
    }
  }
}

/** What a saved file holds: the form Playwright and others write too. */
const stateForm = z.object({
  cookies: z
    .array(
      z.object({
        name: z.string(),
        value: z.string(),
        domain: z.string(),
        path: z.string().default('/'),
        expires: z.number().default(-1),
        httpOnly: z.boolean().default(false),
        secure: z.boolean().default(false),
        sameSite: z.enum(['Strict', 'Lax', 'None']).default('Lax'),
      }),
    )
    .max(5000)
    .default([]),
  origins: z
    .array(
      z.object({
        origin: z.string(),
        localStorage: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
        sessionStorage: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
      }),
    )
    .max(1000)
    .default([]),
});

type State = z.output<typeof stateForm>;

interface Store {
  readonly origin: string;
  items(): Promise<StoredItem[]>;
  set(key: string, value: string, domain: string | undefined): Promise<void>;
  /** All, or those of one name; how many there were. */
  clear(key: string | undefined): Promise<number>;
  state(): Promise<{ content: Partial<State>; count: number }>;
  load(state: State): Promise<number>;
}

/** Cookies of the page's site; what scripts may not read is not shown to the agent either. */
class CookieStore implements Store {
  readonly origin: string;

  constructor(
    private readonly tab: Tab,
    private readonly deadline: Deadline,
  ) {
    this.origin = originOf(tab);
  }

  async items(): Promise<StoredItem[]> {
    return (await this.cookies()).map(({ name, value, domain, path, expires, httpOnly, secure }) => ({
      key: name,
      value: httpOnly ? masked : value,
      domain,
      path,
      ...(expires > 0 ? { expires } : {}),
      ...(httpOnly ? { httpOnly } : {}),
      ...(secure ? { secure } : {}),
    }));
  }

  async set(key: string, value: string, domain: string | undefined): Promise<void> {
    const { hostname, protocol } = siteOf(this.tab);
    const cookie = { name: key, value, domain: cookieDomain(domain, hostname), path: '/' };
    await this.add([{ ...cookie, secure: protocol === 'https:' }]);
  }

  async clear(key: string | undefined): Promise<number> {
    const cookies = (await this.cookies()).filter(({ name }) => key === undefined || name === key);
    const context = this.tab.page.context();
    for (const { name, domain, path } of cookies)
      await this.deadline.race(context.clearCookies({ name, domain, path }));
    return cookies.length;
  }

  async state(): Promise<{ content: Partial<State>; count: number }> {
    const cookies = await this.deadline.race(this.tab.page.context().cookies());
    return { content: { cookies: cookies.map(plainCookie), origins: [] }, count: cookies.length };
  }

  async load({ cookies }: State): Promise<number> {
    if (cookies.length > 0) await this.add(cookies);
    return cookies.length;
  }

  private cookies(): Promise<Cookie[]> {
    return this.deadline.race(this.tab.page.context().cookies(siteOf(this.tab).href));
  }

  private async add(cookies: Parameters<ReturnType<Tab['page']['context']>['addCookies']>[0]): Promise<void> {
    await this.deadline.race(this.tab.page.context().addCookies(cookies)).catch((thrown: unknown) => {
      if (thrown instanceof Failure) throw thrown;
      throw new Failure(
        'action_validation_error',
        `The browser refused the cookie: ${quote(firstLine(thrown), 100)}.`,
      );
    });
  }
}

function plainCookie({
  name,
  value,
  domain,
  path,
  expires,
  httpOnly,
  secure,
  sameSite,
}: Cookie): State['cookies'][number] {
  return { name, value, domain, path, expires, httpOnly, secure, sameSite };
}

/** A cookie may be set for the page's own host, or for a domain above it that is somebody's own. */
function cookieDomain(asked: string | undefined, host: string): string {
  if (asked === undefined) return host;
  const domain = asked.toLowerCase().replace(/^\./, '');
  const isAbove = host.endsWith(`.${domain}`) && domain.includes('.') && !/^[\d.]+$/.test(host);
  if (domain === host) return host;
  if (isAbove) return `.${domain}`;
  throw new Failure(
    'action_validation_error',
    `A page on ${quote(host, 100)} can not set a cookie for ${quote(asked, 100)}.`,
    { hint: 'Leave domain out, or give a parent domain of the page.' },
  );
}

/** localStorage or sessionStorage of the page's origin. */
class PageStore implements Store {
  readonly origin: string;

  constructor(
    private readonly tab: Tab,
    private readonly kind: 'local' | 'session',
    private readonly deadline: Deadline,
  ) {
    this.origin = originOf(tab);
  }

  async items(): Promise<StoredItem[]> {
    return (await this.ask({})).map(([key, value]) => ({ key, value }));
  }

  async set(key: string, value: string): Promise<void> {
    await this.ask({ set: [[key, value]] });
  }

  async clear(key: string | undefined): Promise<number> {
    const before = (await this.ask({})).length;
    const after = (await this.ask({ remove: key ?? true })).length;
    return before - after;
  }

  async state(): Promise<{ content: Partial<State>; count: number }> {
    const items = (await this.ask({})).map(([name, value]) => ({ name, value }));
    const kept =
      this.kind === 'local'
        ? { localStorage: items, sessionStorage: [] }
        : { localStorage: [], sessionStorage: items };
    return { content: { cookies: [], origins: [{ origin: this.origin, ...kept }] }, count: items.length };
  }

  async load({ origins }: State): Promise<number> {
    const own = origins.filter(({ origin }) => origin === this.origin);
    const items = own.flatMap((saved) => (this.kind === 'local' ? saved.localStorage : saved.sessionStorage));
    if (items.length > 0) await this.ask({ set: items.map(({ name, value }) => [name, value]) });
    return items.length;
  }

  private async ask(request: Omit<StoreRequest, 'kind'>): Promise<[string, string][]> {
    const { world } = await this.tab.live.frames.main(this.deadline);
    const answer = await world.call(this.deadline, 'store', { kind: this.kind, ...request });
    if (answer.state === 'done') return answer.items;
    const full = answer.why === 'QuotaExceededError';
    throw new Failure(
      'execution_error',
      full ? 'The storage of the page is full.' : 'This page has no storage of its own.',
      {
        hint: full ? 'Clear some of it first.' : 'Open a page of the site first.',
        sideEffect: 'none',
      },
    );
  }
}

function siteOf(tab: Tab): URL {
  const address = tab.page.url();
  const url = urlFrom(address);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new Failure('execution_error', 'This page has no storage of its own.', {
    hint: 'Open a page of the site first.',
    sideEffect: 'none',
  });
}

function originOf(tab: Tab): string {
  return siteOf(tab).origin;
}

function hostOf(tab: Tab): string {
  return siteOf(tab).hostname;
}

function listed(action: StorageAction, all: StoredItem[], origin: string): StorageReport {
  const wanted = action.key === undefined ? all : all.filter(({ key }) => key === action.key);
  const items = wanted.slice(0, maxItems).map((item) => ({ ...item, value: cut(item.value, maxValue) }));
  return { kind: action.kind, origin, items, count: wanted.length };
}

function required(value: string | undefined, name: string): string {
  if (value !== undefined) return value;
  throw new Failure('validation_error', `${name} is missing.`);
}

async function readText(files: FileRoots, path: string): Promise<string> {
  const { file, handle } = await files.open(path, true);
  try {
    if (file.size > maxFile)
      throw new Failure('action_validation_error', `${quote(path, 200)} is too large to be a saved state.`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

function parseState(text: string, path: string): State {
  try {
    return stateForm.parse(JSON.parse(text));
  } catch {
    throw new Failure('action_validation_error', `${quote(path, 200)} is not a saved state.`, {
      hint: 'Use a file that browser_storage saved.',
    });
  }
}
