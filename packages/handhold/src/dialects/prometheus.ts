import type { ErrorCode } from '../errors.js';
import { bySelector } from './rename.js';
import type { Dialect } from './surface.js';

/** The adapters project: our names, elements by selector, error codes in upper case. */
export const prometheus: Dialect = {
  name: 'prometheus',
  tools: (own) => [...own].map((tool) => bySelector(tool, tool.name)),
  answer: ({ error, ...rest }) =>
    error ? { ...rest, error: { ...error, code: inCapitals(error.code) } } : rest,
  code: inCapitals,
};

function inCapitals(code: ErrorCode): string {
  return code.toUpperCase();
}
