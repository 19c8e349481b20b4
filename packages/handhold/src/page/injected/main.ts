import { beginOutcome } from './acting/acted-on.js';
import { keysComeToCell } from './acting/cell-keys.js';
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
} from './acting/choices.js';
import { arm } from './acting/click-guard.js';
import { copySelected, pasteCopied, selection } from './acting/clipboard.js';
import { dateParts } from './acting/date-parts.js';
import { carriedTo } from './acting/drag-load.js';
import {
  copy,
  focusElement,
  focusedIdentity,
  paste,
  readActive,
  readField,
  readSpread,
  setExact,
} from './acting/edit.js';
import { focusFieldKnowing } from './acting/filter-field.js';
import { editTaken, focusAged, leaveField, watchFocus } from './acting/focus-watch.js';
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
} from './acting/forms.js';
import { stopMiddlePastes } from './acting/middle-click.js';
import { chooseNative, chosenNative, suggestion } from './acting/native-choices.js';
import { stayInBrowser } from './acting/other-programs.js';
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
} from './acting/pointer.js';
import { scaleOf } from './acting/scale.js';
import { store } from './acting/storage.js';
import { takenBy } from './acting/taken.js';
import { radioNamed, toggle } from './acting/toggle.js';
import { takeRefused, tellErrors, watchValidity } from './acting/validity.js';
import { cut, revealRoot, revealRootOf, rootElement } from './dom/tree.js';
import { noteMet } from './listeners/asked-trees.js';
import {
  delegationEvent,
  hear,
  hearDrops,
  isSortedList,
  suspected,
  takeHeard,
  unaskedHosts,
} from './listeners/registry.js';
import { details } from './looking/details.js';
import { firstLook, hasLooked, listenersNoted, lookWhenLoaded } from './looking/first-look.js';
import { drawnScreen } from './looking/first-screen.js';
import { candidates, Horizon } from './looking/horizon.js';
import { news } from './looking/news.js';
import { markOpened } from './looking/opened.js';
import { packed, type SentLook } from './looking/packing.js';
import { mayHoldParts } from './looking/parts.js';
import { images } from './looking/reading/images.js';
import { describeLinks, read, readHtml } from './looking/reading/read.js';
import { readSource } from './looking/reading/source.js';
import { revealed } from './looking/revealed.js';
import { takeStrangers, tellInternals } from './looking/roles/internals.js';
import { roleOf } from './looking/roles/role.js';
import { isSameLook, keepLook } from './looking/same-look.js';
import { readStyleSheets } from './looking/visibility/style-sheets.js';
import { beginLook, markLaterMet, remember, shutOff, stillKnown } from './looking/visited.js';
import { walk } from './looking/walk.js';
import type { Facts, Heard, Perceived, PerceiveOptions } from './protocol.js';
import { isPointerRoot, whyActionable } from './refs/identity.js';
import { beginRecords } from './refs/items/belonging.js';
import { itemsSeen } from './refs/items/items.js';
import { watchTicks } from './refs/items/ticking.js';
import { documentToken, elementOf, idOf, isRetired, size } from './refs/refs.js';
import { cardsHere } from './risk/cards.js';
import { watchForms } from './risk/form-watch.js';
import { factsOf, pageFacts } from './risk/risk.js';
import { hideFrames, hideValues, showValues } from './secrets/hidden-values.js';
import { putInto } from './secrets/put-into.js';
import {
  knownShadowRoots,
  putsOff,
  rememberShadowRoots,
  stirs,
  takeAppeared,
  unwatch,
  watch,
  watchFromStart,
} from './settling/changes.js';
import { loaded } from './settling/loading.js';
import { awaitLoad, quiet } from './settling/quiet.js';
import { hasStirred, stir } from './settling/stir.js';
import { timersOfPage } from './settling/timers.js';
import { waitFor } from './settling/wait.js';
import { frameOffset, ready, spotInFrame, stillAt } from './targeting/ready.js';
import { mark, unmark } from './targeting/screenshot-labels.js';
import { pageScroll, scroll, scrollPage, whereScrolled } from './targeting/scroll.js';
import { search } from './targeting/search.js';
import { selectOne } from './targeting/selector.js';

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
