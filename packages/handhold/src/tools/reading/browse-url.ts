import { z } from 'zod';
import { defineTool } from '../../tool.js';
import { type ReadFields, readAction, readOutput, readText } from './read.js';

/** The single call of agents that can't browse. */
export const browseUrl = defineTool({
  name: 'browse_url',
  description: 'Load a URL and extract its text in one go. Prefer browser_navigate.',
  category: 'extraction',
  safety: 'low_risk',
  legacy: true,
  requiresPage: false,
  idempotent: true,
  timeout: 15_000,
  network: { allowedHosts: ['*'] },
  input: z.strictObject({ url: z.string() }),
  output: readOutput,
  examples: [{ url: 'https://example.com' }],
  returns: 'The content, and how many pages of it there are.',
  action: {
    ...readAction,
    plan: ({ url }): ReadFields => ({ url, format: 'markdown', maxTokens: 4000, page: 1, timeout: 15_000 }),
  },
  text: readText,
});
