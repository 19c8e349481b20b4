import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import type { FileRoots } from '../gate/files.js';

/** All that an action is given to be done with. */
export interface Stage {
  readonly session: Session;
  readonly deadline: Deadline;
  /** The files that may be read and written. */
  readonly files: FileRoots;
  /** Takes secrets out of a text, before it is cut or searched. */
  clean(text: string): string;
  /** Ends the session. */
  end(): Promise<void>;
}
