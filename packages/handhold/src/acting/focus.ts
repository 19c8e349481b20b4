import { Failure } from '../errors.js';
import type { Identity } from '../page/injected/protocol.js';
import { describe } from '../page/refs/book.js';
import type { Found } from '../page/targeting/find-target.js';
import type { Turn } from './turn.js';

/** Gives an element the focus, as the one that the agent was shown; throws where it does not take it. */
export function focusShown(turn: Turn, found: Found): Promise<void> {
  return giveFocus(turn, found, found.entry.shown);
}

/** The same for an element that was met on the way, as it is by then. */
export function focusMet(turn: Turn, found: Found): Promise<void> {
  return giveFocus(turn, found, undefined);
}

async function giveFocus(turn: Turn, found: Found, shown: Identity | undefined): Promise<void> {
  const { live, deadline } = turn;
  const { entry } = found;
  const focused = await live.ask(found, turn, () =>
    entry.frame.world.call(deadline, 'focusElement', entry.id, shown ?? null),
  );
  if (focused.state === 'not_focused' || focused.state === 'nothing_focused')
    throw new Failure('not_focusable', `${describe(entry)} does not take the focus.`);
  if (focused.state !== 'focused') throw live.obstacle(focused, entry, deadline).withSideEffect('none');
}
