import type { BrowserContext, Dialog, Page } from 'playwright-core';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { quote } from '../gate/untrusted.js';
import { log } from '../log.js';
import { breakOff } from '../page/settling/unresponsive.js';
import { CallQueue } from './call-queue.js';
import { CardWatch } from './card-watch.js';
import { Checkpoints } from './checkpoints.js';
import { cleanUpOnExit, removeDirectory } from './cleanup.js';
import type { SessionClipboard } from './clipboard.js';
import { closePage } from './close-page.js';
import { type DialogPolicy, type DialogReport, reportDialog } from './dialogs.js';
import type { DownloadLimits } from './downloads.js';
import type { Egress } from './egress/egress.js';
import { makeTemporary } from './leftovers.js';
import { SessionLogs } from './logs.js';
import { Tab } from './tab.js';

export interface SessionLimits {
  maxTabs: number;
  maxQueue: number;
  dialogs: DialogPolicy;
  /** A tab that a page opens becomes the current one. */
  followNewTabs: boolean;
  downloads?: DownloadLimits | undefined;
  /** Where those are kept until they are saved. */
  downloadsFolder?: string | undefined;
}

/** Of pages that do nothing but ask, as many as anybody will read. */
const mostEarly = 20;
/** So many windows beyond the limit within this time, in ms, are no accident. */
const storm = { windows: 10, time: 3000 };

/** The things that a session is made of and with. */
export interface SessionParts {
  limits: SessionLimits;
  /** A context that belongs to the browser itself is left open when the session ends. */
  ownsContext: boolean;
  /** Its way to the network, where that is watched. */
  egress: Egress | undefined;
  /** Names what it may do; a session keeps to one policy. */
  policy: string;
  clipboard: SessionClipboard;
  /** The tabs of all other sessions of the browser. */
  others: () => Promise<readonly Tab[]>;
  /** True if the browser is ours alone. */
  isOurs: boolean;
}

/** One agent's private browser world. Calls on it run one at a time, in the order they came. */
export class Session {
  private readonly tabs = new Map<string, Tab>();
  private readonly arriving = new Set<Promise<void>>();
  private currentId: string | undefined;
  /** The first tab, until it is opened. */
  private spare: Tab | undefined;
  private isPreparing = false;
  /** Id of the tab that is getting a new page. */
  private reviving: string | undefined;
  private lastTab = 0;
  /** Tabs that pages opened and that were not followed, until the agent is told of them. */
  private unfollowed: Tab[] = [];
  private readonly queue: CallQueue;
  /** Told to the agent with its next result, then forgotten. */
  private notice: string | undefined;
  closed = false;
  private ownFolder: Promise<string> | undefined;
  private dropFolder: () => Promise<void> = () => Promise.resolve();
  /** Popups beyond the limit, closed unseen. */
  refusedTabs = 0;
  /** When the last of them were. */
  private refusals: number[] = [];
  private breaking: Promise<boolean> | undefined;
  /** Console, requests and downloads since the session began. */
  readonly logs: SessionLogs;
  /** Pages whose dialogs their tabs hear of. */
  private readonly attached = new WeakSet<Page>();
  /** The dialogs of pages before they were tabs. */
  private readonly early: DialogReport[] = [];
  readonly checkpoints = new Checkpoints();
  /** Holds back payments. */
  readonly cards: CardWatch;
  readonly egress: Egress | undefined;
  readonly policy: string;
  readonly clipboard: SessionClipboard;
  private readonly limits: SessionLimits;
  private readonly ownsContext: boolean;

  constructor(
    readonly name: string,
    private readonly context: BrowserContext,
    { limits, ownsContext, egress, policy, clipboard, others, isOurs }: SessionParts,
  ) {
    this.limits = limits;
    this.queue = new CallQueue(limits.maxQueue);
    this.ownsContext = ownsContext;
    this.egress = egress;
    this.policy = policy;
    this.clipboard = clipboard;
    this.cards = new CardWatch(() => this.list(), others, (isOurs && context.browser()) || undefined);
    context.on('page', this.onPage);
    // In a browser of somebody's own it may be any of their pages that asks.
    if (ownsContext) context.on('dialog', this.onDialog);
    this.logs = new SessionLogs(limits.downloads, limits.downloadsFolder);
    this.logs.follow(context, (page) => ownsContext || this.list().some((tab) => tab.page === page));
  }

  /** A folder of this session's own, gone when it ends: for files that its pages may still want to read. */
  folder(): Promise<string> {
    this.ownFolder ??= makeTemporary('profile').then((directory) => {
      const cleanup = cleanUpOnExit(directory);
      this.dropFolder = async () => {
        await removeDirectory(directory);
        cleanup.release();
      };
      // Also when the whole browser goes, by itself or with everything else.
      this.context.once('close', () => void this.dropFolder());
      return directory;
    });
    return this.ownFolder;
  }

