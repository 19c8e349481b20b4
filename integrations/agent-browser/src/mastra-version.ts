import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

/**
 * Throws where the Mastra that is installed is too old: it would show the model pictures and texts as JSON, and answer
 * wrong arguments in words of its own, without a complaint. Only since 1.11 does it ask schemas by the Standard Schema
 * interface, which is what tells it apart.
 */
export function checkMastra(): void {
  let asked = false;
  const plain = z.strictObject({});
  const inputSchema = Object.defineProperty(plain.clone(), '~standard', {
    get: () => {
      asked = true;
      return plain['~standard'];
    },
  });
  createTool({ id: 'probe', description: '', inputSchema, execute: async () => ({}) });
  if (!asked)
    throw new Error('@handhold/mastra needs @mastra/core 1.11.0 or newer: the one installed is older.');
}
