import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import type { ImagesAction } from './action.js';
import { refuseIfBlocked } from './outcome.js';

export interface ImageReport {
  ref: string;
  src: string;
  alt: string;
  /** As shown, in CSS pixels. */
  width: number;
  height: number;
  /** Of the picture itself. */
  naturalWidth: number;
  naturalHeight: number;
  /** A person can't see it, wherever they scroll. */
  hidden?: boolean;
  frame?: string;
}

export interface ImagesReport {
  images: ImageReport[];
  /** How many more there are. */
  more: number;
}

/** What a model may be asked to read at once. */
const most = 300;

/** Every picture of the page, in frames and shadow trees too. */
export async function images(
  _action: ImagesAction,
  session: Session,
  deadline: Deadline,
): Promise<ImagesReport> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const main = await tab.live.frames.main(line);
  const frames = [main, ...(await tab.live.frames.children(main, line))];
  const answers = await Promise.all(
    frames.map(async (frame) => {
      const own = frame === main ? line : line.atMost(1000);
      const answer = await frame.world.call(own, 'images', most).catch((thrown: unknown) => {
        if (frame === main) throw thrown;
        return { images: [], total: 0 };
      });
      return { total: answer.total, images: answer.images.map((image) => ({ ...image, frame })) };
    }),
  );
  const total = answers.reduce((sum, answer) => sum + answer.total, 0);
  const all = answers.flatMap((answer) => answer.images);
  const seen = all.filter(({ hidden }) => !hidden);
  const kept = new Set([...seen, ...all.filter(({ hidden }) => hidden)].slice(0, most));
  const found = all.filter((image) => kept.has(image));
  const refs = await tab.live.introduceAll(found, line);
  return {
    images: found.map(({ src, alt, width, height, naturalWidth, naturalHeight, hidden, frame }, i) => ({
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
    more: total - found.length,
  };
}
