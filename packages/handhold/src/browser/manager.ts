import { availableParallelism } from 'node:os';
import type { BrowserContext } from 'playwright-core';
import { Deadline } from '../deadline.js';
import { Failure, firstLine } from '../errors.js';
import { HostPolicy, type HostRules } from '../gate/hosts.js';
import { quote } from '../gate/untrusted.js';
import { log, sayOnce } from '../log.js';
import { SessionClipboard } from './clipboard.js';
import type { DialogPolicy } from './dialogs.js';
import type { DownloadLimits } from './downloads.js';
import { Egress } from './egress/egress.js';
import type { HostWatcher } from './egress/report.js';
import { Line } from './line.js';
import { NetworkProcess } from './network-process.js';
import { type Profile, ProfileManager } from './profiles.js';
import { CdpProvider } from './providers/cdp.js';
import { LocalProvider } from './providers/local.js';
import { type OpenBrowser, type Provider, peerSwitches } from './providers/provider.js';
import { Session } from './session.js';
import type { Tab } from './tab.js';

/** What a session may do beyond its page; a change of it needs a new context. */
export interface Confinement {
  hosts: HostPolicy;
  /** Permissions pages are given, such as `geolocation`; all others are denied. */
  permissions: readonly string[];
  /** Only in a context made for it, never in one that a browser already had. */
  apart: boolean;
  watcher?: HostWatcher | undefined;
}

export interface BrowserOptions extends HostRules {
  /** Permissions pages are given without being asked, such as `geolocation`. Default: none. */
  permissions?: readonly string[];
  /** Path to a Chrome, Chromium or Edge. */
  executablePath?: string;
  /** Default true. */
  headless?: boolean;
  /** `auto`: on, except as root or where it can't start. */
  sandbox?: 'auto' | boolean;
  /** Connect to this browser instead of starting one. */
  cdp?: string;
  /** Name of a kept profile, or a profile; thrown away if absent. */
  profile?: string | Profile;
  viewport?: { width: number; height: number };
  /** Further command-line switches for the browser. */
  args?: readonly string[];
  /** What to do with alert, confirm and prompt: leave them to the agent, or answer at once. */
  dialogs?: DialogPolicy;
  /** Whether a tab that a page opens becomes the current one. Default true; it is told of either way. */
  followNewTabs?: boolean;
  /** Sessions unused for this long are closed, and the browser with the last of them. 0 never closes any. */
  idleTimeout?: number;
  launchTimeout?: number;
  maxSessions?: number;
  maxTabs?: number;
  maxQueue?: number;
  /** How many files and bytes a session may download. */
  downloads?: DownloadLimits;
}

const defaults = {
  headless: true,
  sandbox: 'auto',
  viewport: { width: 1280, height: 720 },
  dialogs: 'ask',
  followNewTabs: true,
  idleTimeout: 600_000,
  launchTimeout: 15_000,
  maxSessions: 100,
  maxTabs: 10,
  maxQueue: 32,
} as const;

/** How many sessions are started at a time, which keeps a processor busy each, and how long one may take. */
const maxStarting = Math.max(2, availableParallelism());
const sessionTime = 20_000;

/** Failed starts in a row after which we stop trying for a while, so that a broken browser is no storm of processes. */
const maxFailures = 3;
const failurePause = 10_000;

const policyNotice =
  'What this session may do has changed: it starts anew, without the tabs, refs and logins it had.';
export const restartNotice = 'The browser was restarted: tabs, refs and logins of this session are lost.';
const networkNotice =
  "The browser's network process died, and this session's way to the network with it: its tabs, refs and logins are lost.";
const cookiesNotice =
  "The browser's network process died and was started anew: cookies of this session, and its logins with them, are lost.";

const unwatched =
  'this browser can not be given a proxy: only addresses the agent opens are checked, not what pages ask for';

const ownPlace =
  "host lists and hardened hold only in a context of our own: the browser's tabs and logins are not used";

