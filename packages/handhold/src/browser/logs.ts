import type { BrowserContext } from 'playwright-core';
import { ConsoleLog } from './console-log.js';
import { type DownloadLimits, Downloads } from './downloads.js';
import { NetworkLog } from './network-log.js';

/** The past of a session that the agent may ask about later. Each part is bounded. */
export class SessionLogs {
  readonly console = new ConsoleLog();
  readonly network = new NetworkLog();
  readonly downloads: Downloads;

  constructor(limits?: DownloadLimits, downloadsFolder?: string) {
    this.downloads = new Downloads(limits, downloadsFolder);
  }

  /** Starts listening; a shared browser has pages that are none of ours. */
  follow(context: BrowserContext, isOurs: (page: object | null) => boolean): void {
    this.console.follow(context, isOurs);
    this.network.follow(context, isOurs);
  }
}
