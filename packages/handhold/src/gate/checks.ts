import { Failure } from '../errors.js';
import { formatRef, isRef } from '../page/refs/ref.js';
import type { Target } from '../page/targeting/find-target.js';
import { checkAddress } from './address.js';
import type { FileRoots, OutputKind } from './files.js';
import type { HostPolicy } from './hosts.js';
import { checkSelector } from './selector.js';
import { quote } from './untrusted.js';

/** All that the checks of an action may ask. */
export interface Rules {
  readonly hosts: HostPolicy;
  /** The folders of whoever calls. */
  readonly files: FileRoots;
}

/** Judges one field of an action by what it says, before anything is touched. */
export interface Check<T> {
  /** Throws the Failure that tells what is wrong. */
  check(value: T, rules: Rules): void;
  /** The refs that the field names. */
  refs?(value: T): readonly string[];
}

/** Zod has said all there is to say about it. */
export const asParsed: Check<unknown> = { check: () => undefined };

export const target: Check<Target> = {
  check: (value, rules) =>
    'ref' in value ? ref.check(value.ref, rules) : selector.check(value.selector, rules),
  refs: (value) => ('ref' in value ? [value.ref] : []),
};

export const ref: Check<string> = {
  check: (value) => {
    if (isRef(value)) return;
    throw new Failure('validation_error', `${quote(value, 60)} is not a ref.`, {
      hint: `Refs look like ${formatRef(5)} and come from browser_snapshot.`,
    });
  },
  refs: (value) => [value],
};

export const selector: Check<string> = { check: (value) => checkSelector(value) };

export const url: Check<string> = { check: (value, { hosts }) => void checkAddress(value, hosts) };

/** Longest text that is typed; more than any person or form has use for. */
const maxText = 500_000;

export const text: Check<string> = {
  check: (value) => {
    if (value.includes('\0'))
      throw new Failure('validation_error', 'The text contains a NUL character, which no field takes.');
    if (value.length > maxText)
      throw new Failure('validation_error', `The text is longer than ${maxText} characters.`);
    if (!value.isWellFormed())
      throw new Failure(
        'validation_error',
        'The text contains half of a surrogate pair, which is not a character.',
      );
  },
};

export const regex: Check<string> = {
  check: (value) => {
    try {
      new RegExp(value, 'iu');
    } catch {
      throw new Failure('action_validation_error', `${quote(value, 100)} is not a regular expression.`, {
        hint: 'Use JavaScript syntax without slashes, or text for a plain search.',
      });
    }
  },
};

export const readableFile: Check<string> = { check: (value, { files }) => void files.readable(value) };

/** A file that is to be written, of one kind. */
export function writableFile(kind: OutputKind): Check<string> {
  return { check: (value, { files }) => void files.writable(value, kind) };
}

/** The same check for a field that may be missing. */
export function optional<T>(check: Check<T>): Check<T | undefined> {
  return {
    check: (value, rules) => {
      if (value !== undefined) check.check(value, rules);
    },
    refs: (value) => (value === undefined ? [] : (check.refs?.(value) ?? [])),
  };
}

/** The same check for each one of a list. */
export function each<T>(check: Check<T>): Check<readonly T[]> {
  return {
    check: (values, rules) => {
      for (const value of values) check.check(value, rules);
    },
    refs: (values) => values.flatMap((value) => [...(check.refs?.(value) ?? [])]),
  };
}

const maxTimeout = 300_000;

/** Every action has a timeout, so that this one is checked for all. */
export function checkTimeout(timeout: number): void {
  if (Number.isFinite(timeout) && timeout >= 1 && timeout <= maxTimeout) return;
  throw new Failure('action_validation_error', `The timeout must be from 1 to ${maxTimeout} ms.`);
}
