import { parentOf } from '../../dom/tree.js';
import type { Box } from '../../protocol.js';
import { isPage } from '../../targeting/scrollers.js';

/** Cuts: the parts of an element that boxes around it keep out of sight. */

export interface Clip {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Cuts {
  /** The boxes that cut normal content, and absolutely positioned content. */
  clip: Clip | undefined;
  positionedClip: Clip | undefined;
  /** The part that scrolling boxes around let one see. */
  window: Clip | undefined;
  /** Fixed to the window, so that no scrolling moves it. */
  pinned: boolean;
}

const everywhere: Clip = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** Takes in what an element itself cuts off from its content. */
export function applyCuts(element: Element, style: CSSStyleDeclaration, inner: Cuts): void {
  const overflowX = style.overflowX;
  const position = style.position;
  if (position === 'fixed' && isFixedToWindow(element)) inner.pinned = true;
  // Nothing cuts here or around: the most common case by far.
  if (overflowX === 'visible' && !inner.clip && !inner.positionedClip && !inner.window) return;
  // Inside of what cuts, too, most boxes neither cut themselves nor are taken out of the flow.
  if (overflowX === 'visible' && position === 'static' && inner.clip === inner.positionedClip) return;
  if (position === 'fixed') inner.clip = inner.window = undefined;
  else if (position === 'absolute') inner.clip = inner.positionedClip;
  const overflowY = style.overflowY;
  const cutsX = overflowX === 'hidden' || overflowX === 'clip';
  const cutsY = overflowY === 'hidden' || overflowY === 'clip';
  const scrolls = overflowX !== 'visible' && (!cutsX || !cutsY);
  if (overflowX !== 'visible' && !isPage(element)) {
    const rect = element.getBoundingClientRect();
    // What is in a box that scrolls can be brought to where the box itself is seen.
    if (scrolls && inner.clip && !isOutside(rect, inner.clip))
      inner.clip = cutsX || cutsY ? widened(inner.clip, !cutsX, !cutsY) : undefined;
    if (cutsX || cutsY) inner.clip = narrowed(inner.clip, rect, cutsX, cutsY);
    if (scrolls) {
      inner.window = narrowed(inner.window, rect, !cutsX, !cutsY);
      inner.pinned = inner.pinned && isOutside(rect, viewport());
    }
  }
  if (inner.clip !== inner.positionedClip && (position !== 'static' || style.transform !== 'none')) {
    inner.positionedClip = inner.clip;
  }
}

export const uncut: Cuts = { clip: undefined, positionedClip: undefined, window: undefined, pinned: false };

/** The cuts inside of an element, for those who have not come down to it from the outside. */
export function cutsBy(element: Element, style: CSSStyleDeclaration, around: Cuts): Cuts {
  // Inline boxes neither cut nor are taken out of the flow.
  if (style.display === 'inline') return around;
  const inner = { ...around };
  applyCuts(element, style, inner);
  return inner;
}

/** True if nothing is left of it, wherever it is scrolled. */
export function isCutToNothing({ clip, window }: Cuts): boolean {
  return (clip !== undefined && isNothing(clip)) || (window !== undefined && isNothing(window));
}

function isNothing({ left, top, right, bottom }: Clip): boolean {
  return right - left <= 2 || bottom - top <= 2;
}

/** Inside of something that is transformed it moves with that. */
function isFixedToWindow(element: Element): boolean {
  return !(element instanceof HTMLElement) || element.offsetParent === null;
}

/** True if it is fixed to the window where nobody can see it, as drawers are until they are opened. */
export function isPinnedOut(box: Box, { pinned }: Cuts): boolean {
  return pinned && isOutside(box, viewport());
}

function viewport(): Clip {
  return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
}

function narrowed(outer: Clip | undefined, rect: DOMRect, across: boolean, down: boolean): Clip {
  const { left, right, top, bottom } = outer ?? everywhere;
  return {
    left: across ? Math.max(rect.left, left) : left,
    right: across ? Math.min(rect.right, right) : right,
    top: down ? Math.max(rect.top, top) : top,
    bottom: down ? Math.min(rect.bottom, bottom) : bottom,
  };
}

function widened(clip: Clip, across: boolean, down: boolean): Clip {
  const { left, right, top, bottom } = everywhere;
  return { ...clip, ...(across ? { left, right } : {}), ...(down ? { top, bottom } : {}) };
}

/** True if a box around an element leaves nothing of it to be seen, wherever it is scrolled. */
export function isCutOff(element: Element): boolean {
  let box: Box = element.getBoundingClientRect();
  for (let up = parentOf(element); up && up !== document.body; up = parentOf(up)) {
    const { overflowX, overflowY } = getComputedStyle(up);
    if (overflowX === 'visible' && overflowY === 'visible') continue;
    const rect = up.getBoundingClientRect();
    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    if (isOutside(box, narrowed(undefined, rect, cuts(overflowX), cuts(overflowY)))) return true;
    // What scrolls is brought to where the box itself is.
    box = {
      x: cuts(overflowX) ? box.x : rect.x,
      width: cuts(overflowX) ? box.width : rect.width,
      y: cuts(overflowY) ? box.y : rect.y,
      height: cuts(overflowY) ? box.height : rect.height,
    };
  }
  return false;
}

/** The part of an element that the boxes around it, scrolling ones too, let one see. */
export function shownPart(element: Element): Box {
  let part: Clip = element.getBoundingClientRect();
  for (let up = parentOf(element); up && up !== document.body; up = parentOf(up)) {
    const { overflowX, overflowY } = getComputedStyle(up);
    if (overflowX === 'visible' && overflowY === 'visible') continue;
    part = narrowed(part, up.getBoundingClientRect(), overflowX !== 'visible', overflowY !== 'visible');
  }
  const { left, top, right, bottom } = part;
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

export function isOutside({ x, y, width, height }: Box, clip: Clip): boolean {
  return (
    Math.min(x + width, clip.right) - Math.max(x, clip.left) <= 0 ||
    Math.min(y + height, clip.bottom) - Math.max(y, clip.top) <= 0
  );
}
