import { Interruption, type Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import { Failure } from '../../errors.js';
import { actOn } from '../act.js';
import type { Outcome } from '../outcome.js';
import type { Stage } from '../stage.js';
import { Leaving } from './leaving.js';
import { prepareVisit, type Visit, type Visited } from './visit.js';

/** The outcome of a navigation: where it led, with the page as the agent may see it. */
export type Navigated = Visited & { snapshot?: string } & Omit<Outcome, 'changes'>;

/** Opens an address in the current tab, or in a new one where there is none. */
export async function openPage(
  { url, waitUntil, snapshot }: Omit<Visit, 'go'>,
  stage: Stage,
): Promise<Navigated> {
  const { session, deadline } = stage;
  const current = await deadline.race(session.currentOrNew());
  const tab = current.crashed ? await deadline.race(session.revive(current)) : current;
  return goTo({ url, waitUntil, snapshot, go: opening(url) }, stage, tab);
}

function opening(url: string): Visit['go'] {
  return (tab, timeout) => tab.page.goto(url, { waitUntil: 'commit', timeout });
}

/** Brings a tab to another page. One that will not be left at all is closed instead. */
export async function goTo(visit: Visit, stage: Stage, tab: Tab): Promise<Navigated> {
  const { session, deadline } = stage;
  try {
    return await leaveFor(visit, stage, tab);
  } catch (thrown) {
    if (!(thrown instanceof Interruption) || thrown.reason !== 'held') throw thrown;
    session.tell(`The page in tab ${tab.id} would not be left; the tab has a new page, without its history.`);
    const fresh = await deadline.race(session.revive(tab));
    return leaveFor({ ...visit, go: opening(visit.url) }, stage, fresh);
  }
}

async function leaveFor(visit: Visit, stage: Stage, tab: Tab): Promise<Navigated> {
  const { session, deadline } = stage;
  const leaving = new Leaving(tab);
  try {
    if (tab.dialog) await tab.answerDialog(false, undefined);
    else if (await deadline.race(leaving.frees(visit.url)))
      session.tell(`The page in tab ${tab.id} was busy in a script, which was stopped to leave it.`);
    leaving.begin();
    const outcome = await actOn(stage, tab, async (turn) => prepareVisit(visit, turn));
    tab.stuck = false;
    return navigated(outcome, visit);
  } catch (thrown) {
    throw leaving.isHeld && thrown instanceof Failure && thrown.code === 'timeout'
      ? notLeft(deadline)
      : thrown;
  } finally {
    leaving.end();
  }
}

/** The server was not what took so long. */
function notLeft(deadline: Deadline): Failure {
  return new Failure(
    'page_unresponsive',
    `Timed out after ${Math.round(deadline.budget)} ms while ${deadline.what}: the page before it hangs and would not be left.`,
    { hint: 'Try again: the tab then gets a new page.', canRetry: true, sideEffect: 'unknown' },
  );
}

/** Where the browser shows a page of its own instead, the address is still the one that was asked for. */
function navigated({ changes, ...rest }: Visited & Outcome, { url: asked, snapshot }: Visit): Navigated {
  const url = rest.url.startsWith('chrome-error:') ? asked : rest.url;
  return { ...rest, url, ...(snapshot ? { snapshot: changes } : {}) };
}
