import type { Page } from 'playwright-core';
import { within } from '../deadline.js';
import type { CdpSession } from '../page/cdp/session.js';

/** After so many messages, or characters of them, what others keep of them is let go of. */
const browserKeeps = { messages: 100, characters: 1_000_000 };
/** The most that a page may write in a second for long; more would keep us from hearing anybody else. */
const bearable = { messages: 1000, characters: 20_000_000 };
/** How often that is looked at, in ms; how often in a row it must be too much, or next to nothing, to count. */
const watchTime = 200;
const times = { tooMuch: 2, calm: 10 };
/** Few but huge messages take long by themselves. */
const slowest = { many: 16, huge: 4 };
/** How long the order to be slower may take, behind all that was written before it. */
const orderTime = 4000;

interface Amount {
  messages: number;
  characters: number;
}

const none: Amount = { messages: 0, characters: 0 };

/**
 * Bounds what a page can cost that writes to its console, or throws errors, without end: Playwright and the browser are
 * made to forget it, and the page is slowed down until the rest can be borne. A script that never pauses is stopped.
 */
export class ConsoleThrottle {
  private sinceForgotten = none;
  private inWatch = none;
  private timer: NodeJS.Timeout | undefined;
  private tooMuch = 0;
  private calm = 0;
  /** How many times slower than it could, the page runs. */
  private slowness = 1;

  constructor(
    private readonly page: Page,
    /** The way to its process. */
    private readonly cdp: CdpSession,
    private readonly tell: (what: string) => void,
  ) {}

  note(characters: number): void {
    this.sinceForgotten = more(this.sinceForgotten, characters);
    this.inWatch = more(this.inWatch, characters);
    if (exceeds(this.sinceForgotten, browserKeeps)) this.forget();
    this.watch();
  }

  private forget(): void {
    this.sinceForgotten = none;
    void this.page.clearConsoleMessages().catch(() => undefined);
    void this.page.clearPageErrors().catch(() => undefined);
    void this.cdp.send('Runtime.discardConsoleEntries').catch(() => undefined);
  }

  private watch(): void {
    this.timer ??= setTimeout(() => void this.look(), watchTime).unref();
  }

  private async look(): Promise<void> {
    const { messages, characters } = this.inWatch;
    const perSecond = 1000 / watchTime;
    const many = (messages * perSecond) / bearable.messages;
    const share = Math.max(many, (characters * perSecond) / bearable.characters);
    this.inWatch = none;
    this.tooMuch = share > 1 ? this.tooMuch + 1 : 0;
    this.calm = share < 0.1 ? this.calm + 1 : 0;
    if (this.tooMuch >= times.tooMuch) await this.slowDown(many > 1 ? slowest.many : slowest.huge);
    else if (this.calm >= times.calm && this.slowness > 1) await this.run(1);
    this.timer = undefined;
    if (this.slowness > 1 || this.tooMuch > 0) this.watch();
  }

  private async slowDown(most: number): Promise<void> {
    this.tooMuch = 0;
    const isFirst = this.slowness === 1;
    if (await this.run(Math.max(this.slowness, Math.min(most, this.slowness * 4)))) {
      if (isFirst) this.tell('writes to its console without end, and is slowed down');
    } else if (await this.cdp.stopScript()) {
      this.tell('wrote to its console without end, and its script was stopped');
    }
  }

  /** True if the page took the order: one that never pauses does not. */
  private async run(slowness: number): Promise<boolean> {
    if (slowness === this.slowness) return true;
    const order = this.cdp.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    const taken = await within(order, orderTime);
    if (taken) this.slowness = slowness;
    return taken;
  }
}

function more({ messages, characters }: Amount, size: number): Amount {
  return { messages: messages + 1, characters: characters + size };
}

function exceeds(amount: Amount, most: Amount): boolean {
  return amount.messages >= most.messages || amount.characters >= most.characters;
}
