import type { CDPSession } from 'playwright-core';
import type { Deadline } from '../deadline.js';
import type { Frames } from './frames.js';
import type { FirstLook } from './injected/protocol.js';
import { type Arrived, findListeners, noteAll } from './perceive.js';
import { worldName } from './world.js';

/** What our script calls to speak without being asked; only our own world has it. */
const tell = 'handholdTell';

/** What was told longer ago, in ms, may be so no more. */
const maxAge = 100;

/** How long a document may take to say that it is there, and what is listened on in it to be found out. */
const patience = 1000;

/** Hears what the page's documents tell of themselves once they have loaded. */
export class Arrival {
  private told: { look: FirstLook; at: number } | undefined;
  /** How often the document there is now has told what it looks like. */
  private times = 0;
  private waiting: ((look: FirstLook) => void) | undefined;
  private isThere: (noting: Promise<boolean>) => void = () => undefined;
  /** That document has said that it is there, and it has been found out whether scripts listen on more than it shows. */
  private noted: Promise<boolean> = this.awaitNotes();

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
  async firstLook(deadline: Deadline, most: number): Promise<Arrived> {
    const telling = new Promise<FirstLook>((resolve) => (this.waiting = resolve)).then(withoutMore);
    try {
      if (this.told && performance.now() - this.told.at < maxAge) return withoutMore(this.told.look);
      return await Promise.race([telling, this.ask(telling, deadline, most)]);
    } finally {
      this.told = undefined;
      this.waiting = undefined;
    }
  }

  private async ask(telling: Promise<Arrived>, deadline: Deadline, most: number): Promise<Arrived> {
    const { world } = await this.frames.main(deadline);
    const answer = await world.call(deadline, 'firstLook', this.times, most);
    if (answer === 'told') return telling;
    const noted = !answer.quiet.stirred && (await deadline.patience(this.noted, patience));
    return { ...answer, more: await (noted ? this.noted : findListeners(world, deadline)) };
  }

  private forget(): void {
    this.told = undefined;
    this.times = 0;
    this.noted = this.awaitNotes();
  }

  private awaitNotes(): Promise<boolean> {
    return new Promise((resolve) => (this.isThere = resolve));
  }

  /** A document that only says by which name to speak to it has scripts: it will be asked what it looks like. */
  private heard(look: FirstLook | string, contextId: number): void {
    const world = this.frames.adopt(contextId);
    if (typeof look === 'string') {
      this.isThere(noteAll(world, look));
      return;
    }
    this.told = { look, at: performance.now() };
    this.times += 1;
    this.waiting?.(look);
  }
}

/** A document that tells of itself has no scripts that could listen. */
function withoutMore(look: FirstLook): Arrived {
  return { ...look, more: false };
}
