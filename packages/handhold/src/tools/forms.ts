import { z } from 'zod';
import { inSession } from '../acting/in-session.js';
import { check as performCheck } from '../actions/check.js';
import { fillForm as performFillForm } from '../actions/fill-form.js';
import { clear as performClear, focus as performFocus } from '../actions/focus.js';
import { select as performSelect } from '../actions/select.js';
import { submit as performSubmit } from '../actions/submit.js';
import { upload as performUpload } from '../actions/upload.js';
import { errorKinds } from '../errors.js';
import * as checks from '../gate/checks.js';
import { elementText, shortly, valueText } from '../gate/in-words.js';
import { inscriptions } from '../gate/inscriptions.js';
import { activates, destroying, looks, points, works } from '../gate/risk.js';
import { quote } from '../gate/untrusted.js';
import type { Target } from '../page/targeting/find-target.js';
import { defineTool } from '../tool.js';
import {
  atMostOneTarget,
  changes,
  exactlyOneTarget,
  nothingChanged,
  outcomeShape,
  outcomeText,
  patience,
  ref,
  requiredTarget,
  target,
  targetOf,
} from './shape.js';

const text = z.string().max(500_000);

export const focus = defineTool({
  name: 'browser_focus',
  description: 'Give an element the focus.',
  category: 'interaction',
  safety: 'safe',
  readOnly: false,
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({ ...target, timeout: patience(5000) }).refine(...exactlyOneTarget),
  output: z.object({ element: z.string(), ...outcomeShape, changes }),
  examples: [{ ref: '@e3' }],
  returns: 'What changed.',
  action: {
    type: 'focus',
    plan: (input) => ({ target: requiredTarget(input), timeout: input.timeout ?? 5000 }),
    checks: { target: checks.target },
    risk: looks,
    describe: ({ target }, nameOf) => `focusing ${nameOf(target)}`,
    perform: inSession(performFocus),
  },
  text: (data) => outcomeText(`focused ${data.element}`, data, data.changes),
});

export const clear = defineTool({
  name: 'browser_clear',
  description: 'Empty a field.',
  category: 'form',
  safety: 'low_risk',
  destructive: true,
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({ ...target, timeout: patience(5000) }).refine(...exactlyOneTarget),
  output: z.object({ element: z.string(), value: z.string(), ...outcomeShape, changes }),
  examples: [{ ref: '@e3' }],
  returns: 'The value, read back: empty.',
  action: {
    type: 'clear',
    plan: (input) => ({ target: requiredTarget(input), timeout: input.timeout ?? 5000 }),
    checks: { target: checks.target },
    risk: works,
    describe: ({ target }, nameOf) => `clearing ${nameOf(target)}`,
    perform: inSession(performClear),
  },
  text: (data) => outcomeText(`cleared ${data.element}`, data, data.changes),
});

export interface SelectFields {
  target: Target;
  /** Labels or values of all that is to be selected. */
  values: string[];
  /** One of them with names in place of the secrets in it. */
  secret?: string | undefined;
  timeout: number;
}

export const select = defineTool({
  name: 'browser_select',
  description: 'Choose options of a select, listbox or combobox.',
  category: 'form',
  safety: 'low_risk',
  destructive: true,
  core: true,
  idempotent: true,
  timeout: 5000,
  input: z
    .strictObject({
      ...target,
      values: z.array(z.string().max(1000)).min(1).max(100).describe('Labels or values'),
      timeout: patience(5000),
    })
    .refine(...exactlyOneTarget),
  output: z.object({ element: z.string(), selected: z.array(z.string()), ...outcomeShape, changes }),
  examples: [{ ref: '@e3', values: ['Japan'] }],
  returns: 'What is selected now, read back.',
  action: {
    type: 'select',
    plan: (input): SelectFields => ({
      target: requiredTarget(input),
      values: input.values,
      timeout: input.timeout ?? 5000,
    }),
    checks: { target: checks.target, values: checks.each(checks.text), secret: checks.asParsed },
    risk: ({ values }) => ({
      touch: 'activates',
      byItself: values.some((value) => inscriptions.destroy(value))
        ? { level: 'high', reasons: [destroying] }
        : undefined,
    }),
    describe: ({ target }, nameOf) => `choosing in ${nameOf(target)}`,
    summarize: ({ target, values }, nameOf, on) => {
      const option = on?.role === 'option' ? ` (${elementText(on)})` : '';
      return `choosing ${shortly(values)}${option} in ${nameOf(target)}`;
    },
    secretIn: { field: 'values' },
    perform: inSession(performSelect),
  },
  text: (data) => outcomeText(`selected ${quoted(data.selected)} in ${data.element}`, data, data.changes),
});

