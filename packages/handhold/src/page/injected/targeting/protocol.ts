import type { Facts, Fingerprint, Hosts, Identity, PerceivedNode } from '../protocol.js';

/** Finding an element, and a place to act on it. */

export type Box = { x: number; y: number; width: number; height: number };

export interface FindRequest {
  /** Case-insensitive part of a name, value or text. */
  text?: string;
  role?: string;
  regex?: string;
  limit: number;
  /** Values that are not found, even if they are there. */
  hidden: Fingerprint[];
}

export interface FindResult {
  found: PerceivedNode[];
  total: number;
  /** The frames that can be seen. */
  frames: number[];
  /** It went through shadow trees of which it has not been told what is listened on there, and what those stand in. */
  unasked?: Hosts | undefined;
}

export type Need = 'click' | 'hover' | 'edit' | 'focus' | 'scroll' | 'drop' | 'none';

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

export interface ScrollState {
  x: number;
  y: number;
  maxX: number;
  maxY: number;
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
  /** The box that has scrolled, where that is not the page. */
  box?: Identity & { id: number; tag: string };
}
