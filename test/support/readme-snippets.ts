import { readFileSync } from 'node:fs';

/** A fenced piece of TypeScript in a README. */
export interface Snippet {
  /** Which of the README's it is, from 1. */
  readonly number: number;
  /** The line of the README that it begins on, from 1. */
  readonly line: number;
  readonly code: string;
}

/** Every fenced piece of TypeScript in a file, in order. */
export function typescriptIn(file: string): Snippet[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^```(?:ts|typescript)\n(.*?)^```$/gms)].map((match, at) => ({
    number: at + 1,
    line: text.slice(0, match.index).split('\n').length + 1,
    code: match[1] ?? '',
  }));
}
