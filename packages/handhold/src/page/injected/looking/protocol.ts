import type {
  Belongs,
  Box,
  Cards,
  Hosts,
  Identity,
  Listened,
  OtherEffects,
  Quiet,
  Refused,
  ScrollState,
} from '../protocol.js';
import type { SentLook } from './packing.js';

/** The result of a look at a document. */

/**
 * element: can be acted on, carries a ref. context: groups elements, has none.
 * heading: orientation, has none by default. text: prose (full mode). frame: where a child document stands.
 */
export type NodeKind = 'element' | 'context' | 'heading' | 'text' | 'frame';

export interface PerceivedNode {
  kind: NodeKind;
  /** Number of the element inside its document; 0 where there is none. */
  id: number;
  /** Index of the enclosing node in the same list, -1 at the root. */
  parent: number;
  role: string;
  name: string;
  tag: string;
  value?: string;
  states?: string[];
  placeholder?: string;
  description?: string;
  /** The error in the value of an invalid field. */
  error?: string;
  options?: string[];
  level?: number;
  /** The look of a nameless thing: its icon. */
  looks?: string;
  /** The text beside a thing that has neither name nor looks. */
  near?: string;
  /** The name that the page's own scripts have for a thing that tells nothing else of itself. */
  called?: string;
  /** How much more a scrollable region holds, in words. */
  more?: string;
  box?: Box;
  /** Out of sight in a scrolling box around it, whatever its own box says. */
  scrolledOut?: boolean;
  /** Document-local number of the element on top of this one. */
  coveredBy?: number;
  cover?: Identity & { tag: string };
  modal?: boolean;
  /** A person likely can't see it. */
  unseen?: boolean;
  /** In full mode: the block of text it flows in, and the table cell it stands in. */
  block?: number;
  cell?: number;
  /** No blank stands between it and what comes before it in its block. */
  joined?: true;
  /** Not seen by the last look, but only because it was out of reach. */
  met?: boolean;
  /** The named row, item or region around it, where that is told with the node itself. */
  within?: Identity;
  /** Where in what is told of it that stands which was searched for. */
  hit?: { in: 'name' | 'value'; at: number };
  /** It stands in something that has opened in front of the page, such as a menu. */
  opened?: boolean;
  /** Which of the look's items it belongs to. */
  item?: number;
}

/** How a page is looked at when nobody asked for anything else. */
export const defaultLook: PerceiveOptions = { text: false, near: 110, keep: true };

export interface Perceived {
  /** Changes whenever the document does: refs never cross it. */
  document: string;
  /** Numbers the looks at a document. */
  look: number;
  url: string;
  title: string;
  nodes: PerceivedNode[];
  /** The items that elements belong to. */
  items: Belongs[];
  viewport: { width: number; height: number };
  scroll: ScrollState;
  /** Visible text that appeared since the document was last watched. */
  news: News[];
  /** How many more texts there were, about. */
  moreNews: number;
  otherEffects?: OtherEffects | undefined;
  /**
   * Fields the browser found to be wrong since the document was last looked at, as it does when a form is submitted.
   */
  refused: Refused[];
  /** How many more things to act on there are far from the viewport, about. */
  beyond: number;
  /** That is an estimate. */
  estimated: boolean;
  /** True when the walk stopped early because the document is too deep or too large. */
  capped: boolean;
  /** A modal is open and makes everything else inert, which is therefore left out. */
  modalOpen: boolean;
  /** Elements that were described before and have been shut off together with all around it. */
  behind: number[];
  /** Some of it is in shadow trees of which it has not been told what is listened on there, and what those stand in. */
  unasked?: Hosts | undefined;
  /** Set where it has to do with payment cards. */
  cards?: Cards | undefined;
  /** Elements that may hold a closed shadow root, which only the outside can open. */
  suspects: number[];
  /** Custom elements that may keep their role and name where only the browser's own tree can tell. */
  strangers: number[];
}

export interface News {
  text: string;
  /** It stands in something that has opened in front of the page. */
  opened?: boolean;
  /** A person likely can't see it. */
  unseen?: boolean;
}

/** A message that a document sends without being asked. */
export type DocumentMessage =
  /** It has been parsed and has scripts. */
  | ({ kind: 'parsed' } & Listened)
  /** Its first timers have run; it may have scripts that could listen. */
  | ({ kind: 'ready' } & (Listened | { size?: never }))
  | { kind: 'look'; look: FirstLook }
  /** A form is being sent, which may take payment cards. */
  | { kind: 'sent'; takesCards: boolean };

/** The look at a document when it has loaded. */
export interface FirstLook {
  quiet: Quiet;
  /** It is about to be left for another page, by its own words. */
  leads: boolean;
  seen: SentLook | null;
}

export interface PerceiveOptions {
  /** Include prose, not only what can be acted on and its context. */
  text: boolean;
  /** Rows and items are named by what they say even so. */
  summaries?: boolean;
  /** Only the subtree of this element. */
  root?: number;
  /** Of a large document only what is near the viewport, and the first ones up to this number. */
  near?: number;
  /** Also what was described the last time, wherever it is now. */
  keep?: boolean;
  /** Repeats the look before, because more is known now. */
  again?: boolean;
  /** Tells what looks of so many last ms found new as well, which nobody was told yet. */
  newsOf?: number;
  /** The look that is known already: where this one would come to the same, it is enough to say so. */
  have?: number;
}

/** When a page has drawn its first screen: before it was asked, while it was waited for, or not at all. */
export type Drawn = 'before' | 'now' | 'not';
