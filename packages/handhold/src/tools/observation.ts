import { z } from 'zod';
import { inSession } from '../acting/in-session.js';
import { find as performFind } from '../actions/find.js';
import { screenshot as performScreenshot } from '../actions/screenshot.js';
import { snapshot as performSnapshot } from '../actions/snapshot.js';
import * as checks from '../gate/checks.js';
import { reads } from '../gate/risk.js';
import { defineTool } from '../tool.js';
import { pageHead, ref } from './shape.js';

const refs = z.record(
  z.string(),
  z.object({
    role: z.string(),
    name: z.string(),
    value: z.string().optional(),
    states: z.array(z.string()).optional(),
    tag: z.string(),
    frame: z.string().optional(),
    box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
  }),
);

export const snapshot = defineTool({
  name: 'browser_snapshot',
  description: 'See the page: elements with refs, one a line.',
  category: 'extraction',
  safety: 'safe',
  core: true,
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({
    interactiveOnly: z.boolean().default(true).describe('false: all text too'),
    maxElements: z.number().int().min(1).max(1000).default(100),
    maxTokens: z.number().int().min(50).max(200_000).optional(),
    ref: ref.optional().describe('Only inside this element'),
    diff: z.boolean().default(false).describe('Only changes since last seen'),
  }),
  output: z.object({
    tree: z.string(),
    refs,
    shown: z.number(),
    actionable: z.number(),
    elementCount: z.number(),
    truncated: z.boolean(),
    url: z.string(),
    title: z.string(),
    scroll: z.object({ x: z.number(), y: z.number(), maxX: z.number(), maxY: z.number() }),
  }),
  examples: [{}, { interactiveOnly: false }, { ref: '@e12' }],
  returns: 'The tree as text, and the refs in it as data.',
  action: {
    type: 'snapshot',
    plan: (input) => ({ ...input, timeout: 5000 }),
    checks: {
      interactiveOnly: checks.asParsed,
      maxElements: checks.asParsed,
      maxTokens: checks.asParsed,
      ref: checks.optional(checks.ref),
      diff: checks.asParsed,
    },
    risk: reads,
    describe: () => 'taking a snapshot',
    perform: inSession(performSnapshot),
  },
  text: (data, input) => ({
    head: pageHead(data.title, data.url, data.shown, data.actionable) + (input.diff ? ', changes only' : ''),
    page: data.tree || (input.diff ? undefined : '(nothing to act on)'),
  }),
});

export const find = defineTool({
  name: 'browser_find',
  description: 'Find anything on the whole page by text, role or regex. Returns refs.',
  category: 'extraction',
  safety: 'safe',
  core: true,
  idempotent: true,
  timeout: 5000,
  input: z
    .strictObject({
      text: z.string().min(1).max(1000).optional(),
      role: z.string().min(1).max(60).optional(),
      regex: z.string().min(1).max(500).optional(),
      limit: z.number().int().min(1).max(200).default(20),
    })
    .refine((input) => input.text !== undefined || input.role !== undefined || input.regex !== undefined, {
      message: 'Give text, role or regex.',
      path: ['text'],
    }),
  output: z.object({ matches: z.string(), refs, count: z.number() }),
  examples: [{ text: 'delete', role: 'button' }, { regex: 'total: .\\d+' }],
  returns: 'Matching elements as snapshot lines.',
  action: {
    type: 'find',
    plan: (input) => ({ ...input, timeout: 5000 }),
    checks: {
      text: checks.asParsed,
      role: checks.asParsed,
      regex: checks.optional(checks.regex),
      limit: checks.asParsed,
    },
    risk: reads,
    describe: () => 'searching the page',
    perform: inSession(performFind),
  },
  text: (data) => {
    const shown = data.matches.match(/^@/gm)?.length ?? 0;
    return {
      head: `found ${data.count}${shown < data.count ? `, the first ${shown} shown` : ''}`,
      page: data.matches || undefined,
    };
  },
});

export const screenshot = defineTool({
  name: 'browser_screenshot',
  description: 'Picture of the page, for what a snapshot cannot tell.',
  category: 'extraction',
  safety: 'safe',
  core: true,
  idempotent: true,
  timeout: 10_000,
  requiredCapabilities: ['vision'],
  input: z.strictObject({
    fullPage: z.boolean().default(false),
    quality: z.number().min(0).max(100).default(80),
    format: z.enum(['jpeg', 'png']).default('jpeg'),
    ref: ref.optional().describe('Only this element'),
    annotate: z.boolean().default(false).describe('Draw refs on it'),
  }),
  output: z.object({
    base64: z.string(),
    mimeType: z.enum(['image/png', 'image/jpeg']),
    dimensions: z.object({ width: z.number(), height: z.number() }),
    viewport: z.object({ width: z.number(), height: z.number() }),
    clipped: z.boolean().optional(),
  }),
  examples: [{}, { fullPage: true }, { ref: '@e3', format: 'png' }],
  returns: 'The image and its size.',
  action: {
    type: 'screenshot',
    plan: (input) => ({ ...input, quality: Math.round(input.quality), timeout: 10_000 }),
    checks: {
      fullPage: checks.asParsed,
      quality: checks.asParsed,
      format: checks.asParsed,
      ref: checks.optional(checks.ref),
      annotate: checks.asParsed,
    },
    risk: reads,
    describe: () => 'taking a screenshot',
    perform: inSession(performScreenshot),
  },
  text: (data) => ({
    head: `screenshot ${data.dimensions.width}x${data.dimensions.height} of a ${data.viewport.width}x${data.viewport.height} viewport${data.clipped ? ', cut: the page is longer' : ''}`,
  }),
  image: (data) => ({ base64: data.base64, mimeType: data.mimeType }),
});
