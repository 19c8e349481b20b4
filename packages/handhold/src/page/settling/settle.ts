import type { Page } from 'playwright-core';
import type { Deadline } from '../../deadline.js';
import type { LiveFrame } from '../frames/frames.js';
import { WorldGone } from '../frames/world.js';
import type { Loading, Quiet } from '../injected/protocol.js';
import type { Arrived } from '../looking/perceive.js';
import type { Traffic, TrafficMark } from './traffic.js';

/** How long each kind of unrest is waited for; what is left after that is reported, not hidden. */
const caps = { dom: 600, requests: 3000, load: 3000, channels: 1500, loading: 1500 };

export interface Settled {
  pending: string[];
  /** Where the guarded click went; undefined when the document that was clicked is gone. */
  click: Quiet | undefined;
  /** The first look at a freshly loaded page, from when it came to rest, where nothing was waited for after that. */
  first?: Arrived | undefined;
}

interface Settling {
  page: Page;
  traffic: Traffic;
  mark: TrafficMark;
  deadline: Deadline;
  /** The documents the action touched, innermost first, then the page's own; none where that was just loaded. */
  touched: LiveFrame[];
  /** Just loaded: the page tells by itself when it has come to rest, and what it looks like then. */
  fresh: boolean;
  /** How long to wait for a first reaction, for fields that answer with a delay. */
  linger: number;
  /** How long to wait for what a script has put off, where nothing else has come of the action. */
  deferral: number;
  main: () => Promise<LiveFrame>;
  firstLook: (most: number) => Promise<Arrived>;
}

/** Time that may be waited: some is kept back for looking at what came of it. */
function timeFor(deadline: Deadline): number {
  return Math.max(0, deadline.left - Math.min(700, deadline.budget / 4));
}

/** Waits until nothing caused by the action is going on: no navigation, no request of its own, a quiet document. */
export async function settle(work: Settling): Promise<Settled> {
  const { traffic, mark, deadline } = work;
  const time = () => timeFor(deadline);
  const requestsEnd = deadline.now + caps.requests;
  let listening: Listening | undefined;
  let mayPutOff = true;
  let mayLoad = true;
  let click: Quiet | undefined;
  let { touched, fresh, linger } = work;
  for (;;) {
    let first = fresh ? await firstLook(work) : undefined;
    if (!fresh && touched.length === 0) touched = [await work.main()];
    const quiet = fresh ? restOf(first) : await quietAll(touched, deadline);
    click ??= quiet.click;
    let pending = quiet.loads === 'says' ? [...quiet.pending, ...unfinished] : quiet.pending;
    if (traffic.isNavigating || quiet.gone) {
      const landed = await landing(work);
      pending = landed.pending;
      first = landed.first;
      if (pending.length > 0) return { pending, click, first };
    }
    if (quiet.loads && mayLoad && traffic.pendingSince(mark).length === 0) {
      mayLoad = false;
      await untilLoaded(work, touched);
      continue;
    }
    const patience = Math.max(linger, quiet.timed ? work.deferral : 0);
    if (patience > 0 && (!quiet.stirred || quiet.timed) && traffic.pendingSince(mark).length === 0) {
      await firstReaction(work, Math.min(patience, time()));
      first = undefined;
    }
    linger = 0;
    const requests = traffic.pendingSince(mark);
    const left = Math.min(requestsEnd - deadline.now, time());
    if (requests.length === 0) {
      if (mayPutOff && (await comesLater(work))) {
        mayPutOff = false;
        touched = [await work.main()];
        fresh = false;
        continue;
      }
      mayPutOff = false;
      listening ??= await listen(work);
      if (!listening || !(await saysMore(work, listening))) return { pending, click, first };
      touched = [await work.main()];
      fresh = false;
      continue;
    }
    if (left <= 0)
      return { pending: [...pending, ...requests.slice(0, 3).map((url) => `request ${url}`)], click };
    await deadline.patience(traffic.next(), left);
    touched = [await work.main()];
    fresh = false;
  }
}

