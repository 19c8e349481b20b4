import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import type { Deadline } from '../../deadline.js';
import { Failure, firstLine } from '../../errors.js';
import { log, sayOnce } from '../../log.js';
import { withBlinkSettings } from '../blink-settings.js';
import { ChromiumMissing, type FoundChromium, findChromium } from '../chromium/index.js';
import { cleanUpOnExit, type ExitCleanup, killGroup, removeDirectory } from '../cleanup.js';
import { BrowserClipboard } from '../clipboard.js';
import { endUsersOf, makeTemporary, sweepLeftovers, untilGone } from '../leftovers.js';
import { processesOf } from '../network-process.js';
import { chromium } from '../playwright.js';
import { copyProfile, ensureDirectory, holderOf, type Profile } from '../profiles.js';
import { type OpenBrowser, type Provider, webRtcSwitches } from './provider.js';

export interface LaunchOptions {
  executablePath?: string | undefined;
  headless: boolean;
  sandbox: 'auto' | boolean;
  viewport: { width: number; height: number };
  args: readonly string[];
  profile: Profile;
  /** The proxy that everything goes through which no context has one of its own for. */
  proxy?: string | undefined;
}

/**
 * Parts of the browser that an agent has no use for. The address bar's suggestions alone cost every session a renderer;
 * the rest is what Playwright turns off, which a list of our own replaces.
 */
const unusedFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  // What leaves after its page nobody can be asked about.
  'FetchLaterAPI',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'Translate',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
];

/** Kept quiet and closed: no background services, no QUIC past a proxy, no WebRTC past it either. */
const quietArgs = [
  `--disable-features=${unusedFeatures.join(',')}`,
  '--no-first-run',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  // Else all that pages write to their consoles is written to its output too, which Playwright keeps the end of.
  '--enable-logging=stderr',
  '--log-level=2',
  '--no-pings',
  ...webRtcSwitches,
];

/** Behind a proxy the browser needs no names resolved, so that none it looks up by itself can carry anything out. */
const confinedArgs = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];

/** The folders that a browser lives in. */
interface BrowserFolders {
  /** Its profile. */
  directory: string;
  /** The folder for files that pages send, until they are saved. */
  downloads: string;
  /** Goes with the browser. */
  throwAway: string;
  notice: string | undefined;
}

function throwAwayFolders(directory: string, notice?: string): BrowserFolders {
  return { directory, downloads: join(directory, 'handhold-downloads'), throwAway: directory, notice };
}

/** Starts a Chromium on this machine and sees to it that it ends with us. */
export class LocalProvider implements Provider {
  readonly name = 'local';
  private sandboxWorks = true;

  constructor(private readonly options: LaunchOptions) {}

  async open(deadline: Deadline): Promise<OpenBrowser> {
    const found = this.find();
    void sweepLeftovers();
    const folders = await this.prepareProfile();
    const cleanup = cleanUpOnExit(folders.throwAway);
    try {
      const context = await this.launch(found, folders, deadline);
      return await this.own(context, folders, cleanup);
    } catch (thrown) {
      // A browser that never answered is told by its profile only, and may take its time to end by itself.
      await endUsersOf(folders.throwAway);
      cleanup.release();
      throw thrown;
    }
  }

  private find(): FoundChromium {
    const { executablePath } = this.options;
    try {
      const found = findChromium(executablePath === undefined ? {} : { executablePath });
      if (found) return found;
    } catch (thrown) {
      if (thrown instanceof ChromiumMissing)
        throw new Failure('launch_failed', thrown.message, { canRetry: false });
      throw thrown;
    }
    throw new Failure('launch_failed', 'No Chrome, Chromium or Edge was found on this machine.', {
      hint: 'Run "handhold install-browser", or set HANDHOLD_EXECUTABLE_PATH to a browser.',
    });
  }

  private async prepareProfile(): Promise<BrowserFolders> {
    const { directory, persistent } = this.options.profile;
    if (!persistent || !directory) return throwAwayFolders(await makeTemporary('profile'));
    ensureDirectory(directory);
    const holder = holderOf(directory);
    if (holder === undefined) {
      const downloads = await makeTemporary('downloads');
      return { directory, downloads, throwAway: downloads, notice: undefined };
    }
    const copy = await makeTemporary('profile');
    copyProfile(directory, copy);
    const notice = `Profile "${this.options.profile.name}" is open in another browser (pid ${holder}); this one works on a copy, which is not kept.`;
    sayOnce(notice);
    return throwAwayFolders(copy, notice);
  }

