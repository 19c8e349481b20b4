import { FrameworkSearch } from './framework-search.js';
import { ShadowSearch } from './shadow-search.js';

/** By event type, what listens on a target: what a console has for asking the browser. */
type ListenersOf = (target: EventTarget) => Readonly<Record<string, unknown>>;

/** The elements to go through, and what to announce of them. */
export interface AnnounceRequest {
  /** The event's plain name, which the variants `-heard`, `-pressed`, `-drops` and `-tree` begin with. */
  name: string;
  /** Events that make an element something to act on. */
  types: readonly string[];
  /** An element that is listened on for this many kinds of event is the root of a whole application. */
  manyTypes: number;
  /** All elements, those in shadow trees, or those that a framework may handle. */
  scope: 'all' | 'shadows' | 'frameworks';
  /** A framework is known to listen once for the whole document. */
  hasRoots: boolean;
  /** The elements that shadow trees are looked for in. */
  hosts?: 'custom' | 'any';
  /** Of the elements in shadow trees, how many to leave out and how many to go through after those. */
  skip: number;
  most: number;
}

export interface Announced {
  /** How many elements there are. */
  size: number;
  roots: boolean;
  inShadows: number;
  hasPlainHosts: boolean;
  /** How many elements a framework handles; null where none is at work, which is soon known unless one is expected. */
  delegated: number | null;
}

/** Tells the isolated world of elements. */
export interface Announcer {
  readonly request: AnnounceRequest;
  readonly listenersOf: ListenersOf;
  send(element: EventTarget, kind: '' | '-heard' | '-pressed' | '-drops'): void;
  /** The isolated world says by cancelling an event which shadow trees it wants. */
  isWanted(host: Element): boolean;
  isActing(heard: Readonly<Record<string, unknown>>): boolean;
}

/**
 * Runs in the page's own world, which alone knows what its scripts listen on and what React, Solid and Svelte handle:
 * those listen once for the whole page and keep each element's handlers to themselves, on the element. An event that
 * nobody else knows of brings the elements over to the isolated world: by its plain name what is handled in such a way or
 * stands in a shadow tree, else with the kind of listening behind it. Pages may have replaced methods of prototypes, so
 * only those are called that this can't do without.
 */
export default function announceListeners(
  this: Document,
  listenersOf: ListenersOf,
  request: AnnounceRequest,
): Announced {
  const { scope, hosts } = request;
  // A page may have put something of its own in the place of either.
  if (scope !== 'frameworks' && !/\[(native code|Command Line API)\]/.test(String(listenersOf)))
    throw new TypeError('no console');
  const announcer = announcerOf(this, listenersOf, request);
  const shadows = new ShadowSearch(announcer);
  if (scope !== 'shadows') return announceDocument(this, announcer, shadows);
  if (hosts === 'custom') shadows.searchCustom(this);
  else for (const element of this.querySelectorAll('*')) shadows.searchIn(element);
  const { inShadows, hasPlainHosts } = shadows;
  return { size: 0, roots: request.hasRoots, inShadows, hasPlainHosts, delegated: null };
}

function announcerOf(page: Document, listenersOf: ListenersOf, request: AnnounceRequest): Announcer {
  const { name, types } = request;
  const Plain: unknown = page.createEvent('Event').constructor;
  if (!isEventClass(Plain)) throw new TypeError('no events');
  return {
    request,
    listenersOf,
    send: (element, kind) => {
      element.dispatchEvent(new Plain(name + kind, { composed: true }));
    },
    isWanted: (host) => !host.dispatchEvent(new Plain(`${name}-tree`, { composed: true, cancelable: true })),
    isActing: (heard) => types.some((type) => type in heard),
  };
}

function isEventClass(value: unknown): value is typeof Event {
  return typeof value === 'function';
}

function announceDocument(page: Document, announcer: Announcer, shadows: ShadowSearch): Announced {
  const isWhole = announcer.request.scope === 'all';
  const frameworks = new FrameworkSearch(page, announcer);
  const elements = page.querySelectorAll('*');
  if (isWhole) announceHeard(page, announcer, frameworks);
  for (const element of elements) {
    if (isWhole) {
      announceHeard(element, announcer, frameworks);
      shadows.searchIn(element);
    }
    if (isWhole && frameworks.hasRoots) frameworks.isSearching = true;
    if (frameworks.isSearching) frameworks.search(element);
    else if (!isWhole) break;
  }
  const { hasRoots: roots, delegated } = frameworks;
  const { inShadows, hasPlainHosts } = shadows;
  return { size: elements.length, roots, inShadows, hasPlainHosts, delegated };
}

function announceHeard(
  element: Document | Element,
  { request, listenersOf, send, isActing }: Announcer,
  frameworks: FrameworkSearch,
): void {
  const heard = listenersOf(element);
  const kinds = Object.keys(heard).length;
  if ('drop' in heard && kinds < request.manyTypes) send(element, '-drops');
  if (!isActing(heard)) return;
  if (kinds >= request.manyTypes) frameworks.hasRoots = true;
  else if (!('click' in heard) && ('pointerdown' in heard || 'mousedown' in heard)) send(element, '-pressed');
  else send(element, '-heard');
}
