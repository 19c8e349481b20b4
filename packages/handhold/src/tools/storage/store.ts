import { z } from 'zod';
import type { Tab } from '../../browser/tab.js';
import { Failure } from '../../errors.js';
import { urlFrom } from '../../url.js';
import type { SavedState } from './saved-state.js';

/** One cookie, or one entry of web storage. */
export const item = z.object({
  key: z.string(),
  value: z.string(),
  domain: z.string().optional(),
  path: z.string().optional(),
  /** Unix seconds; absent for one that ends with the browser. */
  expires: z.number().optional(),
  httpOnly: z.boolean().optional(),
  secure: z.boolean().optional(),
});

export type Item = z.output<typeof item>;

/** One place in which a browser stores data of a site. */
export interface Store {
  /** Whose it is. */
  readonly origin: string;
  items(): Promise<Item[]>;
  set(key: string, value: string, domain: string | undefined): Promise<void>;
  /** Removes all, or those of one name; resolves to how many there were. */
  clear(key: string | undefined): Promise<number>;
  state(): Promise<{ content: Partial<SavedState>; count: number }>;
  load(state: SavedState): Promise<number>;
}

/** The address of a tab's page, if it is of a site; throws where it is not. */
export function siteOf(tab: Tab): URL {
  const url = urlFrom(tab.page.url());
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new Failure('execution_error', 'This page has no storage of its own.', {
    hint: 'Open a page of the site first.',
    sideEffect: 'none',
  });
}
