import type { Deadline } from '../deadline.js';
import type { LiveFrame } from '../page/frames/frames.js';
import type { ActedOn } from '../page/writing/diff.js';

/**
 * An action in three steps, each a value that the next one is given: it is prepared, which touches nothing; sent to the
 * page; and, once the page has settled, verified.
 */

/** The answer of an action as far as it has come. */
export interface SoFar<T> {
  /** Undefined where nothing can be told before it is done. */
  data: T | undefined;
  /** True once something has been sent to the page. */
  sent: boolean;
  /** An element that was replaced by an equal one, which was taken in its place. */
  healed?: string | undefined;
}

/** An action that is ready to be sent. */
export interface Prepared<T> {
  /** Asked where a dialog cuts it short, or something fails on the way. */
  soFar(): SoFar<T>;
  send(): Promise<Sent<T>>;
}

/** Effects that something sent to the page may have, as far as they matter for waiting and telling. */
export interface Effects {
  healed?: string | undefined;
  /** The documents that it touched, innermost first; none: the page's own. */
  touched: readonly LiveFrame[];
  /** Elements whose lines the answer tells already. */
  reported?: readonly ActedOn[] | undefined;
  /** How long to wait for a first reaction, in ms. */
  linger?: number | undefined;
  /** How long scripts may put off what they do about it, in ms. */
  deferral?: number | undefined;
  /** It loaded the page anew. */
  fresh?: boolean | undefined;
  /** It was asked for to bring something into view. */
  reveals?: boolean | undefined;
  /** The agent asked not to see the page: then nothing on it counts as shown. */
  unseen?: boolean | undefined;
  /** An element was pressed, and its document must have noticed. */
  pressed?: boolean | undefined;
  /** The click it was sent by, which may be lost, and is then made again. */
  click?: SentClick | undefined;
}

/** An action that was sent to the page: what it came to by itself, and how that is read back. */
export interface Sent<T> extends Effects {
  data: T;
  /** Reads back what came of it, once the page has settled; throws if it isn't so. */
  verify?: ((deadline: Deadline) => Promise<Verified<T>>) | undefined;
}

/** A click that was sent. */
export interface SentClick {
  /** The element it was meant for. */
  element: string;
  /** True if something else was sent to the page before. */
  afterOthers: boolean;
  again(deadline: Deadline): Promise<Effects>;
}

/** The answer as it was read back. */
export interface Verified<T> {
  data: T;
  healed?: string | undefined;
  reported?: readonly ActedOn[] | undefined;
}

/** How long scripts may put off what they do about an action that says nothing of its own. */
export const usualDeferral = 350;
