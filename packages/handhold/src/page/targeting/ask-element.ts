import type { Deadline } from '../../deadline.js';
import { type World, WorldGone } from '../frames/world.js';
import type { Facts } from '../injected/protocol.js';
import type { RefEntry } from '../refs/book.js';
import type { Found } from './find-target.js';
import { goneFrom } from './obstacle.js';
import { type CheckedPage, check, type SecondCheck, type Turn } from './second-check.js';

/** An answer about an element, which may be gone or belong to something else. */
interface Answer {
  state: string;
  facts?: Facts;
  belonged?: string;
  belongs?: string;
}

/**
 * Asks an element's document about it, and has the answer checked. If the element was replaced by exactly one equal
 * twin, asks about that instead and says so; if its document is gone, so is the element.
 */
export async function askElement<T extends Answer>(
  page: CheckedPage,
  found: Found,
  turn: Turn,
  question: (entry: RefEntry) => Promise<T>,
): Promise<T> {
  const { entry } = found;
  try {
    for (;;) {
      const answer = await askOrHeal(page, found, turn.deadline, question);
      const consent = await checkAnswered(page, entry, turn, answer.facts);
      if (!consent) return answer;
      // No click comes meanwhile: what was got ready for one must not stop one that a person makes.
      standDown(entry.frame.world, turn.deadline);
      await consent();
    }
  } catch (thrown) {
    if (thrown instanceof WorldGone) throw goneFrom(entry);
    throw thrown;
  }
}

async function askOrHeal<T extends Answer>(
  page: CheckedPage,
  found: Found,
  deadline: Deadline,
  question: (entry: RefEntry) => Promise<T>,
): Promise<T> {
  const { entry } = found;
  const answer = await question(entry);
  if (answer.state !== 'gone') return answer;
  entry.healed = false;
  await page.look(deadline);
  if (!entry.healed) throw goneFrom(entry, answer);
  found.healed = true;
  return question(entry);
}

async function checkAnswered(
  page: CheckedPage,
  entry: RefEntry,
  turn: Turn,
  answered: Facts | undefined,
): Promise<ReturnType<SecondCheck>> {
  const { world, url } = entry.frame;
  const facts =
    answered ?? (turn.weighs ? await world.call(turn.deadline, 'factsOf', entry.id) : undefined) ?? undefined;
  try {
    const { role, name } = facts?.as ?? entry.shown ?? entry.identity;
    return check(page, turn, { ref: entry.ref, role, name, url, facts });
  } catch (thrown) {
    standDown(world, turn.deadline);
    throw thrown;
  }
}

/** Disarms the click guard: no click comes. */
export function standDown(world: World, deadline: Deadline): void {
  void world.call(deadline, 'standDown').catch(() => undefined);
}
