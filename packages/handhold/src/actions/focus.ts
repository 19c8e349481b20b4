import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { describe } from '../page/refs/book.js';
import type { ClearAction, FocusAction } from './action.js';
import { act, type Outcome } from './outcome.js';
import { enterAndVerify, framesFrom, type Typed } from './type.js';

export interface Focused {
  element: string;
}

export function focus(action: FocusAction, session: Session, deadline: Deadline): Promise<Focused & Outcome> {
  return act<Focused>(session, deadline, async (tab, doing, line) => {
    const found = await tab.live.find(action.target, line);
    const { entry } = found;
    const { world } = entry.frame;
    doing.data = { element: describe(entry) };
    const seen = await tab.live.ask(found, line, () =>
      world.call(line, 'ready', entry.id, entry.shown ?? null, 'none', line.left / 2),
    );
    if (seen.state !== 'ready') throw tab.live.obstacle(seen, entry, line);
    doing.sent = true;
    const focused = await tab.live.ask(found, line, () =>
      world.call(line, 'focusElement', entry.id, entry.shown ?? null),
    );
    if (focused.state === 'not_focused' || focused.state === 'nothing_focused')
      throw new Failure('not_focusable', `${describe(entry)} does not take the focus.`);
    if (focused.state !== 'focused') throw tab.live.obstacle(focused, entry, line).withSideEffect('none');
    if (found.healed) doing.healed = describe(entry);
    doing.told = [{ ref: entry.ref, value: false }];
    doing.touched = framesFrom(entry.frame);
  });
}

/** Empties a field and makes sure that it is. */
export function clear(action: ClearAction, session: Session, deadline: Deadline): Promise<Typed & Outcome> {
  return act<Typed>(session, deadline, async (tab, doing, line) => {
    const typing = { ...action, type: 'type', text: '', clearFirst: true, submit: false, delay: 0 } as const;
    await enterAndVerify(typing, tab, doing, line);
  });
}
