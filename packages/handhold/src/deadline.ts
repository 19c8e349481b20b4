import { Failure } from './errors.js';

/** Something that ends a call before its time, such as a dialog that opens: told to whoever is waiting. */
export interface Interrupts {
  subscribe(listener: (reason: Error) => void): () => void;
}

/** Time that counts for nobody: while a person is asked. */
export class Pauses {
  private open = 0;
  private since = 0;
  private total = 0;
  private excused = 0;

  /** How much of it there has been. */
  get passed(): number {
    return this.open > 0 ? this.total + performance.now() - this.since : this.total;
  }

  /** Leaves out what has passed already; whether all that may be left out so has not been yet. */
  excuse(time: number, most: number): boolean {
    const more = Math.min(time, most - this.excused);
    if (more <= 0) return false;
    this.excused += more;
    this.total += more;
    return true;
  }

  /** Does something for as long as it takes. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.open === 0) this.since = performance.now();
    this.open += 1;
    try {
      return await work();
    } finally {
      this.open -= 1;
      if (this.open === 0) this.total += performance.now() - this.since;
    }
  }
}

/** How much longer than it was given a call may take because of a page that is slow, as a multiple of that. */
const mostExcused = 3;

/** Told to a race whose time is up: that there is more after all. */
export const goOn = Symbol('go on');

/** How long something may take, by the monotonic clock, and who may call it off sooner. */
export class Deadline {
  constructor(
    /** Milliseconds from now, and what messages name as the limit. */
    readonly budget: number,
    /** The work that is timed, for the message when time runs out: "clicking @e5". */
    readonly what: string,
    readonly signal?: AbortSignal,
    private readonly interrupts?: Interrupts,
    private readonly pauses: Pauses = new Pauses(),
    private readonly end = performance.now() - pauses.passed + budget,
  ) {}

  /** The time, without that which does not count. */
  get now(): number {
    return performance.now() - this.pauses.passed;
  }

  get left(): number {
    return Math.max(0, this.end - this.now);
  }

  /** A shorter deadline inside this one. */
  atMost(ms: number, what = this.what): Deadline {
    return new Deadline(Math.min(ms, this.left), what, this.signal, this.interrupts, this.pauses);
  }

  /** So long from now, whatever is left of this one, and called off by the same. */
  anew(ms: number): Deadline {
    return new Deadline(ms, this.what, this.signal, this.interrupts);
  }

  /** The same deadline, also ended by these. */
  interruptedBy(interrupts: Interrupts): Deadline {
    return new Deadline(this.budget, this.what, this.signal, interrupts, this.pauses, this.end);
  }

  /** Leaves out time that was the page's doing; false where that has been done too often. */
  excuse(time: number): boolean {
    return this.pauses.excuse(time, mostExcused * this.budget);
  }

  /** Does something whose time does not count. */
  aside<T>(work: () => Promise<T>): Promise<T> {
    return this.pauses.during(work);
  }

  /** Throws if the time is up or the call was cancelled. */
  check(): void {
    if (this.signal?.aborted) throw this.aborted();
    if (this.left <= 0) throw this.expired();
  }

  /**
   * The promise's result, unless time or patience runs out first; then the promise is left to itself, and what failed
   * may still be found out. Meanwhile a result still counts, unless `giveUp` was called, which tells whether there is none.
   */
  race<T>(promise: Promise<T>, onExpiry?: (giveUp: () => boolean) => unknown): Promise<T> {
    if (this.signal?.aborted) {
      promise.catch(() => undefined);
      return Promise.reject(this.aborted());
    }
    return new Promise<T>((resolve, reject) => {
      let unsubscribe: (() => void) | undefined;
      let isOpen = true;
      let hasGivenUp = false;
      const stop = () => {
        isOpen = false;
        clearTimeout(timer);
        unsubscribe?.();
        this.signal?.removeEventListener('abort', onAbort);
      };
      const onAbort = () => {
        stop();
        reject(this.aborted());
      };
      const giveUp = () => {
        hasGivenUp ||= isOpen;
        return hasGivenUp;
      };
      const expire = async () => {
        // A pause has made it longer.
        if (this.left > 0) {
          timer = setTimeout(expire, this.left);
          return;
        }
        try {
          const found = onExpiry ? await onExpiry(giveUp) : undefined;
          if (!isOpen) return;
          if (found === goOn) {
            timer = setTimeout(expire, Math.max(1, this.left));
            return;
          }
          stop();
          reject(found ?? this.expired());
        } catch (thrown) {
          stop();
          reject(thrown);
        }
      };
      let timer = setTimeout(expire, this.left);
      this.signal?.addEventListener('abort', onAbort, { once: true });
      unsubscribe = this.interrupts?.subscribe((reason) => {
        stop();
        reject(reason);
      });
      promise.then(
        (value) => {
          if (hasGivenUp) return;
          stop();
          resolve(value);
        },
        (thrown) => {
          if (hasGivenUp) return;
          stop();
          reject(thrown);
        },
      );
    });
  }

  /** Waits for the promise for a while; false if it did not come, which is no error. */
  async patience(promise: Promise<unknown>, ms: number): Promise<boolean> {
    const shorter = this.atMost(ms);
    try {
      await shorter.race(promise);
      return true;
    } catch (thrown) {
      if (this.signal?.aborted) throw this.aborted();
      if (thrown instanceof Failure && thrown.code === 'timeout') return false;
      throw thrown;
    }
  }

  expired(): Failure {
    return new Failure('timeout', `Timed out after ${Math.round(this.budget)} ms while ${this.what}.`);
  }

  aborted(): Failure {
    return new Failure('aborted', `Cancelled while ${this.what}.`);
  }
}

/** True if something has succeeded within a time; what is still under way then is left to itself. */
export async function within(work: Promise<unknown>, time: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), time);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}
