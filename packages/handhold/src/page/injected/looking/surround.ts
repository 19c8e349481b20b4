import type { Sight } from './horizon.js';
import type { Said } from './said.js';
import type { Cuts } from './visibility/clips.js';

/** The context that the children of an element are visited in. */
export interface Surround extends Cuts {
  parent: number;
  depth: number;
  pointer: boolean;
  /** How much of the text in it the name of an element around already says. */
  said: Said;
  /** The element that listens, or has the pointer, for separate things in it. */
  holder: Element | undefined;
  modal: boolean;
  /** How it is gone through. */
  sight: Sight;
  /** Which block of text and which table cell this flows in; only kept in full mode. */
  block: number;
  cell: number;
}

/** The context of the root of a walk. */
export function outermost(sight: Sight): Surround {
  return {
    parent: -1,
    depth: 0,
    clip: undefined,
    positionedClip: undefined,
    window: undefined,
    pinned: false,
    pointer: false,
    said: 'nothing',
    holder: undefined,
    modal: false,
    sight,
    block: 0,
    cell: 0,
  };
}

/** The context of the children of an element, before anything is made of the element itself. */
export function within(around: Surround, sight: Sight, pointer: boolean): Surround {
  // Written out, because this runs for every element there is and copying by spreading is slow.
  return {
    parent: around.parent,
    depth: around.depth + 1,
    clip: around.clip,
    positionedClip: around.positionedClip,
    window: around.window,
    pinned: around.pinned,
    pointer,
    said: around.said,
    holder: around.holder,
    modal: around.modal,
    sight,
    block: around.block,
    cell: around.cell,
  };
}
