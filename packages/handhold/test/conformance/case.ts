/**
 * One thing that must hold. The markup stands in a block of its own; `§` in it becomes the number of the case, so that
 * ids are its own. What is asked about is the first element in it, or the one that `selector` finds in it, or anywhere
 * if that begins with `^`.
 */
export interface Case<T> {
  html: string;
  selector?: string;
  expect: T;
}

export type NameCase = Case<string>;
export type StateCase = Case<string[]>;

/** The same element asked about in several ways of writing it. */
export function each<T>(
  items: readonly string[],
  make: (item: string) => { html: string; selector?: string; expect: T },
): Case<T>[] {
  return items.map(make);
}

export const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';
