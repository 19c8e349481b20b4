import type { BrowserContext, Page } from 'playwright-core';
import type { Deadline } from '../deadline.js';
import { Failure, type SideEffect } from '../errors.js';
import type { Point } from './acting/input.js';
import { type CdpSession, cdpSessionOf } from './cdp/session.js';
import { type ConsoleListener, listenToConsole } from './console.js';
import { Frames, type LiveFrame } from './frames/frames.js';
import { WorldGone, worldName } from './frames/world.js';
import {
  type Cards,
  defaultLook,
  type Facts,
  type FindRequest,
  type Fingerprint,
  type Identity,
  type Need,
  type Obstacle,
  type PerceiveOptions,
} from './injected/protocol.js';
import { injectedSource } from './injected-source.generated.js';
import { Arrival } from './looking/arrival.js';
import type { Arrived } from './looking/perceive.js';
import { retryAfterNavigation } from './looking/retry.js';
import { searchPage } from './looking/search.js';
import { look, lookAt, type View, type ViewNode } from './looking/view.js';
import type { RefEntry } from './refs/book.js';
import type { Ref } from './refs/ref.js';
import { type Settled, settle } from './settling/settle.js';
import { Traffic, type TrafficMark } from './settling/traffic.js';
import { answerOf } from './settling/unresponsive.js';
import { type ChangeOptions, ShownPage, type UnshownElement } from './shown-page.js';
import { type Aimed, aimAt } from './targeting/aim.js';
import { askElement } from './targeting/ask-element.js';
import { checkElement, checkEventTarget, checkWholePage, focusedFrame } from './targeting/check-page.js';
import { type Found, findTarget, type Target } from './targeting/find-target.js';
import { explainObstacle, goneFrom } from './targeting/obstacle.js';
import { checkMet, type Met, type Turn } from './targeting/second-check.js';
import type { Changes } from './writing/diff.js';
import type { LineOptions, Lines } from './writing/lines.js';

export interface Looking {
  /** How many elements will be shown. */
  most?: number;
  /** Leaves out what the agent knows from before. */
  afresh?: boolean;
  /** A look that the page sent by itself just now, which spares another. */
  first?: Arrived | undefined;
  /** Since when what other looks found new is to be told as well. */
  since?: number | undefined;
}

/** Some of what looks like a control turns out to be none. */
const spare = 10;

/** One page as the agent knows it: what it has been shown, by which refs, and how to reach it again. */
export class LivePage {
  readonly shown = new ShownPage();
  /** When a look last found something said or opened that had not been there. */
  private foundAt = -Infinity;
  /** The payment cards that its documents took and held when it was last looked at. */
  cards: Cards | undefined;
  /** True if card data was entered since the document came, whatever the page has made of it. */
  heldCard = false;
  /** Values that no picture may show and no search find. */
  hidden: readonly Fingerprint[] = [];

  private constructor(
    readonly page: Page,
    readonly cdp: CdpSession,
    readonly frames: Frames,
    readonly traffic: Traffic,
    private readonly arrival: Arrival,
  ) {}

