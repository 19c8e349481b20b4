import { beginOutcome } from './acting.js';
import { noteMet } from './asked-trees.js';
import { beginRecords } from './belonging.js';
import { cardsHere } from './cards.js';
import { carriedTo } from './carried.js';
import { keysComeToCell } from './cell-keys.js';
import {
  knownShadowRoots,
  putsOff,
  rememberShadowRoots,
  stirs,
  takeAppeared,
  unwatch,
  watch,
  watchFromStart,
} from './changes.js';
import {
  choices,
  chooser,
  chosen,
  focusIsIn,
  isUnderItsOwn,
  listGone,
  nextChoices,
  selectedIn,
  stillMarked,
} from './choices.js';
import { arm } from './click-guard.js';
import { copySelected, pasteCopied, selection } from './clipboard.js';
import { dateParts } from './date-parts.js';
import { details } from './details.js';
import { cut, revealRoot, revealRootOf, rootElement } from './dom.js';
import {
  copy,
  focusElement,
  focusedIdentity,
  paste,
  readActive,
  readField,
  readSpread,
  setExact,
} from './edit.js';
import { focusFieldKnowing } from './filter-field.js';
import { firstLook, hasLooked, listenersNoted, lookWhenLoaded } from './first-look.js';
import { drawnScreen } from './first-screen.js';
import { editTaken, focusAged, leaveField, watchFocus } from './focus-watch.js';
import { watchForms } from './form-watch.js';
import {
  fieldKind,
  fileField,
  fileFields,
  filesIn,
  makesTags,
  readFields,
  submitByScript,
  submitted,
  submitter,
  watchSubmit,
} from './forms.js';
import { hideFrames, hideValues, showValues } from './hidden-values.js';
import { candidates, Horizon } from './horizon.js';
import { isPointerRoot, whyActionable } from './identity.js';
import { images } from './images.js';
import { takeStrangers, tellInternals } from './internals.js';
import { loaded } from './loading.js';
import { mark, unmark } from './marks.js';
import { beginLook, markLaterMet, remember, shutOff, stillKnown } from './memory.js';
import { stopMiddlePastes } from './middle-click.js';
import { timersOfPage } from './moments.js';
import { chooseNative, chosenNative, suggestion } from './native-choices.js';
import { news } from './news.js';
import { markOpened } from './opened.js';
import { packed, type SentLook } from './packing.js';
import { mayHoldParts } from './parts.js';
import {
  at,
  dragBegun,
  drawn,
  dropTaken,
  focused,
  touchedAt,
  unwatchDrag,
  watchDrag,
  watchDrop,
} from './pointer.js';
import { stayInBrowser } from './programs.js';
import type { Facts, Heard, Perceived, PerceiveOptions } from './protocol.js';
import { putInto } from './put-into.js';
import { awaitLoad, quiet } from './quiet.js';
import { describeLinks, read, readHtml } from './read.js';
import { frameOffset, ready, spotInFrame, stillAt } from './ready.js';
import { itemsSeen } from './record.js';
import { documentToken, elementOf, idOf, isRetired, size } from './refs.js';
import { revealed } from './revealed.js';
import { factsOf, pageFacts } from './risk.js';
import { roleOf } from './role.js';
import { isSameLook, keepLook } from './same-look.js';
import { scaleOf } from './scale.js';
import { pageScroll, scroll, scrollPage, whereScrolled } from './scroll.js';
import { search } from './search.js';
import { selectOne } from './select.js';
import { readStyleSheets } from './sheets.js';
import { readSource } from './source.js';
import { hasStirred, stir } from './stir.js';
import { store } from './store.js';
import { takenBy } from './taken.js';
import { watchTicks } from './ticking.js';
import { radioNamed, toggle } from './toggle.js';
import {
  delegationEvent,
  hear,
  hearDrops,
  isSortedList,
  suspected,
  takeHeard,
  unaskedHosts,
} from './unseen.js';
import { takeRefused, tellErrors, watchValidity } from './validity.js';
import { waitFor } from './wait.js';
import { walk } from './walk.js';

let looks = 0;

/** Whether what was noted since makes more to act on than was seen. */
function hearsMore(): boolean {
  const { heard, handled } = takeHeard();
  const isActedOn = (element: Element) =>
    element.checkVisibility() &&
    whyActionable(element, element.tagName, roleOf(element), isPointerRoot(element)) === 'listener';
  return (
    hasLooked() &&
    (handled || heard.some((element) => isSortedList(element) || mayHoldParts(element) || isActedOn(element)))
  );
}

