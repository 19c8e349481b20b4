import type { Session } from '../browser/session.js';
import type { Deadline } from '../deadline.js';
import type { FileRoots } from '../gate/files.js';

/** Where an action takes place. */
export interface Stage {
  /** Absent only for actions that need none, such as closing. */
  readonly session: Session | undefined;
  readonly deadline: Deadline;
  /** What may be read from and written to disk. */
  readonly files: FileRoots;
  /** Takes secrets out of a text, before it is cut or searched. */
  clean(text: string): string;
  /** Ends the session. */
  end(): Promise<void>;
}
