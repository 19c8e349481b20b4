import {
  choices,
  chooseNative,
  chooser,
  chosen,
  chosenNative,
  focusIsIn,
  nextChoices,
  selectedIn,
  suggestion,
} from './choices.js';
import { details } from './details.js';
import { revealRoot } from './dom.js';
import {
  focusElement,
  focusedIdentity,
  focusField,
  readActive,
  readField,
  readSpread,
  setExact,
} from './edit.js';
import {
  fieldKind,
  fileField,
  fileFields,
  filesIn,
  readFields,
  submitByScript,
  submitted,
  submitter,
  watchSubmit,
} from './forms.js';
import { takeStrangers, tellInternals } from './internals.js';
import { mark, unmark } from './marks.js';
import { at, dragBegun, drawn, dropTaken, unwatchDrag, watchDrag, watchDrop } from './pointer.js';
import type { Perceived, PerceiveOptions } from './protocol.js';
import {
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
import { pageScroll, scroll, scrollPage } from './scroll.js';
import { search } from './search.js';
import { selectOne } from './select.js';
import { radioNamed, toggle } from './toggle.js';
import { noteListeners } from './unseen.js';
import { takeRefused, tellErrors, watchValidity } from './validity.js';
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
    tellErrors(nodes, elements);
    return {
      document: documentToken,
      url: location.href,
      title: document.title.slice(0, 1000),
      nodes,
      viewport: { width: innerWidth, height: innerHeight },
      scroll: pageScroll(),
      news: texts,
      refused: takeRefused(),
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
  choices,
  chooseNative,
  chooser,
  chosen,
  chosenNative,
  focusIsIn,
  nextChoices,
  selectedIn,
  suggestion,
  fieldKind,
  fileField,
  fileFields,
  filesIn,
  readFields,
  submitByScript,
  submitted,
  submitter,
  watchSubmit,
  at,
  dragBegun,
  drawn,
  dropTaken,
  watchDrop,
  unwatchDrag,
  watchDrag,
  radioNamed,
  toggle,
};

export type InjectedApi = typeof api;

declare global {
  var handhold: InjectedApi | undefined;
}

if (!globalThis.handhold) {
  globalThis.handhold = api;
  watchFromStart();
  watchValidity();
}
