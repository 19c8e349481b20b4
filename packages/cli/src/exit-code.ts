import type { ToolResult } from 'handhold';
import { z } from 'zod';

/** A batch succeeds as a call whatever becomes of its steps; a script that goes on after it wants them done. */
const undone = z.union([
  z.object({ stopped: z.object({}) }),
  z
    .object({ steps: z.array(z.unknown()), completed: z.number() })
    .refine(({ steps, completed }) => completed < steps.length),
]);

/** How a call went, for whoever asks the shell: 0 done, 1 not or not all of it, 2 called wrongly. */
export function exitCodeOf(tool: string, { success, data, error }: ToolResult): number {
  if (!success) return error?.code === 'validation_error' ? 2 : 1;
  return tool === 'browser_batch' && undone.safeParse(data).success ? 1 : 0;
}
