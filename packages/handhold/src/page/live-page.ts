import type { BrowserContext, Page } from 'playwright-core';
import type { Deadline } from '../deadline.js';
import { Failure, type SideEffect } from '../errors.js';
import type { Point } from './acting/input.js';
import { type CdpSession, cdpSessionOf } from './cdp/session.js';
import { type Hearing, hearConsole } from './console.js';
import { Frames, type LiveFrame } from './frames/frames.js';
import { type World, WorldGone, worldName } from './frames/world.js';
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
  type Reached,
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
import { type Introduced, ShownPage, type Telling } from './shown-page.js';
import { type Found, findTarget, type Target } from './targeting/find-target.js';
import { explainObstacle, goneFrom } from './targeting/obstacle.js';
import type { Changes } from './writing/diff.js';
import type { LineOptions, Lines } from './writing/lines.js';

/** An element that is about to be acted on. */
export interface Touched {
  /** Undefined where it was come upon without being shown before. */
  ref?: number | undefined;
  role: string;
  name: string;
  /** Address of the document it stands in. */
  url: string;
  facts: Facts | undefined;
  /** Text that is brought along, from the clipboard or by a drag. */
  carries?: string | undefined;
  /** True if payment cards are taken anywhere on the page, in other documents and shadow trees too. */
  takesCards: boolean;
}

/**
 * The second check of an action: judges what it is about to be done to. Undefined where nobody has to be asked; else
 * how to obtain consent, after which it is to be judged again, since time has passed. Throws what is refused anyway.
 */
export type SecondCheck = (element: Touched) => (() => Promise<void>) | undefined;

/** The time and the second check that an action is done with. */
export interface Turn {
  readonly deadline: Deadline;
  readonly check: SecondCheck;
  /** Set where the check needs to know what weighs on an element even if the question asked of it does not tell. */
  readonly weighs: boolean;
}

/** The turn of an action that only looks: there is nothing to agree to. */
export function looking(deadline: Deadline): Turn {
  return { deadline, check: () => undefined, weighs: false };
}

