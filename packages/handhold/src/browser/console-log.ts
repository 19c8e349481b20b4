import type { BrowserContext, ConsoleMessage, WebError } from 'playwright-core';
import { cut } from '../gate/untrusted.js';

export const consoleLevels = ['debug', 'info', 'warning', 'error'] as const;
export type ConsoleLevel = (typeof consoleLevels)[number];

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

/** What pages wrote to their console and what went wrong in them, since the session began; the oldest are dropped. */
export class ConsoleLog {
  private entries: ConsoleEntry[] = [];
  private droppedCount = 0;

  follow(context: BrowserContext, isOurs: (page: object | null) => boolean): void {
    context.on('console', (message) => isOurs(message.page()) && this.onMessage(message));
    context.on('weberror', (error) => isOurs(error.page()) && this.onError(error));
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

  private onMessage(message: ConsoleMessage): void {
    const { url, lineNumber } = message.location();
    // Browsers ask for an icon by themselves; that a site has none is no error of the page.
    if (url.endsWith('/favicon.ico')) return;
    this.add({
      level: levelOf(message.type()),
      text: cut(message.text(), maxText),
      ...(url ? { source: `${cut(url, 300)}:${lineNumber + 1}` } : {}),
      count: 1,
    });
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

function levelOf(type: string): ConsoleLevel {
  if (type === 'error' || type === 'assert') return 'error';
  if (type === 'warning') return 'warning';
  return type === 'debug' || type === 'trace' ? 'debug' : 'info';
}
