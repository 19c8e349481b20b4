import type { CDPSession } from 'playwright-core';
import type { Deadline } from '../deadline.js';
import type { Frames } from './frames.js';
import type { FirstLook } from './injected/protocol.js';
import { findListeners, prepareToAsk } from './perceive.js';
import { worldName } from './world.js';

/** What our script calls to speak without being asked; only our own world has it. */
const tell = 'handholdTell';

/** What was told longer ago, in ms, may be so no more. */
const maxAge = 100;

/** Hears what the page's documents tell of themselves once they have loaded. */
export class Arrival {
  private told: { look: FirstLook; at: number } | undefined;
  /** How often the document there is now has told what it looks like. */
  private times = 0;
  private waiting: ((look: FirstLook) => void) | undefined;

  private constructor(private readonly frames: Frames) {}

  static async at(session: CDPSession, frames: Frames): Promise<Arrival> {
    const arrival = new Arrival(frames);
    session.on('Page.frameNavigated', ({ frame }) => {
      if (!frame.parentId) arrival.forget();
    });
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === tell) arrival.heard(JSON.parse(payload), executionContextId);
    });
    // Only where it is enabled does a binding outlive a change of process.
    await Promise.all([
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: tell, executionContextName: worldName }),
    ]);
    return arrival;
  }

  /** What the document there is now looks like, once it has come to rest. */
  async firstLook(deadline: Deadline, most: number): Promise<FirstLook> {
    const telling = new Promise<FirstLook>((resolve) => (this.waiting = resolve));
    try {
      if (this.told && performance.now() - this.told.at < maxAge) return this.told.look;
      return await Promise.race([telling, this.ask(telling, deadline, most)]);
    } finally {
      this.told = undefined;
      this.waiting = undefined;
    }
  }

  private async ask(telling: Promise<FirstLook>, deadline: Deadline, most: number): Promise<FirstLook> {
    const { world } = await this.frames.main(deadline);
    const asking = world.call(deadline, 'firstLook', this.times, most);
    findListeners(world, deadline)
      .then(() => world.call(deadline, 'listenersKnown'))
      .catch(() => undefined);
    const answer = await asking;
    return answer === 'told' ? telling : answer;
  }

  private forget(): void {
    this.told = undefined;
    this.times = 0;
  }

  /** A document that only says that it is there has scripts, and will be asked with their listeners known. */
  private heard(look: FirstLook | null, contextId: number): void {
    const world = this.frames.adopt(contextId);
    if (!look) {
      if (world) prepareToAsk(world);
      return;
    }
    this.told = { look, at: performance.now() };
    this.times += 1;
    this.waiting?.(look);
  }
}
