import type { Browser, CDPSession } from 'playwright-core';
import { Deadline } from '../deadline.js';
import { type GivenCards, type Outgoing, originOf, siteOf, whyPayment } from '../gate/payment-request.js';
import { log } from '../log.js';
import type { CdpSession } from '../page/cdp/session.js';
import type { LiveFrame } from '../page/frames/frames.js';
import type { World } from '../page/frames/world.js';
import type { Tab } from './tab.js';
import { TypedDigits } from './typed-digits.js';

/** A CDP session of a page, or of the whole browser, which has no script to stop. */
type CdpPeer = Pick<CdpSession, 'send' | 'events'>;

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
    headers?: Record<string, string> | undefined;
    hasPostData?: boolean | undefined;
    postData?: string | undefined;
    postDataEntries?: { bytes?: string | undefined }[] | undefined;
  };
}

/** A CDP session whose requests are held back: of a document, or of the browser as a whole. */
interface Interception {
  cdp: CdpPeer;
  /** The tab whose documents they are; undefined where it is the browser's own. */
  tab: Tab | undefined;
  listener: (paused: Paused) => void;
}

const everything = { patterns: [{ urlPattern: '*', requestStage: 'Request' as const }] };
/** How long a document may take to listen; too short for one that is busy to be taken for hanging. */
const askTime = 400;
/** How long after it was agreed to a payment may still be going on, in steps of its own. */
const grantTime = 30_000;

/**
 * Holds back what leaves a session's pages while one of them holds card data or belongs to a site that was given a card,
 * whatever began it: a click, a script, a timer. Costs nothing as long as none does. Requests of documents that are there
 * are held by their own sessions; those of tabs, frames and workers that come later by the browser's.
 */
