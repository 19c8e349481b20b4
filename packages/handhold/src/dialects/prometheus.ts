import { bySelector } from './rename.js';
import type { Dialect } from './surface.js';

/** The adapters project: our names, elements by selector, error codes in upper case. */
export const prometheus: Dialect = {
  name: 'prometheus',
  tools: (own) => [...own].map((tool) => bySelector(tool, tool.name)),
  answer: ({ error, ...rest }) =>
    error ? { ...rest, error: { ...error, code: error.code.toUpperCase() } } : rest,
  text: (text) => text.replace(/^error ([a-z_]+):/, (_all, code: string) => `error ${code.toUpperCase()}:`),
};
