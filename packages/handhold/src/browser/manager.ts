import { availableParallelism } from 'node:os';
import { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { HostPolicy, type HostRules } from '../gate/hosts.js';
import { quote } from '../gate/untrusted.js';
import { sayOnce } from '../log.js';
import { SessionClipboard } from './clipboard.js';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { type BrowserOptions, type Confinement, defaults, policyKey } from './options.js';
import { type Profile, ProfileManager } from './profiles.js';
import type { OpenBrowser } from './providers/provider.js';
import { Session } from './session.js';
import {
  grantPermissions,
  newContext,
  ownContextUnused,
  type SessionContext,
  unwatched,
} from './session-context.js';
import { SharedBrowser } from './shared-browser.js';
import type { Tab } from './tab.js';

export type { BrowserOptions, Confinement } from './options.js';

/** How many sessions are started at a time, which keeps a processor busy each, and how long one may take. */
const maxStarting = Math.max(2, availableParallelism());
const sessionTime = 20_000;

const policyNotice =
  'What this session may do has changed: it starts anew, without the tabs, refs and logins it had.';
const restartNotice = 'The browser was restarted: tabs, refs and logins of this session are lost.';
const networkNotice =
  "The browser's network process died, and this session's way to the network with it: its tabs, refs and logins are lost.";
const cookiesNotice =
  "The browser's network process died and was started anew: cookies of this session, and its logins with them, are lost.";

function closedMeanwhile(): Failure {
  return new Failure('aborted', 'The session or its browser was closed meanwhile.');
}

/** Owns the browser and the sessions in it: started on first use, shared, started anew after a crash, left nowhere behind. */
export class BrowserManager {
  private readonly browser: SharedBrowser;
  private readonly sessions = new Map<string, Promise<Session>>();
  /** Sessions that a crash took away, and what they are told when they are next used. */
  private readonly lost = new Map<string, string>();
  private readonly starts = new ConcurrencyLimit(maxStarting);
  private readonly starting = new Set<string>();
  /** How often the browser's network process has died. */
  networkDeaths = 0;
  private ownContextUser: string | undefined;
  private reaper: NodeJS.Timeout | undefined;
  private readonly own: Confinement;
  /** Raised by every close, so that what was under way then does not open the browser again. */
  private generation = 0;

  constructor(
    readonly profiles: ProfileManager = new ProfileManager(),
    private readonly options: BrowserOptions = {},
  ) {
    this.own = {
      hosts: new HostPolicy(options),
      permissions: options.permissions ?? [],
      apart: false,
    };
    this.browser = new SharedBrowser(options, profiles, this.own.hosts, {
      onGone: () => this.onBrowserGone(),
      onNetworkLost: () => void this.onNetworkLost(),
    });
  }

  /** The rules it was made with, which tools that share it go by unless they have their own. */
  get rules(): HostRules & { permissions?: readonly string[] } {
    const { allowPrivate, allowHosts, blockHosts, loopback, network, permissions } = this.options;
    return {
      ...(allowPrivate === undefined ? {} : { allowPrivate }),
      ...(allowHosts === undefined ? {} : { allowHosts }),
      ...(blockHosts === undefined ? {} : { blockHosts }),
      ...(loopback === undefined ? {} : { loopback }),
      ...(network === undefined ? {} : { network }),
      ...(permissions === undefined ? {} : { permissions }),
    };
  }

  /** Nothing needs starting; here so that code written for an explicit start reads the same. */
  async start(): Promise<void> {}

  /** Starts the browser now rather than on first use, on the given profile. */
  async launchBrowser(profile?: Profile): Promise<void> {
    if (profile) this.browser.profile = profile;
    await this.browser.get();
  }

  get isRunning(): boolean {
    return this.browser.isRunning;
  }

  /** The session of that name, made on first use. Ten callers at once get the same one. */
  async session(name: string, confinement: Confinement = this.own): Promise<Session> {
    const { generation } = this;
    let changed = false;
    await this.browser.network?.ready();
    for (;;) {
      const making = this.sessions.get(name) ?? this.startSession(name, confinement);
      const session = await making;
      if (!session.closed && session.policy !== policyKey(confinement)) {
        changed = true;
        await this.closeSession(name);
        continue;
      }
      if (changed) session.tell(policyNotice);
      if (generation !== this.generation) throw closedMeanwhile();
      if (!session.closed && this.isRunning) return session;
      if (!session.closed) this.lost.set(name, restartNotice);
      this.forget(name, making);
    }
  }

  /** True if the browser's network process has died since it had so often before. */
  hasLostNetwork(before: number): boolean {
    this.browser.network?.check();
    return this.networkDeaths !== before;
  }

  private startSession(name: string, confinement: Confinement): Promise<Session> {
    const limit = this.options.maxSessions ?? defaults.maxSessions;
    if (this.sessions.size >= limit) {
      throw new Failure('session_limit', `${this.sessions.size} sessions are open, the most there may be.`);
    }
    this.starting.add(name);
    const making = this.makeSession(name, confinement).finally(() => this.starting.delete(name));
    this.sessions.set(name, making);
    making.catch(() => this.forget(name, making));
    return making;
  }

  /** True if a session of that name is open. */
  hasSession(name: string): boolean {
    return this.sessions.has(name);
  }

  /** The tab that a session is on, if it is open; starts nothing. */
  async currentTab(name: string): Promise<Tab | undefined> {
    if (this.starting.has(name)) return undefined;
    const session = await this.sessions.get(name)?.catch(() => undefined);
    return session?.list().find((tab) => tab.id === session.currentTabId);
  }

  private async tabsOfOthers(name: string): Promise<Tab[]> {
    // One that is still being started has no pages yet.
    const others = [...this.sessions].flatMap(([each, making]) =>
      each === name || this.starting.has(each) ? [] : [making],
    );
    const made = await Promise.all(others.map((making) => making.catch(() => undefined)));
    return made.flatMap((session) => session?.list() ?? []);
  }

  /** The notice for a session that a crash took away, once. */
  takeLoss(name: string): string | undefined {
    const notice = this.lost.get(name);
    this.lost.delete(name);
    return notice;
  }

  sessionNames(): string[] {
    return [...this.sessions.keys()];
  }

  async closeSession(name: string): Promise<void> {
    const making = this.sessions.get(name);
    this.sessions.delete(name);
    this.lost.delete(name);
    if (this.ownContextUser === name) this.ownContextUser = undefined;
    const closing = making?.then((session) => session.close()).catch(() => undefined);
    // One that is still waiting for its turn is not started any more.
    if (!this.starting.has(name)) await closing;
  }

  /** Ends everything. May be called any number of times, at any time; a later call starts afresh. */
  close(): Promise<void> {
    this.generation += 1;
    clearInterval(this.reaper);
    this.reaper = undefined;
    this.sessions.clear();
    this.lost.clear();
    this.ownContextUser = undefined;
    return this.browser.close();
  }

  /** Made all at once, none would be there in time: a context and its first page cost the browser about a process. */
  private async makeSession(name: string, confinement: Confinement): Promise<Session> {
    const open = await this.browser.get();
    return this.starts.run(async () => {
      if (!this.browser.isCurrent(open) || !this.sessions.has(name)) throw closedMeanwhile();
      const deadline = new Deadline(sessionTime, `starting session ${quote(name, 50)}`);
      const making = this.makeSessionIn(open, name, confinement);
      return deadline.race(making, () => {
        void making.then((late) => late.close());
      });
    });
  }

  /** How many sessions are to be started before one that is asked for now. */
  get waitingSessions(): number {
    return this.starts.waiting;
  }

  /** The browser's own context for the first session that it fits, where there is one, else one made for the session. */
  private async contextFor(
    open: OpenBrowser,
    name: string,
    confinement: Confinement,
  ): Promise<SessionContext & { isOwn: boolean }> {
    const foreign = this.options.cdp !== undefined;
    // Of what pages in somebody's own context ask for, nothing is seen; limits that were written down are to hold.
    const mustHold = confinement.apart || confinement.hosts.isListed;
    const fits = !(mustHold && foreign) && confinement.hosts.key === this.own.hosts.key;
    if (foreign && mustHold && open.ownContext) sayOnce(ownContextUnused);
    const isOwn = fits && open.ownContext !== undefined && this.ownContextUser === undefined;
    if (isOwn) this.ownContextUser = name;
    const { context, egress } =
      isOwn && open.ownContext
        ? { context: open.ownContext, egress: this.browser.ownEgress }
        : await newContext(this.browser, open, confinement, this.options);
    // The user's own browser keeps the permissions its user gave.
    if (!isOwn || !foreign) await grantPermissions(context, confinement.permissions);
    if (isOwn && foreign && !confinement.hosts.isOpen) sayOnce(unwatched);
    return { context, egress, isOwn };
  }

  private async makeSessionIn(open: OpenBrowser, name: string, confinement: Confinement): Promise<Session> {
    const { context, egress, isOwn } = await this.contextFor(open, name, confinement);
    const { maxTabs, maxQueue, dialogs, followNewTabs, downloads } = {
      ...defaults,
      downloads: undefined,
      ...this.options,
    };
    const { downloads: downloadsFolder } = open;
    const session = new Session(name, context, {
      limits: { maxTabs, maxQueue, dialogs, followNewTabs, downloads, downloadsFolder },
      ownsContext: !isOwn,
      egress,
      policy: policyKey(confinement),
      clipboard: new SessionClipboard(open.clipboard),
      others: () => this.tabsOfOthers(name),
      isOurs: this.options.cdp === undefined,
    });
    if (!isOwn)
      await session.makeFirstPage().catch(async (thrown: unknown) => {
        await session.close();
        throw thrown;
      });
    const notice = this.takeLoss(name) ?? open.notice;
    if (notice !== undefined) session.tell(notice);
    this.startReaper();
    return session;
  }

  /** The browser went away by itself: every session is told when it comes back. */
  private onBrowserGone(): void {
    for (const name of this.sessions.keys()) this.lost.set(name, restartNotice);
    this.sessions.clear();
    this.ownContextUser = undefined;
  }

  /** A context that was given a proxy has none now: nothing in it may reach the network any more. */
  private async onNetworkLost(): Promise<void> {
    this.networkDeaths += 1;
    await Promise.all(
      [...this.sessions].map(async ([name, making]) => {
        const session = await making.catch(() => undefined);
        if (!session || session.closed) return;
        if (session.egress === undefined || session.egress === this.browser.ownEgress) {
          if (!this.usesProfile(name)) session.tell(cookiesNotice);
          return;
        }
        this.forget(name, making);
        this.lost.set(name, networkNotice);
        await session.close();
      }),
    );
  }

  /** True if a session's cookies are on disk. */
  private usesProfile(name: string): boolean {
    return this.ownContextUser === name;
  }

  private forget(name: string, making: Promise<Session>): void {
    if (this.sessions.get(name) === making) this.sessions.delete(name);
  }

  private startReaper(): void {
    const idle = this.options.idleTimeout ?? defaults.idleTimeout;
    if (idle <= 0 || this.reaper) return;
    this.reaper = setInterval(() => void this.reap(idle), Math.min(30_000, Math.max(50, idle / 4)));
    this.reaper.unref();
  }

  private async reap(idle: number): Promise<void> {
    for (const [name, making] of [...this.sessions]) {
      const session = await making.catch(() => undefined);
      if (session?.isIdle && performance.now() - session.lastUsed > idle) await this.closeSession(name);
    }
    if (this.sessions.size === 0) await this.close();
  }
}
