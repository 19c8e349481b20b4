import type { Point } from 'handhold';

/** The way that a notch of the wheel moves, in pixels. */
const notch = 100;

/** How far the wheel moves the page. */
export function wheel(direction: 'up' | 'down' | 'left' | 'right', notches: number): Point {
  const by = (direction === 'up' || direction === 'left' ? -1 : 1) * notches * notch;
  return direction === 'left' || direction === 'right' ? { x: by, y: 0 } : { x: 0, y: by };
}

/** A point given as a pair; what is missing makes it no point, which the tool refuses. */
export function pointOf([x = Number.NaN, y = Number.NaN]: readonly number[]): Point {
  return { x, y };
}
