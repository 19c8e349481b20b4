import type { BrowserContext, Frame, Page } from 'playwright-core';
import type { Deadline } from '../../deadline.js';
import { type CdpSession, cdpSessionOf } from '../cdp/session.js';
import { type ConsoleListener, listenToConsole } from '../console.js';
import { injectedSource } from '../injected-source.generated.js';
import { answerOf } from '../settling/unresponsive.js';
import { documentInPage, type PageContext, World, WorldGone, worldName } from './world.js';

/** One document on the page: the page's own or that of an iframe, with our world in it. */
export interface LiveFrame {
  readonly world: World;
  readonly parent: LiveFrame | undefined;
  /** Number of the iframe element inside the parent's document; 0 for the page itself. */
  readonly owner: number;
  readonly url: string;
}

/** How often, and how long each time, a frame is waited for that is between two processes. */
const maxTries = 3;
const movingTime = 100;

function sleep(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}

interface Located {
  cdp: CdpSession;
  frameId: string;
  parentId: string | undefined;
  url: string;
}

/** The CDP session of a frame in a process of its own. */
interface OwnCdpSession {
  opening: Promise<CdpSession | null>;
  /** The frame is known to be in the same process as another. */
  isNone: boolean;
}

/**
 * Keeps a world for every document of a page. All it holds are caches, which are invalidated by what the browser tells of
 * frames and navigations; a world whose document went away untold is found out when it is used.
 */
export class Frames {
  private readonly worlds = new Map<string, World>();
  private readonly creating = new Map<string, { cdp: CdpSession; world: Promise<World> }>();
  private readonly owners = new Map<string, { parent: World; owner: number }>();
  private readonly cdpSessions = new Map<Frame, OwnCdpSession>();
  /** The frame that each of those speaks of when none is named. */
  private readonly roots = new WeakMap<CdpSession, string>();
  /** The page's own document, as its scripts know it. */
  private document: Promise<string> | undefined;
  /** Our world and the page's own in each document that the page's own CDP session speaks of, by frame. */
  private readonly contexts = new Map<string, number>();
  private readonly pageContexts = new Map<string, number>();
  /** How often any frame got another document. */
  private navigations = 0;
  private readonly watchers = new Set<() => void>();

  constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
    private readonly cdp: CdpSession,
    private readonly mainFrameId: string,
    private readonly consoleListener: ConsoleListener,
  ) {
    // Playwright's own event also comes for pushState, which leaves the document and its refs in place.
    cdp.events.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId) this.end(frame.id);
      else {
        this.forget();
        // Asked for while it is loading, so that nobody has to wait for it later.
        this.document = documentInPage(cdp, 'root');
        this.document.catch(() => undefined);
      }
    });
    cdp.events.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId, isDefault } = context.auxData ?? {};
      if (frameId === undefined) return;
      if (isDefault) this.pageContexts.set(frameId, context.id);
      else if (context.name === worldName) this.contexts.set(frameId, context.id);
    });
    cdp.events.on('Runtime.executionContextsCleared', () => this.forgetContexts());
    cdp.events.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      for (const contexts of [this.contexts, this.pageContexts])
        for (const [frameId, id] of contexts) if (id === executionContextId) contexts.delete(frameId);
    });
    // Also told when a frame goes on in another process.
    cdp.events.on('Page.frameDetached', ({ reason }) => {
      // Has our script in such a frame before anybody asks for it; which one it is we are not told.
      if (reason === 'swap')
        for (const frame of page.frames()) if (frame.parentFrame()) void this.ownCdpSession(frame);
      this.changed();
    });
    page.on('framedetached', (frame) => {
      this.cdpSessions.delete(frame);
      this.changed();
    });
    page.on('framenavigated', (frame) => {
      this.navigations += 1;
      // With another document a frame may have come into a process of its own.
      if (this.cdpSessions.get(frame)?.isNone) this.cdpSessions.delete(frame);
      this.changed();
    });
    page.on('crash', () => this.forget());
  }

  /** Nothing found in these documents may be used again. */
  forget(): void {
    for (const world of this.worlds.values()) world.gone = true;
    this.worlds.clear();
    this.creating.clear();
    this.owners.clear();
    this.cdpSessions.clear();
    this.forgetContexts();
    this.document = undefined;
  }

  private forgetContexts(): void {
    this.contexts.clear();
    this.pageContexts.clear();
  }

  /** Tells when next a frame comes, goes, or gets another document or process, until it is called off. */
  watch(onChange: () => void): () => void {
    this.watchers.add(onChange);
    return () => this.watchers.delete(onChange);
  }

  private changed(): void {
    for (const onChange of [...this.watchers]) onChange();
  }

  /** Our world in the page's own document, which has told of itself. */
  adopt(contextId: number): World {
    const known = this.worlds.get(this.mainFrameId);
    const world = known?.contextId === contextId ? known : this.meet(this.mainFrameId, contextId);
    world.isInjected = true;
    return world;
  }

  /** True if a document in the page's own process has been heard of in this frame. */
  knows(frameId: string): boolean {
    return this.pageContexts.has(frameId) || this.worlds.has(frameId);
  }

  private end(frameId: string): void {
    const world = this.worlds.get(frameId);
    if (world) world.gone = true;
    this.worlds.delete(frameId);
    this.contexts.delete(frameId);
    this.pageContexts.delete(frameId);
    this.creating.delete(frameId);
    for (const [frame, { isNone }] of this.cdpSessions) if (isNone) this.cdpSessions.delete(frame);
  }

  /** The page's own document. A crashed or spinning page answers nothing, so every question has its deadline. */
  main(deadline: Deadline): Promise<LiveFrame> {
    return answerOf(this.cdp, deadline, this.findMain());
  }

  /** Every document below the page's own, parents before children. Those that can't be reached are left out. */
  children(main: LiveFrame, deadline: Deadline): Promise<LiveFrame[]> {
    return this.page.frames().length <= 1
      ? Promise.resolve([])
      : answerOf(this.cdp, deadline, this.findChildren(main));
  }

  /** Gets ready for the documents below a page that has just loaded, while that comes to rest. */
  prepareChildren(deadline: Deadline): void {
    if (this.page.frames().length <= 1) return;
    this.main(deadline)
      .then((main) => this.children(main, deadline))
      .catch(() => undefined);
  }

  private async findMain(): Promise<LiveFrame> {
    const world = await this.world(this.cdp, this.mainFrameId);
    return { world, parent: undefined, owner: 0, url: this.page.url() };
  }

  /** Between two processes a frame is in neither: then it is looked for again when it has arrived. */
  private async findChildren(main: LiveFrame): Promise<LiveFrame[]> {
    for (let tries = 1; ; tries++) {
      let stop: () => void = () => undefined;
      const change = new Promise<void>((resolve) => (stop = this.watch(resolve)));
      try {
        const { found, moving } = await this.reachChildren(main);
        if (!moving || tries === maxTries) return found;
        await Promise.race([change, sleep(movingTime)]);
      } finally {
        stop();
      }
    }
  }

  private async reachChildren(main: LiveFrame): Promise<{ found: LiveFrame[]; moving: boolean }> {
    const located = await this.locate();
    const live = new Map<string, LiveFrame>([[main.world.frameId, main]]);
    const allBegun = this.page.frames().every((frame) => frame.url() !== '');
    let moving = false;
    const reach = async (place: Located, parent: LiveFrame) => {
      // Left over from before its first document, which is elsewhere.
      if (place.url === '' && allBegun) moving = true;
      try {
        const [world, owner] = await Promise.all([
          this.world(place.cdp, place.frameId),
          this.ownerOf(place.frameId, parent),
        ]);
        live.set(place.frameId, { world, parent, owner, url: place.url });
      } catch {
        // A frame that goes away or refuses while we look is named as missing by its empty place.
        moving = true;
      }
    };
    // Side by side, but parents before children.
    for (let outer = [main]; outer.length > 0; ) {
      const parents = new Map(outer.map((frame) => [frame.world.frameId, frame]));
      const inner = located.flatMap((place) => {
        const parent = place.parentId === undefined ? undefined : parents.get(place.parentId);
        return parent && !live.has(place.frameId) ? [{ place, parent }] : [];
      });
      await Promise.all(inner.map(({ place, parent }) => reach(place, parent)));
      outer = inner.flatMap(({ place }) => live.get(place.frameId) ?? []);
    }
    const found = located.flatMap(({ frameId }) => live.get(frameId) ?? []).filter((frame) => frame !== main);
    return { found: [...new Set(found)], moving };
  }

  /** All frames, in-process ones from the page's CDP session, the others each from their own. */
  private async locate(): Promise<Located[]> {
    const places: Located[] = [];
    flatten(await this.cdp.send('Page.getFrameTree'), this.cdp, places);
    if (places.length < this.page.frames().length) {
      const others = this.page.frames().filter((frame) => frame !== this.page.mainFrame());
      const trees = await Promise.all(others.map((frame) => this.ownTree(frame)));
      for (const tree of trees) if (tree) flatten(tree.answer, tree.cdp, places);
    }
    return places;
  }

  private async ownTree(frame: Frame): Promise<{ cdp: CdpSession; answer: TreeAnswer } | undefined> {
    const known = this.cdpSessions.get(frame);
    const cdp = await this.ownCdpSession(frame);
    if (!cdp) return undefined;
    try {
      const answer = await cdp.send('Page.getFrameTree');
      this.roots.set(cdp, answer.frameTree.frame.id);
      return { cdp, answer };
    } catch {
      this.cdpSessions.delete(frame);
      // One that was there before may have ended when the frame went on in yet another process.
      return known ? this.ownTree(frame) : undefined;
    }
  }

  /** Only frames in a process of their own have a CDP session; the others answer with an error, which is remembered. */
  private ownCdpSession(frame: Frame): Promise<CdpSession | null> {
    const known = this.cdpSessions.get(frame);
    if (known) return known.opening;
    const own: OwnCdpSession = { opening: this.open(frame), isNone: false };
    this.cdpSessions.set(frame, own);
    const before = this.navigations;
    void own.opening.then((cdp) => {
      own.isNone = cdp === null;
      // Answered for a document that may be gone by now.
      if (own.isNone && this.navigations !== before && this.cdpSessions.get(frame) === own)
        this.cdpSessions.delete(frame);
    });
    return own.opening;
  }

  /** The CDP sessions of the frames that are in processes of their own, as far as they are known. */
  async ownCdpSessions(): Promise<CdpSession[]> {
    const opened = await Promise.all([...this.cdpSessions.values()].map(({ opening }) => opening));
    return opened.filter((cdp) => cdp !== null);
  }

  private async open(frame: Frame): Promise<CdpSession | null> {
    const cdp = await this.context.newCDPSession(frame).then(cdpSessionOf, () => null);
    if (!cdp) return null;
    cdp.events.on('Page.frameNavigated', (event) => this.end(event.frame.id));
    cdp
      .send('Page.addScriptToEvaluateOnNewDocument', {
        source: injectedSource,
        worldName,
        runImmediately: true,
      })
      .catch(() => undefined);
    listenToConsole(cdp, this.consoleListener);
    for (const domain of ['Runtime', 'Log'] as const) cdp.send(`${domain}.enable`).catch(() => undefined);
    await Promise.all([cdp.send('Page.enable'), cdp.send('DOM.enable')]).catch(() => undefined);
    return cdp;
  }

  private world(cdp: CdpSession, frameId: string): Promise<World> | World {
    const known = this.worlds.get(frameId);
    if (known && !known.gone && known.cdp === cdp) return known;
    const begun = this.creating.get(frameId);
    if (begun?.cdp === cdp) return begun.world;
    const context = cdp === this.cdp ? this.contexts.get(frameId) : undefined;
    // What has failed once is not tried again: the news that it is no more may still be on its way.
    if (context !== undefined && context !== known?.contextId) return this.meet(frameId, context);
    const world = this.create(cdp, frameId);
    this.creating.set(frameId, { cdp, world });
    return world;
  }

  /** Our world in a document of the page's own CDP session, which has come there by itself. */
  private meet(frameId: string, contextId: number): World {
    const world = new World(
      this.cdp,
      frameId,
      contextId,
      this.pageContext(this.cdp, frameId),
      this.documentOf(frameId),
    );
    this.worlds.set(frameId, world);
    return world;
  }

  private async create(cdp: CdpSession, frameId: string): Promise<World> {
    try {
      const world = await World.create(
        cdp,
        frameId,
        this.pageContext(cdp, frameId),
        this.documentOf(frameId),
      );
      const known = this.worlds.get(frameId);
      if (known && !known.gone && known.contextId === world.contextId) return known;
      this.worlds.set(frameId, world);
      return world;
    } finally {
      this.creating.delete(frameId);
    }
  }

  private documentOf(frameId: string): Promise<string> | undefined {
    return frameId === this.mainFrameId ? this.document : undefined;
  }

  private pageContext(cdp: CdpSession, frameId: string): PageContext {
    if (frameId === this.mainFrameId || frameId === this.roots.get(cdp)) return 'root';
    return (cdp === this.cdp && this.pageContexts.get(frameId)) || 'unknown';
  }

  private async ownerOf(frameId: string, parent: LiveFrame): Promise<number> {
    const known = this.owners.get(frameId);
    if (known && known.parent === parent.world) return known.owner;
    const { backendNodeId } = await parent.world.cdp.send('DOM.getFrameOwner', { frameId });
    const owner = await parent.world.idOfNode(backendNodeId);
    if (!owner) throw new WorldGone('frame without an owner');
    this.owners.set(frameId, { parent: parent.world, owner });
    return owner;
  }
}

type TreeAnswer = { frameTree: TreeNode };
type TreeNode = {
  frame: { id: string; parentId?: string | undefined; url: string };
  childFrames?: TreeNode[] | undefined;
};

function flatten(answer: TreeAnswer, cdp: CdpSession, into: Located[]): void {
  const pending: TreeNode[] = [answer.frameTree];
  for (let node = pending.shift(); node; node = pending.shift()) {
    into.push({ cdp, frameId: node.frame.id, parentId: node.frame.parentId, url: node.frame.url });
    pending.push(...(node.childFrames ?? []));
  }
}