/** A target that passed every check, and where to send the event. */
export interface Aimed extends Found {
  point: Point;
  /** The same point in the element's own document. */
  local: Point;
  /** The documents from the element's own up to the page's. */
  touched: LiveFrame[];
  /** A press takes the focus from a field that was typed into. */
  leavesEdited: boolean;
}

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
  /** The turn of the action under way, for what passes on a deadline only. */
  turn: Omit<Turn, 'deadline'> | undefined;
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
  static async attach(context: BrowserContext, page: Page, heard: Hearing): Promise<LivePage> {
    const cdp = cdpSessionOf(await context.newCDPSession(page));
    const { frameTree } = await cdp.send('Page.getFrameTree');
    const mainFrameId = frameTree.frame.id;
    const frames = new Frames(context, page, cdp, mainFrameId, heard);
    hearConsole(cdp, heard);
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
  changes(view: View, telling: Telling = {}): Changes | undefined {
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

  /**
   * Asks an element's document about it, and has the answer checked. If the element was replaced by exactly one equal
   * twin, asks about that instead and says so; if its document is gone, so is the element.
   */
  async ask<T extends { state: string; facts?: Facts; belonged?: string; belongs?: string }>(
    found: Found,
    given: Turn | Deadline,
    question: (entry: RefEntry) => Promise<T>,
  ): Promise<T> {
    const { entry } = found;
    const turn = this.turnOf(given);
    try {
      for (;;) {
        const answer = await this.asked(found, turn.deadline, question);
        const consent = await this.objection(entry, turn, answer.facts);
        if (!consent) return answer;
        // No click comes meanwhile: what was got ready for one must not stop one that a person makes.
        this.standDown(entry.frame.world, turn.deadline);
        await consent();
      }
    } catch (thrown) {
      if (thrown instanceof WorldGone) throw goneFrom(entry);
      throw thrown;
    }
  }

  private async asked<T extends { state: string; belonged?: string; belongs?: string }>(
    found: Found,
    deadline: Deadline,
    question: (entry: RefEntry) => Promise<T>,
  ): Promise<T> {
    const { entry } = found;
    const answer = await question(entry);
    if (answer.state !== 'gone') return answer;
    entry.healed = false;
    await this.look(deadline);
    if (!entry.healed) throw goneFrom(entry, answer);
    found.healed = true;
    return question(entry);
  }

  /** How consent to an element is obtained, where somebody has to be asked. */
  private async objection(
    entry: RefEntry,
    { deadline, check, weighs }: Turn,
    facts: Facts | undefined,
  ): Promise<(() => Promise<void>) | undefined> {
    const { world, url } = entry.frame;
    const told = facts ?? (weighs ? await world.call(deadline, 'factsOf', entry.id) : undefined);
    try {
      const { role, name } = told?.as ?? entry.shown ?? entry.identity;
      return check(this.touched({ ref: entry.ref, role, name, url, facts: told ?? undefined }));
    } catch (thrown) {
      this.standDown(world, deadline);
      throw thrown;
    }
  }

  private turnOf(given: Turn | Deadline): Turn {
    if ('check' in given && 'weighs' in given) return given;
    return { check: () => undefined, weighs: false, ...this.turn, deadline: given };
  }

  private standDown(world: World, deadline: Deadline): void {
    void world.call(deadline, 'standDown').catch(() => undefined);
  }

  /** The same with what is known of the whole page. */
  private touched(element: Omit<Touched, 'takesCards'>): Touched {
    return { ...element, takesCards: this.cards !== undefined };
  }

  /** Has checked what an action meets without asking anything of it; it is looked at again after somebody was asked. */
  async checkMet(
    given: Turn | Deadline,
    met: () => Omit<Touched, 'takesCards'> | Promise<Omit<Touched, 'takesCards'>>,
  ): Promise<void> {
    const { check } = this.turnOf(given);
    for (;;) {
      const consent = check(this.touched(await met()));
      if (!consent) return;
      await consent();
    }
  }

  /** Has an element checked that is acted on without being asked anything. */
  async consider({ entry }: Found, given: Turn | Deadline): Promise<void> {
    const turn = this.turnOf(given);
    const { world, url } = entry.frame;
    await this.checkMet(turn, async () => {
      const facts = await world.call(turn.deadline, 'factsOf', entry.id);
      const { role, name } = facts?.as ?? entry.shown ?? entry.identity;
      return { ref: entry.ref, role, name, url, facts: facts ?? undefined };
    });
  }

  /** Has the page as a whole checked, for what is done to it without naming an element. */
  async weigh(given: Turn | Deadline): Promise<void> {
    const turn = this.turnOf(given);
    const main = await this.frames.main(turn.deadline);
    await this.checkMet(turn, async () => {
      const facts = await main.world.call(turn.deadline, 'pageFacts');
      return { role: 'form', name: '', url: main.url, facts: facts ?? undefined };
    });
  }

  /** Has checked what an event would reach that goes to a point, or to whatever has the focus. */
  async weighReached(point: Point | 'focus', given: Turn | Deadline): Promise<void> {
    const turn = this.turnOf(given);
    await this.checkMet(turn, () => this.reached(point, turn.deadline));
  }

  private async reached(point: Point | 'focus', deadline: Deadline): Promise<Omit<Touched, 'takesCards'>> {
    const main = await this.frames.main(deadline);
    const below = await this.frames.children(main, deadline);
    let frame = main;
    let spot = point;
    for (;;) {
      const { world, url } = frame;
      const reached: Reached | null =
        spot === 'focus'
          ? await world.call(deadline, 'focused')
          : await world.call(deadline, 'touchedAt', spot.x, spot.y);
      const inside = below.find(({ parent, owner }) => parent === frame && owner === reached?.id);
      if (!reached || !inside) {
        const { role, name } = reached?.facts?.as ?? reached ?? { role: 'document', name: '' };
        return { role, name, url, facts: reached?.facts ?? undefined };
      }
      frame = inside;
      spot = reached.inner ?? 'focus';
    }
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
  async focusedFrame(deadline: Deadline): Promise<LiveFrame> {
    let frame = await this.frames.main(deadline);
    const below = await this.frames.children(frame, deadline);
    for (;;) {
      const reached = await frame.world.call(deadline, 'focused');
      const inside = below.find(({ parent, owner }) => parent === frame && owner === reached?.id);
      if (!inside) return frame;
      frame = inside;
    }
  }

  /** Checks that an element can take the event and says where to send it, scrolling as needed. */
  async aim(target: Target, need: Need, given: Turn | Deadline): Promise<Aimed> {
    const turn = this.turnOf(given);
    return this.aimAt(await this.find(target, turn.deadline), need, turn);
  }

  /** The same for an element that has been found; with an offset, the point that far from its top left corner. */
  async aimAt(found: Found, need: Need, given: Turn | Deadline, offset?: Point): Promise<Aimed> {
    const turn = this.turnOf(given);
    const { entry } = found;
    const { deadline } = turn;
    const patience = Math.max(0, deadline.left - 200);
    const answer = await this.ask(found, turn, () =>
      entry.frame.world.call(deadline, 'ready', entry.id, entry.shown ?? null, need, patience),
    );
    if (answer.state !== 'ready') throw this.obstacle(answer, entry, deadline);
    const touched: LiveFrame[] = [entry.frame];
    let point: Point = offset
      ? { x: answer.box.x + offset.x, y: answer.box.y + offset.y }
      : { x: answer.x, y: answer.y };
    const local = point;
    for (let frame = entry.frame; frame.parent; frame = frame.parent) {
      const { owner, parent } = frame;
      const spot = await this.ask(found, turn, () =>
        parent.world.call(deadline, 'spotInFrame', owner, point.x, point.y, need === 'click'),
      );
      if (spot.state !== 'ready') {
        for (const { world } of touched) this.standDown(world, deadline);
        throw this.obstacle(spot, entry, deadline, parent);
      }
      point = { x: spot.x, y: spot.y };
      touched.push(parent);
    }
    return { ...found, point, local, touched, leavesEdited: answer.leavesEdited === true };
  }

  /** An element that was found inside the document, such as an option of a list, to be acted on in the same call. */
  async meet(frame: LiveFrame, id: number, identity: Identity, deadline: Deadline): Promise<Found> {
    const book =
      this.shown.refs ?? (await this.shown.currentRefs(await this.frames.main(deadline), deadline));
    return { entry: book.numberOne(frame, id, identity, ''), healed: false, matches: 1 };
  }

  /** The element as the agent reads it, which may use its ref from then on. */
  introduce({ entry }: Found): string {
    return this.shown.introduce(entry);
  }

  /** Finds things anywhere on the page and gives each a ref, as if it had been shown. */
  search(
    request: Omit<FindRequest, 'hidden'>,
    deadline: Deadline,
  ): Promise<{ nodes: ViewNode[]; total: number }> {
    return searchPage(this.frames, this.shown, { ...request, hidden: [...this.hidden] }, deadline);
  }

  /** Gives things that were found by other means a ref, as if they had been shown. */
  async introduceAll(found: readonly Introduced[], deadline: Deadline): Promise<Ref[]> {
    return this.shown.introduceAll(found, await this.frames.main(deadline), deadline);
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
