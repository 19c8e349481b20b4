import type { BrowserContext, Page } from 'playwright-core';
import type { Deadline } from '../deadline.js';
import { Failure, type SideEffect } from '../errors.js';
import { quote } from '../gate/untrusted.js';
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
  type FindResult,
  type Fingerprint,
  type Identity,
  type Need,
  type Obstacle,
  type PerceiveOptions,
  type Reached,
} from './injected/protocol.js';
import { injectedSource } from './injected-source.generated.js';
import { Arrival } from './looking/arrival.js';
import { type Arrived, find, openClosedRoots } from './looking/perceive.js';
import { look, lookAt, type View, type ViewNode } from './looking/view.js';
import { describe, RefBook, type RefEntry } from './refs/book.js';
import { formatRef, parseRef } from './refs/ref.js';
import { type Settled, settle } from './settling/settle.js';
import { Traffic, type TrafficMark } from './settling/traffic.js';
import { answerOf } from './settling/unresponsive.js';
import { explainObstacle, goneFrom } from './targeting/obstacle.js';
import { type Baseline, baselineOf } from './writing/baseline.js';
import { type Changes, diff, type Told } from './writing/diff.js';
import { type LineOptions, type Lines, writeLines } from './writing/lines.js';
import { isInViewport } from './writing/rank.js';

/** What an action is about; what a selector finds may have `within` ms to come. */
export type Target = { ref: string } | { selector: string; within?: number };

/** What the agent knew of a page at some time. */
export interface Memory {
  document: string | undefined;
  baseline: Baseline | undefined;
}

/** An element that is about to get its ref. */
export interface Introduced {
  frame: LiveFrame;
  id: number;
  role: string;
  name: string;
  tag: string;
}

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
  /** Whether payment cards are taken anywhere on the page, in other documents and shadow trees too. */
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

/** What a target turned out to be. */
export interface Found {
  entry: RefEntry;
  /** The element was replaced by an equal one, which took over its ref. */
  healed: boolean;
  /** How many elements a selector matched. */
  matches: number;
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

/** What else is known about an action whose changes are told. */
export interface Telling {
  told?: readonly Told[];
  /** Also tells what came into view and has not been shown yet. */
  reveal?: boolean;
  /** What the page told of itself just now. */
  first?: Arrived | undefined;
}

export interface Looking {
  /** How many elements will be shown. */
  most?: number;
  /** Leaves out what the agent knows from before. */
  afresh?: boolean;
  /** What the page told of itself just now, which spares looking again. */
  first?: Arrived | undefined;
  /** Since when what other looks found new is to be told as well. */
  since?: number | undefined;
}

/** Some of what looks like a control turns out to be none. */
const spare = 10;

/** One page as the agent knows it: what it has been shown, by which refs, and how to reach it again. */
export class LivePage {
  private book: RefBook | undefined;
  private baseline: Baseline | undefined;
  /** Where the agent last saw the page to be, and what that was called. */
  shownUrl: string | undefined;
  shownTitle = '';
  /** When a look last found something said or opened that had not been there. */
  private foundAt = -Infinity;
  /** What was found by selectors, and is told of by its ref when the call ends. */
  private named: number[] = [];
  /** What its documents took and held of payment cards when it was last looked at. */
  cards: Cards | undefined;
  /** Whether card data was entered since the document came, whatever the page has made of it. */
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
    const view = await this.retryOnce((again) =>
      look(this.frames, deadline, options, again ? undefined : first),
    );
    await this.number(view, deadline);
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
    if (this.book) await this.book.number(view, (entries) => this.areGone(entries, deadline));
    return view;
  }

  /** Writes a view for the agent and remembers that it has been shown. */
  show(view: View, options: LineOptions, whole = true): Lines {
    const lines = writeLines(view, options);
    for (const node of [...lines.shown, ...lines.read]) if (node.ref !== undefined) this.book?.show(node.ref);
    if (whole) this.remember(view);
    return lines;
  }