/** A suggestion list comes a moment after the last key: by a change, or by a request that leads to one. */
async function firstReaction({ touched, traffic, deadline }: Settling, time: number): Promise<void> {
  const [frame] = touched;
  if (!frame || time <= 0) return;
  const change = frame.world.call(deadline, 'nextChange', time).catch(() => false);
  await Promise.race([change, traffic.next()]);
  if (await Promise.race([change, Promise.resolve(undefined)]))
    await frame.world.call(deadline, 'quiet', Math.min(caps.dom, timeFor(deadline))).catch(() => undefined);
}

/** True if something comes of an answer a moment after it, where the page has changed nothing yet but set a timer. */
async function comesLater(work: Settling): Promise<boolean> {
  const { traffic, mark, deadline, deferral } = work;
  const endpoint = traffic.lastAskedSince(mark);
  const time = Math.min(deferral, timeFor(deadline));
  if (endpoint === undefined || time <= 0 || traffic.fruitless.isGivenUp(endpoint)) return false;
  const main = await work.main();
  const putsOff = await main.world.call(deadline, 'putsOff').catch(ifGone(false));
  if (!putsOff) return false;
  const came = await actsOnIt(work, main, time);
  traffic.fruitless.note(endpoint, !came);
  return came;
}

const unfinished = ['the page says that it is still at it'];

/** A text that only says that something loads or is being saved is not what comes of an action yet. */
async function untilLoaded({ deadline }: Settling, touched: LiveFrame[]): Promise<void> {
  const time = Math.min(caps.loading, timeFor(deadline));
  if (time <= 0) return;
  await Promise.all(
    touched.map(({ world }) => world.call(deadline, 'loaded', time).catch(ifGone(undefined))),
  );
}

function ifGone<T>(instead: T): (thrown: unknown) => T {
  return (thrown) => {
    if (thrown instanceof WorldGone) return instead;
    throw thrown;
  };
}

/** A wait for what a server says by itself. */
interface Listening {
  /** Until when. */
  end: number;
  /** How many timers the page had set before. */
  timers: number;
  /** Until when the page may act on what it was told. */
  heardUntil: number | undefined;
}

/** Undefined where nothing is to come, as on nearly all pages. */
async function listen({ traffic, mark, deadline, deferral, main }: Settling): Promise<Listening | undefined> {
  const { channels } = traffic;
  const end = deadline.now + caps.channels;
  if (channels.expectedUntil(mark.at) !== undefined)
    return { end, timers: await timersOf(await main(), deadline), heardUntil: undefined };
  const ago = performance.now() - channels.answeredSince(mark.at);
  return ago < deferral ? { end, timers: 0, heardUntil: deadline.now + deferral - ago } : undefined;
}

/** True if a server told by itself what came of the action, so that there is more to see. */
async function saysMore(work: Settling, listening: Listening): Promise<boolean> {
  const { traffic, mark, deadline, deferral } = work;
  const { channels } = traffic;
  while (listening.heardUntil === undefined) {
    if (isBusy(work)) return true;
    const until = channels.expectedUntil(mark.at);
    if (until === undefined) {
      listening.heardUntil = deadline.now + deferral;
      break;
    }
    const left = Math.min(until - performance.now(), listening.end - deadline.now, timeFor(deadline));
    if (left <= 0 || !(await deadline.patience(traffic.next(), left))) {
      listening.heardUntil = deadline.now;
      channels.waited(mark.at, true);
      return false;
    }
  }
  const time = Math.min(listening.heardUntil - deadline.now, timeFor(deadline));
  if (time <= 0) return false;
  // Pages often gather what they are told, and only then ask for what has changed.
  const main = await work.main();
  const gathers = (await timersOf(main, deadline)) > listening.timers;
  if (!gathers) listening.heardUntil = deadline.now;
  const came = !gathers || (await actsOnIt(work, main, time));
  channels.waited(mark.at, !came);
  return came;
}

function isBusy({ traffic, mark }: Settling): boolean {
  return traffic.isNavigating || traffic.pendingSince(mark).length > 0;
}

/** True if a page that was told something does anything about it that can be known. */
async function actsOnIt(work: Settling, main: LiveFrame, time: number): Promise<boolean> {
  let changed: boolean | undefined;
  const change = main.world
    .call(work.deadline, 'nextChange', time)
    .catch(() => false)
    .then((stirs) => {
      changed = stirs;
    });
  while (changed === undefined) {
    await Promise.race([change, work.traffic.next()]);
    if (isBusy(work)) return true;
  }
  return changed;
}

