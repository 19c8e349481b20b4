import { z } from 'zod';
import { quote } from './gate/untrusted.js';
import { nearest } from './nearest.js';

/** A value, the form it was checked against, and how that came out. */
export interface Checked {
  error: z.ZodError;
  shape: z.ZodType;
  value: unknown;
  /** Where something stands in a file, such as " (line 3)". */
  at?(path: readonly PropertyKey[]): string;
  /** Values are somebody's secrets: only keys are named. */
  secret?: boolean;
}

const mostReported = 5;
const mostListed = 20;

/** The mistakes in options or a file, in words for the person who wrote them: which key, and what it could have meant. */
export function mistakesIn(checked: Checked): string {
  const found = checked.error.issues.flatMap((issue) => mistakes(issue, checked));
  const text = found.slice(0, mostReported).join('; ');
  return text.endsWith('?') ? text : `${text}.`;
}

type Issue = z.ZodError['issues'][number];

function mistakes(issue: Issue, { shape, value, at = () => '', secret = false }: Checked): string[] {
  const { path } = issue;
  const key = `${path.map(String).join('.') || 'it'}${at(path)}`;
  const given = () => (secret ? '' : `, not ${shown(valueAt(value, path))}`);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((name) => unknownKey([...path, name], shapeAt(shape, path), at));
    case 'invalid_key':
      return [unknownKey(path, shapeAt(shape, path.slice(0, -1)), at)];
    case 'invalid_value': {
      const wanted = issue.values.map(String);
      const near = nearest(String(valueAt(value, path)), wanted);
      return [
        `${key} takes ${wanted.join(', ')}${given()}${near && !secret ? `; did you mean ${near}?` : ''}`,
      ];
    }
    case 'invalid_type':
      return valueAt(value, path) === undefined
        ? [`${key} is missing`]
        : [`${key} takes ${kinds[issue.expected] ?? issue.expected}${given()}`];
    case 'too_small':
      return [`${key} must be at least ${issue.minimum}`];
    case 'too_big':
      return [`${key} must be at most ${issue.maximum}`];
    case 'invalid_union':
      return [`${key} does not take ${secret ? 'that' : shown(valueAt(value, path))}`];
    default:
      return [`${key}: ${issue.message.replace(/\.$/, '')}`];
  }
}

function unknownKey(
  path: readonly PropertyKey[],
  within: z.ZodType | undefined,
  at: (path: readonly PropertyKey[]) => string,
): string {
  const name = String(path.at(-1));
  const keys = keysOf(within);
  const near = nearest(name, keys);
  const where = path.slice(0, -1).map(String).join('.');
  const what =
    near !== undefined
      ? `; did you mean ${near}?`
      : keys.length <= mostListed
        ? `; there are ${keys.join(', ')}`
        : '';
  return `${where ? `${where} has` : 'there is'} no key ${quote(name, 60)}${at(path)}${keys.length > 0 ? what : ''}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list, such as [one, two]',
  object: 'keys with values',
  record: 'keys with values',
};

function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value, 60);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'keys with values';
  return typeof value === 'function' ? 'a function' : String(value);
}

/** The keys that a form has names for. */
function keysOf(shape: z.ZodType | undefined): string[] {
  const inner = unwrapped(shape);
  if (inner instanceof z.ZodObject) return Object.keys(inner.shape);
  if (inner instanceof z.ZodRecord && inner.keyType instanceof z.ZodEnum)
    return inner.keyType.options.map(String);
  return [];
}

function shapeAt(shape: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  let at: unknown = shape;
  for (const key of path) {
    const inner = unwrapped(at);
    if (inner instanceof z.ZodObject) at = inner.shape[String(key)];
    else if (inner instanceof z.ZodRecord) at = inner.valueType;
    else if (inner instanceof z.ZodArray) at = inner.element;
    else return undefined;
  }
  return at instanceof z.ZodType ? at : undefined;
}

function unwrapped(shape: unknown): unknown {
  return shape instanceof z.ZodOptional ? unwrapped(shape.unwrap()) : shape;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Object.entries(at).find(([name]) => name === String(key))?.[1];
  }
  return at;
}