export const check = defineTool({
  name: 'browser_check',
  description: 'Check or uncheck a checkbox, radio or switch.',
  category: 'interaction',
  safety: 'low_risk',
  destructive: true,
  idempotent: true,
  timeout: 5000,
  input: z
    .strictObject({ ...target, checked: z.boolean().default(true), timeout: patience(5000) })
    .refine(...exactlyOneTarget),
  output: z.object({ element: z.string(), checked: z.boolean().optional(), ...outcomeShape, changes }),
  examples: [{ ref: '@e4' }, { ref: '@e4', checked: false }],
  returns: 'Its state, read back.',
  action: {
    type: 'check',
    plan: (input) => ({
      target: requiredTarget(input),
      checked: input.checked,
      timeout: input.timeout ?? 5000,
    }),
    checks: { target: checks.target, checked: checks.asParsed },
    risk: points,
    describe: ({ target, checked }, nameOf) => `${checked ? 'checking' : 'unchecking'} ${nameOf(target)}`,
    perform: inSession(performCheck),
  },
  text: (data) => {
    const state = data.checked === undefined ? 'clicked' : data.checked ? 'checked' : 'unchecked';
    return outcomeText(`${state} ${data.element}`, data, data.changes);
  },
});

export type FieldValue = string | number | boolean | string[];
export type FormField = Target & { value: FieldValue; secret?: string | undefined };

const formField: checks.Check<FormField> = {
  check: (field, rules) => {
    checks.target.check(field, rules);
    for (const value of [field.value].flat()) if (typeof value === 'string') checks.text.check(value, rules);
  },
  refs: (field) => checks.target.refs?.(field) ?? [],
};

function fieldTarget(field: FormField): Target {
  return 'ref' in field ? { ref: field.ref } : { selector: field.selector };
}

const fieldResult = z.discriminatedUnion('ok', [
  z.object({
    ref: z.string(),
    element: z.string(),
    ok: z.literal(true),
    value: z.union([z.string(), z.boolean(), z.array(z.string())]),
  }),
  z.object({
    ref: z.string().optional(),
    /** What names it where it was not found, and so has no ref. */
    selector: z.string().optional(),
    ok: z.literal(false),
    error: z.object({ code: z.enum(Object.keys(errorKinds)), message: z.string() }),
  }),
]);

type FieldResult = z.output<typeof fieldResult>;

export const fillForm = defineTool({
  name: 'browser_fill_form',
  description: 'Fill in many fields of any kind in one call.',
  category: 'form',
  safety: 'low_risk',
  destructive: true,
  core: true,
  input: z.strictObject({
    fields: z
      .array(
        z
          .strictObject({
            ref: z.string().max(100).optional(),
            selector: z.string().max(1000).optional(),
            value: z
              .union([text, z.boolean(), z.number(), z.array(text).max(100)])
              .describe('Text, true/false, option, ISO date, #rrggbb, file path'),
          })
          .refine(...exactlyOneTarget),
      )
      .min(1)
      .max(100),
    submit: z.boolean().default(false),
  }),
  output: z.object({
    fields: z.array(fieldResult),
    submitted: z.boolean().optional(),
    ...outcomeShape,
    changes,
  }),
  examples: [
    {
      fields: [
        { ref: '@e1', value: 'Ada' },
        { ref: '@e4', value: true },
      ],
      submit: true,
    },
    { fields: [{ selector: '#name', value: 'Ada Lovelace' }] },
  ],
  returns: 'For each field its value, read back, or why it could not be filled in.',
  timeout: 30_000,
  action: {
    type: 'fill',
    plan: ({ fields, submit }) => ({
      fields: fields.map(({ value, ...field }): FormField => ({ ...requiredTarget(field), value })),
      submit,
      timeout: Math.min(30_000, 5000 + 1000 * fields.length),
    }),
    checks: { fields: checks.each(formField), submit: checks.asParsed },
    risk: ({ submit }) => ({ touch: 'activates', submits: submit, form: 'named', givesFiles: true }),
    describe: () => 'filling in a form',
    summarize: ({ fields, submit }, nameOf) => {
      const filled = fields.map((field) => `${nameOf(fieldTarget(field))} = ${shortly(field.value)}`);
      return `filling in ${filled.join(', ')}${submit ? ' and submitting the form' : ''}`;
    },
    secretIn: { field: 'value' },
    enters: ({ fields }) => ({
      by: 'typing',
      texts: fields.flatMap(({ value }) => [value].flat().map(String)),
    }),
    perform: inSession(performFillForm),
  },
  text: (data) => {
    const done = data.fields.filter((field) => field.ok).length;
    const sent = data.submitted === undefined ? '' : data.submitted ? ' and submitted' : '; NOT submitted';
    const head = `filled ${done} of ${data.fields.length} fields${sent}`;
    return outcomeText([head, ...data.fields.map(fieldText)].join('\n'), data, data.changes);
  },
});

