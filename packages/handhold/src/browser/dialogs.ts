import type { Dialog } from 'playwright-core';
import { cut } from '../gate/untrusted.js';
import type { CdpSession } from '../page/cdp/session.js';
import { urlFrom } from '../url.js';

export type DialogKind = 'alert' | 'confirm' | 'prompt' | 'beforeunload';

/** A JavaScript dialog, as data. */
export interface DialogReport {
  type: DialogKind;
  message: string;
  defaultValue?: string;
  /** Of the document that put it up, which need not be the page's own; `null` where that has none or is not known. */
  origin: string;
}

/** The answer to a dialog: left to the agent, or given at once. */
export type DialogPolicy = 'ask' | 'accept' | 'dismiss';

export function reportDialog(dialog: Dialog, url: string | undefined): DialogReport {
  const type = dialog.type();
  const kind: DialogKind =
    type === 'confirm' || type === 'prompt' || type === 'beforeunload' ? type : 'alert';
  const defaultValue = dialog.defaultValue();
  return {
    type: kind,
    message: cut(dialog.message(), 2000),
    ...(defaultValue ? { defaultValue: cut(defaultValue, 2000) } : {}),
    origin: (url === undefined ? undefined : urlFrom(url)?.origin) ?? 'null',
  };
}

/** How long to wait for the protocol's word of a dialog that Playwright has told of; it comes at the same time. */
const patience = 200;

/** Knows which document put up a dialog, which only the protocol tells. */
export class DialogSources {
  private readonly opened: { message: string; url: string }[] = [];
  private readonly waiting = new Set<() => void>();

  constructor(cdp: CdpSession) {
    cdp.events.on('Page.javascriptDialogOpening', ({ message, url }) => {
      this.opened.push({ message, url });
      for (const resolve of [...this.waiting]) resolve();
    });
  }

  /** The address of the document that a dialog belongs to; undefined where nobody tells. */
  async of(dialog: Dialog): Promise<string | undefined> {
    const found = () => this.opened.findIndex(({ message }) => message === dialog.message());
    if (found() < 0) await this.next();
    const at = found();
    return at < 0 ? undefined : this.opened.splice(0, at + 1).at(-1)?.url;
  }

  private next(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, patience);
      this.waiting.add(done);
    });
  }
}
