import type { Deadline } from '../../deadline.js';
import { Failure } from '../../errors.js';
import { quote } from '../../gate/untrusted.js';
import type { Frames, LiveFrame } from '../frames/frames.js';
import { WorldGone } from '../frames/world.js';
import type { Fingerprint } from '../injected/protocol.js';
import { openClosedRoots } from '../looking/perceive.js';
import type { RefEntry } from '../refs/book.js';
import { formatRef, parseRef } from '../refs/ref.js';
import type { ShownPage } from '../shown-page.js';

/** The element that an action is about; one that a selector names may have `within` ms to come. */
export type Target = { ref: string } | { selector: string; within?: number };

/** The element that a target turned out to be. */
export interface Found {
  entry: RefEntry;
  /** The element was replaced by an equal one, which took over its ref. */
  healed: boolean;
  /** How many elements a selector matched. */
  matches: number;
}

/** The page that targets are looked for on. */
interface Searched {
  frames: Frames;
  shown: ShownPage;
  /** Values that no selector may find out. */
  hidden: readonly Fingerprint[];
}

/** Finds what a ref or selector names. Never guesses: what the agent was not shown here is refused. */
export async function findTarget(searched: Searched, target: Target, deadline: Deadline): Promise<Found> {
  if ('selector' in target) return findBySelector(searched, target.selector, deadline);
  const entry = searched.shown.entry(target.ref);
  if (entry?.shown) return { entry, healed: false, matches: 1 };
  const ref = formatRef(parseRef(target.ref) ?? 0);
  throw new Failure('stale_ref', `${ref} is not in the current snapshot of this page.`);
}

async function findBySelector(searched: Searched, selector: string, deadline: Deadline): Promise<Found> {
  const main = await searched.frames.main(deadline);
  const documents = [main, ...(await searched.frames.children(main, deadline))];
  const found = await selectIn(searched, documents, selector, deadline);
  if (found) return found;
  // It may stand in a closed shadow tree that no look came near.
  const isMore = await opensRoots(documents, deadline);
  const second = isMore ? await selectIn(searched, documents, selector, deadline) : undefined;
  if (second) return second;
  throw new Failure('element_not_found', `Nothing on the page matches ${quote(selector, 200)}.`);
}

async function opensRoots(documents: readonly LiveFrame[], deadline: Deadline): Promise<boolean> {
  const opened = await Promise.all(
    documents.map(({ world }) =>
      openClosedRoots(world, deadline).catch((thrown: unknown) => {
        if (thrown instanceof WorldGone) return false;
        throw thrown;
      }),
    ),
  );
  return opened.includes(true);
}

async function selectIn(
  { frames, shown, hidden }: Searched,
  documents: readonly LiveFrame[],
  selector: string,
  deadline: Deadline,
): Promise<Found | undefined> {
  let unseen: Found | undefined;
  for (const frame of documents) {
    const found = await frame.world
      .call(deadline, 'selectOne', selector, [...hidden])
      .catch((thrown: unknown) => {
        if (thrown instanceof WorldGone) return { state: 'none' as const };
        throw thrown;
      });
    if (found.state === 'invalid')
      throw new Failure(
        'invalid_selector',
        `${quote(selector, 200)} is not a selector the browser understands.`,
      );
    if (found.state === 'secret') throw testsSecret(selector);
    if (found.state === 'none') continue;
    const book = await shown.currentRefs(await frames.main(deadline), deadline);
    const entry = book.numberOne(frame, found.id, { role: found.role, name: found.name }, '');
    shown.noteFoundBySelector(entry);
    const match = { entry, healed: false, matches: found.matches };
    if (found.inSight) return match;
    // Another document may hold one that can be seen.
    unseen ??= match;
  }
  return unseen;
}

/** The error for a selector whose finding something would tell what a secret is. */
export function testsSecret(selector: string): Failure {
  return new Failure('permission_denied', `${quote(selector, 200)} asks about a text that holds a secret.`, {
    hint: 'Use a ref from browser_snapshot, or a selector that does not look at that attribute or text.',
    sideEffect: 'none',
  });
}
