import type { LiveFrame } from '../page/frames/frames.js';

/** The documents from this one up to the page's. */
export function framesFrom(frame: LiveFrame): LiveFrame[] {
  const frames = [frame];
  for (let up = frame.parent; up; up = up.parent) frames.push(up);
  return frames;
}
