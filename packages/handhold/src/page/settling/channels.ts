import type { Page, Request, WebSocket } from 'playwright-core';
import type { CdpSession } from '../cdp/session.js';
import { FruitlessWaits } from './fruitless-waits.js';

/** How long after it was asked, or had something written, a server is given to say what came of it. */
const patience = 700;

/** A request that was held open is asked again at once, in ms, by those who listen so. */
const atOnce = 200;

/** Kinds of request that a server may hold open until it has something to say. */
const held = new Set(['fetch', 'xhr', 'eventsource']);

/** Methods that change nothing. */
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Channel {
  /** The address without its query, whichever document opened it. */
  endpoint: string;
  openedAt: number;
  /** When the page last sent something on it. */
  askedAt: number;
  heardAt: number;
  /** When it last heard something that it was waited for. */
  answeredAt: number;
  /** When a request was answered. */
  answerCameAt: number;
  /** The one before it to the same endpoint. */
  before: Channel | undefined;
  /** Since when its endpoint was listened to, once there is another after it. */
  heldSince: number;
  /** When the agent last began to do something before it was opened. */
  actedAt: number;
}

/**
 * The lines on which a server speaks of its own accord: sockets, event streams and requests that it holds open. What
 * comes of an action may come there, long after all that the action itself has asked for was answered.
 */
export class Channels {
  private readonly open = new Map<WebSocket | Request, Channel>();
  private readonly fruitless = new FruitlessWaits();
  /** The last to each endpoint. */
  private readonly lastByEndpoint = new Map<string, Channel>();
  /** When the page last asked for something to be changed, and when that was done. */
  private write: { begunAt: number; doneAt: number | undefined } | undefined;
  private hearsStreams = false;
  private actedAt = -Infinity;

  constructor(
    page: Page,
    private readonly cdp: CdpSession,
    private readonly tell: () => void,
  ) {
    page.on('websocket', (socket) => {
      const channel = this.opened(socket, socket.url());
      socket.on('framesent', () => {
        channel.askedAt = performance.now();
      });
      socket.on('framereceived', () => this.heard(channel));
      socket.on('close', () => this.open.delete(socket));
    });
    cdp.events.on('Network.eventSourceMessageReceived', () => {
      for (const [line, channel] of this.open)
        if ('resourceType' in line && line.resourceType() === 'eventsource') this.heard(channel);
    });
    cdp.events.on('Page.frameNavigated', ({ frame }) => {
      if (!frame.parentId) this.open.clear();
    });
  }

  /** The agent begins to do something: what is asked from now on may come of that. */
  acts(at: number): void {
    this.actedAt = at;
  }

  began(request: Request): void {
    const kind = request.resourceType();
    if (!held.has(kind)) return;
    if (reading.has(request.method())) this.opened(request, request.url());
    else this.write = { begunAt: performance.now(), doneAt: undefined };
    if (kind !== 'eventsource' || this.hearsStreams) return;
    this.hearsStreams = true;
    // Only where there are any, since all else on the network is told then, too.
    void this.cdp.send('Network.enable').catch(() => undefined);
  }

  answered(request: Request): void {
    const channel = this.open.get(request);
    if (channel) channel.answerCameAt = performance.now();
  }

  over(request: Request): void {
    const isChannel = this.open.delete(request);
    if (!isChannel && this.write && held.has(request.resourceType())) this.write.doneAt = performance.now();
  }

  /** True if a request only goes on listening where the page was listening already at that time. */
  goesOnSince(request: Request, since: number): boolean {
    const channel = this.open.get(request);
    return channel !== undefined && channel.openedAt >= since && heldSince(channel) < since;
  }

  /** Until when a server may yet say something about what was done since then; undefined where nothing is to come. */
  expectedUntil(since: number): number | undefined {
    const now = performance.now();
    const ends = [...this.open.values()]
      .filter(({ endpoint }) => !this.fruitless.isGivenUp(endpoint))
      .flatMap((channel) => this.owes(channel, since) ?? [])
      .filter((end) => end > now);
    return ends.length > 0 ? Math.max(...ends) : undefined;
  }

  /** When something was last heard that was owed, and that may have come of what was done since then. */
  answeredSince(since: number): number {
    const answers = [...this.open.values()].map(({ answeredAt }) => answeredAt);
    return Math.max(-Infinity, ...answers.filter((at) => at >= since));
  }

  /** Nothing came, or nothing of it: those who owe it are soon not waited for any more. */
  waited(since: number, inVain: boolean): void {
    for (const channel of this.open.values()) {
      const isMeant = channel.heardAt >= since || (inVain && this.owes(channel, since) !== undefined);
      if (isMeant) this.fruitless.note(channel.endpoint, inVain);
    }
  }

  /** Until when it may answer what was sent on it, or tell what came of something that was changed. */
  private owes({ openedAt, askedAt, heardAt }: Channel, since: number): number | undefined {
    if (askedAt >= since && heardAt < askedAt) return askedAt + patience;
    const { write } = this;
    if (write?.doneAt === undefined || write.begunAt < since) return undefined;
    return openedAt < write.begunAt && heardAt < write.begunAt ? write.doneAt + patience : undefined;
  }

  private opened(line: WebSocket | Request, url: string): Channel {
    const endpoint = endpointOf(url);
    const now = performance.now();
    const before = this.lastByEndpoint.get(endpoint);
    if (before) {
      before.heldSince = heldSince(before);
      before.before = undefined;
    }
    const never = { askedAt: -Infinity, heardAt: -Infinity, answeredAt: -Infinity, answerCameAt: -Infinity };
    const channel = { endpoint, openedAt: now, heldSince: now, before, actedAt: this.actedAt, ...never };
    if (this.lastByEndpoint.size >= 100) this.lastByEndpoint.clear();
    this.lastByEndpoint.set(endpoint, channel);
    this.open.set(line, channel);
    return channel;
  }

  private heard(channel: Channel): void {
    if (!this.fruitless.isGivenUp(channel.endpoint) && this.owes(channel, -Infinity) !== undefined)
      channel.answeredAt = performance.now();
    channel.heardAt = performance.now();
    this.tell();
  }
}

/** The address that a request leads to, without what it asks there. */
export function endpointOf(url: string): string {
  return url.replace(/[?#].*/s, '');
}

/** Since when an endpoint has been listened to, where it was asked again as soon as it had answered, with no action in between. */
function heldSince({ openedAt, actedAt, before }: Channel): number {
  if (!before || before.answerCameAt < actedAt) return openedAt;
  return Math.abs(openedAt - before.answerCameAt) < atOnce ? before.heldSince : openedAt;
}
