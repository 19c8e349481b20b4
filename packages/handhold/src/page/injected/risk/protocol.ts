import type { Identity } from '../protocol.js';

/** Reasons for which acting on an element weighs more than usual. */

/** The payment cards that a document takes and holds. */
export interface Cards {
  /** True if there is something in its fields. */
  filled: boolean;
  /** Digits of whole numbers. */
  numbers: string[];
}

/** Reasons for which acting on an element weighs more than usual. */
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
  /** The thing that is pressed, as it stands now; where any of it weighs. */
  as?: Identity;
}

/** The thing that an event would reach in one document. */
export interface Reached {
  id: number;
  role: string;
  name: string;
  facts: Facts | null;
  /** The same point inside the element, should that be a frame. */
  inner?: { x: number; y: number };
}
