import type { Stage } from '../acting/stage.js';
import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { pressChord } from '../page/acting/input.js';
import { chordText, clipboardKey, parseChord } from '../page/acting/keys.js';
import { describe } from '../page/refs/book.js';
import type { PressAction } from './action.js';
import { copyByKeys, pasteByKeys } from './clipboard.js';
import { act, type Outcome } from './outcome.js';

export interface Pressed {
  key: string;
  element?: string;
}

export function press(
  action: PressAction,
  session: Session,
  deadline: Deadline,
  { clean }: Stage,
): Promise<Pressed & Outcome> {
  return act<Pressed>(session, deadline, async (tab, doing, line) => {
    const chord = parseChord(action.key, action.modifiers);
    if (!chord) throw new Failure('action_validation_error', 'That is not a key.');
    doing.data = { key: chordText(chord) };
    if (action.target) {
      const found = await tab.live.find(action.target, line);
      const { entry } = found;
      const focused = await tab.live.ask(found, line, () =>
        entry.frame.world.call(line, 'focusElement', entry.id, entry.shown ?? null),
      );
      if (focused.state === 'not_focused' || focused.state === 'nothing_focused') {
        throw new Failure('not_focusable', `${describe(entry)} does not take the focus.`);
      }
      if (focused.state !== 'focused') throw tab.live.obstacle(focused, entry, line);
      if (found.healed) doing.healed = describe(entry);
      doing.told = [{ ref: entry.ref, value: false }];
      doing.data = { ...doing.data, element: describe(entry) };
      doing.touched = entry.frame.parent ? [entry.frame, entry.frame.parent] : [entry.frame];
    } else {
      const main = await tab.live.frames.main(line);
      await tab.live.weighReached('focus', line);
      doing.touched = [main];
    }
    doing.sent = true;
    const clipboard = clipboardKey(chord);
    const using = { tab, session, chord, clean, line };
    if (clipboard === 'paste') for (let i = 0; i < action.count; i++) await pasteByKeys(using);
    else if (clipboard) await copyByKeys(clipboard, using);
    else await tab.live.handled(pressChord(tab.live.cdp, chord, action.count), line, 'done');
  });
}
