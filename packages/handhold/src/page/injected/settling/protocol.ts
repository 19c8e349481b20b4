import type { Fingerprint, Identity } from '../protocol.js';

/** When what came of an action is over. */

/** Effects of an action besides those on the elements and texts that are told. */
export interface OtherEffects {
  /** Elements that were acted on and look different, with the classes that they got and lost. */
  restyled: { id: number; classes: string }[];
  /** True if anything looks different. */
  elsewhere: boolean;
  /** Something with a text has gone. */
  left: boolean;
  /** Where the page has been scrolled to since it was acted on. */
  scrolled: { x: number; y: number } | undefined;
  /** More may look different, which nothing in the document tells. */
  maybe: boolean;
}

/** Something says that it loads, or only looks like it. */
export type Loading = 'says' | 'seems';

export interface Quiet {
  /** True if anything changed at all while waiting. */
  stirred: boolean;
  /** Scripts of the page have set a timer since, which may yet bring something. */
  timed?: boolean;
  /** Whatever has come only stands where something is still to come, and scripts have set a timer since. */
  loads?: Loading;
  /** The activities that still went on when the wait ended; empty when the document was quiet. */
  pending: string[];
  /** False when the guarded click landed on something else and was stopped. */
  hit: boolean;
  hitInstead?: Identity;
  /** The guarded click has not come to this document at all, although it is the one it was meant for. */
  unreached?: boolean;
  /**
   * The press came to the element, but it was gone from under the pointer before a click could, and nothing was done.
   */
  lost?: boolean;
  /** A field for files was clicked, by the action or in answer to it: the browser will ask for some. */
  asksForFile?: boolean;
}

export interface WaitCondition {
  /** Values that are not found, even if they are there. */
  hidden: Fingerprint[];
  text?: string;
  textGone?: string;
  element?: { name: string; role?: string };
  selector?: string;
  state?: 'attached' | 'detached' | 'visible' | 'hidden';
}

/** The thing that was waited for, where it is one that is there. */
export interface Came extends Identity {
  id: number;
  tag: string;
}

/** A refresh, as a header or in the document, that sends the browser on to another page within a second. */
export const refreshesAtOnce: RegExp = /^\s*0*(\.\d*)?\s*[;,]\s*url\s*=/i;
