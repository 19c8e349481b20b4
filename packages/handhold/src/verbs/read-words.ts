import { nearest } from '../nearest.js';
import type { Tool } from '../tool.js';
import { fromWords, misused, type Parameter, parametersOf } from './parameters.js';
import { inputOf, wantsText } from './positionals.js';

/** The kind of value after an option that is not the tool's own; undefined where there is no such option. */
export type OtherOptions = (option: string) => 'nothing' | 'value' | undefined;

/** The words after a verb, sorted. */
export interface Sorted {
  /** Words with no option's name before them, in order. */
  words: string[];
  /** The tool's own options, as its input has them. */
  options: Record<string, unknown>;
  /** All that belongs to whoever runs the verb, as it stood. */
  others: string[];
  /** A word that could have been meant as an option, and was taken for text. */
  doubtful: string | undefined;
}

const optionForm = /^(?:--[a-z][\w-]*(?==|$)|-h$)/i;

/** Tells options from words. A word that begins with a dash is an option only if it has the form of one, and is no text. */
export function sortWords(
  tool: Tool,
  given: readonly string[],
  others: OtherOptions = () => undefined,
): Sorted {
  const sorted: Sorted = { words: [], options: {}, others: [], doubtful: undefined };
  const left = [...given];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') {
      sorted.words.push(...left);
      break;
    }
    const name = optionForm.exec(word)?.[0];
    if (name === undefined) {
      sorted.words.push(word);
      continue;
    }
    const own = parametersOf(tool).find((one) => isOption(one, name));
    const other = own ? undefined : others(name);
    const attached = name.length < word.length ? word.slice(name.length + 1) : undefined;
    if (own) {
      const isOff = name.startsWith('--no-') && name !== `--${own.flag}`;
      take(
        sorted.options,
        own,
        isOff ? 'false' : (attached ?? (own.kind === 'boolean' ? 'true' : left.shift())),
      );
    } else if (other) {
      sorted.others.push(word);
      if (other === 'value' && attached === undefined) sorted.others.push(...left.splice(0, 1));
    } else if (wantsText(tool, sorted.words, sorted.options)) {
      sorted.words.push(word);
      sorted.doubtful ??= name;
    } else throw unknownOption(tool, name);
  }
  return sorted;
}

function isOption({ flag, kind }: Parameter, name: string): boolean {
  return name === `--${flag}` || (kind === 'boolean' && name === `--no-${flag}`);
}

function take(options: Record<string, unknown>, parameter: Parameter, word: string | undefined): void {
  const { key, kind, flag } = parameter;
  if (word === undefined) throw misused(`--${flag} takes a value.`);
  const value = fromWords(parameter, [word]);
  const before = options[key];
  options[key] = kind === 'list' && Array.isArray(before) ? [...before, ...[value].flat()] : value;
}

function unknownOption(tool: Tool, name: string): Error {
  const near = nearest(
    name,
    parametersOf(tool).map(({ flag }) => `--${flag}`),
  );
  return misused(
    `There is no option ${name}${near ? `; did you mean ${near}?` : '.'} If it is text, put -- before it.`,
  );
}

/** The tool's input from what was told apart. */
export function inputFrom(tool: Tool, { words, options, doubtful }: Sorted): Record<string, unknown> {
  return inputOf(tool, words, options, () =>
    doubtful === undefined ? undefined : unknownOption(tool, doubtful),
  );
}

/** The tool's input, from the words after its verb. */
export function readWords(tool: Tool, words: readonly string[]): Record<string, unknown> {
  return inputFrom(tool, sortWords(tool, words));
}
