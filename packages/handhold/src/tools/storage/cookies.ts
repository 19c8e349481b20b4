import type { Cookie } from 'playwright-core';
import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import { Failure, firstLine } from '../../errors.js';
import { masked } from '../../gate/masking.js';
import { quote } from '../../gate/untrusted.js';
import type { SavedState } from './saved-state.js';
import { type Item, type Store, siteOf } from './store.js';

/** Cookies of the page's site; what scripts may not read is not shown to the agent either. */
export class CookieStore implements Store {
  readonly origin: string;

  constructor(
    private readonly tab: Tab,
    private readonly deadline: Deadline,
  ) {
    this.origin = siteOf(tab).origin;
  }

  async items(): Promise<Item[]> {
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

  async state(): Promise<{ content: Partial<SavedState>; count: number }> {
    const cookies = await this.deadline.race(this.tab.page.context().cookies());
    return { content: { cookies: cookies.map(savedCookie), origins: [] }, count: cookies.length };
  }

  async load({ cookies }: SavedState): Promise<number> {
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

/** A cookie without the fields that only some browsers give. */
function savedCookie(cookie: Cookie): SavedState['cookies'][number] {
  const { name, value, domain, path, expires, httpOnly, secure, sameSite } = cookie;
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
