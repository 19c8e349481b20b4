import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { FileRoots } from '../gate/files.js';
import type { LivePage } from '../page/live-page.js';
import type { Turn as PageTurn } from '../page/targeting/second-check.js';
import type { Stage } from './stage.js';

/** An action's turn on a tab: everything that its parts are done with. Nothing in it changes. */
export interface Turn extends PageTurn {
  readonly session: Session;
  readonly tab: Tab;
  readonly live: LivePage;
  /** The files that may be read. */
  readonly files: FileRoots;
  /** Takes secrets out of a text. */
  clean(text: string): string;
}

/** The turn of an action on a tab; its deadline also ends with the tab, or when a dialog opens. */
export function turnOn(tab: Tab, { session, deadline, checkOn, weighs, files, clean }: Stage): Turn {
  return {
    session,
    tab,
    live: tab.live,
    deadline: deadline.interruptedBy(tab),
    check: checkOn(tab),
    weighs,
    files,
    clean,
  };
}
