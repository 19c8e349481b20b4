import { WantedText } from '../dom/same-text.js';
import { visitedShadowRoots } from '../dom/shadow-trees.js';
import { cut, ignored, rootElement, squash } from '../dom/tree.js';
import { unaskedHosts } from '../listeners/registry.js';
import { walk } from '../looking/walk.js';
import type { Came, Fingerprint, Identity, PerceivedNode, WaitCondition } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { numbered } from '../refs/items/belonging.js';
import { withoutAny } from '../secrets/fingerprints.js';
import { withoutTainted } from '../secrets/taint.js';
import { state } from '../state.js';
import { runsIn } from '../targeting/runs.js';
import { select, TestsSecret } from '../targeting/selector.js';
import { watch } from './changes.js';
import { SilentSigns } from './silent-signs.js';
import { frame, later } from './timers.js';

/**
 * Resolves as soon as the condition holds, with what came of it; false at the end of the time or when asked anew. Says
 * `closed` where something came that may have to be opened first.
 */
export async function waitFor(
  condition: WaitCondition,
  time: number,
): Promise<boolean | Came | 'invalid' | 'secret' | 'closed'> {
  const wrong = whatIsWrong(condition);
  if (wrong) return wrong;
  const { waits } = state.settling;
  waits.current += 1;
  const own = waits.current;
  watch();
  waits.shadowRoots = visitedShadowRoots();
  const end = performance.now() + time;
  for (;;) {
    if (holds(condition)) return cameOf(condition) ?? true;
    const left = end - performance.now();
    if (left <= 0 || own !== waits.current) return false;
    if (unaskedHosts().length > 0) return 'closed';
    await nextChange(condition, left);
  }
}

/** Events of changes that things look different by without a change to the tree. */
const tellingEvents = [
  'animationcancel',
  'animationend',
  'animationiteration',
  'animationstart',
  'change',
  'close',
  'focusin',
  'focusout',
  'fullscreenchange',
  'hashchange',
  'input',
  'load',
  'popstate',
  'resize',
  'scroll',
  'slotchange',
  'toggle',
  'transitioncancel',
  'transitionend',
  'transitionstart',
];

const everything: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
};

/** The next thing that may have made the condition true, or the end of the time; told once it has been drawn. */
function nextChange(condition: WaitCondition, most: number): Promise<void> {
  const { shadowRoots } = state.settling.waits;
  return new Promise((resolve) => {
    const over = new AbortController();
    const done = () => {
      if (over.signal.aborted) return;
      over.abort();
      observer.disconnect();
      clearTimeout(timer);
      void frame().then(resolve);
    };
    const observer = new MutationObserver(done);
    for (const place of [document, ...shadowRoots]) observer.observe(place, everything);
    for (const place of [window, ...shadowRoots])
      for (const type of tellingEvents)
        place.addEventListener(type, done, { capture: true, passive: true, signal: over.signal });
    const timer = later(done, most);
    SilentSigns.of(condition, shadowRoots)?.onChange(done, over.signal);
  });
}

function holds(condition: WaitCondition): boolean {
  const { hidden } = condition;
  if (condition.text !== undefined) return showsText(condition.text, hidden);
  if (condition.textGone !== undefined) return !showsText(condition.textGone, hidden);
  const { element } = condition;
  if (element) return seen(rootElement()).some(elementNamed(element, hidden));
  if (condition.selector !== undefined)
    return selectorHolds(condition.selector, condition.state ?? 'visible', hidden);
  return true;
}

function showsText(text: string, hidden: readonly Fingerprint[]): boolean {
  const wanted = new WantedText(text);
  const body = document.body;
  if (!body) return false;
  if (wanted.isIn(withoutAny(withoutTainted(body, body.innerText), hidden))) return true;
  const all = seen(body);
  return (
    all.some(({ node }) => saysText(node, wanted, hidden)) ||
    runsIn(all.map(({ node }) => node)).some((run) => wanted.isIn(withoutAny(run.text, hidden)))
  );
}

function saysText(
  { name, value }: PerceivedNode,
  wanted: WantedText,
  hidden: readonly Fingerprint[],
): boolean {
  return wanted.isIn(withoutAny(`${name} ${value ?? ''}`, hidden));
}

function elementNamed(
  { name, role }: NonNullable<WaitCondition['element']>,
  hidden: readonly Fingerprint[],
): (seen: { node: PerceivedNode }) => boolean {
  const wanted = new WantedText(name);
  return ({ node }) =>
    (!role || node.role === role.toLowerCase()) && wanted.isIn(withoutAny(node.name, hidden));
}

/** The thing that makes the condition true, where it takes one. */
function cameOf(condition: WaitCondition): Came | undefined {
  const { text, element, selector, state: wanted = 'visible', hidden } = condition;
  if (element) return tell(seen(rootElement()).find(elementNamed(element, hidden)));
  if (text !== undefined && document.body) return textCame(new WantedText(text), document.body, hidden);
  if (selector === undefined || wanted === 'hidden' || wanted === 'detached') return undefined;
  // What can't be seen has no name to tell.
  const first = select(selector, hidden).find(isVisible);
  return first && tell({ element: first, node: identityOf(first) });
}

/** The first thing that says it, or the innermost around the pieces of it. */
function textCame(wanted: WantedText, body: Element, hidden: readonly Fingerprint[]): Came | undefined {
  const whole = seen(body).find(({ node }) => node.kind !== 'context' && saysText(node, wanted, hidden));
  if (whole) return tell(whole);
  const says = (element: Element) =>
    squash(withoutAny(withoutTainted(element, element.textContent ?? ''), hidden));
  const saysIt = (element: Element) =>
    !ignored.has(element.tagName) && isVisible(element) && wanted.isIn(says(element));
  let inner: Element | undefined;
  for (let next = Array.from(body.children).find(saysIt); next; next = Array.from(next.children).find(saysIt))
    inner = next;
  return inner && tell({ element: inner, node: { role: 'text', name: cut(says(inner), longestText) } });
}

const longestText = 300;

function tell(found: { element: Element | undefined; node: Identity } | undefined): Came | undefined {
  if (!found?.element) return undefined;
  const { element, node } = found;
  return { id: numbered(element).id, role: node.role, name: node.name, tag: element.localName };
}

/** All that can be seen. */
function seen(top: Element): { node: PerceivedNode; element: Element | undefined }[] {
  const { nodes, elements, holders, shadowRoots } = walk({ text: true, summaries: true }, top);
  state.settling.waits.shadowRoots = shadowRoots;
  return nodes.map((node, at) => ({ node, element: elements[at] ?? holders.get(at) }));
}

function isVisible(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function whatIsWrong({ selector, hidden }: WaitCondition): 'invalid' | 'secret' | undefined {
  try {
    if (selector !== undefined) select(selector, hidden);
    return undefined;
  } catch (thrown) {
    return thrown instanceof TestsSecret ? 'secret' : 'invalid';
  }
}

function selectorHolds(
  selector: string,
  wanted: NonNullable<WaitCondition['state']>,
  hidden: readonly Fingerprint[],
): boolean {
  const found = select(selector, hidden);
  const visible = found.some(isVisible);
  switch (wanted) {
    case 'attached':
      return found.length > 0;
    case 'detached':
      return found.length === 0;
    case 'visible':
      return visible;
    case 'hidden':
      return !visible;
  }
}
