import type { Browser, BrowserContext } from 'playwright-core';
import type { Deadline } from '../../deadline.js';
import type { BrowserClipboard } from '../clipboard.js';

/** The switches that keep WebRTC to a proxy: which of the two a browser heeds depends on its version and build. */
export const webRtcSwitches = [
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
] as const;

/** A browser that was obtained from somewhere, and how to let go of it. */
export interface OpenBrowser {
  readonly browser: Browser;
  /** A context that is already there and should serve the first session: a kept profile, or the user's own browser. */
  readonly ownContext: BrowserContext | undefined;
  /** True if it was started so that WebRTC can't go around a proxy. */
  readonly confinesWebRtc: boolean;
  /** The process that it reaches the network through, where it tells. */
  readonly networkPid: number | undefined;
  /** Its clipboard, where that is its own. */
  readonly clipboard: BrowserClipboard | undefined;
  /** Where what its pages send is kept until it is saved. */
  readonly downloads: string;
  /** Something the agent or its user should know about how it was opened. */
  readonly notice: string | undefined;
  /** Ends it, or only the connection if it isn't ours. Never throws. */
  close(): Promise<void>;
}

/** Where browsers come from. */
export interface Provider {
  readonly name: string;
  open(deadline: Deadline): Promise<OpenBrowser>;
}
