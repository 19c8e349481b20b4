import { cover, uncover } from './cover.js';
import { details } from './details.js';
import { activeElement, revealRoot } from './dom.js';
import {
  focusElement,
  focusedIdentity,
  focusField,
  readActive,
  readField,
  readSpread,
  setExact,
} from './edit.js';
import { takeStrangers, tellInternals } from './internals.js';
import { mark, unmark } from './marks.js';
import type { Facts, Perceived, PerceiveOptions } from './protocol.js';
import {
  arm,
  news,
  quiet,
  quietSinceLoad,
  rememberShadowRoots,
  stirs,
  unwatch,
  watch,
  watchFromStart,
} from './quiet.js';
import { frameOffset, ready, spotInFrame, stillAt } from './ready.js';
import { documentToken, elementOf, idOf, size } from './refs.js';
import { factsOf, pageFacts } from './risk.js';
import { pageScroll, scroll, scrollPage } from './scroll.js';
import { search } from './search.js';
import { selectOne } from './select.js';
import { noteListeners } from './unseen.js';
import { waitFor } from './wait.js';
import { walk } from './walk.js';

/** Everything the outside may ask of a document. Lives in an isolated world that page scripts can't reach. */
const api = {
  perceive(options: PerceiveOptions): Perceived | null {
    const asked = options.root === undefined ? undefined : elementOf(options.root);
    if (options.root !== undefined && !asked?.isConnected) return null;
    const root = asked ?? document.documentElement;
    const { nodes, elements, shadowRoots, suspects, capped } = walk(options, root);
    rememberShadowRoots(shadowRoots);
    const texts = news(elements);
    unwatch();
    return {
      document: documentToken,
      url: location.href,
      title: document.title.slice(0, 1000),
      nodes,
      viewport: { width: innerWidth, height: innerHeight },
      scroll: pageScroll(),
      news: texts,
      capped,
      modalOpen: document.querySelector('dialog:modal') !== null,
      suspects: suspects.map(idOf),
      strangers: takeStrangers().map(idOf),
    };
  },
  frameOffset(id: number): { x: number; y: number } | null {
    const iframe = elementOf(id);
    return iframe?.isConnected ? frameOffset(iframe, 0, 0) : null;
  },
  details,
  idOf,
  documentToken: (): string => documentToken,
  /** Which of these are no longer part of the document. */
  gone: (ids: number[]): number[] => ids.filter((id) => !elementOf(id)?.isConnected),
  elementOf,
  noteListeners,
  tellInternals,
  revealRoot,
  refCount: size,
  ready,
  /** The click that was got ready will not come. */
  standDown: (): void => arm(0),
  spotInFrame,
  stillAt,
  focusElement,
  focusField,
  focusedIdentity,
  readActive,
  readField,
  readSpread,
  setExact,
  quiet,
  quietSinceLoad,
  stirs,
  watch,
  scroll,
  scrollPage,
  search,
  selectOne,
  waitFor,
  mark,
  unmark,
  cover,
  uncover,
  factsOf(id: number): Facts | null {
    const element = elementOf(id);
    return (element && factsOf(element)) ?? null;
  },
  pageFacts,
  /** Watches, and tells what weighs on the element that has the focus. */
  watchFocused(): Facts | null {
    watch();
    const active = activeElement();
    return (active && factsOf(active)) ?? null;
  },
};

export type InjectedApi = typeof api;

declare global {
  var handhold: InjectedApi | undefined;
}

if (!globalThis.handhold) {
  globalThis.handhold = api;
  watchFromStart();
}
