import type { Browser, CDPSession } from 'playwright-core';
import { Deadline } from '../deadline.js';
import { type Outgoing, siteOf, whyPayment } from '../gate/payment-request.js';
import { log } from '../log.js';
import type { LiveFrame } from '../page/frames.js';
import type { Wire } from '../page/wire.js';
import type { World } from '../page/world.js';
import type { Tab } from './tab.js';

/** A session of a page or of the whole browser, which has no script to stop. */
type Speaking = Pick<Wire, 'send' | 'events'>;

/** Decides whether a payment may go. */
export type Judge = (request: Outgoing, why: string) => Promise<boolean>;

/** A request that a browser holds back until it is told what to do with it. */
interface Paused {
  requestId: string;
  networkId?: string | undefined;
  frameId: string;
  resourceType: string;
  request: {
    method: string;
    url: string;
    hasPostData?: boolean | undefined;
    postData?: string | undefined;
    postDataEntries?: { bytes?: string | undefined }[] | undefined;
  };
}

/** A debugger session whose requests are held: of a document, or of the browser as a whole. */
interface Line {
  wire: Speaking;
  isBrowsers: boolean;
  listener: (paused: Paused) => void;
}

const everything = { patterns: [{ urlPattern: '*', requestStage: 'Request' as const }] };
/** How long a document may take to listen; too short for one that is busy to be taken for hanging. */
const askTime = 400;
/** How long after it was agreed to a payment may still be going on, in steps of its own. */
const grantTime = 30_000;

/**
 * Holds back what leaves a session's pages while one of them holds card data, whatever began it: a click, a script, a
 * timer. Costs nothing as long as none does. Requests of documents that are there are held by their own sessions; those of
 * tabs, frames and workers that come later by the browser's.
 */
export class CardWatch {
  /** Asked during a call; outside of calls nobody can be. */
  judge: Judge | undefined;
  private readonly typed = new Set<string>();
  private readonly sites = new Set<string>();
  private lines: Line[] = [];
  private readonly decided = new Map<string, Promise<boolean>>();
  private arming: Promise<void> | undefined;
  private grantedUntil = 0;
  /** Documents that tell which forms they send. */
  private readonly watched = new WeakSet<World>();

  constructor(
    private readonly tabs: () => readonly Tab[],
    /** Tabs of other sessions in the same browser. */
    private readonly others: () => Promise<readonly Tab[]>,
    /** Undefined where the browser is not only ours. */
    private readonly browser: Browser | undefined,
  ) {}

  get isArmed(): boolean {
    return this.lines.length > 0;
  }

  /** Card numbers that are about to be typed into a page at this address. */
  note(numbers: readonly string[], url: string): void {
    for (const number of numbers) this.typed.add(number);
    if (numbers.length > 0) this.sites.add(siteOf(url));
  }

  /** Whether the site of this address has been given a card in this session. */
  hasCard(url: string): boolean {
    return this.sites.has(siteOf(url));
  }

  /** Somebody agreed to a payment: what it still takes may go, until the agent does something else. */
  grant(): void {
    this.grantedUntil = performance.now() + grantTime;
  }

  endGrant(): void {
    this.grantedUntil = 0;
  }

  get isGranted(): boolean {
    return performance.now() < this.grantedUntil;
  }

  /** Arms where a page holds card data, or is what a payment led to; else lets everything go. */
  async update(): Promise<void> {
    const holding = this.tabs().filter((tab) => tab.live.cards?.filled);
    for (const tab of holding) this.sites.add(siteOf(tab.page.url()));
    if (holding.length > 0 || this.tabs().some((tab) => tab.isPaid)) await this.arm();
    else if (this.isArmed) await this.disarm();
  }

  /** From now on nothing leaves unseen, in tabs and frames that came meanwhile neither. */
  arm(): Promise<void> {
    this.arming ??= this.holdAll().finally(() => {
      this.arming = undefined;
    });
    return this.arming;
  }

  private async disarm(): Promise<void> {
    const { lines } = this;
    this.lines = [];
    this.decided.clear();
    await Promise.all(
      lines.map(async ({ wire, listener }) => {
        await wire.send('Fetch.disable').catch(() => undefined);
        wire.events.off('Fetch.requestPaused', listener);
      }),
    );
  }

  private async holdAll(): Promise<void> {
    const known = new Set(this.lines.map(({ wire }) => wire));
    const found = await Promise.all(this.tabs().map((tab) => tab.live.sessions()));
    const fresh = found.flat().filter((wire) => !known.has(wire));
    const hasBrowsers = this.lines.some(({ isBrowsers }) => isBrowsers);
    const whole =
      this.browser && !hasBrowsers ? await browserWire(this.browser).catch(() => undefined) : undefined;
    await Promise.all([
      ...fresh.map((wire) => this.hold(wire, false)),
      ...(whole ? [this.hold(whole, true)] : []),
      ...this.tabs().map((tab) => inDocuments(tab, (frame, line) => this.watchForms(frame, line))),
    ]);
  }

