import type { Turn } from '../../../acting/turn.js';
import type { Copied } from '../../../browser/clipboard.js';
import { Failure } from '../../../errors.js';
import { pressChord } from '../../../page/acting/input.js';
import type { Chord } from '../../../page/acting/keys.js';
import { urlFrom } from '../../../url.js';

/** Keys for copying, cutting and pasting: with a clipboard that is the session's own. */

/** Copies or cuts what is selected, unless that is a part of something secret. */
export async function copyByKeys(how: 'copy' | 'cut', chord: Chord, turn: Turn): Promise<void> {
  const { live, session, clean, deadline } = turn;
  const frame = await live.focusedFrame(deadline);
  const hidden = [...live.hidden];
  const isSecret = ({ text, html, secret }: Copied & { secret: boolean }) =>
    secret || [text, html].some((part) => clean(part) !== part);
  if (isSecret(await frame.world.call(deadline, 'selection', hidden))) throw keptSecret();
  if (session.clipboard.isBrowsers) {
    await press(chord, turn);
    return;
  }
  const copied = await frame.world.call(deadline, 'copySelected', how, hidden);
  if (isSecret(copied)) throw keptSecret();
  if (copied.text !== '' || copied.html !== '')
    session.clipboard.keep({ text: copied.text, html: copied.html });
}

/** Pastes what was copied in this session into what has the focus. */
export async function pasteByKeys(chord: Chord, turn: Turn): Promise<void> {
  const { live, session, clean, deadline } = turn;
  const copied = await session.clipboard.read(deadline);
  const frame = await live.focusedFrame(deadline);
  const isSecret = copied !== undefined && clean(copied.text + copied.html) !== copied.text + copied.html;
  if (isSecret)
    await live.checkMet(turn, () => ({
      role: 'document',
      name: '',
      url: frame.url,
      facts: undefined,
      carries: copied.text + copied.html,
    }));
  // A secret goes into this very document, wherever the focus is by then.
  if (session.clipboard.isBrowsers && !isSecret) {
    await press(chord, turn);
    return;
  }
  if (!copied) return;
  const origin = urlFrom(frame.url)?.origin ?? 'null';
  await frame.world.call(deadline, 'pasteCopied', copied.text, copied.html, origin);
}

function press(chord: Chord, { live, deadline }: Turn): Promise<void> {
  return live.handled(pressChord(live.cdp, chord), deadline, 'done');
}

function keptSecret(): Failure {
  return new Failure(
    'permission_denied',
    'What is selected is a part of a secret, which can not be copied.',
    {
      hint: 'Type secrets by their name: {{secret:NAME}}.',
      sideEffect: 'none',
    },
  );
}
