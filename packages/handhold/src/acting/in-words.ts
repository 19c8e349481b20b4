import type { ApprovalElement, ApprovalPage } from '../gate/approver.js';
import { elementText } from '../gate/in-words.js';
import { hideLogin } from '../gate/masking.js';
import { quote } from '../gate/untrusted.js';
import type { LivePage } from '../page/live-page.js';
import { formatRef, parseRef } from '../page/refs/ref.js';
import type { Target } from '../page/targeting/find-target.js';
import type { Touched } from '../page/targeting/second-check.js';
import { urlFrom } from '../url.js';

/** A target as the agent named it. */
export function targetInWords(target: Target): string {
  return 'ref' in target ? quote(target.ref, 20) : quote(target.selector, 100);
}

/** A target by what the agent was shown, or by what it turned out to be. */
export function nameOfTarget(target: Target, live: LivePage | undefined, on: Touched | undefined): string {
  if ('selector' in target) return on ? elementText(on) : `the selector ${quote(target.selector, 200)}`;
  // What it is now, where that is known: digits in its name may have changed since it was shown.
  if (on?.ref !== undefined && on.role !== 'option' && parseRef(target.ref) === on.ref)
    return elementText(on);
  const shown = live?.shown.shownAs(target.ref);
  return shown ? elementText(shown) : refText(target.ref);
}

/** A ref as it is always written. */
export function refText(ref: string): string {
  return ref.startsWith('@') ? ref : `@${ref}`;
}

/** An element as an approver is told of it. */
export function askedElement({ ref, role, name }: Touched): ApprovalElement {
  return { ...(ref === undefined ? {} : { ref: formatRef(ref) }), role, name };
}

/** The page it is about, and the document in it where that is another's. */
export function askedPage(live: LivePage, documentUrl: string | undefined): ApprovalPage {
  const url = hideLogin(live.page.url());
  const frame = documentUrl === undefined ? undefined : originOf(documentUrl);
  const origin = originOf(url);
  return {
    url,
    origin,
    title: live.shown.title,
    ...(frame === undefined || frame === origin ? {} : { frame }),
  };
}

function originOf(url: string): string {
  return urlFrom(url)?.origin ?? 'null';
}
