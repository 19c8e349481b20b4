import type { Dialog } from 'playwright-core';

export type DialogKind = 'alert' | 'confirm' | 'prompt' | 'beforeunload';

/** A JavaScript dialog, as data. */
export interface DialogReport {
  type: DialogKind;
  message: string;
  defaultValue?: string;
}

/** What happens to a dialog nobody was asked about. */
export type DialogPolicy = 'ask' | 'accept' | 'dismiss';

export function reportDialog(dialog: Dialog): DialogReport {
  const type = dialog.type();
  const kind: DialogKind =
    type === 'confirm' || type === 'prompt' || type === 'beforeunload' ? type : 'alert';
  const defaultValue = dialog.defaultValue();
  return { type: kind, message: dialog.message().slice(0, 2000), ...(defaultValue ? { defaultValue } : {}) };
}
