import { z } from 'zod';
import { openPage } from '../../acting/navigating/open-page.js';
import { refuseIfBlocked } from '../../acting/outcome.js';
import type { Stage } from '../../acting/stage.js';
import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import { Failure } from '../../errors.js';
import { checkAddress } from '../../gate/address.js';
import * as checks from '../../gate/checks.js';
import { opening } from '../../gate/risk.js';
import { address, quote } from '../../gate/untrusted.js';
import { WorldGone } from '../../page/frames/world.js';
import { type Part, paginate, writeHtml, writeMarkdown, writeText } from '../../page/looking/reading.js';
import { defineTool, type ToolText } from '../../tool.js';
import { ref } from '../shape.js';
import { readDocuments } from './documents.js';
import { Links, withRefs } from './links.js';
import { pageOf } from './page-of.js';

export const readOutput = z.object({
  url: z.string(),
  title: z.string(),
  /** HTTP status, where the page was opened by this call. */
  status: z.number().optional(),
  content: z.string(),
  page: z.number(),
  pages: z.number(),
  /** Where the links on this page of the content lead, by ref. */
  links: z.record(z.string(), z.string()),
  /** The document was too large to be read to its end. */
  capped: z.boolean().optional(),
});

/** The content to read, as an action says it. */
export interface ReadFields {
  /** Opened first, in the same call. */
  url?: string | undefined;
  ref?: string | undefined;
  format: 'markdown' | 'text' | 'html';
  maxTokens: number;
  page: number;
  timeout: number;
}

export function readText(data: z.output<typeof readOutput>): ToolText {
  const remarks = [`read ${quote(data.title)} ${address(data.url)}`];
  if (data.status !== undefined && data.status >= 400) remarks.push(`status ${data.status}`);
  if (data.pages > 1) remarks.push(`page ${data.page} of ${data.pages}`);
  if (data.capped) remarks.push('cut: the document is too large');
  return { head: remarks.join(', '), page: data.content || '(no text)' };
}

/** The action of reading, of whichever tool that reads. */
export const readAction = {
  type: 'read',
  checks: {
    url: checks.optional(checks.url),
    ref: checks.optional(checks.ref),
    format: checks.asParsed,
    maxTokens: checks.asParsed,
    page: checks.asParsed,
  },
  normalize: (action: ReadFields & { type: 'read' }, { hosts }: checks.Rules) =>
    action.url === undefined ? action : { ...action, url: checkAddress(action.url, hosts) },
  risk: ({ url }: ReadFields) => opening(url, 'reads'),
  describe: () => 'reading the page',
  url: ({ url }: ReadFields) => url,
  perform: readPage,
} as const;

export const read = defineTool({
  name: 'browser_read',
  description: 'Read the page (or a URL, opening it) as Markdown with link refs.',
  category: 'extraction',
  safety: 'low_risk',
  core: true,
  requiresPage: false,
  idempotent: true,
  timeout: 15_000,
  network: { allowedHosts: ['*'] },
  input: z
    .strictObject({
      url: z.string().optional(),
      ref: ref.optional().describe('Only this element'),
      format: z.enum(['markdown', 'text', 'html']).default('markdown'),
      maxTokens: z.number().int().min(100).max(100_000).default(4000),
      page: z.number().int().min(1).max(10_000).default(1),
    })
    .refine((input) => input.url === undefined || input.ref === undefined, {
      message: 'Give url or ref, not both: a ref belongs to the page that is open.',
      path: ['ref'],
    }),
  output: readOutput,
  examples: [{}, { url: 'https://example.com/article' }, { ref: '@e12', page: 2 }],
  returns: 'The content, and how many pages of it there are.',
  action: {
    ...readAction,
    plan: (input): ReadFields => ({ ...input, timeout: 15_000 }),
  },
  text: readText,
});

/** Reads the current page, or one that is opened for it in the same call. */
async function readPage(action: ReadFields, stage: Stage): Promise<z.output<typeof readOutput>> {
  const { session, deadline, clean } = stage;
  const { url } = action;
  const status = url === undefined ? undefined : await open(url, stage);
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const found = await contentOf(tab, action, line);
  // A secret that is cut in two by the end of a page would be known by neither half.
  const parts = found.parts.map(({ gap, text }) => ({ gap, text: clean(text) }));
  const written = paginate(parts, action.maxTokens);
  const { content, pages } = pageOf(written.length > 0 ? written : [''], action.page);
  const { text, links } = await withRefs(tab, content, found.links, line);
  return {
    url: found.url,
    title: found.title,
    ...(status === undefined ? {} : { status }),
    content: text,
    page: action.page,
    pages,
    links,
    ...(found.capped ? { capped: true } : {}),
  };
}

/** Opens the page to read; gives its HTTP status. */
async function open(url: string, stage: Stage): Promise<number> {
  const { status, download } = await openPage({ url, waitUntil: 'load', snapshot: false }, stage);
  if (!download) return status;
  throw new Failure(
    'execution_error',
    `The address is a file, which is being downloaded as ${download.id}.`,
    {
      hint: 'Save it with browser_downloads; the page before is still open.',
      sideEffect: 'done',
    },
  );
}

interface Content {
  url: string;
  title: string;
  parts: Part[];
  links: Links;
  capped: boolean;
}

async function contentOf(
  tab: Tab,
  { ref, format }: Pick<ReadFields, 'ref' | 'format'>,
  deadline: Deadline,
): Promise<Content> {
  const main = await tab.live.frames.main(deadline);
  const root = ref === undefined ? undefined : (await tab.live.find({ ref }, deadline)).entry;
  const frame = root?.frame ?? main;
  const links = new Links();
  try {
    if (format === 'html') {
      const answer = await frame.world.call(deadline, 'readHtml', root?.id ?? null);
      if (!answer) throw gone(ref);
      const title = await tab.live.handled(tab.page.title(), deadline, 'none');
      const parts = writeHtml(answer.html);
      return { url: tab.page.url(), title, parts, links, capped: answer.capped };
    }
    const documents = await readDocuments(tab, frame, root?.id ?? null, links, deadline);
    if (!documents) throw gone(ref);
    const { title, blocks, capped } = documents;
    const parts = format === 'text' ? writeText(blocks) : writeMarkdown(blocks);
    return { url: tab.page.url(), title, parts, links, capped };
  } catch (thrown) {
    if (thrown instanceof WorldGone && root) throw gone(ref);
    throw thrown;
  }
}

function gone(ref: string | undefined): Failure {
  return new Failure('stale_ref', `${ref ?? 'The element'} is no longer on the page.`);
}
