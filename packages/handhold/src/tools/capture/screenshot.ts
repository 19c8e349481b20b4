import { z } from 'zod';
import { refuseIfBlocked } from '../../acting/outcome.js';
import type { Stage } from '../../acting/stage.js';
import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import { firstLine } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { reads } from '../../gate/risk.js';
import type { Box } from '../../page/injected/protocol.js';
import { defineTool } from '../../tool.js';
import { ref } from '../shape.js';
import { areaOf } from './area.js';
import { framesDrawn } from './frames-drawn.js';
import { hideValues } from './hide-values.js';
import { imageSize } from './image-size.js';
import { drawRefs } from './ref-labels.js';

const input = z.strictObject({
  fullPage: z.boolean().default(false),
  quality: z.number().min(0).max(100).default(80),
  format: z.enum(['jpeg', 'png']).default('jpeg'),
  ref: ref.optional().describe('Only this element'),
  annotate: z.boolean().default(false).describe('Draw refs on it'),
});

const output = z.object({
  base64: z.string(),
  mimeType: z.enum(['image/png', 'image/jpeg']),
  dimensions: z.object({ width: z.number(), height: z.number() }),
  viewport: z.object({ width: z.number(), height: z.number() }),
  /** Set when a very long page was cut. */
  clipped: z.boolean().optional(),
});

type Shot = Pick<z.output<typeof input>, 'format' | 'quality'>;

export const screenshot = defineTool({
  name: 'browser_screenshot',
  description: 'Picture of the page, for what a snapshot cannot tell.',
  category: 'extraction',
  safety: 'safe',
  core: true,
  idempotent: true,
  timeout: 10_000,
  requiredCapabilities: ['vision'],
  input,
  output,
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
    perform: (action, stage) => takeScreenshot(action, stage),
  },
  text: (data) => ({
    head: `screenshot ${data.dimensions.width}x${data.dimensions.height} of a ${data.viewport.width}x${data.viewport.height} viewport${data.clipped ? ', cut: the page is longer' : ''}`,
  }),
  image: (data) => ({ base64: data.base64, mimeType: data.mimeType }),
});

/** Models scale larger images down by themselves, which would make coordinates and small print unreliable. */
const longestEdge = 1568;
/** A long page is shown at least at this scale, and cut below. */
const smallestScale = 0.25;

async function takeScreenshot(
  { ref, fullPage, annotate, ...shot }: z.output<typeof input>,
  { session, deadline }: Stage,
): Promise<z.output<typeof output>> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const scrollBack = fullPage ? await scrollToTop(tab, line) : undefined;
  const { box, viewport, isBeyondView } = await areaOf(tab, { ref, fullPage }, line);
  const scale = Math.max(Math.min(1, longestEdge / Math.max(box.width, box.height)), smallestScale);
  const height = Math.min(box.height, longestEdge / scale);
  const width = Math.min(box.width, longestEdge / scale);
  const eraseRefs = annotate ? await drawRefs(tab, line, fullPage) : undefined;
  const showValues = tab.live.hidden.length > 0 ? await hideValues(tab, tab.live.hidden, line) : undefined;
  const clip = { x: box.x, y: box.y, width, height, scale };
  const take = () => capture(tab, { clip, isBeyondView, ...shot }, line);
  try {
    const hasFrames = await framesDrawn(tab, line);
    const base64 = hasFrames && isBeyondView ? await takeUntilStable(take) : await take();
    const planned = { width: Math.round(width * scale), height: Math.round(height * scale) };
    return {
      base64,
      mimeType: shot.format === 'png' ? 'image/png' : 'image/jpeg',
      dimensions: imageSize(base64, shot.format) ?? planned,
      viewport,
      ...(height < box.height || width < box.width ? { clipped: true } : {}),
    };
  } finally {
    await showValues?.();
    await eraseRefs?.();
    await scrollBack?.();
  }
}

const mostTries = 4;

/** One picture of a part of the page. */
async function capture(
  tab: Tab,
  { clip, isBeyondView, format, quality }: Shot & { clip: Box & { scale: number }; isBeyondView: boolean },
  deadline: Deadline,
): Promise<string> {
  const send = () =>
    tab.live.cdp.send('Page.captureScreenshot', {
      format,
      ...(format === 'jpeg' ? { quality } : {}),
      clip,
      captureBeyondViewport: isBeyondView,
    });
  const captured = async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await send();
      } catch (thrown) {
        // For a moment while a page is being drawn for the first time the browser has no picture of it.
        if (tries === mostTries || !firstLine(thrown).includes('Unable to capture screenshot')) throw thrown;
        const { world } = await tab.live.frames.main(deadline);
        await world.call(deadline, 'drawn');
      }
    }
  };
  return (await tab.live.handled(captured(), deadline, 'none')).data;
}

const mostTaken = 4;

/** Takes pictures until two are equal: frames of other processes out of view are blank until they have drawn themselves. */
async function takeUntilStable(take: () => Promise<string>): Promise<string> {
  let last = await take();
  for (let taken = 1; taken < mostTaken; taken++) {
    const next = await take();
    if (next === last) break;
    last = next;
  }
  return last;
}

/** Bars that stick to the window would otherwise stand in the middle of a long picture. */
async function scrollToTop(tab: Tab, deadline: Deadline): Promise<() => Promise<void>> {
  const { world } = await tab.live.frames.main(deadline);
  const was = await world.call(deadline, 'scrollPage', 0, 0);
  return async () => {
    await world.call(deadline, 'scrollPage', was.x, was.y).catch(() => undefined);
  };
}
