import type { Deadline } from '../../deadline.js';
import type { CdpSession } from '../cdp/session.js';
import { readAnswer } from '../frames/answer.js';
import type { Frames } from '../frames/frames.js';
import { type World, worldName } from '../frames/world.js';
import { unpacked } from '../injected/looking/packing.js';
import type { Told } from '../injected/protocol.js';
import { beginNoting, maxSwept, noteAgain, sweep } from '../listeners/listeners.js';
import { firstLook, told } from './look-schema.js';
import { type Arrived, findListeners } from './perceive.js';

/** What our script calls to speak without being asked; only our own world has it. */
const tell = 'handholdTell';

/** What was told longer ago, in ms, may be so no more. */
const maxAge = 100;

/** How long finding out what a document listens on may take. */
const patience = 1000;

/** What was sent longer ago, in ms, is not what is being sent now. */
const sendingTime = 5000;

/** Hears what the page's documents tell of themselves once they have loaded. */
export class Arrival {
  private told: { arrived: Arrived; at: number } | undefined;
  /** How often the document there is now has told what it looks like. */
  private times = 0;
  private waiting: ((arrived: Arrived) => void) | undefined;
  /** Whether the document there is now has told by itself what it looks like, which only those do that have no scripts. */
  hasNoScripts = false;
  private sent: { takesCards: boolean; at: number } | undefined;
  private isReady: (noting: Promise<boolean>) => void = () => undefined;
  /** That document's first timers have run, and it has been found out whether scripts listen on more than was seen. */
  private noted: Promise<boolean> = this.awaitNotes();

  private constructor(private readonly frames: Frames) {}

  static async at(cdp: CdpSession, frames: Frames): Promise<Arrival> {
    const arrival = new Arrival(frames);
    cdp.events.on('Page.frameNavigated', ({ frame }) => {
      if (!frame.parentId) arrival.forget();
    });
    cdp.events.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      const told = name === tell ? parse(payload) : undefined;
      if (told) arrival.heard(told, executionContextId);
    });
    // Only where it is enabled does a binding outlive a change of process.
    await Promise.all([
      cdp.send('Runtime.enable'),
      cdp.send('Runtime.addBinding', { name: tell, executionContextName: worldName }),
    ]);
    return arrival;
  }

  /** What the document there is now looks like, once it has come to rest. */
  async firstLook(deadline: Deadline, most: number): Promise<Arrived> {
    const telling = new Promise<Arrived>((resolve) => (this.waiting = resolve));
    try {
      if (this.told && performance.now() - this.told.at < maxAge) return this.told.arrived;
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
    const more = await (noted ? this.noted : findListeners(world, deadline));
    // What the debugger still has to tell is heard while nobody waits.
    beginNoting(world);
    const { quiet, leads, seen } = firstLook.parse(answer);
    return { quiet, leads, seen: seen && unpacked(seen), world, more };
  }

  private forget(): void {
    this.told = undefined;
    this.times = 0;
    this.hasNoScripts = false;
    this.noted = this.awaitNotes();
  }

  private awaitNotes(): Promise<boolean> {
    return new Promise((resolve) => (this.isReady = resolve));
  }

  /** Whether the form that was sent just now takes payment cards; undefined where none was heard of. */
  get sentForm(): boolean | undefined {
    return this.sent && performance.now() - this.sent.at < sendingTime ? this.sent.takesCards : undefined;
  }

  private heard(told: Told, contextId: number): void {
    if (told.kind === 'sent') {
      // What is read from another form right after it changes nothing about the one that is being sent.
      this.sent = { takesCards: told.takesCards || this.sentForm === true, at: performance.now() };
      return;
    }
    const world = this.frames.adopt(contextId);
    if (told.kind !== 'look' && told.size !== undefined) world.delegation = told.delegation;
    if (told.kind === 'parsed') {
      if (told.size > maxSwept) beginNoting(world);
    } else if (told.kind === 'ready') {
      this.isReady(this.note(world, told.size));
    } else {
      // A document that tells of itself has no scripts that could listen.
      const { seen } = told.look;
      const arrived = { ...told.look, seen: seen && unpacked(seen), world, more: false };
      this.told = { arrived, at: performance.now() };
      this.hasNoScripts = true;
      this.times += 1;
      this.waiting?.(arrived);
    }
  }

  private note(world: World, size: number | undefined): Promise<boolean> {
    if (size === undefined) return Promise.resolve(false);
    const isSmall = world.noting === undefined && size <= maxSwept && world.knowsPageWorld;
    return isSmall ? sweep(world, size) : noteAgain(world);
  }
}

/** Undefined where it is not of ours: it is heard in a listener, where an exception would be nobody's. */
function parse(payload: string): Told | undefined {
  try {
    return readAnswer('a message', payload, told);
  } catch {
    return undefined;
  }
}
