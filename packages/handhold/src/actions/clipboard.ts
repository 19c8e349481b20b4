import type { Copied } from '../browser/clipboard.js';
import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { pressChord } from '../page/acting/input.js';
import type { Chord } from '../page/acting/keys.js';
import { urlFrom } from '../url.js';

/** What the keys for copying, cutting and pasting do: with a clipboard that is the session's own. */

interface Using {
  tab: Tab;
  session: Session;
  chord: Chord;
  /** A text without secrets: another one where it held some. */
  clean(text: string): string;
  line: Deadline;
}

/** Copies or cuts what is selected, unless that is a part of something secret. */
export async function copyByKeys(how: 'copy' | 'cut', using: Using): Promise<void> {
  const { tab, session, clean, line } = using;
  const frame = await tab.live.focusedFrame(line);
  const hidden = [...tab.live.hidden];
  const isSecret = ({ text, html, secret }: Copied & { secret: boolean }) =>
    secret || [text, html].some((part) => clean(part) !== part);
  if (isSecret(await frame.world.call(line, 'selection', hidden))) throw keptSecret();
  if (session.clipboard.isBrowsers) {
    await press(using);
    return;
  }
  const copied = await frame.world.call(line, 'copySelected', how, hidden);
  if (isSecret(copied)) throw keptSecret();
  if (copied.text !== '' || copied.html !== '')
    session.clipboard.keep({ text: copied.text, html: copied.html });
}

/** Pastes what was copied in this session into what has the focus. */
export async function pasteByKeys(using: Using): Promise<void> {
  const { tab, session, clean, line } = using;
  const copied = await session.clipboard.read(line);
  const frame = await tab.live.focusedFrame(line);
  const isSecret = copied !== undefined && clean(copied.text + copied.html) !== copied.text + copied.html;
  if (isSecret)
    await tab.live.checkMet(line, () => ({
      role: 'document',
      name: '',
      url: frame.url,
      facts: undefined,
      carries: copied.text + copied.html,
    }));
  // A secret goes into this very document, wherever the focus is by then.
  if (session.clipboard.isBrowsers && !isSecret) {
    await press(using);
    return;
  }
  if (!copied) return;
  const origin = urlFrom(frame.url)?.origin ?? 'null';
  await frame.world.call(line, 'pasteCopied', copied.text, copied.html, origin);
}

function press({ tab, chord, line }: Using): Promise<void> {
  return tab.live.handled(pressChord(tab.live.cdp, chord), line, 'done');
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
