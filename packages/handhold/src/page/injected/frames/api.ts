import { elementOf } from '../refs/refs.js';
import { frameOffset, spotInFrame } from './frame-spot.js';

export const framesApi = {
  spotInFrame,
  /** Where the document in a frame begins; null where the frame is gone. */
  frameOffset(id: number): { x: number; y: number } | null {
    const iframe = elementOf(id);
    return iframe?.isConnected ? frameOffset(iframe, 0, 0) : null;
  },
};
