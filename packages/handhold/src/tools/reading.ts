import { z } from 'zod';
import { inSession } from '../acting/in-session.js';
import { images as performImages } from '../actions/images.js';
import { pdf as performPdf } from '../actions/pdf.js';
import { read as performRead } from '../actions/read.js';
import { checkAddress } from '../gate/address.js';
import * as checks from '../gate/checks.js';
import { shortly } from '../gate/in-words.js';
import { opening, reads, works } from '../gate/risk.js';
import { address, quote } from '../gate/untrusted.js';
import { defineTool, type ToolText } from '../tool.js';
import { ref, sizeText } from './shape.js';

const readShape = z.object({
  url: z.string(),
  title: z.string(),
  status: z.number().optional(),
  content: z.string(),
  page: z.number(),
  pages: z.number(),
  links: z.record(z.string(), z.string()),
  capped: z.boolean().optional(),
});

export interface ReadFields {
  /** Opened first, in the same call. */
  url?: string | undefined;
  ref?: string | undefined;
  format: 'markdown' | 'text' | 'html';
  maxTokens: number;
  page: number;
  timeout: number;
}

function readText(data: z.output<typeof readShape>): ToolText {
  const remarks = [`read ${quote(data.title)} ${address(data.url)}`];
  if (data.status !== undefined && data.status >= 400) remarks.push(`status ${data.status}`);
  if (data.pages > 1) remarks.push(`page ${data.page} of ${data.pages}`);
  if (data.capped) remarks.push('cut: the document is too large');
  return { head: remarks.join(', '), page: data.content || '(no text)' };
}

const readAction = {
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
  perform: inSession(performRead),
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
  output: readShape,
  examples: [{}, { url: 'https://example.com/article' }, { ref: '@e12', page: 2 }],
  returns: 'The content, and how many pages of it there are.',
  action: {
    ...readAction,
    plan: (input): ReadFields => ({ ...input, timeout: 15_000 }),
  },
  text: readText,
});

/** The single call that agents had before they could browse. */
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
  output: readShape,
  examples: [{ url: 'https://example.com' }],
  returns: 'The content, and how many pages of it there are.',
  text: readText,
  action: {
    ...readAction,
    plan: ({ url }): ReadFields => ({ url, format: 'markdown', maxTokens: 4000, page: 1, timeout: 15_000 }),
  },
});

const image = z.object({
  ref: z.string(),
  src: z.string(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
  naturalWidth: z.number(),
  naturalHeight: z.number(),
  hidden: z.boolean().optional(),
  frame: z.string().optional(),
});

export const getImages = defineTool({
  name: 'browser_get_images',
  description: 'List the images of the page.',
  category: 'extraction',
  safety: 'safe',
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({}),
  output: z.object({
    images: z.array(image),
    more: z.number(),
  }),
  examples: [{}],
  returns: 'Source, alternative text, size and ref of each, hidden ones marked, and how many more there are.',
  action: {
    type: 'images',
    plan: () => ({ timeout: 5000 }),
    checks: {},
    risk: reads,
    describe: () => 'reading the page',
    perform: inSession(performImages),
  },
  text: ({ images, more }) => ({
    head: `${images.length} ${images.length === 1 ? 'image' : 'images'}${more > 0 ? `, ${more} more not listed` : ''}`,
    page: images.map(imageLine).join('\n') || undefined,
  }),
});

function imageLine({ ref, alt, width, height, src, hidden }: z.output<typeof image>): string {
  return `${ref} img ${quote(alt)} ${width}x${height}${hidden ? ' hidden' : ''} ${address(src)}`;
}

export const pdf = defineTool({
  name: 'browser_pdf',
  description: 'Save the page as a PDF file.',
  category: 'utility',
  safety: 'high',
  destructive: false,
  timeout: 30_000,
  input: z.strictObject({ path: z.string().max(1000).optional() }),
  output: z.object({ path: z.string(), size: z.number() }),
  examples: [{}, { path: 'invoice.pdf' }],
  returns: 'The file and its size.',
  action: {
    type: 'pdf',
    plan: (input) => ({ ...input, timeout: 30_000 }),
    checks: { path: checks.optional(checks.writableFile('pdf')) },
    risk: works,
    describe: () => 'printing the page',
    summarize: ({ path }) => `printing the page ${shortly({ path })}`,
    perform: inSession(performPdf),
  },
  text: (data) => ({ head: `saved ${quote(data.path, 300)}${sizeText(data.size)}` }),
});