  /** From now on, what is written to the page's console is heard too, with what was written before. */
  static async attach(
    context: BrowserContext,
    page: Page,
    consoleListener: ConsoleListener,
  ): Promise<LivePage> {
    const cdp = cdpSessionOf(await context.newCDPSession(page));
    const { frameTree } = await cdp.send('Page.getFrameTree');
    const mainFrameId = frameTree.frame.id;
    const frames = new Frames(context, page, cdp, mainFrameId, consoleListener);
    listenToConsole(cdp, consoleListener);
    const [arrival] = await Promise.all([
      Arrival.at(cdp, frames),
      cdp.send('Log.enable'),
      cdp.send('Page.enable'),
      cdp.send('DOM.enable'),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: injectedSource, worldName }),
    ]);
    const live = new LivePage(page, cdp, frames, new Traffic(page, cdp, mainFrameId), arrival);
    cdp.events.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId) return;
      live.cards = undefined;
      live.heldCard = false;
    });
    return live;
  }

  /**
   * Looks at the page and gives everything it sees a ref: of a large page what is near the viewport, as many of the
   * first things as will be shown, and what the agent knows from before unless it starts afresh.
   */
  async look(deadline: Deadline, { most, afresh = false, first, since }: Looking = {}): Promise<View> {
    const reach = most === undefined ? {} : { near: most + spare };
    const news = since !== undefined && this.foundAt >= since ? { newsOf: performance.now() - since } : {};
    return this.lookWith({ ...defaultLook, ...reach, ...news, keep: !afresh }, deadline, first);
  }

  /** Looks at all of the page, its prose included. */
  async lookAtAll(deadline: Deadline): Promise<View> {
    return this.lookWith({ text: true, keep: true }, deadline);
  }

  private async lookWith(options: PerceiveOptions, deadline: Deadline, first?: Arrived): Promise<View> {
    const view = await retryAfterNavigation(this.page, this.frames, (isAgain) =>
      look(this.frames, deadline, options, isAgain ? undefined : first),
    );
    await this.shown.number(view, deadline);
    this.cards = view.cards;
    this.heldCard ||= view.cards?.filled === true;
    if (view.news.length > 0 || view.nodes.some(({ opened }) => opened)) this.foundAt = performance.now();
    return view;
  }

  /** Looks at what is inside one element only. */
  async lookAt(entry: RefEntry, deadline: Deadline, text: boolean): Promise<View> {
    const view = await lookAt(this.frames, deadline, text, entry.frame, entry.id).catch((thrown: unknown) => {
      if (thrown instanceof WorldGone) return undefined;
      throw thrown;
    });
    if (!view) throw goneFrom(entry);
    await this.shown.numberPart(view, deadline);
    return view;
  }

  /** Writes a view for the agent and remembers that it has been shown. */
  show(view: View, options: LineOptions, whole = true): Lines {
    return this.shown.show(view, options, whole);
  }

  /** The changes since the agent last saw the page; undefined when it has never seen this document. */
  changes(view: View, telling: ChangeOptions = {}): Changes | undefined {
    return this.shown.changes(view, telling);
  }

  /** The document that is there now, seen or not. */
  async document(deadline: Deadline): Promise<string> {
    const main = await this.frames.main(deadline);
    return main.world.call(deadline, 'documentToken');
  }

  /** Finds what a ref or selector names. Never guesses: what the agent was not shown here is refused. */
  find(target: Target, deadline: Deadline): Promise<Found> {
    return findTarget(this, target, deadline);
  }

  /** Asks an element's document about it, or that of its twin, and has the answer checked. */
  ask<T extends { state: string; facts?: Facts; belonged?: string; belongs?: string }>(
    found: Found,
    turn: Turn,
    question: (entry: RefEntry) => Promise<T>,
  ): Promise<T> {
    return askElement(this, found, turn, question);
  }

  /** Has checked what an action meets without asking anything of it. */
  checkMet(turn: Turn, meet: () => Met | Promise<Met>): Promise<void> {
    return checkMet(this, turn, meet);
  }

  /** Has an element checked that is acted on without being asked anything. */
  checkElement(found: Found, turn: Turn): Promise<void> {
    return checkElement(this, found, turn);
  }

  /** Has the page as a whole checked, for what is done to it without naming an element. */
  checkPage(turn: Turn): Promise<void> {
    return checkWholePage(this, turn);
  }

  /** Has checked what an event would reach that goes to a point, or to whatever has the focus. */
  checkEventTarget(point: Point | 'focus', turn: Turn): Promise<void> {
    return checkEventTarget(this, point, turn);
  }

  /** True if the form that was sent just now takes payment cards; undefined where none was heard of. */
  get sentForm(): boolean | undefined {
    return this.arrival.sentForm;
  }

  /** True if nothing of its own could keep it busy: no scripts, and no frames that might have some. */
  get hasNoScripts(): boolean {
    return this.arrival.hasNoScripts && this.page.frames().length === 1;
  }

  /** Its own CDP session and those of its documents in other processes. */
  async cdpSessions(): Promise<CdpSession[]> {
    return [this.cdp, ...(await this.frames.ownCdpSessions())];
  }

  /** The document that has the focus, through all frames. */
  focusedFrame(deadline: Deadline): Promise<LiveFrame> {
    return focusedFrame(this.frames, deadline);
  }

  /** Checks that an element can take the event and says where to send it, scrolling as needed. */
  async aim(target: Target, need: Need, turn: Turn): Promise<Aimed> {
    return aimAt(this, await this.find(target, turn.deadline), need, turn);
  }

  /** The same for an element that has been found; with an offset, the point that far from its top left corner. */
  aimAt(found: Found, need: Need, turn: Turn, offset?: Point): Promise<Aimed> {
    return aimAt(this, found, need, turn, offset);
  }

  /** An element that was found inside the document, such as an option of a list, to be acted on in the same call. */
  async targetFor(frame: LiveFrame, id: number, identity: Identity, deadline: Deadline): Promise<Found> {
    const book =
      this.shown.refs ?? (await this.shown.currentRefs(await this.frames.main(deadline), deadline));
    return { entry: book.numberOne(frame, id, identity, ''), healed: false, matches: 1 };
  }

  /** The element as the agent reads it, which may use its ref from then on. */
  showRef({ entry }: Found): string {
    return this.shown.showRef(entry);
  }

  /** Finds things anywhere on the page and gives each a ref, as if it had been shown. */
  search(
    request: Omit<FindRequest, 'hidden'>,
    deadline: Deadline,
  ): Promise<{ nodes: ViewNode[]; total: number }> {
    return searchPage(this.frames, this.shown, { ...request, hidden: [...this.hidden] }, deadline);
  }

  /** Gives things that were found by other means a ref, as if they had been shown. */
  async showRefs(found: readonly UnshownElement[], deadline: Deadline): Promise<Ref[]> {
    return this.shown.showRefs(found, await this.frames.main(deadline), deadline);
  }

  /** Waits for what was sent to be handled. A page that never gets to it is stopped, and that is said. */
  handled<T>(sent: Promise<T>, deadline: Deadline, sideEffect: SideEffect): Promise<T> {
    return answerOf(this.cdp, deadline, sent).catch((thrown: unknown) => {
      const isLate = thrown instanceof Failure && /^(timeout|page_unresponsive)$/.test(thrown.code);
      throw isLate ? thrown.withSideEffect(sideEffect) : thrown;
    });
  }

  /** Waits for the action's effects to end. */
  async settle(
    mark: TrafficMark,
    touched: LiveFrame[],
    deadline: Deadline,
    { fresh = false, linger = 0, deferral = 0 } = {},
  ): Promise<Settled> {
    if (fresh) this.frames.prepareChildren(deadline);
    const documents = touched.length > 0 || fresh ? touched : [await this.frames.main(deadline)];
    return settle({
      page: this.page,
      traffic: this.traffic,
      mark,
      deadline,
      touched: documents,
      fresh,
      linger,
      deferral,
      main: () => this.frames.main(deadline),
      firstLook: (most) => this.arrival.firstLook(deadline, most),
    });
  }

  /** Turns what stands in the way into an error that says so, the cover's ref included. */
  obstacle(found: Obstacle, entry: RefEntry, deadline: Deadline, frame = entry.frame): Failure {
    return explainObstacle(found, { entry, frame, book: this.shown.refs, deadline });
  }
}
