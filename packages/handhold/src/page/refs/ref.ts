/** A ref as the agent writes it, `@e5`; the at sign may be missing. */
const form = /^@?e([1-9]\d{0,8})$/;

/** The ref of the element with that number. */
export function formatRef(number: number): string {
  return `@e${number}`;
}

/** The number in a ref; undefined for any other text. */
export function parseRef(text: string): number | undefined {
  const [, number] = form.exec(text) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** True if a text is a ref. */
export function isRef(text: string): boolean {
  return form.test(text);
}
