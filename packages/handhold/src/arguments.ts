import type { z } from 'zod';
import { Failure } from './errors.js';
import { quote } from './gate/untrusted.js';
import { sessionForm } from './session-name.js';
import type { Tool } from './tool.js';

/** What a tool is called with. */

/** The session a call is for, and the arguments that are the tool's own. */
export function splitSession(input: unknown, bound: string | undefined): { session: string; rest: unknown } {
  let session: unknown = bound;
  let rest = input ?? {};
  if (typeof rest === 'object' && !Array.isArray(rest) && Object.hasOwn(rest, 'session')) {
    const { session: given, ...others } = { session: undefined as unknown, ...rest };
    session ??= given;
    rest = others;
  }
  session ??= 'default';
  if (typeof session !== 'string' || !sessionForm.test(session)) {
    throw new Failure('validation_error', 'session must be 1 to 128 letters, digits, or . _ : @ -');
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
    message: issue.message.slice(0, 200),
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
