import { z } from 'zod';
import type { Target } from '../../../page/targeting/find-target.js';

/** The answer to a text that was typed. */
export const typed = {
  element: z.string(),
  /** The value that the field holds by then, read back from it; of a password only its length. */
  value: z.string(),
  /** Why that is not what was typed, where the page took the text to use it. */
  became: z.string().optional(),
};

export type Typed = z.output<z.ZodObject<typeof typed>>;

/** A text to be typed, and how. */
export interface TextEntry {
  text: string;
  /** The field; what has the focus if absent. */
  target?: Target | undefined;
  clearFirst: boolean;
  submit: boolean;
  delay: number;
  /** The text with names in place of the secrets in it: it goes into this very element, whatever has the focus. */
  secret?: string | undefined;
}
