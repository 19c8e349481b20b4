import { z } from 'zod';
import { firstLine } from '../../errors.js';

/** A document answered with something that our script does not say. */
export class MalformedAnswer extends Error {}

/** Reads an answer from inside a document, as it was written there. */
export function readAnswer<T>(question: string, written: unknown, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(z.string().parse(written)));
  } catch (thrown) {
    throw new MalformedAnswer(`in the page: no answer to ${question}: ${firstLine(thrown)}`);
  }
}

/**
 * An answer of any of our functions. What gives it was built from the same types and runs in a world that pages can't
 * reach, so that it is there at all is checked, not each of the thousands of fields that it may have.
 */
export function anyAnswer<T>(): z.ZodType<T> {
  return z.custom<T>((value) => value !== undefined);
}
