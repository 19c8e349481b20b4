import type { Deadline } from '../../deadline.js';
import type { CdpSession } from '../cdp/session.js';
import { readAnswer } from '../frames/answer.js';
import type { Frames } from '../frames/frames.js';
import { type World, worldName } from '../frames/world.js';
import { unpacked } from '../injected/looking/packing.js';
import type { DocumentMessage } from '../injected/protocol.js';
import { beginNoting, maxSwept, noteAgain, sweep } from '../listeners/listeners.js';
import { firstLook, unaskedMessage } from './look-schema.js';
import { type Arrived, findListeners } from './perceive.js';

/** The binding that our script calls to speak without being asked; only our own world has it. */
const binding = 'handholdTell';

/** A look that is older than this, in ms, may not be true any more. */
const maxAge = 100;

/** How long finding out what a document listens on may take. */
const patience = 1000;

/** A form that was sent longer ago, in ms, is not the one that is being sent now. */
const sendingTime = 5000;

/** Hears what the page's documents tell of themselves once they have loaded. */
export class Arrival {
  /** A look that the document sent by itself: a cache that is invalidated by its age, another document or its use. */
  private unasked: { look: Arrived; at: number } | undefined;
  /** How many looks the document there is now has sent by itself. */
  private looksSent = 0;
  private onLook: ((look: Arrived) => void) | undefined;
  /** True if the document there is now has sent a look by itself, which only those do that have no scripts. */
  hasNoScripts = false;
  private form: { takesCards: boolean; at: number } | undefined;
  private onReady: (search: Promise<boolean>) => void = () => undefined;
  /** Comes when that document's first timers have run and its listeners are known: true if these make more to act on. */
  private listenersFound: Promise<boolean> = this.awaitListeners();

  private constructor(private readonly frames: Frames) {}

  static async at(cdp: CdpSession, frames: Frames): Promise<Arrival> {
    const arrival = new Arrival(frames);
    cdp.events.on('Page.frameNavigated', ({ frame }) => {
      if (!frame.parentId) arrival.forget();
    });
    cdp.events.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      const message = name === binding ? parseMessage(payload) : undefined;
      if (message) arrival.receive(message, executionContextId);
    });
    // Only where it is enabled does a binding outlive a change of process.
    await Promise.all([
      cdp.send('Runtime.enable'),
      cdp.send('Runtime.addBinding', { name: binding, executionContextName: worldName }),
    ]);
    return arrival;
  }

  /** The first look at the document there is now, once it has come to rest. */
  async firstLook(deadline: Deadline, most: number): Promise<Arrived> {
    const sent = new Promise<Arrived>((resolve) => (this.onLook = resolve));
    try {
      if (this.unasked && performance.now() - this.unasked.at < maxAge) return this.unasked.look;
      return await Promise.race([sent, this.ask(sent, deadline, most)]);
    } finally {
      this.unasked = undefined;
      this.onLook = undefined;
    }
  }

  private async ask(sent: Promise<Arrived>, deadline: Deadline, most: number): Promise<Arrived> {
    const { world } = await this.frames.main(deadline);
    const answer = await world.call(deadline, 'firstLook', this.looksSent, most);
    if (answer === 'told') return sent;
    const isKnown = !answer.quiet.stirred && (await deadline.patience(this.listenersFound, patience));
    const more = await (isKnown ? this.listenersFound : findListeners(world, deadline));
    // What the debugger still has to tell is heard while nobody waits.
    beginNoting(world);
    const { quiet, leads, seen } = firstLook.parse(answer);
    return { quiet, leads, seen: seen && unpacked(seen), world, more };
  }

  private forget(): void {
    this.unasked = undefined;
    this.looksSent = 0;
    this.hasNoScripts = false;
    this.listenersFound = this.awaitListeners();
  }

  private awaitListeners(): Promise<boolean> {
    return new Promise((resolve) => (this.onReady = resolve));
  }

  /** True if the form that was sent just now takes payment cards; undefined where none was heard of. */
  get sentForm(): boolean | undefined {
    return this.form && performance.now() - this.form.at < sendingTime ? this.form.takesCards : undefined;
  }

  private receive(message: DocumentMessage, contextId: number): void {
    if (message.kind === 'sent') {
      // What is read from another form right after it changes nothing about the one that is being sent.
      this.form = { takesCards: message.takesCards || this.sentForm === true, at: performance.now() };
      return;
    }
    const world = this.frames.adopt(contextId);
    if (message.kind !== 'look' && message.size !== undefined)
      world.listeners.delegation = message.delegation;
    if (message.kind === 'parsed') {
      if (message.size > maxSwept) beginNoting(world);
    } else if (message.kind === 'ready') {
      this.onReady(this.findListeners(world, message.size));
    } else {
      // A document that tells of itself has no scripts that could listen.
      const { seen } = message.look;
      const look = { ...message.look, seen: seen && unpacked(seen), world, more: false };
      this.unasked = { look, at: performance.now() };
      this.hasNoScripts = true;
      this.looksSent += 1;
      this.onLook?.(look);
    }
  }

  private findListeners(world: World, size: number | undefined): Promise<boolean> {
    if (size === undefined) return Promise.resolve(false);
    const isSmall = world.listeners.searching === undefined && size <= maxSwept && world.knowsPageWorld;
    return isSmall ? sweep(world, size) : noteAgain(world);
  }
}

/** Undefined where it is not of ours: it is heard in a listener, where an exception would be nobody's. */
function parseMessage(payload: string): DocumentMessage | undefined {
  try {
    return readAnswer('a message', payload, unaskedMessage);
  } catch {
    return undefined;
  }
}
