import type { SentLook } from './looking/packing.js';

/** What the code inside a document says to the code outside it. Plain data only. */

export type Box = { x: number; y: number; width: number; height: number };

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
  /** What is wrong with what an invalid field holds. */
  error?: string;
  options?: string[];
  level?: number;
  /** What a nameless thing looks like: its icon. */
  looks?: string;
  /** The text beside a thing that has neither name nor looks. */
  near?: string;
  /** What the page's own scripts call a thing that tells nothing else of itself. */
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
  /** Which of the look's records it belongs to. */
  record?: number;
}

/** Events that make an element something to act on. */
export const actingEvents = [
  'click',
  'mousedown',
  'pointerdown',
  'mouseup',
  'pointerup',
  'touchstart',
  'dblclick',
  'auxclick',
];

/** What scripts listen on an element for: to be acted on, by presses alone or not, and for things that are dropped. */
export interface Heard {
  acts?: 'pressed' | 'any';
  drops: boolean;
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
  /** What elements belong to. */
  records: Belongs[];
  viewport: { width: number; height: number };
  scroll: ScrollState;
  /** Visible text that appeared since the document was last watched. */
  news: News[];
  /** How many more texts there were, about. */
  moreNews: number;
  stir?: Stir | undefined;
  /** Fields the browser found to be wrong since the document was last looked at, as it does when a form is submitted. */
  refused: Refused[];
  /** How many more things to act on there are far from the viewport, about. */
  beyond: number;
  /** That is an estimate. */
  estimated: boolean;
  /** True when the walk stopped early because the document is too deep or too large. */
  capped: boolean;
  /** A modal is open and makes everything else inert, which is therefore left out. */
  modalOpen: boolean;
  /** What was described before and has been shut off together with all around it. */
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

/** What became of a document besides what is told of its elements and texts. */
export interface Stir {
  /** What was acted on and looks different, with the classes that it got and lost. */
  restyled: { id: number; classes: string }[];
  /** Whether anything looks different. */
  elsewhere: boolean;
  /** Something with a text has gone. */
  left: boolean;
  /** Where the page has been scrolled to since it was acted on. */
  scrolled: { x: number; y: number } | undefined;
  /** More may look different, which nothing in the document tells. */
  maybe: boolean;
}

/** The row, item or card that an element belongs to, and the group that this stands in. */
export interface Belongs {
  /** Of a row, list item or article; any other is a group. Empty where there is none. */
  role: string;
  /** All that it says, part by part. */
  says: string;
  /** The title of the group. */
  group: string;
  /** Which row, item or card it is; 0 where there is none. */
  id: number;
}

export interface News {
  text: string;
  /** It stands in something that has opened in front of the page. */
  opened?: boolean;
  /** A person likely can't see it. */
  unseen?: boolean;
}

/** A refresh, as a header or in the document, that sends the browser on to another page within a second. */
export const refreshesAtOnce: RegExp = /^\s*0*(\.\d*)?\s*[;,]\s*url\s*=/i;

/** What a document tells without being asked. */
export type Told =
  /** It has been parsed and has scripts. */
  | ({ kind: 'parsed' } & Listened)
  /** Its first timers have run; it may have scripts that could listen. */
  | ({ kind: 'ready' } & (Listened | { size?: never }))
  | { kind: 'look'; look: FirstLook }
  /** A form is being sent, which may take payment cards. */
  | { kind: 'sent'; takesCards: boolean };

/** A document in which scripts could listen: how many elements it has, and by what event they are brought over to our world. */
export interface Listened {
  size: number;
  delegation: string;
}

/** What a document looks like when it has loaded. */
export interface FirstLook {
  quiet: Quiet;
  /** It is about to be left for another page, by its own words. */
  leads: boolean;
  seen: SentLook | null;
}

export interface ScrollState {
  x: number;
  y: number;
  maxX: number;
  maxY: number;
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

export interface Identity {
  role: string;
  name: string;
}

export interface Refused extends Identity {
  id: number;
  message: string;
}

export interface FindRequest {
  /** Case-insensitive part of a name, value or text. */
  text?: string;
  role?: string;
  regex?: string;
  limit: number;
  /** What is not found, even if it is there. */
  hidden: Fingerprint[];
}

/** What shadow trees may stand in: custom elements alone, which are found fast, or any. */
export type Hosts = 'custom' | 'any';

export interface FindResult {
  found: PerceivedNode[];
  total: number;
  /** The frames that can be seen. */
  frames: number[];
  /** It went through shadow trees of which it has not been told what is listened on there, and what those stand in. */
  unasked?: Hosts | undefined;
}

export type Need = 'click' | 'hover' | 'edit' | 'focus' | 'scroll' | 'drop' | 'none';

/** What a drag has put elsewhere. */
export interface Carried {
  /** It and all that it was and is in, as what they are now. */
  things: (Identity & { id: number })[];
  /** What was drawn in its place; 0 where it is still itself. */
  twin: number;
}

export type Obstacle =
  /** Out of the document, or in another row, item or group than it was shown in. */
  | { state: 'gone'; belonged?: string; belongs?: string }
  | { state: 'changed'; now: Identity }
  | { state: 'disabled' }
  | { state: 'hidden'; why: string }
  | { state: 'covered'; by: Identity & { id: number; tag: string } }
  /** With the one field that it holds, where it is only a place for one. */
  | { state: 'not_editable'; why: string; field?: Identity & { id: number; tag: string } }
  | { state: 'moving' };

/** What a document takes and holds of payment cards. */
export interface Cards {
  /** Whether there is something in its fields. */
  filled: boolean;
  /** Digits of whole numbers. */
  numbers: string[];
}

/** What makes acting on an element weigh more than usual. */
export interface Facts {
  /** It takes a password. */
  password?: boolean;
  /** Acting on it sends its form. */
  submits?: boolean;
  /** It belongs to a form that takes payment cards, or is pressed to pay where those are taken. */
  payment?: boolean;
  /** It is pressed to pay, by its inscription: surely, or where cards are taken. */
  pays?: 'surely' | 'maybe';
  /** It takes a part of a card. */
  card?: boolean;
  /** It takes files. */
  file?: boolean;
  /** It is a link to a file. */
  download?: boolean;
  /** Pressing or choosing it destroys something, by its words. */
  destroys?: boolean;
  /** It is a field of a form whose button does; what that says. */
  sendingDestroys?: string;
  /** What is pressed, as it stands now; where any of it weighs. */
  as?: Identity;
}

/** What an event would reach in one document. */
export interface Reached {
  id: number;
  role: string;
  name: string;
  facts: Facts | null;
  /** The same point inside the element, should that be a frame. */
  inner?: { x: number; y: number };
}

export type Ready =
  | {
      state: 'ready';
      x: number;
      y: number;
      box: Box;
      identity: Identity;
      tag: string;
      facts?: Facts;
      /** A press takes the focus from a field that was typed into. */
      leavesEdited?: true;
    }
  | Obstacle;

/** rich: text with paragraphs and styles. code: an editor that minds every character. exact: picked, not typed. */
/** A `section` is one part of a date or time, which makes of each key what it wants. */
export type Editable = 'text' | 'multiline' | 'rich' | 'exact' | 'password' | 'code' | 'section';

export type Focused =
  | {
      state: 'focused';
      editable: Editable;
      value: string;
      identity: Identity;
      id: number;
      caretUnknown: boolean;
      /** It narrows down what the page shows. */
      filters?: boolean;
      /** Typing into it is known to bring more than the text: lists, closed brackets, other quotes. */
      completes: boolean;
      /** Its lines are ended by Enter, rather than by inserting a line break, which sends nothing off. */
      enters: boolean;
      facts?: Facts;
    }
  | { state: 'not_focused'; identity: Identity }
  | { state: 'nothing_focused' }
  | Obstacle;

/** What is selected, as text and markup, and the text of all that it is a part of. */
export interface Selected {
  text: string;
  html: string;
  /** Whether it is, or belongs to, something that nobody may carry away. */
  secret: boolean;
}

/** What a value looks like that must not be shown, without what it is. */
export interface Fingerprint {
  /** What of a text is compared with it. */
  of: 'signs' | 'letters';
  length: number;
  hash: string;
  /** A number that is a part of a longer one is not it. */
  alone?: true;
}

/** How a secret is put into a field. */
export interface PuttingInto {
  /** Of the document that it is meant for. */
  origin: string;
  replace: boolean;
  /** What is shown in its place. */
  label: string;
  /** All of it, of which this may be a piece. */
  whole: string;
}

/** A character and the key that types it; an empty key where the keyboard has none. */
export interface TypedKey {
  text: string;
  key: string;
  code: string;
  keyCode: number;
  shift: boolean;
}

/** What became of text that is for one element only, and how many keys of it went in. */
export interface PutInto {
  /** lost: the focus would not stay there. elsewhere: the document is not of the origin that was meant. */
  state: 'put' | 'gone' | 'lost' | 'elsewhere';
  put: number;
}

export type ValueSet = { state: 'set'; value: string } | { state: 'refused'; value: string };

/** Whether something says that it loads, or only looks like it. */
export type Loading = 'says' | 'seems';

export interface Quiet {
  /** Whether anything changed at all while waiting. */
  stirred: boolean;
  /** Scripts of the page have set a timer since, which may yet bring something. */
  timed?: boolean;
  /** What has come only stands where something is still to come, and scripts have set a timer since. */
  loads?: Loading;
  /** What was still going on when the wait ended; empty when the document was quiet. */
  pending: string[];
  /** False when the guarded click landed on something else and was stopped. */
  hit: boolean;
  hitInstead?: Identity;
  /** The guarded click has not come to this document at all, although it is the one it was meant for. */
  unreached?: boolean;
  /** The press came to the element, but it was gone from under the pointer before a click could, and nothing was done. */
  lost?: boolean;
  /** A field for files was clicked, by the action or in answer to it: the browser will ask for some. */
  asksForFile?: boolean;
}

export interface WaitCondition {
  /** What is not found, even if it is there. */
  hidden: Fingerprint[];
  text?: string;
  textGone?: string;
  element?: { name: string; role?: string };
  selector?: string;
  state?: 'attached' | 'detached' | 'visible' | 'hidden';
}

/** What was waited for, where it is a thing that is there. */
export interface Came extends Identity {
  id: number;
  tag: string;
}

export interface ScrollRequest {
  /** Scroll inside this element or its nearest scrollable ancestor; the page if absent. */
  id?: number;
  dx?: number;
  dy?: number;
  /** Fractions of the visible size, instead of pixels. */
  pagesX?: number;
  pagesY?: number;
  to?: 'top' | 'bottom' | 'element';
}

export interface Scrolled {
  x: number;
  y: number;
  atEnd: boolean;
  moved: boolean;
  /** What has scrolled, where that is not the page. */
  box?: Identity & { id: number; tag: string };
}

/** A stretch of text that is one thing throughout. */
export interface Run {
  text: string;
  /** Which of the document's links it belongs to. */
  link?: number;
  code?: boolean;
  /** It stands for a picture. */
  image?: boolean;
  /** A person likely can't see it. */
  unseen?: boolean;
}

export interface ReadBlock {
  kind: 'heading' | 'text' | 'item' | 'quote' | 'code' | 'row' | 'frame';
  runs: Run[];
  /** Of a heading, or how deep an item stands in lists. */
  level?: number;
  marker?: string;
  cells?: Run[][];
  header?: boolean;
  /** Document-local number of the iframe whose document stands here. */
  frame?: number;
}

export interface ReadLink extends Identity {
  id: number;
  tag: string;
  url: string;
}

export interface ReadDocument {
  document: string;
  url: string;
  title: string;
  blocks: ReadBlock[];
  /** Document-local number of each link; what it is, is asked only of those that are shown. */
  links: number[];
  /** It was too large to be read to its end. */
  capped: boolean;
}

export interface ReadImage extends Identity {
  id: number;
  tag: string;
  src: string;
  alt: string;
  width: number;
  height: number;
  naturalWidth: number;
  naturalHeight: number;
  /** A person can't see it, wherever they scroll. */
  hidden?: boolean;
}

/** Whether a page has drawn its first screen: before it was asked, while it was waited for, or not at all. */
export type Drawn = 'before' | 'now' | 'not';
