import { LookCache, LookMap } from '../look-cache.js';
import type { Colour } from './colours.js';
import type { Ground } from './ground.js';
import type { PageBox } from './readable.js';
import type { StyleFacts, TreeFacts } from './style-sheets.js';
import type { Surroundings } from './surroundings.js';

class StyleSheets {
  /** Undefined where sheets can't be read, or asking every element costs less. */
  facts: StyleFacts | undefined;
  readonly factsOfLook = new LookCache<StyleFacts | undefined>();
  /** The sheets that they were read from, and how many rules these had: other text makes another sheet. */
  readFrom: { sheets: readonly CSSStyleSheet[]; rules: number } | undefined;
  isSkipped = false;
  /** How often many rules were read while there was nothing else to do. */
  idleReadings = 0;
  /** Cache of what the sheets of shadow trees do, by what these are: equal elements mostly have equal ones. */
  readonly treeFacts = new Map<string, TreeFacts>();
  readonly treeFactsOfLook = new LookMap<ShadowRoot, TreeFacts | undefined>();
  treeFactsWithoutSheets: TreeFacts | undefined;
  /** Numbers of sheets that have no text of their own. */
  readonly numbers = new WeakMap<CSSStyleSheet, number>();
  lastNumber = 0;
}

class Window {
  readonly size = new LookCache<{ width: number; height: number }>();
  readonly place = new LookCache<{ x: number; y: number; width: number }>();
  readonly page = new LookCache<PageBox>();
}

export class VisibilityState {
  readonly styleSheets = new StyleSheets();
  readonly window = new Window();
  readonly surroundings = new LookMap<Element, Surroundings>();
  readonly hasShadowTrees = new LookCache<boolean>();
  readonly animated = new LookCache<Set<Element>>();
  readonly grounds = new LookMap<Element, Ground>();
  readonly boxes = new LookMap<Element, DOMRect>();
  readonly outOfView = new LookMap<Element, boolean>();
  readonly colours = new LookMap<string, Colour>();
  /** Paints colours to find out what they are; null where it can't be had. */
  painter: OffscreenCanvasRenderingContext2D | null | undefined;
}
