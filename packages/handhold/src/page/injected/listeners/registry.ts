import { shadowTreesIn } from '../dom/tree.js';
import { elementOf, idOf } from '../refs/refs.js';
import { state } from '../state.js';

/** Registry of what scripts listen on, which the document itself doesn't show; the debugger tells us from outside. */

function addListener(element: Element): void {
  const { listeners } = state;
  if (listeners.listening.has(element)) return;
  listeners.listening.add(element);
  listeners.count += 1;
}

/** A list that only listens for presses has its items dragged about, jQuery UI's listens for clicks too. */
function hasItemsDragged(list: Element, isOnlyPressed: boolean): boolean {
  return /^(UL|OL)$/.test(list.tagName) && (isOnlyPressed || list.classList.contains('ui-sortable'));
}

export function isSortedList(list: Element): boolean {
  return state.listeners.sortedLists.has(list);
}

export function isSorted(element: Element): boolean {
  const { hasSortedLists, sortedLists } = state.listeners;
  return hasSortedLists && element.parentElement !== null && sortedLists.has(element.parentElement);
}

/** How many were noted up to now. */
export function listenerCount(): number {
  return state.listeners.count;
}

/** Listeners that were noted since they were last taken. */
export function takeNewListeners(): { heard: Element[]; handled: boolean } {
  const taken = state.listeners.fresh;
  state.listeners.fresh = { heard: [], handled: false };
  return taken;
}

/** Notes an element that scripts of the page listen on for clicks or presses. */
export function noteListener(element: Element, isOnlyPressed: boolean): void {
  const { listeners } = state;
  if (hasItemsDragged(element, isOnlyPressed)) {
    listeners.sortedLists.add(element);
    listeners.hasSortedLists = true;
  }
  if (listeners.listening.has(element)) return;
  addListener(element);
  listeners.fresh.heard.push(element);
}

/** Notes an element on which scripts of the page wait for something to be dropped. */
export function noteDropListener(element: Element): void {
  const { listeners } = state;
  if (listeners.dropZones.has(element)) return;
  listeners.dropZones.add(element);
  listeners.count += 1;
  listeners.fresh.heard.push(element);
}

export function takesDrops(element: Element): boolean {
  return state.listeners.dropZones.has(element);
}

function noteHandled(element: Element): void {
  const { handled, aroundHandled, fresh } = state.listeners;
  addListener(element);
  if (handled.has(element)) return;
  handled.add(element);
  fresh.handled = true;
  for (let up = element.parentElement; up && !aroundHandled.has(up); up = up.parentElement)
    aroundHandled.add(up);
}

const kinds: [string, (element: Element) => void][] = [
  ['', noteHandled],
  ['-heard', (element) => noteListener(element, false)],
  ['-pressed', (element) => noteListener(element, true)],
  ['-drops', noteDropListener],
];
/** Hears from the page's own world what is listened on. */
export function installRegistry(): void {
  for (const [kind, note] of kinds) {
    const bringOver = (event: Event) => {
      // What is sent to something in a shadow tree seems to have been sent to its host.
      const [target] = event.composedPath();
      if (target instanceof Element) note(target);
    };
    addEventListener(delegationEvent() + kind, bringOver, { capture: true });
  }
}

/** True if it is listened on only for the sake of what is in it. */
export function delegates(element: Element): boolean {
  const { handled, aroundHandled } = state.listeners;
  return aroundHandled.has(element) && !handled.has(element);
}

/**
 * True if a framework handles it in its own right, however far out it listens. Of what stands in a shadow tree that isn't
 * known.
 */
export function isHandledItself(element: Element): boolean {
  return state.listeners.handled.has(element) && !(element.getRootNode() instanceof ShadowRoot);
}

export function delegationEvent(): string {
  return state.listeners.delegationEvent;
}

export function listens(element: Element): boolean {
  return state.listeners.listening.has(element);
}

const hostTags = new Set(
  'ARTICLE ASIDE BLOCKQUOTE DIV FOOTER H1 H2 H3 H4 H5 H6 HEADER MAIN NAV P SECTION SPAN'.split(' '),
);

/** Those of these elements that nobody was asked about yet, who now are. */
export function suspected(ids: number[]): Element[] {
  return ids.flatMap((id) => {
    const element = elementOf(id);
    if (!element || state.listeners.asked.has(element)) return [];
    state.listeners.asked.add(element);
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
  for (const tree of [document, ...shadowTreesIn(document)])
    for (const element of tree.querySelectorAll('*')) {
      if (!isSuspect(element)) continue;
      if (!element.tagName.includes('-') && ++plain > mostPlain) continue;
      hosts.push(idOf(element));
      if (hosts.length === mostAtOnce) return hosts;
    }
  return hosts;
}

/** True if an element may hold a closed shadow root: a custom one, or one that shows something without having it. */
export function isSuspect(element: Element): boolean {
  if (element.shadowRoot || state.listeners.asked.has(element)) return false;
  if (!element.tagName.includes('-')) {
    if (!hostTags.has(element.tagName) || element.firstElementChild) return false;
    // Whatever is in these is part of them.
    if (/^(button|checkbox|img|radio|slider|switch)$/.test(element.getAttribute('role') ?? '')) return false;
    const inside = element.firstChild;
    if (inside?.nodeType === 3 && /\S/.test(inside.nodeValue ?? '')) return false;
    const { width, height } = element.getBoundingClientRect();
    if (width < 8 || height < 8) return false;
  }
  return true;
}
