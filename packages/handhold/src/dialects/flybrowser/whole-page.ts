import { z } from 'zod';
import { address, prose, quote } from '../../gate/untrusted.js';
import { defineTool, type ToolText } from '../../tool.js';
import { awaitedTarget, selector, untilThere } from '../rename.js';

/** FlyBrowser reads the page as it is; ours reads what is worth reading. */

const content = z.object({
  url: z.string(),
  title: z.string(),
  content: z.string(),
  page: z.number(),
  pages: z.number(),
  capped: z.boolean().optional(),
});

const page = z.number().int().min(1).max(100_000).default(1);

/** In the data the content stands as it is; what a model reads can't pass for lines of ours. */
function text(data: z.output<typeof content>): ToolText {
  const remarks = [`content of ${quote(data.title)} ${address(data.url)}`];
  if (data.pages > 1) remarks.push(`page ${data.page} of ${data.pages}`);
  if (data.capped) remarks.push('cut: the document is too large');
  const lines = data.content.split('\n').map((line) => prose(line, line.length + 1));
  return { head: remarks.join(', '), page: lines.join('\n') || '(nothing)' };
}

const shared = {
  as: 'browser_read',
  category: 'extraction',
  safety: 'safe',
  core: true,
  idempotent: true,
  timeout: 15_000,
  output: content,
  returns: 'The content, and how many pages of it there are; put together they are the whole.',
  text,
} as const;

export const extractText = defineTool({
  ...shared,
  name: 'extract_text',
  description: 'Extract all visible text from the page, or from one element.',
  input: z.strictObject({ selector: selector.optional(), page, timeout: untilThere }),
  examples: [{}, { selector: 'article' }, { page: 2 }],
  run: ({ selector: at, page: number, timeout: within }, { perform }) =>
    perform({
      type: 'whole',
      what: 'text',
      ...(at === undefined ? {} : { target: awaitedTarget(at, within) }),
      page: number,
      timeout: 15_000,
    }),
});

export const getPageContent = defineTool({
  ...shared,
  name: 'get_page_content',
  description: 'Get the HTML of the page.',
  input: z.strictObject({ page }),
  examples: [{}, { page: 2 }],
  run: ({ page: number }, { perform }) =>
    perform({ type: 'whole', what: 'html', page: number, timeout: 15_000 }),
});
