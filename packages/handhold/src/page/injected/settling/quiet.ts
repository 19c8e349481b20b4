import { armed, asksForFile, disarm } from '../acting/click-guard.js';
import { actingEvents, type Quiet, refreshesAtOnce } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { state } from '../state.js';
import { hasNews, noteChanges, staysInOwnRegion } from './changes.js';
import { stillLoads } from './loading.js';
import { fadedAway, movedIntoPlace } from './motion.js';
import { frame, framesOfPage, sleep, timers, timersOfPage } from './timers.js';

/** Knowing when a document has come to rest. */

const arrivalTime = 300;

/** A little less than a frame takes, since two of them may come close together. */
const frameTime = 14;

/** In time that scripts keep for themselves nothing can come to rest: so many frames are waited for, for a while. */
const leastFrames = 6;

/** Ends once nothing has changed for a frame or two and nothing is being moved into place, or at the cap. */
export async function quiet(cap: number): Promise<Quiet> {
  const { changes } = state.settling;
  const end = performance.now() + cap;
  // Events take their own way here, through the browser and perhaps into another process.
  const guard = armed();
  if (guard?.arrived) {
    await Promise.race([guard.arrived, sleep(Math.min(cap, arrivalTime))]);
    if (!guard.hasCome()) await Promise.race([guard.arrived, sleep(end - performance.now())]);
  }
  let still = 0;
  const atFirst = changes.changedAt;
  let before = changes.changedAt;
  let over: number | undefined;
  for (let frames = 1; still < framesNeeded(); frames++) {
    await frame();
    // Timers wait while input is handled and frames are drawn: those that are due must have had their turn.
    await timers();
    const now = performance.now();
    if (changes.changedAt !== before) {
      still = 0;
      before = changes.changedAt;
    } else if (now - changes.changedAt >= frameTime) still += 1;
    if (now <= end) continue;
    over ??= now + cap / 2;
    if (frames >= leastFrames || now > over)
      return verdict(changes.changedAt === atFirst ? [] : ['the page keeps changing'], true);
  }
  const stirred = changes.changedAt !== atFirst || hasNews();
  return verdict((await movedIntoPlace(end)) ? [] : ['something is still moving'], stirred);
}

/**
 * Frameworks that have begun to rebuild something often go on a frame later, what changes again and again may do so
 * once more, and what has not answered at all may still answer. What only said something new, once, or has had its
 * time while keys were pressed, is done after one.
 */
function framesNeeded(): number {
  const { changes } = state.settling;
  if (changes.rebuiltAt >= changes.watchedAt || changes.count > 1) return 2;
  if (changes.count === 1) return 1;
  return armed() === undefined && performance.now() - changes.watchedAt > 16 ? 1 : 2;
}

/** True if something may happen once the document has loaded, by its scripts or because it leads elsewhere. */
function hasPlans(): boolean {
  return document.scripts.length > 0 || contents().plans;
}

/** True if anything in the document could listen for clicks and the like. */
export function hasScripts(): boolean {
  return hasPlans() || contents().handlers;
}

/** The parts of a document that may do something by themselves, or when they are acted on. */
export interface Contents {
  plans: boolean;
  handlers: boolean;
}

/** Looked for once: where there are no scripts, a document stays as it was parsed. */
function contents(): Contents {
  const { load } = state.settling;
  if (load.contents) return load.contents;
  const has = (selector: string) => document.querySelector(selector) !== null;
  const either = has(`${plans},${handlers}`);
  const found = { plans: either && has(plans), handlers: either && has(handlers) };
  if (document.readyState !== 'loading') load.contents = found;
  return found;
}

/** Frameworks often have their first rendering queued behind the load event, in a timer or for the next frame. */
export interface FirstMoments {
  since: number;
  timers: Promise<void>;
  frame: Promise<void>;
}

export function awaitLoad(): void {
  const { load } = state.settling;
  if (document.readyState === 'complete') return;
  const begin = () => {
    noteChanges();
    // Twice, since the first to come may set others.
    const due = timers()
      .then(timers)
      .then(() => {
        noteChanges();
        if (load.firstMoments) load.firstMoments.since = performance.now();
      });
    // Nothing comes with the first frame where nobody has asked for one.
    const drawing = due.then(() => (framesOfPage() > 0 ? frame() : undefined));
    load.firstMoments = { since: performance.now(), timers: due, frame: drawing };
  };
  // Comes right after the load event, when the page's own handlers of that have run.
  addEventListener('pageshow', begin, { once: true });
}

/** After the timers that were due when the document had loaded. */
export function firstTimers(): Promise<void> {
  return state.settling.load.firstMoments?.timers ?? timers();
}

const refresh = 'meta[http-equiv="refresh" i]';
const plans = `${refresh},[onload],[onerror]`;
const handlers = actingEvents.map((type) => `[on${type}]`).join();

/** True if the document says that it is to be left for another page at once. */
export function leadsOn(): boolean {
  const words = document.querySelector(refresh)?.getAttribute('content');
  return refreshesAtOnce.test(words ?? '');
}

/** Quiet in its first moments, or since before we asked: then a freshly loaded document needs next to no waiting. */
export async function quietSinceLoad(cap: number): Promise<Quiet> {
  const { changes, load } = state.settling;
  const planned = hasPlans();
  if (planned) await firstTimers();
  if (planned && awaitsSheets(document)) await frame().then(frame);
  noteChanges();
  const since = Math.max(load.firstMoments?.since ?? -Infinity, performance.now() - 34);
  if (document.scripts.length === 0 || changes.changedAt <= since) {
    if (planned) await load.firstMoments?.frame;
    const faded = await fadedAway(performance.now() + cap);
    noteChanges();
    if (changes.changedAt <= since) return { pending: [], hit: true, stirred: faded };
  }
  return quiet(cap);
}

/** True if a script has just asked for a sheet, here or in a frame of ours: what it draws shows when that has come. */
function awaitsSheets(place: Document): boolean {
  for (const link of place.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet" i][href]'))
    if (link.sheet === null && !link.disabled) return true;
  for (const { contentDocument } of place.querySelectorAll('iframe'))
    if (contentDocument && awaitsSheets(contentDocument)) return true;
  return false;
}

function verdict(pending: string[], stirred: boolean): Quiet {
  const was = disarm();
  const isAnswered = stirred && !staysInOwnRegion();
  const timed = !isAnswered && timersOfPage() > state.settling.changes.timers ? { timed: true } : {};
  const loads = stillLoads();
  const asked = { ...timed, ...(loads ? { loads } : {}), ...(asksForFile() ? { asksForFile: true } : {}) };
  if (was?.isLost()) return { pending, stirred, hit: true, ...asked, lost: true };
  const unreached = was && !was.hasCome() ? { unreached: true } : {};
  if (!was?.missed) return { pending, stirred, hit: true, ...asked, ...unreached };
  return { pending, stirred, hit: false, hitInstead: identityOf(was.missed) };
}
