import type { ActionBase, ActionKind } from '../action.js';
import type { Session } from '../browser/session.js';
import { Interruption } from '../browser/tab.js';
import { type ErrorCode, Failure } from '../errors.js';
import { WorldGone } from '../page/frames/world.js';
import { blockedBy } from './outcome.js';

/** The circumstances in which an action failed. */
interface Circumstances<A extends ActionBase, R> {
  session: Session;
  kind: ActionKind<A, R>;
  action: A;
  /** The action in a few words. */
  what: string;
  /** The browser's network process died meanwhile. */
  lostNetwork: boolean;
}

/** Turns what the layers below throw into what happened. */
export async function failureOf<A extends ActionBase, R>(
  error: unknown,
  circumstances: Circumstances<A, R>,
): Promise<unknown> {
  const { session, kind, action, what, lostNetwork } = circumstances;
  const thrown = inOtherTab(error, kind.refOf(action), session);
  if (lostNetwork && mayComeOfNetwork(thrown) && !(await session.isBrowserGone(300)))
    return networkDied(kind.navigates(action), what);
  if (thrown instanceof Failure && thrown.code === 'page_unresponsive') session.markStuck();
  if (thrown instanceof Failure && thrown.code !== 'unexpected_error') return thrown;
  if (session.closed || (await session.isBrowserGone(300)))
    return new Failure('browser_crashed', `The browser went away while ${what}.`, { sideEffect: 'unknown' });
  if (thrown instanceof Interruption) return interrupted(thrown, session, what);
  if (thrown instanceof WorldGone)
    return new Failure('page_changed', `The page navigated while ${what}.`, { sideEffect: 'unknown' });
  return thrown;
}

function interrupted({ reason }: Interruption, session: Session, what: string): Failure {
  if (reason === 'crashed')
    return new Failure('page_crashed', `The page crashed while ${what}.`, { sideEffect: 'unknown' });
  if (reason === 'closed')
    return new Failure('no_page', `The tab was closed while ${what}.`, { sideEffect: 'unknown' });
  const dialog = session.list().find((tab) => tab.dialog)?.dialog;
  return dialog ? blockedBy(dialog.report) : new Failure('dialog_open', `A dialog opened while ${what}.`);
}

const ofNetwork = new Set<ErrorCode>(['navigation_failed', 'network_error', 'no_page', 'browser_crashed']);

function mayComeOfNetwork(thrown: unknown): boolean {
  return !(thrown instanceof Failure) || ofNetwork.has(thrown.code);
}

/** The browser starts another by itself, so that the same call can simply be made again where it did nothing yet. */
function networkDied(isHarmless: boolean, what: string): Failure {
  return new Failure(
    'network_error',
    `The browser's network process died while ${what}, and is started anew.`,
    {
      hint: isHarmless ? 'Try again.' : 'Look at the page with browser_snapshot before you try again.',
      canRetry: isHarmless,
      sideEffect: isHarmless ? 'none' : 'unknown',
    },
  );
}

/** A ref of another tab is stale here; the agent should hear where it belongs. */
function inOtherTab(thrown: unknown, ref: string | undefined, session: Session): unknown {
  if (!(thrown instanceof Failure) || thrown.code !== 'stale_ref' || ref === undefined) return thrown;
  const isCurrent = ({ id }: { id: string }) => id === session.currentTabId;
  const showing = session.list().filter((tab) => tab.live.shown.has(ref));
  const other = showing.find((tab) => !isCurrent(tab));
  if (!other || showing.some(isCurrent)) return thrown;
  return new Failure('stale_ref', thrown.message, {
    hint: `${ref} belongs to tab ${other.id}. Select that with browser_tabs first, or use a ref of the current page.`,
  });
}
