// A tool of your own, no key:  npx handhold call page_outline --url https://example.com --tool-module examples/own-tool.mjs
// With "handhold mcp" it is listed beside ours; in the shell it is the verb "page-outline". Every surface asks the gate.
import { defineTool, PageController } from 'handhold';
import { z } from 'zod';

const page = z.object({ url: z.string(), content: z.string() });

export const outline = defineTool({
  name: 'page_outline',
  description: 'The headings of the page, in order.',
  category: 'extraction',
  safety: 'safe',
  input: z.strictObject({
    levels: z.int().min(1).max(6).default(3).describe('How deep to go'),
  }),
  output: z.object({ url: z.string(), headings: z.array(z.string()) }),
  async run({ levels }, context) {
    const read = await new PageController(context).call('browser_read', { maxTokens: 20_000 });
    const { url, content } = page.parse(read);
    const headings = content.split('\n').filter((line) => /^#+ /.test(line) && line.indexOf(' ') <= levels);
    return { url, headings };
  },
  text: ({ headings }) => ({ head: `${headings.length} headings`, page: headings.join('\n') }),
});
