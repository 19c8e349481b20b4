import { pressChord } from '../page/acting/input.js';
import { parseChord } from '../page/acting/keys.js';
import type { Turn } from './turn.js';

/** Presses a key by its name, on whatever has the focus. */
export async function pressKey({ live, deadline }: Turn, name: string, count = 1): Promise<void> {
  const chord = parseChord(name);
  if (chord) await live.handled(pressChord(live.cdp, chord, count), deadline, 'unknown');
}