const peersTaken =
  'this browser was started without limits on WebRTC: it is taken from its pages, but sandboxed frames may still use it';

const withoutPeers = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) delete globalThis[name];`;

function closedMeanwhile(): Failure {
  return new Failure('aborted', 'The session or its browser was closed meanwhile.');
}

function policyKey({ hosts, permissions, apart }: Confinement): string {
  return JSON.stringify([hosts.key, permissions, apart]);
}

/** Owns the browser and the sessions in it: started on first use, shared, started anew after a crash, left nowhere behind. */
export class BrowserManager {
  private readonly options: BrowserOptions;
  private opening: Promise<OpenBrowser> | undefined;
  private open: OpenBrowser | undefined;
  private readonly sessions = new Map<string, Promise<Session>>();
  /** Sessions that a crash took away, and what they are told when they are next used. */
  private readonly lost = new Map<string, string>();
  private readonly line = new Line(maxStarting);
  private readonly starting = new Set<string>();
  private network: NetworkProcess | undefined;
  /** How often the browser's network process has died. */
  networkDeaths = 0;
  private ownContextUser: string | undefined;
  private failures = { count: 0, last: -Infinity, error: undefined as Failure | undefined };
  private reaper: NodeJS.Timeout | undefined;
  private profile: Profile | undefined;
  private closing: Promise<void> | undefined;
  /** The way out of the context that a kept profile has. */
  private ownEgress: Egress | undefined;
  private readonly own: Confinement;
  /** Raised by every close, so that what was under way then does not open the browser again. */
  private generation = 0;

  constructor(
    readonly profiles: ProfileManager = new ProfileManager(),
    options: BrowserOptions = {},
  ) {
    this.options = options;
    this.own = {
      hosts: new HostPolicy(options),
      permissions: options.permissions ?? [],
      apart: false,
    };
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
    if (profile) this.profile = profile;
    await this.browser();
  }

  get isRunning(): boolean {
    return this.open?.browser.isConnected() ?? false;
  }

  /** The session of that name, made on first use. Ten callers at once get the same one. */
  async session(name: string, confinement: Confinement = this.own): Promise<Session> {
    const { generation } = this;
    let changed = false;
    await this.network?.ready();
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

  /** Whether the browser's network process has died since it had so often before. */
  hasLostNetwork(before: number): boolean {
    this.network?.check();
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

  /** Whether a session of that name is open. */
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

  /** What to tell a session that a crash took away, once. */
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
    const { opening } = this;
    this.opening = undefined;
    this.open = undefined;
    this.network?.close();
    this.network = undefined;
    this.sessions.clear();
    this.lost.clear();
    this.ownContextUser = undefined;
    const before = this.closing;
    const closing = (async () => {
      await before;
      const open = await opening?.catch(() => undefined);
      await open?.close();
    })();
    this.closing = closing;
    return closing;
  }

  /** Made all at once, none would be there in time: a context and its first page cost the browser about a process. */
  private async makeSession(name: string, confinement: Confinement): Promise<Session> {
    const open = await this.browser();
    return this.line.turn(async () => {
      if (this.open !== open || !this.sessions.has(name)) throw closedMeanwhile();
      const deadline = new Deadline(sessionTime, `starting session ${quote(name, 50)}`);
      const making = this.makeSessionIn(open, name, confinement);
      return deadline.race(making, () => {
        void making.then((late) => late.close());
      });
    });
  }

  /** How many sessions are to be started before one that is asked for now. */
  get waitingSessions(): number {
    return this.line.length;
  }

  private async makeSessionIn(open: OpenBrowser, name: string, confinement: Confinement): Promise<Session> {
    const foreign = this.options.cdp !== undefined;
    // Of what pages in somebody's own context ask for, nothing is seen; limits that were written down are to hold.
    const mustHold = confinement.apart || confinement.hosts.isListed;
    const fits = !(mustHold && foreign) && confinement.hosts.key === this.own.hosts.key;
    if (foreign && mustHold && open.ownContext) sayOnce(ownPlace);
    const useOwn = fits && open.ownContext !== undefined && this.ownContextUser === undefined;
    if (useOwn) this.ownContextUser = name;
    const { context, egress } =
      useOwn && open.ownContext
        ? { context: open.ownContext, egress: this.ownEgress }
        : await this.newContext(open, confinement);
    // The user's own browser keeps the permissions its user gave.
    if (!useOwn || !foreign) await this.permit(context, confinement.permissions);
    if (useOwn && foreign && !confinement.hosts.isOpen) sayOnce(unwatched);
    const { maxTabs, maxQueue, dialogs, followNewTabs, downloads } = {
      ...defaults,
      downloads: undefined,
      ...this.options,
    };
    const { downloads: downloadsFolder } = open;
    const limits = { maxTabs, maxQueue, dialogs, followNewTabs, downloads, downloadsFolder };
    const clipboard = new SessionClipboard(open.clipboard);
    const session = new Session(
      name,
      context,
      limits,
      !useOwn,
      egress,
      policyKey(confinement),
      clipboard,
      () => this.tabsOfOthers(name),
      !foreign,
    );
    if (!useOwn)
      await session.makeFirstPage().catch(async (thrown: unknown) => {
        await session.close();
        throw thrown;
      });
    const notice = this.takeLoss(name) ?? open.notice;
    if (notice !== undefined) session.tell(notice);
    this.startReaper();
    return session;
  }

  private async newContext(
    open: OpenBrowser,
    { hosts, apart, watcher }: Confinement,
  ): Promise<{ context: BrowserContext; egress: Egress | undefined }> {
    const viewport = this.options.viewport ?? defaults.viewport;
    const mustHold = apart || hosts.isListed;
    // A browser that was started with a way out of its own leads every context there that has none.
    const free = hosts.isOpen && this.ownEgress === undefined;
    const egress = this.isFar(hosts, apart) || free ? undefined : await Egress.open(hosts, watcher);
    const proxy = egress ? { proxy: { server: egress.address } } : {};
    try {
      if (egress && !open.keepsPeersIn) this.checkPeers(mustHold);
      const context = await open.browser.newContext({ viewport, acceptDownloads: true, ...proxy });
      if (egress && !open.keepsPeersIn) await context.addInitScript(withoutPeers);
      if (egress) {
        context.once('close', () => egress.close());
        egress.onDisconnect = () => this.network?.suspect();
      }
      return { context, egress };
    } catch (thrown) {
      egress?.close();
      throw thrown;
    }
  }

  /**
   * WebRTC goes around a proxy unless the browser was started otherwise. A script takes it from pages, but comes too late
   * for a frame that starts in a process of its own without a request, such as a sandboxed `srcdoc`: no debugger can hold
   * that. So limits that were written down are not promised there.
   */
  private checkPeers(mustHold: boolean): void {
    if (!mustHold) {
      sayOnce(peersTaken);
      return;
    }
    throw new Failure('launch_failed', 'WebRTC of this browser can not be confined to the hosts allowed.', {
      hint: `Start that browser with --enable-automation ${peerSwitches.join(' ')}, or leave out hardened and host lists.`,
      canRetry: false,
    });
  }

  /** A browser on another machine can't use a proxy in this process. */
  private isFar(hosts: HostPolicy, apart: boolean): boolean {
    const { cdp } = this.options;
    if (cdp === undefined || hosts.isOpen || new CdpProvider(cdp).isNear) return false;
    if (apart)
      throw new Failure('launch_failed', 'The network of a browser on another machine can not be confined.', {
        hint: 'Use a browser on this machine, or leave out hardened.',
        canRetry: false,
      });
    sayOnce(unwatched);
    return true;
  }

  private async permit(context: BrowserContext, permissions: readonly string[]): Promise<void> {
    try {
      // Copying on a click is what every page may do anyway.
      await context.grantPermissions(['clipboard-write', ...permissions]);
    } catch (thrown) {
      throw new Failure('launch_failed', `The permissions could not be given: ${firstLine(thrown)}`, {
        hint: 'Use names such as geolocation, notifications, camera, microphone, clipboard-read.',
        canRetry: false,
      });
    }
  }

  /** The one browser; whoever comes while it starts waits for the same start, which no single caller can call off. */
  private browser(): Promise<OpenBrowser> {
    if (this.opening && (!this.open || this.open.browser.isConnected())) return this.opening;
    const { count, last, error } = this.failures;
    if (count >= maxFailures && performance.now() - last < failurePause && error)
      return Promise.reject(error);
    const opening = this.openBrowser();
    this.opening = opening;
    opening.then(
      (open) => {
        this.failures = { count: 0, last: -Infinity, error: undefined };
        if (this.opening !== opening) return;
        this.open = open;
        this.network = new NetworkProcess(open.browser, open.networkPid, () => void this.onNetworkLost());
        open.browser.once('disconnected', () => this.onDisconnected(open));
      },
      (thrown: unknown) => {
        if (this.opening === opening) this.opening = undefined;
        if (thrown instanceof Failure && thrown.code === 'launch_failed') {
          this.failures = { count: this.failures.count + 1, last: performance.now(), error: thrown };
        }
      },
    );
    return opening;
  }

  private async openBrowser(): Promise<OpenBrowser> {
    await this.closing;
    const time = this.options.launchTimeout ?? defaults.launchTimeout;
    const deadline = new Deadline(time, 'starting the browser');
    const { hosts } = this.own;
    if (this.options.cdp !== undefined || hosts.isOpen) return this.provider().open(deadline);
    // A kept profile may hold workers of public sites from before.
    const egress = await Egress.open(this.chosenProfile().persistent ? hosts : undefined, undefined, true);
    try {
      const open = await this.provider(egress.address).open(deadline);
      open.browser.once('disconnected', () => egress.close());
      this.ownEgress = egress;
      return open;
    } catch (thrown) {
      egress.close();
      throw thrown;
    }
  }

  private provider(proxy?: string): Provider {
    const { cdp, executablePath, headless, sandbox, viewport, args } = this.options;
    if (cdp) return new CdpProvider(cdp);
    return new LocalProvider({
      executablePath,
      headless: headless ?? defaults.headless,
      sandbox: sandbox ?? defaults.sandbox,
      viewport: viewport ?? defaults.viewport,
      args: args ?? [],
      profile: this.chosenProfile(),
      proxy,
    });
  }

  private chosenProfile(): Profile {
    if (this.profile) return this.profile;
    const { profile } = this.options;
    if (profile === undefined) return this.profiles.getDefaultProfile();
    return typeof profile === 'string' ? this.profiles.getProfile(profile) : profile;
  }

  /** The browser went away by itself: every session is told when it comes back. */
  private onDisconnected(open: OpenBrowser): void {
    if (this.open !== open) return;
    log.warn('the browser went away');
    for (const name of this.sessions.keys()) this.lost.set(name, restartNotice);
    this.sessions.clear();
    this.opening = undefined;
    this.open = undefined;
    this.network?.close();
    this.network = undefined;
    this.ownContextUser = undefined;
    void open.close();
  }

  /** A context that was given a proxy has none now: nothing in it may reach the network any more. */
  private async onNetworkLost(): Promise<void> {
    this.networkDeaths += 1;
    await Promise.all(
      [...this.sessions].map(async ([name, making]) => {
        const session = await making.catch(() => undefined);
        if (!session || session.closed) return;
        if (session.egress === undefined || session.egress === this.ownEgress) {
          if (!this.usesProfile(name)) session.tell(cookiesNotice);
          return;
        }
        this.forget(name, making);
        this.lost.set(name, networkNotice);
        await session.close();
      }),
    );
  }

  /** Whether a session's cookies are on disk. */
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