  /** What changed since the agent last saw the page; undefined when it has never seen this document. */
  changes(view: View, { told = [], reveal = false }: Telling = {}): Changes | undefined {
    const { book } = this;
    if (!this.baseline || book?.document !== view.document) return undefined;
    const reveals = (node: ViewNode) =>
      isInViewport(node, view) && book.get(node.ref ?? 0)?.shown === undefined;
    const changes = diff(this.baseline, view, { told, ...(reveal ? { reveals } : {}) });
    for (const node of changes.shown) if (node.ref !== undefined) book.show(node.ref);
    this.remember(view);
    return changes;
  }

  /** What the agent knows of this page by now, to compare with later. */
  get memory(): Memory {
    return { document: this.book?.document, baseline: this.baseline };
  }

  /** The document that is there now, seen or not. */
  async document(deadline: Deadline): Promise<string> {
    const main = await this.frames.main(deadline);
    return main.world.call(deadline, 'documentToken');
  }

  /** What changed since a memory was taken; undefined when that was of another document, or of none. */
  changesSince(memory: Memory, view: View): Changes | undefined {
    if (!memory.baseline || memory.document !== view.document) return undefined;
    this.baseline = memory.baseline;
    return this.changes(view);
  }

  private remember(view: View): void {
    this.baseline = baselineOf(view, this.baseline);
    this.shownUrl = view.url;
    this.shownTitle = view.title;
  }

  /** The page as the agent knows it now; refs of a call are only good for the page it was made on. */
  get known(): object | undefined {
    return this.book;
  }

  /** Whether the agent was shown this ref here. */
  hasShown(ref: string): boolean {
    return this.book?.get(parseRef(ref) ?? 0)?.shown !== undefined;
  }

  /** What a call names counts as shown once that is over. */
  showNamed(): void {
    for (const ref of this.named.splice(0)) this.book?.show(ref);
  }

