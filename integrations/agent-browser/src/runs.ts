/** The run that uses a session, by the signal that it is aborted with. */
interface Run {
  readonly signal: AbortSignal;
  leave(): void;
}

/**
 * Which agent run each session belongs to: the one that used it last. A run may also be aborted while none of its tools
 * is at work, so its signal is listened to for as long as the session is its own: one listener, however many calls.
 */
export class Runs {
  private readonly bySession = new Map<string, Run>();

  constructor(private readonly onAborted: (session: string) => void) {}

  /** The session is used by the run of that signal from now on, or by nobody who could be aborted. */
  use(session: string, signal: AbortSignal | undefined): void {
    if (signal && this.bySession.get(session)?.signal === signal) return;
    this.leave(session);
    if (!signal) return;
    if (signal.aborted) {
      this.onAborted(session);
      return;
    }
    const aborted = () => {
      this.bySession.delete(session);
      this.onAborted(session);
    };
    signal.addEventListener('abort', aborted, { once: true });
    this.bySession.set(session, { signal, leave: () => signal.removeEventListener('abort', aborted) });
  }

  /** The session is nobody's any more. */
  leave(session: string): void {
    this.bySession.get(session)?.leave();
    this.bySession.delete(session);
  }

  /** None of them is anybody's any more. */
  leaveAll(): void {
    for (const session of [...this.bySession.keys()]) this.leave(session);
  }
}
