/** A ref as models read and write it. */
export type Ref = `@e${number}`;

/** A ref and nothing else; models often leave the @ out. */
export const refPattern: RegExp = /^@?e([1-9]\d{0,8})$/;

/** The ref of a number. */
export function formatRef(number: number): Ref {
  return `@e${number}`;
}

/** The number of a ref; undefined for what is none. */
export function parseRef(text: string): number | undefined {
  const number = refPattern.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** The ref of a thing that has been given a number; no other is ever @e0. */
export function refOf({ ref = 0 }: { ref?: number | undefined }): Ref {
  return formatRef(ref);
}

/** True if a text is a ref. */
export function isRef(text: string): boolean {
  return refPattern.test(text);
}
