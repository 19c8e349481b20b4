import { isHeard, tell } from '../frames/tell.js';
import { delegationEvent } from '../listeners/registry.js';
import { defaultLook, type FirstLook, type Listened } from '../protocol.js';
import { isInUse } from '../settling/changes.js';
import { firstTimers, hasScripts, leadsOn, quietSinceLoad } from '../settling/quiet.js';
import { sleep } from '../settling/timers.js';
import { state } from '../state.js';
import type { SentLook } from './packing.js';
import { perceive } from './perceive.js';

/**
 * A page that was opened is looked at next. So it looks at itself as soon as it has loaded and tells by itself: a
 * question from outside would only be heard after its first frame has been drawn.
 */

function look(): SentLook | null {
  const seen = perceive(defaultLook);
  // Nobody has seen it before.
  return seen === 'same' ? null : seen;
}

/** Looks when the page has loaded, unless that has happened long ago. */
export function lookWhenLoaded(): void {
  if (window !== top || document.readyState === 'complete') return;
  addEventListener('DOMContentLoaded', tellParsed, { once: true });
  addEventListener('pageshow', tellFirstLook, { once: true });
}

/** Tells that the document is parsed: most of its listeners can be found out while the rest of it loads. */
function tellParsed(): void {
  if (hasScripts()) tell({ kind: 'parsed', ...listened() });
}

function listened(): Listened {
  return { size: document.getElementsByTagName('*').length, delegation: delegationEvent() };
}

/** Scripts may have something to do yet, a page may lead elsewhere, and only the debugger knows what is listened on. */
function tellFirstLook(): void {
  const { firstLooks } = state.looking;
  if (firstLooks.isAsked || isInUse()) return;
  if (hasScripts()) {
    void prepare();
    return;
  }
  const quiet = { pending: [], hit: true, stirred: false };
  const first = { quiet, leads: false, seen: look() };
  firstLooks.told += 1;
  tell({ kind: 'look', look: first });
}

/** How long the debugger is waited for; when it takes longer, that may lead to another look. */
const notingTime = 30;

/** The listeners that scripts add at first have all been told. */
export function tellListenersNoted(): void {
  state.looking.firstLooks.listenersNoted();
}

/** Says when what is listened on can be found out, and waits for that. */
function prepare(): Promise<void> {
  const { firstLooks } = state.looking;
  if (firstLooks.preparing) return firstLooks.preparing;
  firstLooks.preparing = firstTimers().then(() => {
    if (!hasScripts()) return tell({ kind: 'ready' });
    tell({ kind: 'ready', ...listened() });
    return isHeard() ? Promise.race([firstLooks.untilListenersNoted, sleep(notingTime)]) : undefined;
  });
  return firstLooks.preparing;
}

/** The same for those who have to ask, unless more was told by now than they had heard. */
export async function firstLook(heard: number, most: number): Promise<FirstLook | 'told'> {
  const { firstLooks } = state.looking;
  if (firstLooks.told > heard) return 'told';
  firstLooks.isAsked = true;
  const [quiet] = await Promise.all([quietSinceLoad(most), prepare()]);
  return { quiet, leads: leadsOn(), seen: look() };
}
