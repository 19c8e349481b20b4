import { AsyncLocalStorage } from 'node:async_hooks';
import type { PageController } from './page-controller.js';

/** A call of a class tool while it lasts: whatever it makes belongs to its session. */
interface CallUnderWay {
  readonly session: string;
  /** The instance that is called, and the page it is called on. */
  readonly tool: object;
  readonly page: PageController;
}

/** The call that the code which is running belongs to, so that one instance can serve many sessions at once. */
export const callUnderWay = new AsyncLocalStorage<CallUnderWay>();
