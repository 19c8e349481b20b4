import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';

/** Frames out of sight draw nothing; too short a time for one that is busy to be taken for hanging. */
const drawTime = 400;

/**
 * Waits until frames of other processes are drawn; tells whether there are such frames. A picture has the page's own
 * process draw anew, but takes from other processes what these have drawn last: a frame there may be blank yet, or show
 * what is hidden by now. It is drawn when the next animation frame begins.
 */
export async function framesDrawn(tab: Tab, deadline: Deadline): Promise<boolean> {
  if (tab.page.frames().length <= 1) return false;
  const main = await tab.live.frames.main(deadline);
  const children = await tab.live.frames.children(main, deadline);
  const elsewhere = children.filter(({ world }) => world.cdp !== main.world.cdp);
  await Promise.all(
    elsewhere.map(async ({ world }) => {
      const line = deadline.atMost(drawTime);
      for (let frames = 0; frames < 2; frames++)
        await world.call(line, 'drawn').catch(() => deadline.check());
    }),
  );
  return elsewhere.length > 0;
}
