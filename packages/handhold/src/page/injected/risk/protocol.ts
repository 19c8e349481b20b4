import type { Identity } from '../protocol.js';

/** What makes acting on an element weigh more than usual. */

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
