import { knownShadowRoots, watch } from './changes.js';
import { rootElement } from './dom.js';
import { withoutAny } from './fingerprints.js';
import { frame, later } from './moments.js';
import type { Fingerprint, WaitCondition } from './protocol.js';
import { runsIn } from './runs.js';
import { Wanted } from './same-text.js';
import { select, TestsSecret } from './select.js';
import { SilentSigns } from './silent-signs.js';
import { withoutTainted } from './tainted.js';
import { walk } from './walk.js';

/** The wait that counts; an earlier one ends with the next. */
let latest = 0;
/** Changes inside shadow trees are told only to those who watch these. */
let roots: ShadowRoot[] = [];

/** Resolves true as soon as the condition holds, false at the end of the time or when asked anew. */
export async function waitFor(
  condition: WaitCondition,
  time: number,
): Promise<boolean | 'invalid' | 'secret'> {
  const wrong = whatIsWrong(condition);
  if (wrong) return wrong;
  latest += 1;
  const own = latest;
  watch();
  roots = knownShadowRoots();
  const end = performance.now() + time;
  for (;;) {
    if (holds(condition)) return true;
    const left = end - performance.now();
    if (left <= 0 || own !== latest) return false;
    await nextChange(condition, left);
  }
}

/** What makes things look different without a change to the tree. */
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
    for (const place of [document, ...roots]) observer.observe(place, everything);
    for (const place of [window, ...roots])
      for (const type of tellingEvents)
        place.addEventListener(type, done, { capture: true, passive: true, signal: over.signal });
    const timer = later(done, most);
    SilentSigns.of(condition, roots)?.onChange(done, over.signal);
  });
}

function holds(condition: WaitCondition): boolean {
  const { hidden } = condition;
  if (condition.text !== undefined) return showsText(condition.text, hidden);
  if (condition.textGone !== undefined) return !showsText(condition.textGone, hidden);
  if (condition.element) return showsElement(condition.element.name, condition.element.role, hidden);
  if (condition.selector !== undefined)
    return selectorHolds(condition.selector, condition.state ?? 'visible', hidden);
  return true;
}

function showsText(text: string, hidden: readonly Fingerprint[]): boolean {
  const wanted = new Wanted(text);
  const body = document.body;
  if (!body) return false;
  if (wanted.isIn(withoutAny(withoutTainted(body, body.innerText), hidden))) return true;
  const nodes = nodesOf(body);
  return (
    nodes.some((node) => wanted.isIn(withoutAny(`${node.name} ${node.value ?? ''}`, hidden))) ||
    runsIn(nodes).some((run) => wanted.isIn(withoutAny(run.text, hidden)))
  );
}

function showsElement(name: string, role: string | undefined, hidden: readonly Fingerprint[]): boolean {
  const wanted = new Wanted(name);
  return nodesOf(rootElement()).some(
    (node) => (!role || node.role === role.toLowerCase()) && wanted.isIn(withoutAny(node.name, hidden)),
  );
}

function nodesOf(top: Element) {
  const { nodes, shadowRoots } = walk({ text: true }, top);
  roots = shadowRoots;
  return nodes;
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
  state: NonNullable<WaitCondition['state']>,
  hidden: readonly Fingerprint[],
): boolean {
  const found = select(selector, hidden);
  const visible = found.some((element) => element.checkVisibility({ visibilityProperty: true }));
  switch (state) {
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