  /** Runs a call in turn. */
  run<T>(work: () => Promise<T>, deadline: Deadline): Promise<T> {
    return this.queue.run(work, deadline);
  }

  tell(notice: string): void {
    this.notice = notice;
  }

  takeNotice(): string | undefined {
    const { notice } = this;
    this.notice = undefined;
    return notice;
  }

  /** The current tab did not answer; whether it does again is asked before it is used for the next page. */
  markStuck(): void {
    if (this.currentId === undefined) return;
    const tab = this.tabs.get(this.currentId);
    if (tab) tab.stuck = true;
  }

  get isIdle(): boolean {
    return this.queue.isEmpty;
  }

  get lastUsed(): number {
    return this.queue.lastUsed;
  }

  /** The current page as the agent knows it; another one means that refs given before are not meant for it. */
  get knownPage(): object | undefined {
    return this.currentId === undefined ? undefined : this.tabs.get(this.currentId)?.live.shown.refs;
  }

  /** The tab calls act on; throws where there is none. */
  current(): Tab {
    const tab = this.currentId === undefined ? undefined : this.tabs.get(this.currentId);
    if (!tab) throw new Failure('no_page', 'No page is open in this session.');
    return tab;
  }

  /** Makes the page of the first tab, which is most of what a session costs, before any call's time begins. */
  async makeFirstPage(): Promise<void> {
    this.isPreparing = true;
    try {
      this.spare = await this.attach(await this.context.newPage(), this.nextId());
    } finally {
      this.isPreparing = false;
    }
  }

  /** The tab calls act on, opened if there is none yet. */
  async currentOrNew(): Promise<Tab> {
    if (this.currentId !== undefined) return this.current();
    const first = this.context.pages()[0];
    if (!this.ownsContext && first && first.url() === 'about:blank') return this.adopt(first);
    return this.openTab();
  }

  async openTab(): Promise<Tab> {
    if (this.tabs.size >= this.limits.maxTabs) {
      throw new Failure(
        'session_limit',
        `This session already has ${this.tabs.size} tabs, the most it may have.`,
        {
          hint: 'Close a tab with browser_tabs first.',
          canRetry: false,
        },
      );
    }
    const tab = this.takeSpare() ?? (await this.newTab());
    this.currentId = tab.id;
    // The agent asked for this one itself.
    this.unfollowed = this.unfollowed.filter((candidate) => candidate !== tab);
    return tab;
  }

  private async newTab(): Promise<Tab> {
    const page = await this.context.newPage();
    await this.arrived();
    return this.list().find((candidate) => candidate.page === page) ?? (await this.adopt(page));
  }

  private takeSpare(): Tab | undefined {
    const { spare } = this;
    this.spare = undefined;
    if (!spare || spare.closed || spare.crashed) return undefined;
    this.enter(spare);
    return spare;
  }

  get hasUnfollowed(): boolean {
    return this.unfollowed.length > 0;
  }

  /** The newest tab that was opened without becoming the current one, if the agent has not heard of it. */
  takeUnfollowed(): Tab | undefined {
    const newest = this.unfollowed.findLast((tab) => !tab.closed && tab.id !== this.currentId);
    this.unfollowed = [];
    return newest;
  }

  /** Puts a new page into a tab whose page crashed or hangs; such a one can't be used again. */
  async revive(tab: Tab): Promise<Tab> {
    this.reviving = tab.id;
    try {
      // Gone before the new one comes, or that may end up in the same stuck process.
      await closePage(tab.page);
      this.remove(tab);
      const page = await this.context.newPage();
      await this.arrived();
      const fresh = this.tabs.get(tab.id) ?? (await this.adopt(page, tab.id));
      this.currentId = fresh.id;
      return fresh;
    } finally {
      this.reviving = undefined;
    }
  }

  list(): Tab[] {
    return [...this.tabs.values()];
  }

  /** The tab whose dialog is answered next: the current one, else whichever has one open. */
  tabWithDialog(): Tab | undefined {
    const current = this.currentId === undefined ? undefined : this.tabs.get(this.currentId);
    return current?.dialog ? current : this.list().find((tab) => tab.dialog);
  }

  get currentTabId(): string | undefined {
    return this.currentId;
  }

