import { z } from 'zod';
import type { Deadline } from '../../deadline.js';
import type { CdpSession } from '../../page/cdp/session.js';
import { plainValueSource } from '../../page/page-world-sources.generated.js';
import { answerOf } from '../../page/settling/unresponsive.js';
import { tookTooLong } from './overdue.js';

export const evaluated = {
  /** The value of the script, as JSON; whatever JSON has no word for is described in brackets. */
  value: z.unknown(),
  /** Only part of the value is told. */
  truncated: z.boolean().optional(),
  /** The page was left before the script had ended. */
  left: z.boolean().optional(),
};

export type Evaluated = z.output<z.ZodObject<typeof evaluated>>;

/** Bounds beyond which the value of a script is cut. */
export const limits = { depth: 12, items: 5000, characters: 50_000 };

/** Has the value turned into plain data where it is, within bounds, whatever its getters and traps do. */
export async function serialise(
  cdp: CdpSession,
  objectId: string,
  description: string,
  deadline: Deadline,
): Promise<Evaluated> {
  const { result, exceptionDetails } = await answerOf(
    cdp,
    deadline,
    cdp.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: plainValueSource,
      arguments: [{ value: limits.depth }, { value: limits.items }, { value: limits.characters }],
      returnByValue: true,
    }),
    tookTooLong,
  );
  if (exceptionDetails || typeof result.value !== 'object' || result.value === null)
    return { value: `[${description.slice(0, 200)}]` };
  const { value, cut } = result.value;
  return { value: value ?? null, ...(cut ? { truncated: true } : {}) };
}

/** A value that has no object behind it, as plain data. */
export function primitive(
  type: string,
  value: unknown,
  unserializable: string | undefined,
  description: string | undefined,
): Evaluated {
  if (unserializable !== undefined) return { value: `[${unserializable}]` };
  if (typeof value === 'string') {
    return value.length > limits.characters
      ? { value: value.slice(0, limits.characters).toWellFormed(), truncated: true }
      : { value: value.toWellFormed() };
  }
  if (typeof value === 'number' || typeof value === 'boolean') return { value };
  return {
    value: type === 'symbol' || type === 'function' ? `[${(description ?? type).slice(0, 200)}]` : null,
  };
}
