import { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import type { HostPolicy } from '../gate/hosts.js';
import { log } from '../log.js';
import { Egress } from './egress/egress.js';
import { NetworkProcess } from './network-process.js';
import { type BrowserOptions, defaults } from './options.js';
import type { Profile, ProfileManager } from './profiles.js';
import { CdpProvider } from './providers/cdp.js';
import { LocalProvider } from './providers/local.js';
import type { OpenBrowser, Provider } from './providers/provider.js';

/** Failed starts in a row after which we stop trying for a while, so that a broken browser is no storm of processes. */
const maxFailures = 3;
const failurePause = 10_000;

/** Told of what happens to the browser by itself. */
export interface BrowserEvents {
  onGone(): void;
  onNetworkLost(): void;
}

/** The one browser that all sessions share: opened when it is first wanted, and anew after it went away. */
export class SharedBrowser {
  private opening: Promise<OpenBrowser> | undefined;
  private current: OpenBrowser | undefined;
  private failures = { count: 0, last: -Infinity, error: undefined as Failure | undefined };
  private closing: Promise<void> | undefined;
  /** The process that it reaches the network through, while it is open. */
  network: NetworkProcess | undefined;
  /** The way out of the context that a kept profile has. */
  ownEgress: Egress | undefined;
  /** Used instead of the one in the options. */
  profile: Profile | undefined;

  constructor(
    private readonly options: BrowserOptions,
    private readonly profiles: ProfileManager,
    private readonly hosts: HostPolicy,
    private readonly events: BrowserEvents,
  ) {}

  get isRunning(): boolean {
    return this.current?.browser.isConnected() ?? false;
  }

  /** True unless it has been closed or has gone away since. */
  isCurrent(open: OpenBrowser): boolean {
    return this.current === open;
  }

  /** The browser; whoever comes while it starts waits for the same start, which no single caller can call off. */
  get(): Promise<OpenBrowser> {
    if (this.opening && (!this.current || this.current.browser.isConnected())) return this.opening;
    const { count, last, error } = this.failures;
    if (count >= maxFailures && performance.now() - last < failurePause && error)
      return Promise.reject(error);
    const opening = this.openBrowser();
    this.opening = opening;
    opening.then(
      (open) => {
        this.failures = { count: 0, last: -Infinity, error: undefined };
        if (this.opening !== opening) return;
        this.current = open;
        this.network = new NetworkProcess(open.browser, open.networkPid, () => this.events.onNetworkLost());
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
    const { hosts } = this;
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

  /** Ends it. May be called any number of times, at any time. */
  close(): Promise<void> {
    const { opening } = this;
    this.forget();
    const before = this.closing;
    const closing = (async () => {
      await before;
      const open = await opening?.catch(() => undefined);
      await open?.close();
    })();
    this.closing = closing;
    return closing;
  }

  private onDisconnected(open: OpenBrowser): void {
    if (!this.isCurrent(open)) return;
    log.warn('the browser went away');
    this.events.onGone();
    this.forget();
    void open.close();
  }

  private forget(): void {
    this.opening = undefined;
    this.current = undefined;
    this.network?.close();
    this.network = undefined;
  }
}
