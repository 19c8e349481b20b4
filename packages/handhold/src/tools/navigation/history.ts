import { z } from 'zod';
import { goTo, type Navigated, openPage } from '../../acting/navigating/open-page.js';
import type { Visit } from '../../acting/navigating/visit.js';
import type { Stage } from '../../acting/stage.js';
import { turnOn } from '../../acting/turn.js';
import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import { Failure } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { works } from '../../gate/risk.js';
import { defineTool } from '../../tool.js';
import { navigated, navigatedText } from './navigated.js';

type Direction = 'back' | 'forward' | 'reload';

function historyTool<const N extends string, const C extends boolean>(
  name: N,
  go: Direction,
  description: string,
  core: C,
) {
  return defineTool({
    name,
    description,
    category: 'navigation',
    safety: 'low_risk',
    // Loading an answer again sends once more what it was an answer to.
    destructive: go === 'reload',
    core,
    timeout: 10_000,
    input: z.strictObject({}),
    output: navigated,
    examples: [{}],
    returns: 'The page gone to, as browser_navigate.',
    action: {
      type: 'history',
      plan: () => ({ go, timeout: 10_000 }),
      checks: { go: checks.asParsed },
      risk: works,
      navigates: () => true,
      describe: () => (go === 'reload' ? 'reloading the page' : `going ${go}`),
      perform: ({ go }, stage) => goInHistory(go, stage),
    },
    text: navigatedText,
  });
}

export const back = historyTool('browser_back', 'back', 'Go back one page.', true);
export const forward = historyTool('browser_forward', 'forward', 'Go forward one page.', false);
export const reload = historyTool('browser_reload', 'reload', 'Reload the page.', false);

async function goInHistory(direction: Direction, stage: Stage): Promise<Navigated> {
  const { session, deadline } = stage;
  const tab = session.current();
  const isReload = direction === 'reload';
  const url = isReload ? tab.page.url() : await addressOf(tab, direction, deadline);
  // A crashed page can't be reloaded, but what was in it can be opened anew.
  if (tab.crashed && isReload) return openPage({ url, waitUntil: 'load', snapshot: true }, stage);
  if (isReload && tab.posted !== undefined)
    // Whatever was sent for it is sent once more.
    await tab.live.checkMet(turnOn(tab, stage), () => ({
      role: 'document',
      name: '',
      url,
      facts: { submits: true },
    }));
  const go: Visit['go'] = ({ page }, timeout) => {
    const options = { waitUntil: 'commit', timeout } as const;
    if (direction === 'back') return page.goBack(options);
    if (direction === 'forward') return page.goForward(options);
    return page.reload(options);
  };
  return goTo({ url, waitUntil: 'load', snapshot: true, go }, stage, tab);
}

/** Where going back or forward leads to. */
async function addressOf(tab: Tab, direction: 'back' | 'forward', deadline: Deadline): Promise<string> {
  const { currentIndex, entries } = await deadline.race(
    tab.live.cdp.send('Page.getNavigationHistory').catch(beingReplaced),
  );
  // A new tab begins with an empty page, which is nowhere to go back to.
  const first = entries[0]?.url === 'about:blank' ? 1 : 0;
  const at = direction === 'back' ? currentIndex - 1 : currentIndex + 1;
  const entry = at < first ? undefined : entries[at];
  if (entry) return entry.url;
  throw new Failure('navigation_failed', `There is no page to go ${direction} to.`, {
    hint: 'Use browser_navigate to open an address.',
    canRetry: false,
  });
}

/** For a moment while one document takes the place of another, a tab has no history to tell. */
function beingReplaced(thrown: unknown): never {
  if (!(thrown instanceof Error && thrown.message.includes('Not attached to an active page'))) throw thrown;
  throw new Failure('navigation_failed', 'The page is just being replaced by another.', {
    hint: 'Try again.',
    canRetry: true,
  });
}
