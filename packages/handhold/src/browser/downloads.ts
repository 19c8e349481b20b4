import { stat, statfs } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { cut } from '../gate/untrusted.js';
import type { CdpSession } from '../page/cdp/session.js';

export interface DownloadReport {
  id: string;
  /** As the site calls it: not a name to be trusted. */
  name: string;
  url: string;
  /** Bytes, once all of it is there. */
  size?: number;
  /** Why it did not come, where it did not. */
  failure?: string;
}

export interface TrackedDownload {
  report: DownloadReport;
  /** Resolves when it has come or failed. */
  done: Promise<void>;
  at: number;
  handle: Download;
}

/** How much a session may take in: more is stopped, and said. */
export interface DownloadLimits {
  count: number;
  each: number;
  all: number;
}

const megabyte = 1_000_000;
/** A disk with no more left than this, beside what was to come, is taken to be full. */
const scarce = 5 * megabyte;
const defaultLimits: DownloadLimits = { count: 100, each: 500 * megabyte, all: 1000 * megabyte };

/** The files that a session's pages sent. They stay in the browser's own folder until one is saved. */
export class Downloads {
  private readonly tracked: TrackedDownload[] = [];
  private readonly begun: { guid: string; url: string }[] = [];
  private readonly byGuid = new Map<string, TrackedDownload>();
  private readonly received = new Map<TrackedDownload, number>();
  private count = 0;
  /** Downloads beyond the limit, stopped unseen. */
  refused = 0;

  constructor(
    private readonly limits: DownloadLimits = defaultLimits,
    /** Where the browser keeps them. */
    private readonly folder?: string,
  ) {}

  /** Watches how much comes in, which only the browser's own protocol tells. */
  follow(cdp: CdpSession): void {
    cdp.events.on('Page.downloadWillBegin', ({ guid, url }) => this.onBegin(guid, url));
    cdp.events.on('Page.downloadProgress', ({ guid, totalBytes, receivedBytes }) =>
      this.onProgress(guid, Math.max(totalBytes, receivedBytes)),
    );
  }

  /** Takes note of a download; undefined where there have been too many. */
  add(download: Download): TrackedDownload | undefined {
    if (this.count >= this.limits.count) {
      this.refused += 1;
      void download.cancel().catch(() => undefined);
      return undefined;
    }
    this.count += 1;
    const report: DownloadReport = {
      id: `d${this.count}`,
      name: cut(download.suggestedFilename(), 300),
      url: cut(download.url(), 2000),
    };
    const tracked: TrackedDownload = {
      report,
      at: performance.now(),
      handle: download,
      done: this.finish(download, report),
    };
    this.tracked.push(tracked);
    const at = this.begun.findIndex(({ url }) => url === download.url());
    const [begun] = at < 0 ? [] : this.begun.splice(at, 1);
    if (begun) this.byGuid.set(begun.guid, tracked);
    return tracked;
  }

  list(): readonly TrackedDownload[] {
    return this.tracked;
  }

  get(id: string): TrackedDownload | undefined {
    return this.tracked.find(({ report }) => report.id === id);
  }

  private async finish(download: Download, report: DownloadReport): Promise<void> {
    const failure = await download.failure().catch(() => 'the browser went away');
    if (failure) {
      const why = failure === 'canceled' ? await this.whyCanceled(report.id) : undefined;
      report.failure ??= why ?? cut(failure, 200);
      return;
    }
    const size = await download
      .path()
      .then((path) => stat(path))
      .then((found) => found.size)
      .catch(() => undefined);
    if (size !== undefined) report.size = size;
  }

  /** The browser calls a download off when the disk is full, and removes what had come, without saying why. */
  private async whyCanceled(id: string): Promise<string | undefined> {
    const disk = this.folder && (await statfs(this.folder).catch(() => undefined));
    if (!disk) return undefined;
    const free = disk.bavail * disk.bsize;
    const tracked = this.get(id);
    const wanted = (tracked && this.received.get(tracked)) ?? 0;
    return free > wanted + scarce
      ? undefined
      : `canceled: the disk is full (ENOSPC), ${(free / megabyte).toFixed(1)} MB are left where downloads are kept`;
  }

  private onBegin(guid: string, url: string): void {
    this.begun.push({ guid, url });
    if (this.begun.length > this.limits.count) this.begun.shift();
  }

  private onProgress(guid: string, bytes: number): void {
    const tracked = this.byGuid.get(guid);
    if (!tracked || tracked.report.failure) return;
    this.received.set(tracked, bytes);
    const all = [...this.received.values()].reduce((sum, each) => sum + each, 0);
    const { each, all: most } = this.limits;
    if (bytes <= each && all <= most) return;
    this.received.delete(tracked);
    tracked.report.failure =
      bytes > each
        ? `stopped: larger than ${each / megabyte} MB`
        : `stopped: the session's downloads are larger than ${most / megabyte} MB`;
    void tracked.handle.cancel().catch(() => undefined);
  }
}
