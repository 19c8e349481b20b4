import type { Candidates } from './horizon.js';
import { LookCache, LookMap } from './look-cache.js';
import { NamingState } from './naming/state.js';
import type { Holder } from './parts.js';
import type { Internals } from './roles/internals.js';
import type { CachedLook } from './same-look.js';
import { VisibilityState } from './visibility/state.js';
import type { Visited } from './visited.js';

class FirstLooks {
  /** How often something was told. */
  told = 0;
  isAsked = false;
  preparing: Promise<void> | undefined;
  /** Resolves when what scripts listen on at first has all been told. */
  listenersNoted: () => void = () => undefined;
  readonly untilListenersNoted = new Promise<void>((resolve) => {
    this.listenersNoted = resolve;
  });
}

/** Elements that could not be seen before an action and can be afterwards. */
class Revealed {
  /** Noted before the action: the outermost things that are hidden. */
  hidden = new Set<Node>();
  /** The same, kept until the next action; undefined where there was too much to ask all of it. */
  allHidden: ReadonlySet<Node> | undefined;
  /** Found after it. */
  shown: readonly Node[] = [];
}

/** Roles, names and states that custom elements keep in ElementInternals. */
class InternalsState {
  readonly reported = new WeakMap<Element, Internals>();
  readonly asked = new WeakSet<Element>();
  /** Met since the outside was last told whom to ask about. */
  met = new Set<Element>();
}

class Parts {
  readonly holders = new LookMap<Element, Holder | undefined>();
  /** By what they are looked for in, which may be a part of something that holds parts, too. */
  readonly isPart = new LookMap<Element, Map<Element, boolean>>();
  readonly apart = new LookMap<Element, readonly Element[]>();
}

export class LookingState {
  /** How many looks there were. */
  count = 0;
  /** The part that the latest look covered, and that of the look to compare with. */
  visited: Visited = { described: [], band: undefined };
  visitedBefore: Visited = this.visited;
  readonly firstLooks = new FirstLooks();
  /** Cache of the last look, for one that asks for the same; invalidated by the clock of all writes. */
  cachedLook: CachedLook | undefined;
  /** Cache of the elements that may be acted on; invalidated by the clock of all writes. */
  candidates: Candidates | undefined;
  readonly revealed = new Revealed();
  readonly openedLayers = new LookCache<Set<Element>>();
  readonly internals = new InternalsState();
  readonly parts = new Parts();
  readonly naming = new NamingState();
  readonly visibility = new VisibilityState();
}
