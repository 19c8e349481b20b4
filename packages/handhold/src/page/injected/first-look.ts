import { isInUse } from './changes.js';
import { sleep } from './moments.js';
import {
  actingEvents,
  defaultLook,
  type FirstLook,
  type Perceived,
  type PerceiveOptions,
} from './protocol.js';
import { hasPlans, quietSinceLoad } from './quiet.js';

/**
 * A page that was opened is looked at next. So it looks at itself as soon as it has loaded and tells by itself: a
 * question from outside would only be heard after its first frame has been drawn.
 */

declare global {
  /** Set from outside in documents that may speak without being asked. */
  var handholdTell: ((text: string) => void) | undefined;
}

type Perceive = (options: PerceiveOptions) => Perceived | null;

let perceive: Perceive = () => null;
/** How often something was told. */
let tells = 0;
let asked = false;

/** Looks when the page has loaded, unless that has happened long ago. */
export function lookWhenLoaded(how: Perceive): void {
  perceive = how;
  if (window !== top || document.readyState === 'complete') return;
  addEventListener('load', tellFirstLook, { once: true });
}

/**
 * Scripts may have something to do yet, a page may lead elsewhere, and only the debugger knows what is listened on: then
 * the page just says that it is there, and is asked with that known.
 */
function tellFirstLook(): void {
  const tell = globalThis.handholdTell;
  if (!tell || asked || isInUse()) return;
  if (hasPlans() || document.querySelector(inlineHandlers)) {
    tell('null');
    return;
  }
  const quiet = { pending: [], hit: true, stirred: false };
  const first: FirstLook = { quiet, seen: perceive(defaultLook), changedSince: false };
  tells += 1;
  tell(JSON.stringify(first));
}

/**
 * The same for those who have to ask, unless more was told by now than they had heard. Meanwhile they find out what
 * scripts listen on, and the page is seen when that is known.
 */
export async function firstLook(heard: number, most: number): Promise<FirstLook | 'told'> {
  if (tells > heard) return 'told';
  asked = true;
  let known = false;
  const knowing = new Promise<void>((resolve) => {
    knowListeners = () => {
      known = true;
      resolve();
    };
  });
  const quiet = await quietSinceLoad(most);
  const changedSince = known && quiet.stirred;
  await Promise.race([knowing, sleep(patience)]);
  const seen = perceive(defaultLook);
  return { quiet, seen, changedSince };
}

/** Longest time to wait for the debugger. */
const patience = 1000;
let knowListeners: () => void = () => undefined;

/** What scripts listen on has been noted. */
export function listenersKnown(): void {
  knowListeners();
}

const inlineHandlers = actingEvents.map((type) => `[on${type}]`).join();