export class CardWatch {
  /** Asked during a call; outside of calls nobody can be. */
  judge: Judge | undefined;
  /** Requests that somebody has refused. */
  readonly refused = new Set<string>();
  private readonly numbers = new Set<string>();
  private readonly sites = new Set<string>();
  private readonly digits = new WeakMap<Tab, { site: string; typed: TypedDigits }>();
  private interceptions: Interception[] = [];
  private readonly decided = new Map<string, Promise<boolean>>();
  private arming: Promise<void> | undefined;
  private readonly granted = new Map<string, number>();
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
    return this.interceptions.length > 0;
  }

  /** Card numbers that are about to be typed into a page. */
  note(numbers: readonly string[], tab: Tab | undefined): void {
    if (numbers.length === 0 || !tab) return;
    for (const number of numbers) this.numbers.add(number);
    this.sites.add(siteOf(tab.page.url()));
    tab.live.heldCard = true;
  }

  /** The digits typed into a tab piece by piece since it came to the site it is on. */
  typedInto(tab: Tab): TypedDigits {
    const site = siteOf(tab.page.url());
    const known = this.digits.get(tab);
    if (known?.site === site) return known.typed;
    const typed = new TypedDigits();
    this.digits.set(tab, { site, typed });
    return typed;
  }

  /** True if the site of this address has been given a card in this session. */
  hasCard(url: string): boolean {
    return this.sites.has(siteOf(url));
  }

  /** A payment has led to this address: loading it once more would pay once more. */
  notePaid(url: string): void {
    this.sites.add(siteOf(url));
  }

  /** Somebody agreed to a payment: what it still takes may go to where it goes, until the agent does something else. */
  grant(origins: Iterable<string>): void {
    for (const origin of origins) this.granted.set(origin, performance.now() + grantTime);
  }

  endGrants(): void {
    this.granted.clear();
  }

  private isGranted(origin: string): boolean {
    return performance.now() < (this.granted.get(origin) ?? 0);
  }

  /** Arms where a page holds card data, or is of a site that was given some; else lets everything go. */
  async update(): Promise<void> {
    const tabs = this.tabs();
    for (const { live, page } of tabs) {
      if (live.heldCard) this.sites.add(siteOf(page.url()));
      for (const number of live.cards?.numbers ?? []) this.numbers.add(number);
    }
    if (this.sites.size > 0 && tabs.some((tab) => this.hasCard(tab.page.url()))) await this.arm();
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
    const { interceptions } = this;
    this.interceptions = [];
    this.decided.clear();
    await Promise.all(
      interceptions.map(async ({ cdp, listener }) => {
        await cdp.send('Fetch.disable').catch(() => undefined);
        cdp.events.off('Fetch.requestPaused', listener);
      }),
    );
  }

  private async holdAll(): Promise<void> {
    const known = new Set(this.interceptions.map(({ cdp }) => cdp));
    const found = await Promise.all(
      this.tabs().map(async (tab) => (await tab.live.cdpSessions()).map((cdp) => ({ cdp, tab }))),
    );
    const fresh = found.flat().filter(({ cdp }) => !known.has(cdp));
    const hasBrowsers = this.interceptions.some(({ tab }) => tab === undefined);
    const whole =
      this.browser && !hasBrowsers ? await browserCdp(this.browser).catch(() => undefined) : undefined;
    await Promise.all([
      ...fresh.map(({ cdp, tab }) => this.hold(cdp, tab)),
      ...(whole ? [this.hold(whole, undefined)] : []),
      ...this.tabs().map((tab) => inDocuments(tab, (frame, deadline) => this.watchForms(frame, deadline))),
    ]);
  }

  private async watchForms({ world }: LiveFrame, deadline: Deadline): Promise<void> {
    if (this.watched.has(world)) return;
    await world.call(deadline, 'watchForms');
    this.watched.add(world);
  }

  private async hold(cdp: CdpPeer, tab: Tab | undefined): Promise<void> {
    const interception: Interception = {
      cdp,
      tab,
      listener: (paused) => void this.answer(interception, paused),
    };
    this.interceptions.push(interception);
    cdp.events.on('Fetch.requestPaused', interception.listener);
    await cdp.send('Fetch.enable', everything).catch((thrown: unknown) => {
      log.debug({ thrown }, 'a document went away before its requests could be held');
    });
  }

  private async answer(interception: Interception, paused: Paused): Promise<void> {
    const { requestId, resourceType } = paused;
    const goes = await this.decide(interception, paused).catch(() => false);
    const { cdp } = interception;
    const answered = goes
      ? cdp.send('Fetch.continueRequest', { requestId })
      : cdp.send('Fetch.failRequest', {
          requestId,
          // A page stays as it is where it may not be left; a blocked one would be replaced by an error.
          errorReason: resourceType === 'Document' ? 'Aborted' : 'BlockedByClient',
        });
    await answered.catch(() => undefined);
  }

  /** The same request may be held more than once on its way out, and is judged once; where it is sent on to, anew. */
  private decide(interception: Interception, paused: Paused): Promise<boolean> {
    const request = outgoing(paused);
    const isForm = request.kind === 'Document' && this.sentForm === true;
    if (!request.sends && !isForm && ![request.url, ...request.headers].some(mayNameCard))
      return Promise.resolve(true);
    const key = `${paused.networkId ?? paused.requestId} ${request.method} ${request.url}`;
    const known = this.decided.get(key);
    if (known) return known;
    const decision = this.judgeFrom(interception, paused.frameId, request);
    if (this.decided.size > 500) this.decided.clear();
    this.decided.set(key, decision);
    return decision;
  }

  private async judgeFrom(interception: Interception, frameId: string, request: Outgoing): Promise<boolean> {
    const numbers = [...this.numbers, ...this.tabs().flatMap((tab) => tab.live.cards?.numbers ?? [])];
    const why = whyPayment(request, { numbers, ofCardForm: this.sentForm, page: this.pageOf(interception) });
    if (why === undefined || this.isGranted(originOf(request.url))) return true;
    if (!interception.tab && (await this.isElsewhere(interception.cdp, frameId))) return true;
    const goes = (await this.judge?.(request, why)) ?? false;
    if (!goes) log.warn({ site: siteOf(request.url), why }, 'held back');
    return goes;
  }

  /** True if the form that was sent just now takes cards; undefined where none was heard of. */
  private get sentForm(): boolean | undefined {
    const sent = this.tabs().flatMap((tab) => tab.live.sentForm ?? []);
    return sent.length === 0 ? undefined : sent.includes(true);
  }

  /** The part that a request's page has in cards: it holds one, was given one, or neither; others may send what it holds. */
  private pageOf({ tab }: Interception): GivenCards['page'] {
    if (this.tabs().some(({ live }) => live.heldCard)) return 'holds';
    const mayBe = tab ? [tab] : this.tabs();
    return mayBe.some(({ page }) => this.hasCard(page.url())) ? 'given' : 'other';
  }

  /** True if a frame is known to be another session's. No page is asked: the request may be what it waits for. */
  private async isElsewhere(cdp: CdpPeer, frameId: string): Promise<boolean> {
    const [tab] = this.tabs();
    const own = await tab?.live.cdp.send('Target.getTargetInfo').catch(() => undefined);
    const { targetInfos } = await cdp.send('Target.getTargets');
    const target = targetInfos.find(({ targetId }) => targetId === frameId);
    if (target) return target.browserContextId !== own?.targetInfo.browserContextId;
    return (await this.others()).some(({ live }) => live.frames.knows(frameId));
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

async function browserCdp(browser: Browser): Promise<CdpPeer> {
  const cdp: CDPSession = await browser.newBrowserCDPSession();
  return { send: (method, params) => cdp.send(method, params), events: cdp };
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
  return { method, url, kind: resourceType, sends, body, headers: Object.values(request.headers ?? {}) };
}

/** True if a text has as many digits as a card's number, without many letters between them. */
function mayNameCard(text: string): boolean {
  return /(?:\d[^\d]{0,12}){13}/.test(text);
}
