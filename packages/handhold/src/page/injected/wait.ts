import { knownShadowRoots, watch } from './changes.js';
import { rootElement, squash } from './dom.js';
import { frame } from './moments.js';
import type { WaitCondition } from './protocol.js';
import { select } from './select.js';
import { SilentSigns } from './silent-signs.js';
import { walk } from './walk.js';

/** The wait that counts; an earlier one ends with the next. */
let latest = 0;
/** Changes inside shadow trees are told only to those who watch these. */
let roots: ShadowRoot[] = [];

/** Resolves true as soon as the condition holds, false at the end of the time or when asked anew. */
export async function waitFor(condition: WaitCondition, time: number): Promise<boolean | 'invalid'> {
  if (condition.selector !== undefined && !isSelector(condition.selector)) return 'invalid';
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
    const timer = setTimeout(done, most);
    SilentSigns.of(condition, roots)?.onChange(done, over.signal);
  });
}

function holds(condition: WaitCondition): boolean {
  if (condition.text !== undefined) return showsText(condition.text);
  if (condition.textGone !== undefined) return !showsText(condition.textGone);
  if (condition.element) return showsElement(condition.element.name, condition.element.role);
  if (condition.selector !== undefined)
    return selectorHolds(condition.selector, condition.state ?? 'visible');
  return true;
}

function showsText(text: string): boolean {
  const wanted = squash(text).toLowerCase();
  const body = document.body;
  if (!body) return false;
  if (squash(body.innerText).toLowerCase().includes(wanted)) return true;
  return nodesOf(body).some((node) => `${node.name} ${node.value ?? ''}`.toLowerCase().includes(wanted));
}

function showsElement(name: string, role: string | undefined): boolean {
  const wanted = squash(name).toLowerCase();
  return nodesOf(rootElement()).some(
    (node) => node.name.toLowerCase().includes(wanted) && (!role || node.role === role.toLowerCase()),
  );
}

function nodesOf(top: Element) {
  const { nodes, shadowRoots } = walk({ text: true }, top);
  roots = shadowRoots;
  return nodes;
}

function isSelector(selector: string): boolean {
  try {
    select(selector);
    return true;
  } catch {
    return false;
  }
}

function selectorHolds(selector: string, state: NonNullable<WaitCondition['state']>): boolean {
  const found = select(selector);
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
