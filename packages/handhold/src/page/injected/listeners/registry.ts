import { shadowTrees } from '../dom/tree.js';
import { elementOf, idOf } from '../refs/refs.js';

/** What scripts did that the document itself doesn't show; the debugger tells us from outside. */

const listeners = new WeakSet<Element>();
let known = 0;

function noteListener(element: Element): void {
  if (listeners.has(element)) return;
  listeners.add(element);
  known += 1;
}

const sorted = new WeakSet<Element>();
/** Whether there are any: each element is asked at each look. */
let hasSorted = false;

/** A list that only listens for presses has its items dragged about, jQuery UI's listens for clicks too. */
function hasItemsDragged(list: Element, isOnlyPressed: boolean): boolean {
  return /^(UL|OL)$/.test(list.tagName) && (isOnlyPressed || list.classList.contains('ui-sortable'));
}

export function isSortedList(list: Element): boolean {
  return sorted.has(list);
}

export function isSorted(element: Element): boolean {
  return hasSorted && element.parentElement !== null && sorted.has(element.parentElement);
}

/** How many were noted up to now. */
export function knownListeners(): number {
  return known;
}

/** What was noted and has not been asked about yet. */
let fresh: { heard: Element[]; handled: boolean } = { heard: [], handled: false };

export function takeHeard(): typeof fresh {
  const taken = fresh;
  fresh = { heard: [], handled: false };
  return taken;
}

/** Notes an element that scripts of the page listen on for clicks or presses. */
export function hear(element: Element, isOnlyPressed: boolean): void {
  if (hasItemsDragged(element, isOnlyPressed)) {
    sorted.add(element);
    hasSorted = true;
  }
  if (listeners.has(element)) return;
  noteListener(element);
  fresh.heard.push(element);
}

const zones = new WeakSet<Element>();

/** Notes an element on which scripts of the page wait for something to be dropped. */
export function hearDrops(element: Element): void {
  if (zones.has(element)) return;
  zones.add(element);
  known += 1;
  fresh.heard.push(element);
}

export function takesDrops(element: Element): boolean {
  return zones.has(element);
}

/** The page's own world sends this to elements, to bring them over. */
const delegation: string = `handhold-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

/** What a framework handles by listening further out, and all that it stands in. */
const handled = new WeakSet<Element>();
const around = new WeakSet<Element>();

function noteHandled(element: Element): void {
  noteListener(element);
  if (handled.has(element)) return;
  handled.add(element);
  fresh.handled = true;
  for (let up = element.parentElement; up && !around.has(up); up = up.parentElement) around.add(up);
}

const kinds: [string, (element: Element) => void][] = [
  ['', noteHandled],
  ['-heard', (element) => hear(element, false)],
  ['-pressed', (element) => hear(element, true)],
  ['-drops', hearDrops],
];
for (const [kind, note] of kinds) {
  const bringOver = (event: Event) => {
    // What is sent to something in a shadow tree seems to have been sent to its host.
    const [target] = event.composedPath();
    if (target instanceof Element) note(target);
  };
  addEventListener(delegation + kind, bringOver, { capture: true });
}

/** Whether it is listened on only for the sake of what is in it. */
export function delegates(element: Element): boolean {
  return around.has(element) && !handled.has(element);
}

/**
 * Whether a framework handles it in its own right, however far out it listens. Of what stands in a shadow tree that isn't
 * known.
 */
export function isHandledItself(element: Element): boolean {
  return handled.has(element) && !(element.getRootNode() instanceof ShadowRoot);
}

export function delegationEvent(): string {
  return delegation;
}

export function listens(element: Element): boolean {
  return listeners.has(element);
}

/** What the debugger was asked about: a look that is dropped, or breaks off, has not asked. */
const asked = new WeakSet<Element>();
const hosts = new Set(
  'ARTICLE ASIDE BLOCKQUOTE DIV FOOTER H1 H2 H3 H4 H5 H6 HEADER MAIN NAV P SECTION SPAN'.split(' '),
);

/** Those of these elements that nobody was asked about yet, who now are. */
export function suspected(ids: number[]): Element[] {
  return ids.flatMap((id) => {
    const element = elementOf(id);
    if (!element || asked.has(element)) return [];
    asked.add(element);
    return [element];
  });
}

const mostAtOnce = 200;
/** Few of those that are no custom elements are hosts, and a page may have thousands. */
const mostPlain = 60;

/** Elements anywhere that may hold a closed shadow root, of which nobody was asked yet. */
export function unaskedHosts(): number[] {
  const hosts: number[] = [];
  let plain = 0;
  for (const tree of [document, ...shadowTrees(document)])
    for (const element of tree.querySelectorAll('*')) {
      if (!isSuspect(element)) continue;
      if (!element.tagName.includes('-') && ++plain > mostPlain) continue;
      hosts.push(idOf(element));
      if (hosts.length === mostAtOnce) return hosts;
    }
  return hosts;
}

/** Whether an element may hold a closed shadow root: a custom one, or one that shows something without having it. */
export function isSuspect(element: Element): boolean {
  if (element.shadowRoot || asked.has(element)) return false;
  if (!element.tagName.includes('-')) {
    if (!hosts.has(element.tagName) || element.firstElementChild) return false;
    // Whatever is in these is part of them.
    if (/^(button|checkbox|img|radio|slider|switch)$/.test(element.getAttribute('role') ?? '')) return false;
    const inside = element.firstChild;
    if (inside?.nodeType === 3 && /\S/.test(inside.nodeValue ?? '')) return false;
    const { width, height } = element.getBoundingClientRect();
    if (width < 8 || height < 8) return false;
  }
  return true;
}