  /** With the sandbox wherever it can be; without only as root, or where it proves impossible and may be left out. */
  private async launch(
    found: FoundChromium,
    folders: BrowserFolders,
    deadline: Deadline,
  ): Promise<BrowserContext> {
    const { sandbox } = this.options;
    const asRoot = process.getuid?.() === 0;
    if (sandbox === 'auto' && asRoot) sayOnce("running as root: Chromium's sandbox is off");
    const sandboxed = sandbox === 'auto' ? !asRoot && this.sandboxWorks : sandbox;
    try {
      return await this.launchOnce(found, folders, sandboxed, deadline);
    } catch (thrown) {
      if (sandbox !== 'auto' || !sandboxed || !isSandboxTrouble(thrown) || deadline.left < 1000)
        throw launchFailure(thrown, found);
      this.sandboxWorks = false;
      sayOnce("Chromium's sandbox can not start on this machine: it is off");
      return await this.launchOnce(found, folders, false, deadline).catch((again: unknown) => {
        throw launchFailure(again, found);
      });
    }
  }

  private launchOnce(
    found: FoundChromium,
    { directory, downloads }: BrowserFolders,
    sandboxed: boolean,
    deadline: Deadline,
  ): Promise<BrowserContext> {
    const { headless, viewport, args, proxy } = this.options;
    const launching = chromium().launchPersistentContext(directory, {
      executablePath: found.path,
      // Where Playwright makes one of its own, that stays if we are killed.
      artifactsDir: downloads,
      headless,
      viewport,
      chromiumSandbox: sandboxed,
      timeout: deadline.left,
      args: [
        ...quietArgs,
        ...(proxy === undefined ? [] : confinedArgs),
        ...withBlinkSettings(args, headless),
      ],
      ...(proxy === undefined ? {} : { proxy: { server: proxy } }),
      ...(found.env ? { env: { ...definedEnv(), ...found.env } } : {}),
      // Our own handlers do this, and leave the program's signal handling alone.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    // A launch that comes too late must not stay behind.
    const late = launching.then((context) => {
      if (deadline.left <= 0 || deadline.signal?.aborted) void context.close().catch(() => undefined);
      return context;
    });
    return deadline.race(late);
  }

  private async own(
    context: BrowserContext,
    folders: BrowserFolders,
    cleanup: ExitCleanup,
  ): Promise<OpenBrowser> {
    const browser = context.browser();
    if (!browser) throw new Failure('launch_failed', 'The browser did not stay open.');
    const { browser: pid, network } = await processesOf(browser);
    cleanup.add(pid);
    log.info({ pid, directory: folders.directory }, 'browser started');
    return {
      browser,
      ownContext: this.options.profile.persistent ? context : undefined,
      clipboard: this.options.headless ? new BrowserClipboard(browser) : undefined,
      confinesWebRtc: true,
      networkPid: network,
      downloads: folders.downloads,
      notice: folders.notice,
      close: async () => {
        await withTimeout(context.close(), 3000);
        killGroup(pid);
        await untilGone(pid);
        await removeDirectory(folders.throwAway);
        cleanup.release();
      },
    };
  }
}

async function withTimeout(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    work.catch(() => undefined),
    new Promise((resolve) => (timer = setTimeout(resolve, ms))),
  ]);
  clearTimeout(timer);
}

function definedEnv(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [key, value] of Object.entries(process.env)) if (value !== undefined) env[key] = value;
  return env;
}

function isSandboxTrouble(thrown: unknown): boolean {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return /sandbox|namespace|zygote|setuid|clone\(\)|Operation not permitted|signal=SIG(TRAP|ABRT|SYS)/i.test(
    text,
  );
}

function launchFailure(thrown: unknown, found: FoundChromium): Failure {
  if (thrown instanceof Failure && thrown.code !== 'timeout') return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (/EMFILE|ENFILE|ENOMEM|EAGAIN/.test(text)) {
    return new Failure(
      'resource_exhausted',
      `The browser at ${found.path} could not be started: the machine is out of files, memory or processes.`,
    );
  }
  const timedOut = /timeout|timed out/i.test(text);
  const cause = timedOut ? 'it did not answer in time' : causeOf(text);
  return new Failure('launch_failed', `The browser at ${found.path} could not be started: ${cause}.`, {
    canRetry: timedOut,
  });
}

/** The line of a browser's own output that says what is wrong, if there is one. */
function causeOf(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^\s*-?\s*(\[pid=\d+\]\[err\])?\s*/, '').trim());
  const telling = lines.find((line) =>
    /error while loading|cannot open shared|FATAL|Failed to|EACCES|ENOENT|exitCode/i.test(line),
  );
  return firstLine(telling ?? text).replace(/\.$/, '');
}
