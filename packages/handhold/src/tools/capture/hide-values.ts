import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import { Failure } from '../../errors.js';
import type { LiveFrame } from '../../page/frames/frames.js';
import type { Fingerprint } from '../../page/injected/protocol.js';
import { openAllRoots } from '../../page/looking/closed-roots.js';

/** Draws dots over values that no picture may show, in every document and shadow tree; gives back how to undo it. */
export async function hideValues(
  tab: Tab,
  values: readonly Fingerprint[],
  deadline: Deadline,
): Promise<() => Promise<void>> {
  const main = await tab.live.frames.main(deadline);
  const documents = [main, ...(await tab.live.frames.children(main, deadline))];
  const undo = async () => {
    await Promise.all(
      documents.map(({ world }) => world.call(deadline, 'showValues').catch(() => undefined)),
    );
  };
  try {
    // Our script has to be there before a root can be shown to it.
    const done = await hideIn(documents, main, values, deadline);
    const open = await openAllRoots(done, deadline);
    if (!open.includes(main))
      throw new Failure('page_changed', 'The page changed while its picture was taken.');
    const all = await hideIn(open, main, values, deadline);
    // A frame that can't be looked into may show anything, so it is left out of the picture.
    await Promise.all(
      all.map((frame) => {
        const safe = all.filter(({ parent }) => parent?.world === frame.world).map(({ owner }) => owner);
        return frame.world.call(deadline, 'hideFrames', safe);
      }),
    );
    return undo;
  } catch (thrown) {
    await undo();
    throw thrown;
  }
}

/** The documents in which every value is hidden now. */
async function hideIn(
  documents: readonly LiveFrame[],
  main: LiveFrame,
  values: readonly Fingerprint[],
  deadline: Deadline,
): Promise<LiveFrame[]> {
  const done = await Promise.all(
    documents.map(async (frame) => {
      const own = frame === main ? deadline : deadline.atMost(1000);
      try {
        await frame.world.call(own, 'hideValues', [...values]);
        return frame;
      } catch (thrown) {
        deadline.check();
        if (frame === main) throw thrown;
        return undefined;
      }
    }),
  );
  return done.filter((frame) => frame !== undefined);
}
