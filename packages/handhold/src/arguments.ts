import type { z } from 'zod';
import { Failure } from './errors.js';
import { quote } from './gate/untrusted.js';
import { defaultSession, sessionForm, sessionNameRule } from './session-name.js';
import type { Tool } from './tool.js';

/** The session a call is for, and the arguments that are the tool's own. */
export function splitSession(input: unknown, bound: string | undefined): { session: string; rest: unknown } {
  let session: unknown = bound;
  let rest = input ?? {};
  if (typeof rest === 'object' && !Array.isArray(rest) && Object.hasOwn(rest, 'session')) {
    const { session: given, ...others } = { session: undefined as unknown, ...rest };
    session ??= given;
    rest = others;
  }
  session ??= defaultSession;
  if (typeof session !== 'string' || !sessionForm.test(session)) {
    throw new Failure('validation_error', `session must be ${sessionNameRule}`);
  }
  return { session, rest };
}

/** The arguments as the tool's schema has them; throws what is wrong with them. */
export function parseInput(tool: Tool, input: unknown): z.output<Tool['input']> {
  const parsed = tool.input.safeParse(input);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.slice(0, 10).map((issue) => ({
    field:
      issue.path.join('.') || (issue.code === 'unrecognized_keys' ? issue.keys.join(', ').slice(0, 100) : ''),
    message: messageOf(issue).slice(0, 200),
  }));
  const text = details
    .map(({ field, message }) => (field ? `${quote(field, 60)}: ${message}` : message))
    .join('; ');
  throw new Failure(
    'validation_error',
    `${tool.name} was called with wrong arguments: ${text.slice(0, 600).replace(/\.$/, '')}.`,
    {
      hint: `${tool.name} takes: ${Object.keys(tool.input.shape).join(', ') || 'nothing'}. Correct the arguments and call again.`,
      details,
    },
  );
}

/** Where several kinds would do, which they are; the parser only says that none did. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  const kinds = issue.errors.flat().flatMap((error) => {
    if (error.path.length > 0) return [];
    if (error.code === 'invalid_value') return error.values.map((value) => JSON.stringify(value));
    return error.code === 'invalid_type' ? [error.expected] : [];
  });
  return kinds.length > 0 ? `Invalid input: expected one of ${kinds.join('|')}` : issue.message;
}
