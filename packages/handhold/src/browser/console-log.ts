import type { BrowserContext, ConsoleMessage, WebError, Worker } from 'playwright-core';
import { cut } from '../gate/untrusted.js';
import { type ConsoleLevel, type ConsoleLine, consoleLevels, levelOf } from '../page/console.js';

export interface ConsoleEntry {
  level: ConsoleLevel;
  text: string;
  /** An error that no script caught, rather than one that was written. */
  uncaught?: true;
  /** File and line, where known. */
  source?: string;
  /** How often it came in a row. */
  count: number;
}

const maxEntries = 500;
const maxText = 1000;
/** Of a worker no more is listened to within a second. */
const maxOfWorker = 200;

/** The console messages and errors of pages since the session began; the oldest are dropped. */
export class ConsoleLog {
  private entries: ConsoleEntry[] = [];
  private droppedCount = 0;

  /** Hears of errors in all pages of a context that are ours; what those write, they bring themselves. */
  follow(context: BrowserContext, isOurs: (page: object | null) => boolean): void {
    context.on('weberror', (error) => isOurs(error.page()) && this.onError(error));
    context.on('serviceworker', (worker) => isOurs(null) && this.followWorker(worker));
  }

  followWorker(worker: Worker): void {
    let heard = 0;
    const onMessage = (message: ConsoleMessage) => {
      this.onMessage(message);
      for (const arg of message.args()) void arg.dispose().catch(() => undefined);
      heard += 1;
      if (heard < maxOfWorker) return;
      this.droppedCount += 1;
      worker.off('console', onMessage);
      setTimeout(listen, 1000).unref();
    };
    const listen = () => {
      heard = 0;
      worker.on('console', onMessage);
    };
    listen();
  }

  /** How many there were before the oldest that is kept. */
  get dropped(): number {
    return this.droppedCount;
  }

  /** Messages of this level and worse, oldest first. */
  from(level: ConsoleLevel): ConsoleEntry[] {
    const least = consoleLevels.indexOf(level);
    return this.entries.filter((entry) => consoleLevels.indexOf(entry.level) >= least);
  }

  clear(): void {
    this.entries = [];
    this.droppedCount = 0;
  }

  write({ level, text, url, line }: Pick<ConsoleLine, 'level' | 'text' | 'url' | 'line'>): void {
    // Browsers ask for an icon by themselves; that a site has none is no error of the page.
    if (url.endsWith('/favicon.ico')) return;
    this.add({
      level,
      text: cut(text, maxText),
      ...(url ? { source: `${cut(url, 300)}:${line}` } : {}),
      count: 1,
    });
  }

  private onMessage(message: ConsoleMessage): void {
    const { url, lineNumber } = message.location();
    this.write({ level: levelOf(message.type()), text: message.text(), url, line: lineNumber + 1 });
  }

  private onError(error: WebError): void {
    const thrown = error.error();
    const text = `${thrown.name ? `${thrown.name}: ` : ''}${thrown.message}`;
    const [, source] = /^\s+at .*?((?:https?|blob):\S+:\d+):\d+\)?$/m.exec(thrown.stack ?? '') ?? [];
    this.add({
      level: 'error',
      text: cut(text, maxText),
      uncaught: true,
      ...(source ? { source: cut(source, 300) } : {}),
      count: 1,
    });
  }

  private add(entry: ConsoleEntry): void {
    const last = this.entries.at(-1);
    if (last && last.text === entry.text && last.level === entry.level && last.source === entry.source) {
      last.count += 1;
      return;
    }
    this.entries.push(entry);
    if (this.entries.length <= maxEntries) return;
    this.entries.shift();
    this.droppedCount += 1;
  }
}
