import { LookCache, LookMap } from '../../looking/look-cache.js';
import type { Described } from './belonging.js';
import type { Group } from './groups.js';
import type { ItemText, Part } from './item-text.js';

class BelongingState {
  readonly described = new WeakMap<Element, Described>();
  /** The items that the elements of numbers that were given up belonged to, in a line. */
  readonly lineBefore = new Map<number, string>();
  readonly forgotten = new FinalizationRegistry<number>((id) => this.lineBefore.delete(id));
  /** The lines of items that things belonged to in the latest look, and in the one before. */
  lines = new Set<string>();
  linesBefore: ReadonlySet<string> = this.lines;
}

class Ticking {
  observer: MutationObserver | undefined;
  /** How often the numbers in an element have changed by themselves. */
  readonly changes = new WeakMap<Element, number>();
}

export class ItemsState {
  readonly belonging = new BelongingState();
  readonly ticking = new Ticking();
  /** Cache of what items say, invalidated for each where its text is another. */
  readonly texts = new WeakMap<Element, ItemText>();
  readonly textsOfLook = new LookMap<Element, readonly Part[]>();
  /** Cache of the same on one line. */
  readonly lines = new WeakMap<readonly Part[], string>();
  readonly roles = new LookMap<Element, string>();
  readonly seen = new LookCache<Set<Element>>();
  readonly nearestItems = new LookMap<Element, Element | undefined>();
  readonly nearestGroups = new LookMap<Element, Group | undefined>();
  /** A live collection of all elements: it knows how many there are for as long as none comes or goes. */
  everything: HTMLCollectionOf<Element> | undefined;
  readonly lengthOfPage = new LookCache<number>();
  /** Cache of what is the whole page, invalidated for each when the page has grown or shrunk much. */
  readonly wholePages = new WeakMap<Element, { size: number; isWhole: boolean }>();
}
