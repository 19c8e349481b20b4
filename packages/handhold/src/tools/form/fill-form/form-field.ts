import * as checks from '../../../gate/checks.js';
import type { Target } from '../../../page/targeting/find-target.js';

/** The value that a field of a form is given. */
export type FieldValue = string | number | boolean | string[];

/** A field of a form and its value, which may hold names in place of secrets. */
export type FormField = Target & { value: FieldValue; secret?: string | undefined };

export const formField: checks.Check<FormField> = {
  check: (field, rules) => {
    checks.target.check(field, rules);
    for (const value of [field.value].flat()) if (typeof value === 'string') checks.text.check(value, rules);
  },
  refs: (field) => checks.target.refs?.(field) ?? [],
};

export function fieldTarget(field: FormField): Target {
  return 'ref' in field ? { ref: field.ref } : { selector: field.selector };
}

export function textOf(value: FieldValue): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}
