import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import { Failure } from '../../errors.js';
import type { StoreRequest } from '../../page/injected/acting/storage.js';
import type { SavedState } from './saved-state.js';
import { type Item, type Store, siteOf } from './store.js';

/** localStorage or sessionStorage of the page's origin. */
export class WebStorage implements Store {
  readonly origin: string;

  constructor(
    private readonly tab: Tab,
    private readonly kind: 'local' | 'session',
    private readonly deadline: Deadline,
  ) {
    this.origin = siteOf(tab).origin;
  }

  async items(): Promise<Item[]> {
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

  async state(): Promise<{ content: Partial<SavedState>; count: number }> {
    const items = (await this.ask({})).map(([name, value]) => ({ name, value }));
    const stored =
      this.kind === 'local'
        ? { localStorage: items, sessionStorage: [] }
        : { localStorage: [], sessionStorage: items };
    return { content: { cookies: [], origins: [{ origin: this.origin, ...stored }] }, count: items.length };
  }

  async load({ origins }: SavedState): Promise<number> {
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
