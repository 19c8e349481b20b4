import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import type { Deadline } from '../deadline.js';
import { openPasteFieldSource } from '../page/page-world-sources.generated.js';

/** A copied text, with its HTML. */
export interface Copied {
  text: string;
  html: string;
}

const copied = z.object({ text: z.string(), html: z.string() });

/**
 * The clipboard that a browser has for all its pages. One that we started without windows has it for itself; others share
 * it with whoever sits at the machine, and that is none of an agent's business.
 */
export class BrowserClipboard {
  private readonly users = new Set<object>();
  private reader: Promise<Page> | undefined;

  constructor(private readonly browser: Browser) {}

  /** From now on this session may have written to it. */
  join(session: object): void {
    this.users.add(session);
  }

  /** True if nobody else can have written to it: what is in it is then this session's. */
  isOnlyOf(session: object): boolean {
    return this.users.size === 1 && this.users.has(session);
  }

  /** Its content, as a page of our own gets it pasted: no other has to be allowed to read it. */
  async read(deadline: Deadline): Promise<Copied | undefined> {
    this.reader ??= this.openReader();
    const page = await deadline.race(this.reader);
    const cdp = await deadline.race(page.context().newCDPSession(page));
    try {
      await deadline.race(page.evaluate(`(${openPasteFieldSource})()`));
      await deadline.race(
        cdp.send('Input.dispatchKeyEvent', {
          type: 'rawKeyDown',
          key: 'v',
          code: 'KeyV',
          modifiers: 2,
          commands: ['paste'],
        }),
      );
      const found = copied.parse(await deadline.race(page.evaluate(pasted)));
      return found.text === '' && found.html === '' ? undefined : found;
    } finally {
      void cdp.detach().catch(() => undefined);
    }
  }

  private async openReader(): Promise<Page> {
    const context = await this.browser.newContext();
    return context.newPage();
  }
}

const pasted = 'globalThis.pasted';

/** A session's own clipboard: what it copied, and nothing that others did. */
export class SessionClipboard {
  private own: Copied | undefined;

  constructor(private readonly shared: BrowserClipboard | undefined) {
    shared?.join(this);
  }

  /** True if the browser's own may be used, which pages write to by themselves as well. */
  get isBrowsers(): boolean {
    return this.shared?.isOnlyOf(this) ?? false;
  }

  keep(what: Copied): void {
    this.own = what;
  }

  /** The last copy. */
  async read(deadline: Deadline): Promise<Copied | undefined> {
    return this.isBrowsers ? this.shared?.read(deadline) : this.own;
  }
}