  select(id: string): Tab {
    const tab = this.tabs.get(id);
    if (!tab) {
      const known = [...this.tabs.keys()].join(', ') || 'none';
      throw new Failure('action_validation_error', `There is no tab ${quote(id, 20)}; open tabs: ${known}.`, {
        hint: 'List the tabs with browser_tabs.',
      });
    }
    this.currentId = id;
    return tab;
  }

  async closeTab(id: string): Promise<void> {
    const tab = this.tabs.get(id) ?? this.select(id);
    this.remove(tab);
    await closePage(tab.page);
  }

  /** Waits until tabs that are just opening are known. */
  async arrived(): Promise<void> {
    while (this.arriving.size > 0) await Promise.all(this.arriving);
  }

  /** True if a tab closed because the whole browser went; pages notice that a moment before their connection does. */
  async isBrowserGone(patience: number): Promise<boolean> {
    const browser = this.context.browser();
    if (!browser?.isConnected()) return true;
    return new Promise((resolve) => {
      const gone = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        browser.off('disconnected', gone);
        resolve(false);
      }, patience);
      browser.once('disconnected', gone);
    });
  }

  /** Resolves when a tab opens. */
  nextTab(): Promise<void> {
    return new Promise((resolve) => this.context.once('page', () => resolve()));
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.context.off('page', this.onPage);
    this.context.off('dialog', this.onDialog);
    if (this.ownsContext) {
      await this.context.close().catch(() => undefined);
    } else {
      await Promise.all(this.list().map((tab) => closePage(tab.page)));
    }
    this.tabs.clear();
    this.currentId = undefined;
    await this.ownFolder?.then(() => this.dropFolder()).catch(() => undefined);
  }

  private readonly onPage = (page: Page): void => {
    if (this.isPreparing || (!this.ownsContext && this.tabs.size === 0)) return;
    if (!this.reviving && this.tabs.size + this.arriving.size >= this.limits.maxTabs) {
      void this.refuse(page);
      return;
    }
    const { reviving } = this;
    const arrival = this.adopt(page, reviving)
      .then((tab) => {
        if (this.limits.followNewTabs || reviving !== undefined) this.currentId = tab.id;
        else this.unfollowed.push(tab);
      })
      .catch((thrown: unknown) => log.debug({ thrown }, 'a tab closed before it was open'))
      .finally(() => this.arriving.delete(arrival));
    this.arriving.add(arrival);
  };

  /** A page that asks something before it is one of our tabs can't be left waiting: nothing could be asked of it. */
  private readonly onDialog = (dialog: Dialog): void => {
    const page = dialog.page();
    if (page && this.attached.has(page)) return;
    this.early.push(reportDialog(dialog, undefined));
    if (this.early.length > mostEarly) this.early.shift();
    void dialog.dismiss().catch(() => undefined);
  };

  /** Each window costs the browser so much that a page which opens them without end would hold up everybody. */
  private async refuse(page: Page): Promise<void> {
    this.refusedTabs += 1;
    void closePage(page);
    const now = performance.now();
    this.refusals = [...this.refusals.filter((at) => now - at < storm.time), now];
    if (this.refusals.length < storm.windows || this.breaking) return;
    this.refusals = [];
    const opener = await page.opener().catch(() => null);
    const tab = this.list().find((candidate) => candidate.page === opener);
    if (!tab || this.breaking) return;
    this.breaking = breakOff(tab.live.cdp).finally(() => (this.breaking = undefined));
    if (!(await this.breaking)) return;
    const { maxTabs } = this.limits;
    this.tell(
      `The page in tab ${tab.id} opened more windows than there may be tabs (${maxTabs}): its script was stopped, and those beyond were closed.`,
    );
  }

  private async adopt(page: Page, inPlaceOf?: string): Promise<Tab> {
    const tab = await this.attach(page, inPlaceOf ?? this.nextId());
    this.enter(tab);
    return tab;
  }

  private async attach(page: Page, id: string): Promise<Tab> {
    const tell = (notice: string) => this.tell(notice);
    this.attached.add(page);
    const tab = await Tab.open(id, this.context, page, this.limits.dialogs, this.logs, tell);
    for (const dialog of this.early.splice(0)) tab.noteAnswer(dialog, false, true);
    tab.egress = this.egress;
    return tab;
  }

  private enter(tab: Tab): void {
    this.tabs.set(tab.id, tab);
    this.currentId ??= tab.id;
    tab.page.on('close', () => this.remove(tab));
  }

  private nextId(): string {
    this.lastTab += 1;
    return `t${this.lastTab}`;
  }

  private remove(tab: Tab): void {
    if (this.tabs.get(tab.id) !== tab) return;
    this.tabs.delete(tab.id);
    if (this.currentId === tab.id) this.currentId = [...this.tabs.keys()].at(-1);
  }
}
