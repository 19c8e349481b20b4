import type { CDPSession } from 'playwright-core';
import type { Deadline } from '../deadline.js';
import type { Frames } from './frames.js';
import type { FirstLook } from './injected/protocol.js';
import { worldName } from './world.js';

/** What our script calls to speak without being asked; only our own world has it. */
const tell = 'handholdTell';

/** What a document told of itself, and when that was heard. */
export interface Heard extends FirstLook {
  at: number;
}

/** Hears what the page's documents tell of themselves once they have loaded. */
export class Arrival {
  private told: Heard | undefined;
  /** How often the document there is now has told something. */
  private times = 0;
  private waiting: ((look: Heard) => void) | undefined;

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

  /** What the document there is now looks like, once it has come to rest; undefined where it can't tell. */
  async firstLook(deadline: Deadline, most: number): Promise<Heard | undefined> {
    const telling = new Promise<Heard>((resolve) => (this.waiting = resolve));
    try {
      return this.told ?? (await Promise.race([telling, this.ask(telling, deadline, most)]));
    } finally {
      this.told = undefined;
      this.waiting = undefined;
    }
  }

  private async ask(telling: Promise<Heard>, deadline: Deadline, most: number): Promise<Heard | undefined> {
    const { world } = await this.frames.main(deadline);
    const answer = await world.call(deadline, 'firstLook', this.times, most);
    return answer === 'told' ? telling : answer ? { ...answer, at: performance.now() } : undefined;
  }

  private forget(): void {
    this.told = undefined;
    this.times = 0;
  }

  private heard(look: FirstLook, contextId: number): void {
    this.frames.adopt(contextId);
    this.told = { ...look, at: performance.now() };
    this.times += 1;
    this.waiting?.(this.told);
  }
}
