import { isInUse, unrest, unwatch } from './changes.js';
import { turn } from './moments.js';
import { defaultLook, type FirstLook, type Perceived, type PerceiveOptions } from './protocol.js';
import { quietSinceLoad } from './quiet.js';
import { notedListeners } from './unseen.js';

/**
 * A page that was opened is looked at next. So it looks at itself as soon as it has loaded and tells by itself: a
 * question from outside would only be heard after its first frame has been drawn.
 */

declare global {
  /** Set from outside in documents that may speak without being asked. */
  var handholdTell: ((text: string) => void) | undefined;
}

type See = (options: PerceiveOptions) => Perceived | null;

const cap = 600;
let see: See = () => null;
let looking: Promise<FirstLook | null> | undefined;
/** How often something was told. */
let tells = 0;

/** Looks when the page has loaded, unless that has happened long ago. */
export function lookWhenLoaded(how: See): void {
  see = how;
  if (window !== top || document.readyState === 'complete') return;
  addEventListener('load', () => void tellFirstLook(), { once: true });
}

async function tellFirstLook(): Promise<void> {
  const tell = globalThis.handholdTell;
  if (!tell || isInUse()) return;
  looking ??= look(defaultLook, cap);
  const first = await looking;
  looking = undefined;
  if (!first) return;
  tells += 1;
  tell(JSON.stringify(first));
}

/** The same for those who have to ask, unless more was told by now than they had heard. */
export async function firstLook(heard: number, most: number): Promise<FirstLook | 'told' | null> {
  if (tells > heard) return 'told';
  looking ??= look(defaultLook, most);
  const first = await looking;
  looking = undefined;
  return tells > heard ? 'told' : first;
}

/**
 * What is seen at once stands if nothing comes after it; a page that goes on changing is seen again when it rests.
 * Null when somebody else has begun to work with the document meanwhile.
 */
async function look(options: PerceiveOptions, most: number): Promise<FirstLook | null> {
  const wasInUse = isInUse();
  const scripted = document.scripts.length > 0 || document.querySelector(inlineHandlers) !== null;
  // The page's own answers to being loaded come first.
  if (scripted) await turn();
  let seen = see(options);
  const at = { changed: unrest.changedAt, noted: notedListeners() };
  const quiet = await quietSinceLoad(most);
  if (isInUse() && !wasInUse) return null;
  if (unrest.changedAt !== at.changed || notedListeners() !== at.noted) seen = again(seen, options);
  unwatch();
  return { quiet, seen, scripted };
}

/** Some things are told only once, by the look that came upon them. */
function again(before: Perceived | null, options: PerceiveOptions): Perceived | null {
  const seen = see({ ...options, again: true });
  if (!seen || !before) return seen;
  return {
    ...seen,
    refused: [...before.refused, ...seen.refused],
    suspects: [...before.suspects, ...seen.suspects],
    strangers: [...before.strangers, ...seen.strangers],
  };
}

const inlineHandlers = [
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'dblclick',
  'auxclick',
]
  .map((type) => `[on${type}]`)
  .join();
