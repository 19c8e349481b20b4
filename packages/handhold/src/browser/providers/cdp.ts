import type { Browser } from 'playwright-core';
import type { Deadline } from '../../deadline.js';
import { Failure, firstLine } from '../../errors.js';
import { HostPolicy } from '../../gate/hosts.js';
import { cleanUpOnExit, removeDirectory } from '../cleanup.js';
import { makeTemporary, sweepLeftovers } from '../leftovers.js';
import { processesOf } from '../network-process.js';
import { chromium } from '../playwright.js';
import { type OpenBrowser, type Provider, webRtcSwitches } from './provider.js';

/** Connects to a browser that somebody else started and keeps running. */
export class CdpProvider implements Provider {
  readonly name = 'cdp';

  constructor(private readonly endpoint: string) {}

  /** True if that browser runs on this machine, so that it can use a proxy of ours. */
  get isOnThisMachine(): boolean {
    try {
      return new HostPolicy().isLoopback(new URL(this.endpoint).hostname);
    } catch {
      return false;
    }
  }

  async open(deadline: Deadline): Promise<OpenBrowser> {
    void sweepLeftovers();
    const downloads = await makeTemporary('downloads');
    const cleanup = cleanUpOnExit(downloads);
    const drop = async () => {
      await removeDirectory(downloads);
      cleanup.release();
    };
    try {
      const browser = await deadline.race(
        chromium().connectOverCDP(this.endpoint, { timeout: deadline.left, artifactsDir: downloads }),
      );
      const { network } = await deadline.race(processesOf(browser)).catch(() => ({ network: undefined }));
      return {
        browser,
        ownContext: browser.contexts()[0],
        clipboard: undefined,
        confinesWebRtc: await deadline.race(confinesWebRtc(browser)),
        networkPid: network,
        downloads,
        notice: undefined,
        close: async () => {
          // For a connected browser this only disconnects.
          await browser.close().catch(() => undefined);
          await drop();
        },
      };
    } catch (thrown) {
      await drop();
      if (thrown instanceof Failure && thrown.code === 'aborted') throw thrown;
      throw new Failure(
        'launch_failed',
        `Could not connect to the browser at ${this.endpoint}: ${firstLine(thrown).replace(/^browserType\.\w+: /, '')}`,
        {
          hint: 'Check that the browser runs with remote debugging on that address, e.g. chrome --remote-debugging-port=9222.',
          canRetry: true,
        },
      );
    }
  }
}

/** Browsers tell their switches only if they were started with --enable-automation too. */
async function confinesWebRtc(browser: Browser): Promise<boolean> {
  const cdp = await browser.newBrowserCDPSession();
  try {
    const { arguments: given } = await cdp.send('Browser.getBrowserCommandLine');
    return webRtcSwitches.every((wanted) => lastOf(wanted, given) === wanted);
  } catch {
    return false;
  } finally {
    void cdp.detach().catch(() => undefined);
  }
}

/** Of a switch that was given more than once, the last counts. */
function lastOf(wanted: string, given: readonly string[]): string | undefined {
  const [name] = wanted.split('=', 1);
  return given.findLast((argument) => argument.split('=', 1)[0] === name);
}