/** Everything the outside may ask of a document. Lives in an isolated world that page scripts can't reach. */
const api = {
  perceive(options: PerceiveOptions): SentLook | 'same' | null {
    const asked = options.root === undefined ? undefined : elementOf(options.root);
    if (options.root !== undefined && !asked?.isConnected) return null;
    const root = asked ?? rootElement();
    beginLook(options.again === true);
    const fresh = takeAppeared(options.again === true, options.newsOf);
    if (fresh?.length === 0 && revealed().length === 0 && !hasStirred() && isSameLook(options)) {
      unwatch();
      return 'same';
    }
    beginRecords(options.again === true);
    beginOutcome(options.again === true);
    const horizon = horizonFor(options, fresh);
    const walked = walk(options, root, horizon);
    const { nodes, elements, shadowRoots, suspects, capped, modalOpen, partsBeyond } = walked;
    if (options.keep) markLaterMet(nodes, elements, fresh);
    markOpened(nodes, elements);
    const behind = asked || modalOpen ? [] : shutOff(elements);
    if (!asked) remember([...elements, ...behind], horizon, modalOpen);
    rememberShadowRoots(modalOpen ? [...knownShadowRoots(), ...shadowRoots] : shadowRoots);
    const { texts, more } = news(nodes, elements);
    const stirred = stir(options.again === true);
    unwatch();
    watchTicks(itemsSeen());
    tellErrors(nodes, elements);
    const seen: Perceived = {
      document: documentToken,
      look: ++looks,
      url: location.href,
      title: cut(document.title, 1000),
      nodes,
      records: walked.records,
      viewport: { width: innerWidth, height: innerHeight },
      scroll: pageScroll(),
      news: texts,
      moreNews: more,
      stir: stirred,
      refused: takeRefused(),
      beyond: modalOpen ? 0 : (horizon?.beyond() ?? 0) + partsBeyond,
      estimated: partsBeyond > 0 || (horizon?.isEstimated ?? false),
      capped,
      modalOpen,
      behind: behind.map(idOf),
      cards: cardsHere(),
      unasked: noteMet(shadowRoots),
      suspects: suspects.map(idOf),
      strangers: takeStrangers().map(idOf),
    };
    keepLook(options, seen, elements);
    return packed(seen);
  },
  firstLook,
  drawnScreen,
  frameOffset(id: number): { x: number; y: number } | null {
    const iframe = elementOf(id);
    return iframe?.isConnected ? frameOffset(iframe, 0, 0) : null;
  },
  details,
  idOf,
  documentToken: (): string => documentToken,
  /** Which of these are no longer part of the document. */
  gone: (ids: number[]): number[] => ids.filter((id) => !elementOf(id)?.isConnected || isRetired(id)),
  elementOf,
  suspected,
  unaskedHosts,
  /** Notes what scripts listen on, for each for what, and tells whether that makes more to act on. */
  noteListeners(heard: Heard[], ...nodes: Node[]): { delegating: boolean; actedOn: boolean } {
    for (const [i, node] of nodes.entries()) {
      if (!(node instanceof Element)) continue;
      if (heard[i]?.drops) hearDrops(node);
      if (heard[i]?.acts) hear(node, heard[i].acts === 'pressed');
    }
    return {
      delegating: nodes.some(
        (node) => node === document || (node instanceof Element && node.firstElementChild),
      ),
      actedOn: hearsMore(),
    };
  },
  delegationEvent,
  listenersNoted(): boolean {
    const isLate = hearsMore();
    listenersNoted();
    return isLate;
  },
  tellInternals,
  revealRoot,
  revealRootOf,
  refCount: size,
  ready,
  /** The click that was got ready will not come. */
  standDown: (): void => arm(0),
  spotInFrame,
  stillAt,
  copy,
  copySelected,
  pasteCopied,
  selection,
  editTaken,
  focusAged,
  leaveField,
  focusElement,
  focusField: focusFieldKnowing,
  focusedIdentity,
  keysComeToCell,
  paste,
  putInto,
  readActive,
  readField,
  readSpread,
  setExact,
  takenBy,
  quiet,
  putsOff,
  loaded,
  timersOfPage,
  stirs,
  watch,
  scroll,
  scrollPage,
  whereScrolled,
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
  isUnderItsOwn,
  listGone,
  nextChoices,
  selectedIn,
  stillMarked,
  suggestion,
  fieldKind,
  fileField,
  fileFields,
  filesIn,
  makesTags,
  readFields,
  submitByScript,
  submitted,
  submitter,
  watchSubmit,
  watchForms,
  at,
  carriedTo,
  dragBegun,
  drawn,
  dropTaken,
  watchDrop,
  unwatchDrag,
  watchDrag,
  radioNamed,
  toggle,
  dateParts,
  scaleOf,
  read,
  readHtml,
  readSource,
  describeLinks,
  images,
  store,
  hideFrames,
  hideValues,
  showValues,
  factsOf(id: number): Facts | null {
    const element = elementOf(id);
    return (element && factsOf(element)) ?? null;
  },
  pageFacts,
  focused,
  touchedAt,
};

function horizonFor(
  { near, keep, root }: PerceiveOptions,
  fresh: readonly Node[] | undefined,
): Horizon | undefined {
  if (near === undefined || root !== undefined) return undefined;
  const also = keep ? [...stillKnown(), ...newElements(fresh ?? [])] : [];
  return Horizon.of({ most: near, also }, readStyleSheets());
}

function* newElements(nodes: readonly Node[]): Iterable<Element> {
  for (const node of nodes) {
    if (!(node instanceof Element) || !node.isConnected) continue;
    yield node;
    yield* node.querySelectorAll(candidates);
  }
}

export type InjectedApi = typeof api;

declare global {
  var handhold: InjectedApi | undefined;
}

if (!globalThis.handhold) {
  globalThis.handhold = api;
  stayInBrowser();
  stopMiddlePastes();
  watchFromStart();
  watchFocus();
  awaitLoad();
  lookWhenLoaded(api.perceive);
  watchValidity();
}
