/** Tells whether something has changed since it was last looked at, at next to no cost to the page. */

interface Tripwire {
  /** Whether nothing has changed since the wire was laid. */
  isUnchanged(): boolean;
  /** From now on a change to the document, or in one of these shadow trees, is noticed and told at once. */
  lay(tell: () => void, roots?: readonly ShadowRoot[]): void;
}

/** Once is enough: a page that changes all the time is not slowed down by being watched. */
function tripwire(
  observed: MutationObserverInit,
  events: readonly string[],
  breaks: (record: MutationRecord) => boolean,
): Tripwire {
  let whole = false;
  let stood = 0;
  const toTell = new Set<() => void>();
  const broken = (): void => {
    if (!whole) return;
    whole = false;
    observer.disconnect();
    for (const tell of toTell) tell();
    toTell.clear();
  };
  const note = (records: MutationRecord[]): void => {
    stood += records.length;
    if (stood > mostStood || records.some(breaks)) broken();
  };
  const observer = new MutationObserver(note);
  for (const type of events) addEventListener(type, broken, { capture: true, passive: true });
  return {
    isUnchanged() {
      note(observer.takeRecords());
      return whole;
    },
    lay(tell, roots = []) {
      toTell.add(tell);
      for (const root of roots) observer.observe(root, observed);
      if (whole) return;
      whole = true;
      stood = 0;
      observer.observe(document, observed);
    },
  };
}

/** Changes that a wire stands; looking at ever more of them would cost more than finding out anew. */
const mostStood = 500;

/** Anything at all, with what changes how a document looks without changing the document. */
export const anyChange = tripwire(
  { subtree: true, childList: true, characterData: true, attributes: true },
  [
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
  ],
  () => true,
);

/** Which elements there are, and what they are by these attributes; their texts and looks change far more often. */
export function elementChange(attributeFilter: string[]): Tripwire {
  const isElement = ({ nodeType }: Node) => nodeType === Node.ELEMENT_NODE;
  return tripwire({ subtree: true, childList: true, attributeFilter }, [], (record) => {
    const { type, addedNodes, removedNodes } = record;
    return type === 'attributes' || [...addedNodes].some(isElement) || [...removedNodes].some(isElement);
  });
}
