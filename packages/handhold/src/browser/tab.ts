import type { BrowserContext, Dialog, Download, Page, Request } from 'playwright-core';
import type { Interrupts } from '../deadline.js';
import { Failure } from '../errors.js';
import { cut } from '../gate/untrusted.js';
import type { CdpSession } from '../page/cdp/session.js';
import type { ConsoleListener } from '../page/console.js';
import { LivePage } from '../page/live-page.js';
import { isMainNavigation } from '../page/settling/traffic.js';
import { ConsoleThrottle } from './console-throttle.js';
import { type DialogPolicy, type DialogReport, DialogSources, reportDialog } from './dialogs.js';
import type { TrackedDownload } from './downloads.js';
import type { Egress } from './egress/egress.js';
import type { SessionLogs } from './logs.js';

/** A call was cut short by something that happened to the page. */
export class Interruption extends Error {
  constructor(readonly reason: 'dialog' | 'held' | 'crashed' | 'closed') {
    super(reason);
  }
}

const maxErrors = 100;
/** Dialogs answered by policy within this time, after which the next one stays open: a loop of them never ends. */
const flood = { dialogs: 5, time: 3000 };
/** A page that puts up more dialogs than this while it is being left will never let go by itself. */
const maxInTheWay = 5;

/** A dialog that is no more. */
export interface AnsweredDialog {
  report: DialogReport;
  answer: 'accepted' | 'dismissed';
  /** Nobody was asked. */
  byItself: boolean;
  at: number;
}

/** One tab: the page in it, and what has happened to it that the agent should hear of. */
export class Tab implements Interrupts {
  dialog: { report: DialogReport; handle: Dialog } | undefined;
  crashed = false;
  closed = false;
  egress: Egress | undefined;
  /** Did not answer when last asked. */
  stuck = false;
  /** While the agent is leaving a page, how many dialogs that page has put in the way; they are dismissed. */
  leaving: number | undefined;
  /** Messages of errors since the tab was opened, the newest last. */
  readonly errors: { text: string; at: number; url?: string }[] = [];
  readonly answered: AnsweredDialog[] = [];
  readonly downloads: TrackedDownload[] = [];
  /** When its document came as the answer to something that was sent, such as a form; undefined where it did not. */
  posted: number | undefined;
  /** When the page last asked for a file, how often it did, and how often it was given one. */
  readonly fileAsks = { at: -Infinity, asked: 0, answered: 0 };
  /** The method of the request for the next document, until that comes. */
  private nextMethod: string | undefined;
  private readonly listeners = new Set<(reason: Error) => void>();
  /** Frames in processes of their own are slowed down by themselves. */
  private readonly throttles = new WeakMap<CdpSession, ConsoleThrottle>();
  private readonly sources: DialogSources;

  private constructor(
    readonly id: string,
    readonly live: LivePage,
    private readonly policy: DialogPolicy,
    private readonly logs: SessionLogs,
    private readonly tell: (notice: string) => void,
  ) {
    this.sources = new DialogSources(live.cdp);
  }