  private async watchForms({ world }: LiveFrame, deadline: Deadline): Promise<void> {
    if (this.watched.has(world)) return;
    await world.call(deadline, 'watchForms');
    this.watched.add(world);
  }

  private async hold(wire: Speaking, isBrowsers: boolean): Promise<void> {
    const line: Line = { wire, isBrowsers, listener: (paused) => void this.answer(line, paused) };
    this.lines.push(line);
    wire.events.on('Fetch.requestPaused', line.listener);
    await wire.send('Fetch.enable', everything).catch((thrown: unknown) => {
      log.debug({ thrown }, 'a document went away before its requests could be held');
    });
  }

  private async answer(line: Line, paused: Paused): Promise<void> {
    const { requestId, resourceType } = paused;
    const goes = await this.decide(line, paused).catch(() => false);
    const { wire } = line;
    const answered = goes
      ? wire.send('Fetch.continueRequest', { requestId })
      : wire.send('Fetch.failRequest', {
          requestId,
          // A page stays as it is where it may not be left; a blocked one would be replaced by an error.
          errorReason: resourceType === 'Document' ? 'Aborted' : 'BlockedByClient',
        });
    await answered.catch(() => undefined);
  }

  /** The same request may be held more than once on its way out, and is judged once. */
  private decide(line: Line, paused: Paused): Promise<boolean> {
    const request = outgoing(paused);
    if (!request.sends && !mayNameCard(request.url)) return Promise.resolve(true);
    const key = paused.networkId ?? paused.requestId;
    const known = this.decided.get(key);
    if (known) return known;
    const decision = this.judgeFrom(line, paused.frameId, request);
    if (this.decided.size > 500) this.decided.clear();
    this.decided.set(key, decision);
    return decision;
  }

  private async judgeFrom(line: Line, frameId: string, request: Outgoing): Promise<boolean> {
    if (line.isBrowsers && (await this.isElsewhere(line.wire, frameId))) return true;
    const numbers = [...this.typed, ...this.tabs().flatMap((tab) => tab.live.cards?.numbers ?? [])];
    const sent = this.tabs().flatMap((tab) => tab.live.sentForm ?? []);
    const ofCardForm = sent.length === 0 ? undefined : sent.includes(true);
    const why = whyPayment(request, { numbers, ofCardForm });
    if (why === undefined || this.isGranted) return true;
    const goes = (await this.judge?.(request, why)) ?? false;
    if (!goes) log.warn({ site: siteOf(request.url), why }, 'held back');
    return goes;
  }

  /** Whether a frame is known to be another session's. */
  private async isElsewhere(wire: Speaking, frameId: string): Promise<boolean> {
    const [tab] = this.tabs();
    const own = await tab?.live.session.send('Target.getTargetInfo').catch(() => undefined);
    const { targetInfos } = await wire.send('Target.getTargets');
    const target = targetInfos.find(({ targetId }) => targetId === frameId);
    if (target) return target.browserContextId !== own?.targetInfo.browserContextId;
    const trees = await Promise.all(
      (await this.others()).map((other) =>
        other.live.session.send('Page.getFrameTree').catch(() => undefined),
      ),
    );
    return trees.some((tree) => tree !== undefined && JSON.stringify(tree).includes(`"${frameId}"`));
  }
}

/** Asks every document of a tab; those that don't answer are left out. */
async function inDocuments<T>(
  tab: Tab,
  ask: (frame: LiveFrame, deadline: Deadline) => Promise<T>,
): Promise<T[]> {
  // One that waits for an answer takes no question.
  if (tab.dialog) return [];
  const deadline = new Deadline(askTime, 'asking about forms');
  try {
    const main = await tab.live.frames.main(deadline);
    const frames = [main, ...(await tab.live.frames.children(main, deadline))];
    const answers = await Promise.allSettled(frames.map((frame) => ask(frame, deadline)));
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  } catch {
    return [];
  }
}

async function browserWire(browser: Browser): Promise<Speaking> {
  const session: CDPSession = await browser.newBrowserCDPSession();
  return { send: (method, params) => session.send(method, params), events: session };
}

function outgoing({ request, resourceType }: Paused): Outgoing {
  const { method, url, hasPostData = false, postData, postDataEntries } = request;
  const parts = postDataEntries?.map(({ bytes }) => bytes);
  const body =
    postData ??
    (parts?.every((part) => part !== undefined)
      ? parts.map((part) => Buffer.from(part, 'base64').toString('utf8')).join('')
      : undefined);
  const sends = hasPostData || body !== undefined || !/^(GET|HEAD|OPTIONS)$/i.test(method);
  return { method, url, kind: resourceType, sends, body };
}

/** Whether an address has a run of digits that may be a card's. */
function mayNameCard(url: string): boolean {
  return /\d(?:(?:[.+_-]|%20)?\d){12}/.test(url);
}
