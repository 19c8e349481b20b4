/** A ref as models read and write it. */
export type Ref = `@e${number}`;

/** A ref without its at sign, as the source of a regular expression. */
const bare = 'e\\d+';
/** The same for a ref as it stands in our lines. */
export const refPattern = `@${bare}`;

/** A ref as the agent writes it, `@e5`; the at sign may be missing. */
const form = /^@?e([1-9]\d{0,8})$/;
const word = new RegExp(`^@?${bare}$`);
/** The beginnings of texts that are no selectors: refs, be they wrong ones. */
const likeness = /^\s*(?:$|@|\p{N}|el?[-_]?\p{N})/iu;

/** The ref of a number. */
export function formatRef(number: number): Ref {
  return `@e${number}`;
}

/** The number of a ref; undefined for what is none. */
export function parseRef(text: string): number | undefined {
  const number = form.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** The ref of a thing that has been given a number; no other is ever @e0. */
export function refOf({ ref = 0 }: { ref?: number | undefined }): Ref {
  return formatRef(ref);
}

/** True if a text is a ref. */
export function isRef(text: string): boolean {
  return form.test(text);
}

/** True if a word is written as a ref, be it with a number that no element can have. */
export function isWrittenAsRef(text: string): boolean {
  return word.test(text);
}

/** True if a text that may be a ref or a selector is meant as a ref, be it a wrong one. */
export function isRefLike(text: string): boolean {
  return likeness.test(text);
}
