import type { Response } from 'playwright-core';
import { z } from 'zod';
import type { Tab } from '../../browser/tab.js';
import { firstLine } from '../../errors.js';
import { refreshesAtOnce } from '../../page/injected/protocol.js';
import { leaving, reached } from '../../page/settling/settle.js';
import type { Prepared } from '../attempt.js';
import type { Turn } from '../turn.js';
import { explainByEgress, navigationFailure, netErrorOf } from './navigation-failure.js';
import { type WatchedNavigation, watchNavigation } from './watch-navigation.js';

export const visited = {
  /** HTTP status; 0 where there is none, as for about:blank. */
  status: z.number(),
  /** False when the page could be used but not all of it came in time. */
  loaded: z.boolean(),
};

export type Visited = z.output<z.ZodObject<typeof visited>>;

/** How much of a page is waited for. */
export const loadStates = ['load', 'domcontentloaded', 'networkidle'] as const;

/** An address to be opened in a tab, and how. */
export interface Visit {
  url: string;
  waitUntil: (typeof loadStates)[number];
  /** The page is shown to the agent. */
  snapshot: boolean;
  go(tab: Tab, timeout: number): Promise<Response | null>;
}

/** Time kept back for looking at a page whose last parts never come, in ms. */
const reserve = 700;

/** Gets ready to bring a tab to an address. */
export function prepareVisit(visit: Visit, turn: Turn): Prepared<Visited> {
  const { tab, live, deadline } = turn;
  let data: Visited = { status: 0, loaded: false };
  let isSent = false;
  return {
    soFar: () => ({ data, sent: isSent }),
    send: async () => {
      isSent = true;
      const effects = { touched: [], fresh: true, unseen: !visit.snapshot };
      const arrival = await arrive(visit, turn);
      if (arrival === 'download') return { ...effects, data };
      const { status, leadsOn } = arrival;
      data = { status, loaded: false };
      const time = Math.max(1, deadline.left - Math.min(reserve, deadline.budget / 4));
      data = { status, loaded: await reached(tab.page, visit.waitUntil, deadline, time) };
      // A page itself knows where it leads by its own words, but not by those of its server.
      if (leadsOn) await leaving(live.traffic, deadline);
      return { ...effects, data };
    },
  };
}

/** The answer that a tab has come to; `leadsOn` where its server leads from it to another page at once. */
interface Arrival {
  status: number;
  leadsOn: boolean;
}

async function arrive(visit: Visit, turn: Turn): Promise<Arrival | 'download'> {
  const { tab, deadline } = turn;
  const downloads = tab.downloads.length;
  const watched = watchNavigation(tab, visit.url);
  try {
    const response = await deadline.race(goThrough(visit, turn, watched.arrived));
    return {
      status: response?.status() ?? 0,
      leadsOn: refreshesAtOnce.test(response?.headers().refresh ?? ''),
    };
  } catch (thrown) {
    if (await becameDownload(turn, downloads, thrown)) return 'download';
    await refuseFailed(visit.url, turn, watched, thrown);
    return { status: watched.status(), leadsOn: false };
  } finally {
    watched.end();
  }
}

/** Throws what is to be said of a navigation that failed, unless its server did answer, only not with a page. */
async function refuseFailed(
  url: string,
  { tab, live, deadline }: Turn,
  watched: WatchedNavigation,
  thrown: unknown,
): Promise<void> {
  const error = netErrorOf(thrown);
  if (error && error !== 'ERR_ABORTED') await deadline.patience(watched.errorShown, 500);
  else void live.cdp.send('Page.stopLoading').catch(() => undefined);
  if (error) explainByEgress(tab, url, watched.failedAt());
  if (!error || !answeredAnyway.has(error)) throw navigationFailure(thrown, url, deadline);
}

/**
 * The end of an earlier navigation, failed or called off, may still be coming in, and is then taken for the end of this
 * one. This one goes on nevertheless, and mostly arrives; asking again at once would only call it off in turn.
 */
async function goThrough(
  { go }: Visit,
  { tab, deadline }: Turn,
  arrived: Promise<Response>,
): Promise<Response | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await go(tab, deadline.left);
    } catch (thrown) {
      if (!/interrupted by another navigation/.test(firstLine(thrown)) || tries > 2) throw thrown;
      if (await deadline.patience(arrived, 500)) return arrived;
    }
  }
}

/** The server did answer, and its status says all. */
const answeredAnyway = new Set(['ERR_HTTP_RESPONSE_CODE_FAILURE', 'ERR_INVALID_AUTH_CREDENTIALS']);

/** A link to a file aborts the navigation and starts a download, which is what was asked for. */
async function becameDownload({ tab, deadline }: Turn, before: number, thrown: unknown): Promise<boolean> {
  if (!/download is starting|ERR_ABORTED/i.test(firstLine(thrown))) return false;
  if (tab.downloads.length > before) return true;
  await deadline.patience(new Promise((resolve) => tab.page.once('download', resolve)), 500);
  return tab.downloads.length > before;
}