function fieldText(field: FieldResult): string {
  if (!field.ok) {
    const which = field.ref ?? quote(field.selector ?? '', 100);
    return `error ${which} ${field.error.code}: ${field.error.message}`;
  }
  const { value } = field;
  if (typeof value === 'boolean') return `ok ${field.element} ${value ? 'checked' : 'unchecked'}`;
  return `ok ${field.element} = ${typeof value === 'string' ? quote(value, 100) : quoted(value)}`;
}

function quoted(texts: string[]): string {
  return texts.map((one) => quote(one, 60)).join(', ') || 'nothing';
}

export interface SubmitFields {
  target?: Target | undefined;
  timeout: number;
}

export const submit = defineTool({
  name: 'browser_submit',
  description: 'Submit a form: of the ref, of the focused field, or the only one.',
  category: 'form',
  safety: 'medium',
  destructive: true,
  timeout: 5000,
  input: z.strictObject({ ref: ref.optional() }),
  output: z.object({ element: z.string(), submitted: z.boolean(), ...outcomeShape, changes }),
  examples: [{}, { ref: '@e3' }],
  returns: 'What came of it; fields that the browser refuses are an error that names them.',
  action: {
    type: 'submit',
    plan: (input): SubmitFields => ({ target: targetOf(input), timeout: 5000 }),
    checks: { target: checks.optional(checks.target) },
    risk: ({ target }) => ({
      touch: 'activates',
      submits: true,
      form: target === undefined ? 'any' : 'named',
    }),
    describe: () => 'submitting a form',
    summarize: ({ target }, nameOf, on) =>
      `submitting the form of ${target ? nameOf(target) : (on && elementText(on)) || 'the page'}`,
    perform: inSession(performSubmit),
  },
  text: (data) =>
    outcomeText(
      data.submitted ? `submitted by ${data.element}` : `pressed ${data.element}; the page did not submit`,
      data,
      data.changes,
      nothingChanged,
    ),
});

export interface UploadFields {
  target?: Target | undefined;
  paths: string[];
  timeout: number;
}

export const upload = defineTool({
  name: 'browser_upload',
  description: 'Give files to a file field, its button or a drop zone.',
  category: 'form',
  safety: 'high',
  destructive: true,
  input: z
    .strictObject({
      ...target,
      paths: z.array(z.string().max(1000)).min(1).max(50).describe('Inside the allowed folders'),
      timeout: patience(10_000),
    })
    .refine(...atMostOneTarget),
  output: z.object({ element: z.string(), files: z.array(z.string()), ...outcomeShape, changes }),
  examples: [{ ref: '@e6', paths: ['report.pdf'] }],
  returns: 'The names of the files that were given.',
  timeout: 10_000,
  action: {
    type: 'upload',
    plan: (input): UploadFields => ({
      target: targetOf(input),
      paths: input.paths,
      timeout: input.timeout ?? 10_000,
    }),
    checks: { target: checks.optional(checks.target), paths: checks.each(checks.readableFile) },
    risk: activates,
    describe: () => 'uploading files',
    summarize: ({ target, paths }, nameOf) => {
      const to = target ? ` to ${nameOf(target)}` : '';
      return `uploading ${paths.map(valueText).join(', ')}${to}`;
    },
    perform: inSession(performUpload),
  },
  text: (data) => outcomeText(`gave ${quoted(data.files)} to ${data.element}`, data, data.changes),
});
