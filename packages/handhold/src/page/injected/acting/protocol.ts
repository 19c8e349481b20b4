import type { Facts, Identity, Obstacle } from '../protocol.js';

/** Data that acting on an element needs and comes to. */

export interface Refused extends Identity {
  id: number;
  message: string;
}

/** The things that a drag has put elsewhere. */
export interface Carried {
  /** It and all that it was and is in, as what they are now. */
  things: (Identity & { id: number })[];
  /** The element that was drawn in its place; 0 where it is still itself. */
  twin: number;
}

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

/** The selection, as text and markup, and the text of all that it is a part of. */
export interface Selected {
  text: string;
  html: string;
  /** True if it is, or belongs to, something that nobody may carry away. */
  secret: boolean;
}

export type ValueSet = { state: 'set'; value: string } | { state: 'refused'; value: string };
