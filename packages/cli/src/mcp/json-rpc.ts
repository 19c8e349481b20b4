import type { RequestId } from '@modelcontextprotocol/server';
import { z } from 'zod';

const idForm = z.union([z.string(), z.number()]);

/** A message as far as it matters to whom it goes; everything else of it is the server's to check. */
const messageForm = z.object({
  method: z.unknown().optional(),
  id: idForm.nullable().catch(null),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** The parts of a message by which it is told what it is; of what is none, no part. */
export function messageIn(value: unknown): z.infer<typeof messageForm> {
  return messageForm.safeParse(value).data ?? { id: null };
}

/** The id of a request, if it is one. */
export function requestIdIn(value: unknown): RequestId | undefined {
  return idForm.safeParse(value).data;
}
