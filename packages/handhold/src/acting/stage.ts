import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import type { FileRoots } from '../gate/files.js';
import type { SecondCheck } from '../page/targeting/second-check.js';

/** All that an action is given to be done with. */
export interface Stage {
  readonly session: Session;
  readonly deadline: Deadline;
  /** The second check, of what is met in a tab. */
  checkOn(tab: Tab): SecondCheck;
  /** Set where it needs to know what weighs on an element in any case. */
  readonly weighs: boolean;
  /** The files that may be read and written. */
  readonly files: FileRoots;
  /** Takes secrets out of a text, before it is cut or searched. */
  clean(text: string): string;
  /** Ends the session. */
  end(): Promise<void>;
}
