import { isDeepStrictEqual } from 'node:util';
import type { Tool } from '../tool.js';
import { type Parameter, parametersOf } from './parameters.js';
import { positionalsOf } from './positionals.js';
import { lineOf } from './quoting.js';
import { readWords } from './read-words.js';
import { aliasOf, verbOf } from './verb.js';

/** A call in words, as short as they read back the same. */
export function writeWords(tool: Tool, input: object): string {
  const given = new Map<string, unknown>(Object.entries(input));
  const verb = aliasOf(tool) ?? verbOf(tool);
  const inOrder = positionalsOf(tool, given);
  for (let count = inOrder.length; count > 0; count -= 1) {
    const first = inOrder.slice(0, count);
    const words = [...first.flatMap((one) => values(one, given.get(one.key))), ...flags(tool, given, first)];
    if (readsAs(tool, words, input)) return lineOf([verb, ...words]);
  }
  return lineOf([verb, ...flags(tool, given, [])]);
}

function flags(tool: Tool, given: ReadonlyMap<string, unknown>, but: readonly Parameter[]): string[] {
  return parametersOf(tool)
    .filter(({ key }) => given.has(key) && !but.some((one) => one.key === key))
    .flatMap((one) => {
      const value = given.get(one.key);
      if (one.kind === 'boolean') return [value === true ? `--${one.flag}` : `--no-${one.flag}`];
      return values(one, value).flatMap((word) => [`--${one.flag}`, word]);
    });
}

function readsAs(tool: Tool, words: readonly string[], input: object): boolean {
  try {
    return isDeepStrictEqual(readWords(tool, words), { ...input });
  } catch {
    return false;
  }
}

function values({ kind }: Parameter, value: unknown): string[] {
  return (kind === 'list' ? [value].flat() : [value]).map(wordOf);
}

function wordOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return String(value);
  const {
    ref,
    selector,
    value: held,
    ...more
  } = { ref: undefined, selector: undefined, value: undefined, ...value };
  const on = ref ?? selector;
  const isPair = on !== undefined && held !== undefined && Object.keys(more).length === 0;
  return isPair && (typeof held !== 'object' || held === null)
    ? `${String(on)}=${String(held)}`
    : JSON.stringify(value);
}