async function timersOf({ world }: LiveFrame, deadline: Deadline): Promise<number> {
  return world.call(deadline, 'timersOfPage').catch(ifGone(0));
}

interface Rest {
  pending: string[];
  click: Quiet | undefined;
  /** The page's own document went away. */
  gone: boolean;
  stirred: boolean;
  /** Nothing has come of it yet, or only where it was done, but a script has set a timer. */
  timed: boolean;
  /** All that has come says only that something is still to come. */
  loads: Loading | undefined;
}

/** A page that was left before it could be seen is gone. */
function restOf(first: Arrived | undefined): Rest {
  if (!first)
    return { pending: [], click: undefined, gone: true, stirred: true, timed: false, loads: undefined };
  const { quiet } = first;
  return {
    pending: quiet.pending,
    click: quiet,
    gone: false,
    stirred: quiet.stirred,
    timed: false,
    loads: undefined,
  };
}

/** A page that was left before it could tell anything has none. */
async function firstLook({ deadline, traffic, firstLook }: Settling): Promise<Arrived | undefined> {
  try {
    const first = await firstLook(Math.min(caps.dom, timeFor(deadline)));
    if (first.leads && !first.world.gone) await leaving(traffic, deadline);
    return first.world.gone ? undefined : first;
  } catch (thrown) {
    if (thrown instanceof WorldGone) return undefined;
    throw thrown;
  }
}

/** A page that sends the browser on has not always begun to when it has loaded; one that is kept from it never does. */
export async function leaving(traffic: Traffic, deadline: Deadline): Promise<void> {
  const end = performance.now() + 300;
  while (!traffic.isNavigating) {
    const left = end - performance.now();
    if (left <= 0 || !(await deadline.patience(traffic.next(), left))) return;
  }
}

async function quietAll(touched: LiveFrame[], deadline: Deadline): Promise<Rest> {
  const answers = await Promise.all(
    touched.map(async (frame) => {
      try {
        return await frame.world.call(deadline, 'quiet', Math.min(caps.dom, timeFor(deadline)));
      } catch (thrown) {
        if (thrown instanceof WorldGone) return undefined;
        throw thrown;
      }
    }),
  );
  const missed = answers.find((answer) => answer && !answer.hit);
  return {
    pending: [...new Set(answers.flatMap((answer) => answer?.pending ?? []))],
    click: missed ?? answers.find((answer) => answer !== undefined),
    gone: answers.at(-1) === undefined,
    stirred: answers.some((answer) => answer?.stirred ?? true),
    timed: answers.some((answer) => answer?.timed === true),
    loads: answers.find((answer) => answer?.loads)?.loads,
  };
}

/** Sees a navigation through: committed, parsed, then loaded as far as patience goes. Empty when all of it came. */
async function landing(work: Settling): Promise<{ pending: string[]; first?: Arrived | undefined }> {
  const { page, traffic, deadline } = work;
  while (traffic.isNavigating) {
    if (!(await deadline.patience(traffic.next(), Math.max(1, timeFor(deadline)))))
      return { pending: [loading] };
  }
  const parsed = await reached(page, 'domcontentloaded', deadline, timeFor(deadline));
  if (!parsed) return { pending: [loading] };
  const loaded = await reached(page, 'load', deadline, Math.min(caps.load, timeFor(deadline)));
  const first = await firstLook(work);
  if (!first) return { pending: [] };
  return { pending: loaded ? [] : ['the page is still loading images, frames or other parts'], first };
}

const loading = 'the page is still loading';

/** True if the page got that far within the time. */
export async function reached(
  page: Page,
  state: 'domcontentloaded' | 'load' | 'networkidle',
  deadline: Deadline,
  most: number,
): Promise<boolean> {
  const waiting = page.waitForLoadState(state, { timeout: Math.max(1, Math.min(most, deadline.left)) });
  try {
    await deadline.race(waiting);
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && /timeout|timed out/i.test(thrown.message) && !deadline.signal?.aborted)
      return false;
    throw thrown;
  }
}
