import { z } from 'zod';
import { errorKinds } from '../../../errors.js';
import { quote } from '../../../gate/untrusted.js';
import { quoted } from '../../shape.js';

/** What became of one field. */
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

export type FieldResult = z.output<typeof fieldResult>;

/** One that was filled in. */
export type FilledField = Extract<FieldResult, { ok: true }>;

/** The answer to a form that was filled in. */
export const filled = {
  fields: z.array(fieldResult),
  /** Only if it was asked for. */
  submitted: z.boolean().optional(),
};

export type Filled = z.output<z.ZodObject<typeof filled>> & {
  /** The fields that kept it from being submitted. */
  invalid?: { element: string; message: string }[];
};

/** A field on one line. */
export function fieldText(field: FieldResult): string {
  if (!field.ok) {
    const which = field.ref ?? quote(field.selector ?? '', 100);
    return `error ${which} ${field.error.code}: ${field.error.message}`;
  }
  const { value } = field;
  if (typeof value === 'boolean') return `ok ${field.element} ${value ? 'checked' : 'unchecked'}`;
  return `ok ${field.element} = ${typeof value === 'string' ? quote(value, 100) : quoted(value)}`;
}
