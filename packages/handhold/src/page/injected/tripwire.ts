/** Tells whether a document may have changed since it was last looked at, at next to no cost to the page. */

let whole = false;
const toTell = new Set<() => void>();

const observer = new MutationObserver(broken);
const observed: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
};

/** What changes how a document looks without changing the document. */
for (const type of [
  'input',
  'change',
  'invalid',
  'beforetoggle',
  'toggle',
  'focusin',
  'focusout',
  'mouseover',
  'load',
  'resize',
  'fullscreenchange',
  'hashchange',
  'transitionend',
  'animationend',
])
  addEventListener(type, broken, { capture: true, passive: true });

/** Once is enough: a page that changes all the time is not slowed down by being watched. */
function broken(): void {
  if (!whole) return;
  whole = false;
  observer.disconnect();
  for (const tell of toTell) tell();
  toTell.clear();
}

/** Whether nothing has changed since the wire was laid. */
export function isUnchanged(): boolean {
  if (observer.takeRecords().length > 0) broken();
  return whole;
}

/** From now on a change to the document, or in one of these shadow trees, is noticed and told at once. */
export function layTripwire(tell: () => void, roots: readonly ShadowRoot[] = []): void {
  toTell.add(tell);
  for (const root of roots) observer.observe(root, observed);
  if (whole) return;
  whole = true;
  observer.observe(document, observed);
}