  static async open(
    id: string,
    context: BrowserContext,
    page: Page,
    policy: DialogPolicy,
    logs: SessionLogs,
    tell: (notice: string) => void,
  ): Promise<Tab> {
    // A page that waits for an answer takes no question of ours, so that one it begins with can't be left open.
    const dismissed: Dialog[] = [];
    const early = (dialog: Dialog) => {
      dismissed.push(dialog);
      void dialog.dismiss().catch(() => undefined);
    };
    page.on('dialog', early);
    const said: Parameters<ConsoleListener>[] = [];
    let hear: ConsoleListener = (...what) => said.push(what);
    const live = await LivePage.attach(context, page, (...what) => hear(...what));
    const tab = new Tab(id, live, policy, logs, tell);
    hear = tab.onSaid;
    for (const what of said) tab.onSaid(...what);
    logs.downloads.follow(tab.live.cdp);
    page.off('dialog', early);
    for (const dialog of dismissed) tab.noteAnswer(reportDialog(dialog, undefined), false, true);
    page.on('dialog', (dialog) => void tab.onDialog(dialog));
    page.on('crash', () => tab.interrupt('crashed'));
    page.on('close', () => tab.interrupt('closed'));
    page.on('worker', (worker) => logs.console.followWorker(worker));
    page.on('pageerror', (error) => {
      tab.throttleOf(live.cdp).note(error.message.length + (error.stack?.length ?? 0));
      tab.noteError(error.message);
    });
    page.on('download', (download) => tab.onDownload(download));
    // Listening also keeps the browser from opening its own chooser, which would swallow all further input.
    page.on('filechooser', () => {
      tab.fileAsks.at = performance.now();
      tab.fileAsks.asked += 1;
    });
    page.on('request', (request) => tab.onRequest(request));
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) tab.onNavigated();
    });
    return tab;
  }

  get page(): Page {
    return this.live.page;
  }

  /** Who comes after the event is told at once: a crashed page will not crash again. */
  subscribe(listener: (reason: Error) => void): () => void {
    const already = this.crashed ? 'crashed' : this.closed ? 'closed' : this.dialog ? 'dialog' : undefined;
    if (already) {
      listener(new Interruption(already));
      return () => undefined;
    }
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Answers the open dialog and says which it was. */
  async answerDialog(accept: boolean, text: string | undefined): Promise<DialogReport> {
    const open = this.dialog;
    if (!open)
      throw new Failure('action_validation_error', 'No dialog is open.', {
        hint: 'Go on; there is nothing to answer.',
      });
    this.dialog = undefined;
    await this.respond(open.handle, accept, text);
    this.noteAnswer(open.report, accept, false);
    return open.report;
  }

  noteAnswer(report: DialogReport, accept: boolean, byItself: boolean): void {
    const answer = accept ? 'accepted' : 'dismissed';
    this.answered.push({ report, answer, byItself, at: performance.now() });
    if (this.answered.length > maxErrors) this.answered.shift();
  }

  private isFlooded(): boolean {
    const since = performance.now() - flood.time;
    return this.answered.filter(({ at }) => at > since).length >= flood.dialogs;
  }

  private async respond(dialog: Dialog, accept: boolean, text?: string): Promise<void> {
    // A dialog whose page went away needs no answer.
    await (accept ? dialog.accept(text ?? dialog.defaultValue()) : dialog.dismiss()).catch(() => undefined);
  }

  private async onDialog(dialog: Dialog): Promise<void> {
    const report = reportDialog(dialog, await this.sources.of(dialog));
    const unloading = report.type === 'beforeunload';
    if (this.leaving !== undefined) this.leaving += 1;
    if (unloading || this.leaving !== undefined || (this.policy !== 'ask' && !this.isFlooded())) {
      const accept = unloading || (this.leaving === undefined && this.policy === 'accept');
      this.noteAnswer(report, accept, true);
      void this.respond(dialog, accept);
      if (this.leaving !== undefined && this.leaving > maxInTheWay) this.giveUp();
      return;
    }
    this.dialog = { report, handle: dialog };
    this.interrupt('dialog');
  }

  private interrupt(reason: Interruption['reason']): void {
    if (reason === 'crashed') this.crashed = true;
    if (reason === 'closed') this.closed = true;
    for (const listener of [...this.listeners]) listener(new Interruption(reason));
  }

  private readonly onSaid: ConsoleListener = (said, cdp) => {
    this.throttleOf(cdp).note(said.size);
    this.logs.console.write(said);
    const { level, text, url } = said;
    // Browsers ask for an icon by themselves; that a site has none is no error of the page. That something was blocked
    // is told as such.
    if (level === 'error' && !url.endsWith('/favicon.ico') && !this.egress?.isBlocked(url))
      this.noteError(text, url);
  };

  private throttleOf(cdp: CdpSession): ConsoleThrottle {
    const known = this.throttles.get(cdp);
    if (known) return known;
    const flood = new ConsoleThrottle(this.page, cdp, (what) =>
      this.tell(`The page in tab ${this.id} ${what}.`),
    );
    this.throttles.set(cdp, flood);
    return flood;
  }

  private onRequest(request: Request): void {
    if (!isMainNavigation(request, this.page)) return;
    this.nextMethod = request.method();
  }

  private onNavigated(): void {
    this.leaving = undefined;
    // Moves inside of a document ask for nothing.
    if (this.nextMethod === undefined) return;
    const isPost = this.nextMethod !== 'GET';
    this.nextMethod = undefined;
    this.posted = isPost ? performance.now() : undefined;
  }

  private noteError(text: string, url?: string): void {
    this.errors.push({ text: cut(text, 500), at: performance.now(), ...(url ? { url } : {}) });
    if (this.errors.length > maxErrors) this.errors.shift();
  }

  private onDownload(download: Download): void {
    const tracked = this.logs.downloads.add(download);
    if (tracked) this.downloads.push(tracked);
  }

  /** The page will not let go: whoever is trying to leave it has to do so another way. */
  giveUp(): void {
    this.interrupt('held');
  }
}
