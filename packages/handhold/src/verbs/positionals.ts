import { isRefLike, isWrittenAsRef } from '../page/refs/ref.js';
import type { Tool } from '../tool.js';
import { fromWords, misused, type Parameter, parametersOf, placeholder, wordsOf } from './parameters.js';

/**
 * The keys that words without a flag stand for. By rule: the element first, then what the tool can't do without.
 * Where people would expect more, it is said here.
 */
const further: Record<string, (words: readonly string[]) => string[]> = {
  browser_find: () => ['text'],
  browser_wait: () => ['text'],
  browser_scroll: () => ['direction', 'amount'],
  browser_read: () => ['url'],
  browser_drag: () => ['from', 'to'],
  browser_mouse: () => ['x', 'y'],
  browser_dialog: () => ['text'],
  browser_tabs: ([action]) => [action === 'new' ? 'url' : 'tab'],
  browser_network: () => ['id'],
  browser_downloads: () => ['id'],
  browser_pdf: () => ['path'],
};

/** Tools that take other words too, but never without an element. */
const alwaysOnElement = new Set(['browser_select']);

/** The only meaning of a verb by itself. */
const alone: Readonly<Record<string, Record<string, unknown>>> = { browser_tabs: { action: 'list' } };

interface Order {
  /** The keys that an element can be given by. */
  target: Parameter[];
  /** True if there is no call without an element. */
  needsTarget: boolean;
  others: Parameter[];
}

/** How the words are to be read, which may depend on the first of them. */
function orderOf(tool: Tool, words: readonly string[]): Order {
  const parameters = parametersOf(tool);
  const byKey = (key: string) => parameters.filter((parameter) => parameter.key === key);
  const target = byKey('ref').length === 0 ? [] : ['ref', 'selector'].flatMap(byKey);
  const required = parameters.filter(
    ({ required: needed, key }) => needed && key !== 'ref' && key !== 'selector',
  );
  const more = (further[tool.name]?.(words) ?? []).flatMap(byKey);
  const others = [...required, ...more.filter((parameter) => !required.includes(parameter))];
  const needsTarget = target.length === 2 && (others.length === 0 || alwaysOnElement.has(tool.name));
  return { target, needsTarget, others };
}

/** How a verb is called, for its help. */
export function usageOf(tool: Tool): string {
  const { target, needsTarget, others } = orderOf(tool, []);
  const element = target.length === 2 ? 'ref|selector' : 'ref';
  return [
    ...(target.length === 0 ? [] : [needsTarget ? `<${element}>` : `[${element}]`]),
    ...others.map(({ key, required, kind }) => {
      const name = kind === 'list' ? `${key}...` : key;
      return required && alone[tool.name]?.[key] === undefined ? `<${name}>` : `[${name}]`;
    }),
  ].join(' ');
}

/** True if, the element having been named, a text that the tool can't do without comes next. */
export function wantsText(
  tool: Tool,
  words: readonly string[],
  flags: Readonly<Record<string, unknown>>,
): boolean {
  const { target, others } = orderOf(tool, words);
  const isNamed =
    words.some((word) => isWrittenAsRef(word)) || target.some(({ key }) => flags[key] !== undefined);
  const [next] = others
    .filter(({ key }) => flags[key] === undefined)
    .slice(words.filter((word) => !isWrittenAsRef(word)).length);
  return isNamed && next?.required === true && next.kind === 'value';
}

/** The parameters of a call that can stand without a flag, in that order. */
export function positionalsOf(tool: Tool, given: ReadonlyMap<string, unknown>): Parameter[] {
  const { target, others } = orderOf(tool, [String(given.get('action'))]);
  const element = target.filter(({ key }) => given.has(key));
  const missing = others.findIndex(({ key }) => !given.has(key));
  return [...element, ...(missing < 0 ? others : others.slice(0, missing))];
}

/** The tool's input, from the words without and the values with a flag. */
export function inputOf(
  tool: Tool,
  words: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  whyTooMany: () => Error | undefined = () => undefined,
): Record<string, unknown> {
  if (words.length === 0 && Object.keys(flags).length === 0 && alone[tool.name])
    return { ...alone[tool.name] };
  const { target, needsTarget, others } = orderOf(tool, words);
  const open = others.filter(({ key }) => flags[key] === undefined);
  const left = [...words];
  const input: Record<string, unknown> = { ...flags };
  const takesElement = target.length > 0 && target.every(({ key }) => flags[key] === undefined);
  if (takesElement) {
    const needed = open.filter(({ required }) => required).length;
    const at = left.length > needed ? left.findIndex((word) => isWrittenAsRef(word)) : -1;
    const most = open.some(({ kind }) => kind === 'list') ? Number.POSITIVE_INFINITY : open.length;
    const takesSelector = target.length === 2 && at < 0 && left.length > (needsTarget ? 0 : most);
    if (at >= 0) input.ref = left.splice(at, 1)[0];
    else if (takesSelector) {
      const word = left.shift() ?? '';
      input[isRefLike(word) ? 'ref' : 'selector'] = word;
    }
  }
  const [only = ''] = left;
  const [first] = open;
  if (
    takesElement &&
    input.ref === undefined &&
    left.length === 1 &&
    first?.required &&
    only.startsWith('@') &&
    isWrittenAsRef(only)
  )
    throw misused(
      `<${first.key}> is missing: ${only} is the element. If it is the ${first.key}: --${first.flag} ${only}`,
    );
  for (const parameter of open) {
    if (left.length === 0) break;
    const taken = parameter.kind === 'list' ? left.splice(0) : left.splice(0, 1);
    input[parameter.key] = fromWords(parameter, taken);
  }
  if (left.length > 0) {
    throw (
      whyTooMany() ??
      misused(`"${left[0]?.slice(0, 80)}" is one word too many; put words with blanks in quotes.`)
    );
  }
  const missing = others.find(({ key, required }) => required && input[key] === undefined);
  if (missing) throw misused(`<${missing.key}> is missing${whichOf(missing)}.`);
  if (needsTarget && input.ref === undefined && input.selector === undefined)
    throw misused('The element is missing: a ref such as @e3, or a selector.');
  return input;
}

/** The choices, as an error names them. */
function whichOf(parameter: Parameter): string {
  const choices = placeholder(parameter).split('|');
  return choices.length > 1 ? `: ${choices.join(', ')}` : '';
}

/** The words that can stand after a verb without a flag, where these are few. */
export function positionalChoices(tool: Tool): string[] {
  return [...new Set(orderOf(tool, []).others.flatMap(wordsOf))];
}
