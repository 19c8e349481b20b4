import { Failure } from '../errors.js';
import { recordOf } from '../json.js';
import { isRefLike } from '../page/refs/ref.js';
import { inputSchema, type JsonSchema } from '../schema.js';
import type { Tool } from '../tool.js';

/** A key of a tool's input as words take it. */
export interface Parameter {
  key: string;
  /** In the manner of shells: `clearFirst` is `--clear-first`; `--input-json` where every verb has a `--json`. */
  flag: string;
  schema: JsonSchema;
  kind: 'boolean' | 'list' | 'value';
  required: boolean;
}

/** Names of a verb's own options, and of what would turn one off. */
const taken = /^(json|out|session|config|tool-module|help)$|^no-/;

/** A name in the manner of shells. */
export function dashed(name: string): string {
  return name
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function flagFor(key: string): string {
  const flag = dashed(key);
  return taken.test(flag) ? `input-${flag}` : flag;
}

const cache = new WeakMap<Tool, Parameter[]>();

/** The keys of a tool's input, from its schema. */
export function parametersOf(tool: Tool): Parameter[] {
  const parameters = cache.get(tool) ?? readSchema(tool);
  cache.set(tool, parameters);
  return parameters;
}

function readSchema(tool: Tool): Parameter[] {
  const schema = inputSchema(tool);
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(recordOf(schema.properties)).map(([key, property]) => {
    const inner = recordOf(property);
    return {
      key,
      flag: flagFor(key),
      schema: inner,
      kind: inner.type === 'boolean' ? 'boolean' : inner.type === 'array' ? 'list' : 'value',
      required: required.includes(key),
    };
  });
}

/** The word for a value in help: its choices, or its kind. */
export function placeholder({ schema, kind }: Parameter): string {
  const inner = kind === 'list' ? recordOf(schema.items) : schema;
  const choices = choicesIn(inner);
  if (choices.length > 0) return choices.join('|');
  if (pairs(inner)) return 'ref|selector=value';
  if (inner.type === 'object') return 'json';
  return inner.type === 'number' || inner.type === 'integer' ? 'number' : 'text';
}

/** A remark for help: what the schema says, and the default. */
export function remark({ schema }: Parameter): string {
  const description = typeof schema.description === 'string' ? schema.description : '';
  const { default: byDefault } = schema;
  const shown =
    byDefault === false || (Array.isArray(byDefault) && byDefault.length === 0) ? undefined : byDefault;
  return [description, shown === undefined ? '' : `(default: ${JSON.stringify(shown)})`]
    .filter(Boolean)
    .join(' ');
}

/** The words given for a key as the value that the tool takes. */
export function fromWords(parameter: Parameter, words: readonly string[]): unknown {
  const { schema, kind, flag } = parameter;
  const [first = ''] = words;
  if (kind !== 'list') return convert(schema, first, flag);
  if (words.length === 1 && /^\s*\[/.test(first)) return parseJson(first, flag);
  const items = recordOf(schema.items);
  return words.map((word) => convert(items, word, flag));
}

function convert(schema: JsonSchema, word: string, flag: string): unknown {
  const kinds = kindsOf(schema);
  if (kinds.has('boolean') && /^(true|false)$/.test(word)) return word === 'true';
  if ((kinds.has('number') || kinds.has('integer')) && /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word.trim()))
    return Number(word);
  if (kinds.has('string')) return kinds.has('object') ? asObject(word) : word;
  if (pairs(schema) && !/^\s*\{/.test(word)) return pair(schema, word, flag);
  if (kinds.has('object') || kinds.has('array') || kinds.size === 0) return parseJson(word, flag);
  const takes = [...kinds].map((kind) => (kind === 'integer' ? 'number' : kind)).join(' or ');
  throw misused(`--${flag} takes a ${takes}, not "${word.slice(0, 80)}".`);
}

/** Where either would do, what has the form of an object is one. */
function asObject(word: string): unknown {
  try {
    return /^\s*\{/.test(word) ? JSON.parse(word) : word;
  } catch {
    return word;
  }
}

/** Things like a form's fields can be written `@e1=Ada`. */
function pairs(schema: JsonSchema): boolean {
  const { ref, value } = recordOf(schema.properties);
  return ref !== undefined && value !== undefined;
}

function pair(schema: JsonSchema, word: string, flag: string): unknown {
  const at = endOfTarget(word);
  if (at < 1)
    throw misused(`--${flag} takes ref=value, such as @e3=Ada or "#name=Ada", not "${word.slice(0, 80)}".`);
  const { value } = recordOf(schema.properties);
  const target = word.slice(0, at);
  return {
    [isRefLike(target) ? 'ref' : 'selector']: target,
    value: convert(recordOf(value), word.slice(at + 1), flag),
  };
}

/** Where the element ends and its value begins: selectors may have equals signs of their own, in brackets and quotes. */
function endOfTarget(word: string): number {
  let depth = 0;
  let open = '';
  const own = /^(?:text|xpath|css)=/.exec(word)?.[0].length ?? 0;
  for (let at = own; at < word.length; at += 1) {
    const letter = word[at] ?? '';
    if (open !== '') {
      if (letter === '\\') at += 1;
      else if (letter === open) open = '';
    } else if (depth > 0 && /["']/.test(letter)) open = letter;
    else if (/[[(]/.test(letter)) depth += 1;
    else if (/[\])]/.test(letter)) depth -= 1;
    else if (letter === '=' && depth === 0) return at;
  }
  return -1;
}

function kindsOf(schema: JsonSchema): Set<string> {
  const options = [schema.anyOf, schema.oneOf].find((found) => Array.isArray(found));
  if (Array.isArray(options)) return new Set(options.flatMap((option) => [...kindsOf(recordOf(option))]));
  if (Array.isArray(schema.type)) return new Set(schema.type.map(String));
  if (typeof schema.type === 'string') return new Set([schema.type]);
  return choicesIn(schema).length > 0 ? new Set(['string']) : new Set();
}

/** The words that an option of a tool takes, where these are few. */
export function choicesOf(tool: Tool, option: string): string[] {
  const parameter = parametersOf(tool).find(({ flag }) => option === `--${flag}`);
  return parameter ? wordsOf(parameter) : [];
}

/** The words that may be given for a key, without what stands for any number. */
export function wordsOf({ schema, kind }: Parameter): string[] {
  return choicesIn(kind === 'list' ? recordOf(schema.items) : schema).filter((word) => word !== 'number');
}

function choicesIn(schema: JsonSchema): string[] {
  if (Array.isArray(schema.enum)) return schema.enum.map(String);
  if (!Array.isArray(schema.anyOf)) return [];
  return schema.anyOf.flatMap((option) => {
    const inner = recordOf(option);
    const choices = choicesIn(inner);
    if (choices.length > 0) return choices;
    return inner.type === 'number' || inner.type === 'integer' ? ['number'] : [];
  });
}

function parseJson(word: string, flag: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    throw misused(`--${flag} takes JSON, not "${word.slice(0, 80)}".`);
  }
}

/** The failure that says what is wrong with the words. */
export function misused(message: string): Failure {
  return new Failure('validation_error', message);
}
