import type { DialogReport } from '../browser/dialogs.js';
import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { address, quote, sourceOf } from '../gate/untrusted.js';
import type { View } from '../page/looking/view.js';
import { reached } from '../page/settling/settle.js';
import type { TrafficMark } from '../page/settling/traffic.js';
import type { ChangeOptions } from '../page/shown-page.js';
import type { LineOptions } from '../page/writing/lines.js';
import { firstScreen } from './first-screen.js';
import { notes } from './notes.js';
import type { Outcome, TabReport } from './outcome-shape.js';

export type { Outcome };

/** How a page is shown when nobody asked for anything else. */
export const defaultLines: LineOptions = { interactiveOnly: true, maxElements: 100 };

/** A page with an open dialog or a crashed one can't be worked with; better said than waited for. */
export function refuseIfBlocked(tab: Tab): void {
  if (tab.dialog) throw blockedBy(tab.dialog.report);
  if (tab.crashed) throw new Failure('page_crashed', 'The page in this tab has crashed.');
}

/** The failure of a call that a dialog is in the way of. */
export function blockedBy(dialog: DialogReport): Failure {
  const { type, message } = dialog;
  return new Failure(
    'dialog_open',
    `A dialog (${type} ${sourceOf(dialog)}) is open and blocks the page: ${quote(message, 200)}.`,
    {
      details: { dialog },
    },
  );
}

/** Looks at the current tab and tells what is different from what the agent last saw. */
export async function observe(
  session: Session,
  tab: Tab,
  mark: TrafficMark,
  deadline: Deadline,
  telling: ChangeOptions = {},
): Promise<Outcome> {
  const current = session.current();
  const known = {
    url: current.live.shown.url,
    title: current.live.shown.title,
  };
  let view = await current.live.look(deadline, current === tab ? { first: telling.first } : {});
  const changes = current.live.changes(view, current === tab ? telling : {});
  let pending: string[] = [];
  if (!changes) ({ view, pending } = await firstScreen(current, view, deadline));
  const invalid = current.live.shown.refusedFields(view);
  const base = {
    ...notes(tab, mark, current),
    url: view.url,
    title: view.title,
    ...(invalid.length > 0 ? { invalid } : {}),
  };
  const newTab =
    current === tab
      ? await unfollowed(session, deadline)
      : { tab: current.id, title: view.title, url: view.url };
  const opened = newTab ? { newTab } : {};
  if (changes) {
    const besides = besidesOf(view, known, changes.lines.length > 0);
    return {
      ...base,
      ...opened,
      changes: changes.lines.join('\n'),
      ...(besides.length > 0 ? { besides } : {}),
    };
  }
  const lines = current.live.show(view, defaultLines);
  return {
    ...base,
    ...opened,
    changes: lines.tree,
    page: { shown: lines.shown.length, elements: lines.actionable },
    ...(pending.length > 0 ? { pending } : {}),
  };
}

/** A page as the agent last knew it as a whole. */
interface KnownPage {
  url: string | undefined;
  title: string;
}

/** Where the page is now and what it is called, if that is new; and where no line tells anything, what else happened. */
function besidesOf(view: View, known: KnownPage, isTold: boolean): string[] {
  const { stir } = view;
  const besides: string[] = [];
  if (known.url !== undefined && known.url !== view.url) besides.push(`now at ${address(view.url)}`);
  for (const { kind, name, states } of view.silent.size > 0 ? view.nodes : [])
    if (kind === 'frame' && states)
      besides.push(
        `frame${name ? ` ${quote(name, 100)}` : ''} does not answer: what is in it may be different`,
      );
  if (isTold) return besides;
  if (known.title !== view.title) besides.push(`now called ${quote(view.title, 100)}`);
  if (stir.scrolled) besides.push(`the page has scrolled to ${stir.scrolled.x},${stir.scrolled.y}`);
  if (stir.left) besides.push('something went away');
  if (stir.elsewhere) besides.push('something may look different');
  if (besides.length === 0 && stir.maybe) besides.push('no element or text changed; what is drawn may have');
  return besides;
}

/** A tab that was opened beside this one, told once. */
async function unfollowed(session: Session, deadline: Deadline): Promise<TabReport | undefined> {
  const tab = session.takeUnfollowed();
  if (!tab) return undefined;
  await reached(tab.page, 'domcontentloaded', deadline, 2000).catch(() => deadline.check());
  if (tab.closed) return undefined;
  // A dialog of its own keeps a page from telling its title.
  const title = await deadline
    .atMost(500)
    .race(tab.page.title())
    .catch(() => '');
  return { tab: tab.id, title, url: tab.page.url(), followed: false };
}

/** Where the tab is now, without showing anything of it. */
export async function whereNow(tab: Tab, mark: TrafficMark, deadline: Deadline): Promise<Outcome> {
  const title = await tab.live.handled(tab.page.title(), deadline, 'unknown');
  return { ...notes(tab, mark), url: tab.page.url(), title, changes: '' };
}
