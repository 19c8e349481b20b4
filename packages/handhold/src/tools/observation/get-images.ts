import { z } from 'zod';
import { refuseIfBlocked } from '../../acting/outcome.js';
import type { Stage } from '../../acting/stage.js';
import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import { reads } from '../../gate/risk.js';
import { address, quote } from '../../gate/untrusted.js';
import { defineTool } from '../../tool.js';

const image = z.object({
  ref: z.string(),
  src: z.string(),
  alt: z.string(),
  /** As shown, in CSS pixels. */
  width: z.number(),
  height: z.number(),
  /** Of the picture itself. */
  naturalWidth: z.number(),
  naturalHeight: z.number(),
  /** A person can't see it, wherever they scroll. */
  hidden: z.boolean().optional(),
  frame: z.string().optional(),
});

const output = z.object({
  images: z.array(image),
  /** How many are not listed. */
  more: z.number(),
});

export const getImages = defineTool({
  name: 'browser_get_images',
  description: 'List the images of the page.',
  category: 'extraction',
  safety: 'safe',
  idempotent: true,
  timeout: 5000,
  input: z.strictObject({}),
  output,
  examples: [{}],
  returns: 'Source, alternative text, size and ref of each, hidden ones marked, and how many more there are.',
  action: {
    type: 'images',
    plan: () => ({ timeout: 5000 }),
    checks: {},
    risk: reads,
    describe: () => 'reading the page',
    perform: (action, stage) => listImages(action, stage),
  },
  text: ({ images, more }) => ({
    head: `${images.length} ${images.length === 1 ? 'image' : 'images'}${more > 0 ? `, ${more} more not listed` : ''}`,
    page: images.map(imageLine).join('\n') || undefined,
  }),
});

function imageLine({ ref, alt, width, height, src, hidden }: z.output<typeof image>): string {
  return `${ref} img ${quote(alt)} ${width}x${height}${hidden ? ' hidden' : ''} ${address(src)}`;
}

/** As many as a model may be asked to read at once. */
const most = 300;

/** Every picture of the page, in frames and shadow trees too; those that can be seen go before hidden ones. */
async function listImages(_action: object, { session, deadline }: Stage): Promise<z.output<typeof output>> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const answers = await imagesByFrame(tab, line);
  const total = answers.reduce((sum, answer) => sum + answer.total, 0);
  const all = answers.flatMap((answer) => answer.images);
  const visible = all.filter(({ hidden }) => !hidden);
  const chosen = new Set([...visible, ...all.filter(({ hidden }) => hidden)].slice(0, most));
  const listed = all.filter((image) => chosen.has(image));
  const refs = await tab.live.showRefs(listed, line);
  return {
    images: listed.map(({ src, alt, width, height, naturalWidth, naturalHeight, hidden, frame }, i) => ({
      ref: refs[i] ?? '',
      src,
      alt,
      width,
      height,
      naturalWidth,
      naturalHeight,
      ...(hidden ? { hidden } : {}),
      ...(frame.parent ? { frame: frame.url } : {}),
    })),
    more: total - listed.length,
  };
}

/** The images of each document; a frame that does not answer has none. */
async function imagesByFrame(tab: Tab, deadline: Deadline) {
  const main = await tab.live.frames.main(deadline);
  const frames = [main, ...(await tab.live.frames.children(main, deadline))];
  return Promise.all(
    frames.map(async (frame) => {
      const own = frame === main ? deadline : deadline.atMost(1000);
      const answer = await frame.world.call(own, 'images', most).catch((thrown: unknown) => {
        if (frame === main) throw thrown;
        return { images: [], total: 0 };
      });
      return { total: answer.total, images: answer.images.map((image) => ({ ...image, frame })) };
    }),
  );
}
