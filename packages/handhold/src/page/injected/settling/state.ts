import type { Additions, Appeared } from './changes.js';
import { anyClock } from './mutation-clock.js';
import type { Contents, FirstMoments } from './quiet.js';

class Changes {
  observer: MutationObserver | undefined;
  isWatching = false;
  /** A document that was never looked at has nothing new to tell. */
  hasLooked = false;
  isWanted = false;
  /** When something last changed, in this document's time. */
  changedAt = -Infinity;
  /** When the last answer came that was there at the last change: clocks can not tell which was first on a busy page. */
  answeredBefore = -Infinity;
  /** The last change that may be the beginning of more: something appeared, or looks different now. */
  rebuiltAt = -Infinity;
  watchedAt = 0;
  /** How many times something changed since. */
  count = 0;
  /** How many timers the page had set when it began to be watched. */
  timers = 0;
  /** Nodes that appeared or were rewritten since the last look. */
  readonly touched = new Set<Node>();
  /** True if that was too much to note. */
  overflowed = false;
  /** Where elements or texts were added since the last look, however many there were elsewhere. */
  additions = new Map<Node, Additions>();
  /** An element in which a change is no answer, and whether anything else has changed. */
  ownRegion: { element: Element; left: boolean; hints: Element[] } | undefined;
  /** The same before the last look. */
  recent: readonly Node[] = [];
  recentOverflowed = false;
  recentAdditions: ReadonlyMap<Node, Additions> = new Map();
  /** The changes that were new at the latest looks, for one that tells of several. */
  history: Appeared[] = [];
}

/** Traces of an action that stand nowhere in a snapshot. */
class OtherEffectsState {
  /** The values of attributes before they were changed. */
  attributesBefore = new Map<Element, Map<string, string | null>>();
  removed: { node: Node; from: Node }[] = [];
  /** The document and its shadow trees. */
  trees: (Document | ShadowRoot)[] = [];
  /** How many rules of style there were before: scripts may add some without writing to the document. */
  rulesBefore = 0;
  /** Something came about that may be seen, and that stands nowhere. */
  hasSign = false;
  /** True once it has been told what came of the action. */
  isReported = false;
  /** Trees that are listened in. */
  readonly listenedIn = new WeakSet<Node>();
  /** Live collections of what is drawn, which cost nothing to ask again where no element came or went. */
  drawings: HTMLCollectionOf<Element>[] | undefined;
}

class Responses {
  observer: PerformanceObserver | undefined;
  isWatching = false;
  /** When the page's own requests were last answered. */
  lastAt = -Infinity;
}

class Timers {
  /** How many timers and frames we have asked for ourselves. */
  set = 0;
  framesAsked = 0;
  /** True if the last frame that was asked for never came. */
  isFrameless = false;
  /** Kinds of moment that may never come, as in a document that may run no scripts. */
  readonly messages = { never: false };
  readonly timeouts = { never: false };
}

class Load {
  /** Cached once the document is parsed. */
  contents: Contents | undefined;
  firstMoments: FirstMoments | undefined;
}

class Waits {
  /** The number of the wait that counts; an earlier one ends with the next. */
  current = 0;
  /** Changes inside shadow trees are told only to those who watch these. */
  shadowRoots: ShadowRoot[] = [];
}

export class SettlingState {
  readonly changes = new Changes();
  readonly otherEffects = new OtherEffectsState();
  /** Runs while nothing at all is written to the document. */
  readonly anyClock = anyClock();
  readonly responses = new Responses();
  readonly timers = new Timers();
  readonly load = new Load();
  readonly waits = new Waits();
  /** Cache of which animations lead nowhere. */
  readonly steadyAnimations = new WeakMap<Animation, boolean>();
}