  /** Finds what a ref or selector names. Never guesses: what the agent was not shown here is refused. */
  async find(target: Target, deadline: Deadline): Promise<Found> {
    if ('selector' in target) return this.findBySelector(target.selector, deadline);
    const number = parseRef(target.ref) ?? 0;
    const entry = this.book?.get(number);
    if (!entry?.shown)
      throw new Failure('stale_ref', `${formatRef(number)} is not in the current snapshot of this page.`);
    return { entry, healed: false, matches: 1 };
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

  /** Whether the form that was sent just now takes payment cards; undefined where none was heard of. */
  get sentForm(): boolean | undefined {
    return this.arrival.sentForm;
  }

  /** Whether nothing of its own could keep it busy: no scripts, and no frames that might have some. */
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

  /** What the agent was last told that a ref is. */
  shownAs(ref: string): { role: string; name: string; url: string } | undefined {
    const entry = this.book?.get(parseRef(ref) ?? 0);
    return entry?.shown && { ...entry.shown, url: entry.frame.url };
  }

  /** Where the element of a ref stands, if the agent was shown it. */
  frameOf(ref: string): string | undefined {
    return this.book?.get(parseRef(ref) ?? 0)?.frame.url;
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
    const book = this.book ?? (await this.bookFor(await this.frames.main(deadline), deadline));
    return { entry: book.numberOne(frame, id, identity, ''), healed: false, matches: 1 };
  }

  /** What the agent is told of an element that was met on the way; from then on it may use its ref. */
  introduce({ entry }: Found): string {
    this.book?.show(entry.ref);
    return describe(entry);
  }

  /** The fields that the browser held against a form being submitted, with refs. */
  refused(view: View): { element: string; message: string }[] {
    return view.refused.map(({ frame, id, role, name, message }) => {
      const entry = this.book?.numberOne(frame, id, { role, name }, '');
      if (entry) this.book?.show(entry.ref);
      return { element: entry ? describe(entry) : role, message };
    });
  }

  /**
   * What was carried from one place to another, and what it was and is in, is known by the drag itself: so it all is what
   * was shown. Whether the thing itself was drawn anew.
   */
  async carried(from: RefEntry, to: RefEntry | undefined, deadline: Deadline): Promise<boolean> {
    const { world } = from.frame;
    const target = to?.frame.world === world ? to.id : null;
    const told = await world.call(deadline, 'carriedTo', target).catch((thrown: unknown) => {
      if (thrown instanceof WorldGone) return null;
      throw thrown;
    });
    if (!told) return false;
    if (told.twin !== 0) this.book?.handOver(from, told.twin);
    for (const { id, role, name } of told.things) {
      const entry = this.book?.of(from.frame, id);
      if (entry?.shown && entry.shown.role !== 'text') entry.shown = entry.identity = { role, name };
    }
    return told.twin !== 0;
  }

  /** Finds things anywhere on the page and gives each a ref, as if it had been shown. */
  async search(
    asked: Omit<FindRequest, 'hidden'>,
    deadline: Deadline,
  ): Promise<{ nodes: ViewNode[]; total: number }> {
    const request: FindRequest = { ...asked, hidden: [...this.hidden] };
    const main = await this.frames.main(deadline);
    const documents = [main, ...(await this.frames.children(main, deadline))];
    const results = await Promise.all(
      documents.map(async (frame) => {
        const own = frame === main ? deadline : deadline.atMost(1000);
        return {
          frame,
          result: await find(frame.world, own, request).catch((thrown: unknown) =>
            this.orNothing(thrown, frame === main),
          ),
        };
      }),
    );
    const book = await this.bookFor(main, deadline);
    const nodes: ViewNode[] = [];
    const seen = results.filter(({ frame }) => isSeenIn(frame, results));
    for (const { frame, result } of seen) {
      for (const { parent: _parent, ...rest } of result.found) {
        if (nodes.length >= request.limit) break;
        const entry = book.numberOne(frame, rest.id, { role: rest.role, name: rest.name }, rest.tag);
        book.show(entry.ref);
        nodes.push({ ...rest, parent: -1, frame, inside: undefined, ref: entry.ref });
      }
    }
    return { nodes, total: seen.reduce((sum, { result }) => sum + result.total, 0) };
  }

  /** Gives things that were found by other means a ref, as if they had been shown. */
  async introduceAll(found: readonly Introduced[], deadline: Deadline): Promise<string[]> {
    const book = await this.bookFor(await this.frames.main(deadline), deadline);
    return found.map(({ frame, id, role, name, tag }) => {
      const entry = book.numberOne(frame, id, { role, name }, tag);
      book.show(entry.ref);
      return formatRef(entry.ref);
    });
  }

  private orNothing(thrown: unknown, isMain: boolean): FindResult {
    if (isMain && !(thrown instanceof WorldGone)) throw thrown;
    return { found: [], total: 0, frames: [] };
  }

  /** The numbers of the document that is there now. */
  private async bookFor(main: LiveFrame, deadline: Deadline): Promise<RefBook> {
    const document = await main.world.call(deadline, 'documentToken');
    if (this.book?.document !== document) {
      this.book = new RefBook(document);
      this.baseline = undefined;
    }
    return this.book;
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
    return explainObstacle(found, { entry, frame, book: this.book, deadline });
  }

  /** Refs of everything that covers something, so that a line can say by what. */
  private async number(view: View, deadline: Deadline): Promise<void> {
    if (this.book?.document !== view.document) {
      this.book = new RefBook(view.document);
      this.baseline = undefined;
    }
    const book = this.book;
    await book.number(view, (entries) => this.areGone(entries, deadline));
    for (const node of view.nodes) {
      if (node.coveredBy === undefined) continue;
      const cover = book.of(node.frame, node.coveredBy) ?? this.numberCover(book, node);
      if (cover) node.coverRef = cover.ref;
    }
  }

  /** What covers something can be acted on too, if only to be closed. */
  private numberCover(book: RefBook, node: ViewNode): RefEntry | undefined {
    if (node.coveredBy === undefined || !node.cover) return undefined;
    const entry = book.numberOne(node.frame, node.coveredBy, node.cover, node.cover.tag);
    book.show(entry.ref);
    return entry;
  }

  private async areGone(entries: RefEntry[], deadline: Deadline): Promise<Set<RefEntry>> {
    const missing = new Set<RefEntry>();
    const byFrame = new Map<LiveFrame, RefEntry[]>();
    for (const entry of entries) byFrame.set(entry.frame, [...(byFrame.get(entry.frame) ?? []), entry]);
    for (const [frame, group] of byFrame) {
      try {
        const ids = new Set(
          await frame.world.call(
            deadline,
            'gone',
            group.map((entry) => entry.id),
          ),
        );
        for (const entry of group) if (ids.has(entry.id)) missing.add(entry);
      } catch (thrown) {
        if (!(thrown instanceof WorldGone)) throw thrown;
        for (const entry of group) missing.add(entry);
      }
    }
    return missing;
  }

  private async findBySelector(selector: string, deadline: Deadline): Promise<Found> {
    const main = await this.frames.main(deadline);
    const documents = [main, ...(await this.frames.children(main, deadline))];
    const found =
      (await this.selectIn(documents, selector, deadline)) ??
      // It may stand in a closed shadow tree that no look came near.
      ((await this.opensRoots(documents, deadline))
        ? await this.selectIn(documents, selector, deadline)
        : undefined);
    if (found) return found;
    throw new Failure('element_not_found', `Nothing on the page matches ${quote(selector, 200)}.`);
  }

  private async opensRoots(documents: readonly LiveFrame[], deadline: Deadline): Promise<boolean> {
    const opened = await Promise.all(
      documents.map(({ world }) =>
        openClosedRoots(world, deadline).catch((thrown: unknown) => {
          if (thrown instanceof WorldGone) return false;
          throw thrown;
        }),
      ),
    );
    return opened.includes(true);
  }

  private async selectIn(
    documents: readonly LiveFrame[],
    selector: string,
    deadline: Deadline,
  ): Promise<Found | undefined> {
    let unseen: Found | undefined;
    for (const frame of documents) {
      const found = await frame.world
        .call(deadline, 'selectOne', selector, [...this.hidden])
        .catch((thrown: unknown) => {
          if (thrown instanceof WorldGone) return { state: 'none' as const };
          throw thrown;
        });
      if (found.state === 'invalid')
        throw new Failure(
          'invalid_selector',
          `${quote(selector, 200)} is not a selector the browser understands.`,
        );
      if (found.state === 'secret') throw testsSecret(selector);
      if (found.state === 'none') continue;
      const book = await this.bookFor(await this.frames.main(deadline), deadline);
      const identity = { role: found.role, name: found.name };
      const entry = book.numberOne(frame, found.id, identity, '');
      this.named.push(entry.ref);
      const match = { entry, healed: false, matches: found.matches };
      if (found.inSight) return match;
      // Another document may hold one that can be seen.
      unseen ??= match;
    }
    return unseen;
  }

  /** A page that navigates while it is looked at gets a second look; if that fails too it is too restless. */
  private async retryOnce<T>(run: (again: boolean) => Promise<T>): Promise<T> {
    try {
      return await run(false);
    } catch (thrown) {
      if (!(thrown instanceof WorldGone)) throw thrown;
    }
    this.frames.forget();
    try {
      await this.page.waitForLoadState('domcontentloaded', { timeout: 2000 }).catch(() => undefined);
      return await run(true);
    } catch (thrown) {
      if (!(thrown instanceof WorldGone)) throw thrown;
      throw new Failure('page_changed', 'The page navigated while it was being read.');
    }
  }
}

/** Whether a document is the page's own, or stands in frames that can be seen. */
function isSeenIn(
  { parent, owner }: LiveFrame,
  results: readonly { frame: LiveFrame; result: FindResult }[],
): boolean {
  if (!parent) return true;
  const around = results.find(({ frame }) => frame.world === parent.world);
  return around?.result.frames.some((id) => id === owner) === true && isSeenIn(parent, results);
}

/** What to tell of a selector whose finding something would tell what a secret is. */
export function testsSecret(selector: string): Failure {
  return new Failure('permission_denied', `${quote(selector, 200)} asks about a text that holds a secret.`, {
    hint: 'Use a ref from browser_snapshot, or a selector that does not look at that attribute or text.',
    sideEffect: 'none',
  });
}
