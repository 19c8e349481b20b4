import type { BrowserContext } from 'playwright-core';
import { Failure, firstLine } from '../errors.js';
import type { HostPolicy } from '../gate/hosts.js';
import { sayOnce } from '../log.js';
import { Egress } from './egress/egress.js';
import { type BrowserOptions, type Confinement, defaults } from './options.js';
import { CdpProvider } from './providers/cdp.js';
import { type OpenBrowser, webRtcSwitches } from './providers/provider.js';
import type { SharedBrowser } from './shared-browser.js';

/** The context that a session lives in, and its way to the network, where that is watched. */
export interface SessionContext {
  context: BrowserContext;
  egress: Egress | undefined;
}

export const unwatched =
  'this browser can not be given a proxy: only addresses the agent opens are checked, not what pages ask for';

export const ownContextUnused =
  "host lists and hardened hold only in a context of our own: the browser's tabs and logins are not used";

const webRtcRemoved =
  'this browser was started without limits on WebRTC: it is taken from its pages, but sandboxed frames may still use it';

const withoutWebRtc = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) delete globalThis[name];`;

/** A context for a session, with a way to the network that keeps to what the session may do. */
export async function newContext(
  browser: SharedBrowser,
  open: OpenBrowser,
  { hosts, apart, watcher }: Confinement,
  options: BrowserOptions,
): Promise<SessionContext> {
  const viewport = options.viewport ?? defaults.viewport;
  const mustHold = apart || hosts.isListed;
  // A browser that was started with a way out of its own leads every context there that has none.
  const free = hosts.isOpen && browser.ownEgress === undefined;
  const egress =
    cannotUseProxy(options.cdp, hosts, apart) || free ? undefined : await Egress.open(hosts, watcher);
  const proxy = egress ? { proxy: { server: egress.address } } : {};
  try {
    if (egress && !open.confinesWebRtc) checkWebRtc(mustHold);
    const context = await open.browser.newContext({ viewport, acceptDownloads: true, ...proxy });
    if (egress && !open.confinesWebRtc) await context.addInitScript(withoutWebRtc);
    if (egress) {
      context.once('close', () => egress.close());
      egress.onDisconnect = () => browser.network?.suspect();
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
function checkWebRtc(mustHold: boolean): void {
  if (!mustHold) {
    sayOnce(webRtcRemoved);
    return;
  }
  throw new Failure('launch_failed', 'WebRTC of this browser can not be confined to the hosts allowed.', {
    hint: `Start that browser with --enable-automation ${webRtcSwitches.join(' ')}, or leave out hardened and host lists.`,
    canRetry: false,
  });
}

/** A browser on another machine can't use a proxy in this process. */
function cannotUseProxy(cdp: string | undefined, hosts: HostPolicy, apart: boolean): boolean {
  if (cdp === undefined || hosts.isOpen || new CdpProvider(cdp).isOnThisMachine) return false;
  if (apart)
    throw new Failure('launch_failed', 'The network of a browser on another machine can not be confined.', {
      hint: 'Use a browser on this machine, or leave out hardened.',
      canRetry: false,
    });
  sayOnce(unwatched);
  return true;
}

/** Gives the pages of a context these permissions, and none but them. */
export async function grantPermissions(
  context: BrowserContext,
  permissions: readonly string[],
): Promise<void> {
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
