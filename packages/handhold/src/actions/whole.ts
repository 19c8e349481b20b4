import type { Stage } from '../acting/stage.js';
import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import { visibleText } from '../page/looking/reading.js';
import type { WholeAction } from './action.js';
import { refuseIfBlocked } from './outcome.js';
import { Links, readDocuments } from './read.js';

export interface WholeReport {
  url: string;
  title: string;
  /** As it stands on the page; the pages of it put together are the whole. */
  content: string;
  page: number;
  pages: number;
  /** The document was too large to be read to its end. */
  capped?: boolean;
}

/** Characters on a page of the content: about as much as a model should be given at once. */
const pageSize = 24_000;

/** The page as it is, rather than what is worth reading of it: its markup, or all of its text that can be seen. */
export async function whole(
  action: WholeAction,
  session: Session,
  deadline: Deadline,
  { clean }: Stage,
): Promise<WholeReport> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const found = action.what === 'html' ? await markup(tab, line) : await text(tab, action, line);
  const pages = inPages(clean(found.content));
  const content = pages[action.page - 1];
  if (content === undefined)
    throw new Failure(
      'action_validation_error',
      `There is no page ${action.page}: the content has ${pages.length}.`,
    );
  const title = await tab.live.handled(tab.page.title(), line, 'none');
  return {
    url: tab.page.url(),
    title,
    content,
    page: action.page,
    pages: pages.length,
    ...(found.capped ? { capped: true } : {}),
  };
}

interface Found {
  content: string;
  capped: boolean;
}

async function markup(tab: Tab, deadline: Deadline): Promise<Found> {
  const { world } = await tab.live.frames.main(deadline);
  const { html, capped } = await world.call(deadline, 'readSource');
  return { content: html, capped };
}

async function text(tab: Tab, { target }: WholeAction, deadline: Deadline): Promise<Found> {
  const at = target && (await tab.live.find(target, deadline)).entry;
  const frame = at?.frame ?? (await tab.live.frames.main(deadline));
  const read = await readDocuments(tab, frame, at?.id ?? null, new Links(), deadline, { everything: true });
  if (!read) throw new Failure('stale_ref', 'The element is no longer on the page.');
  return { content: visibleText(read.blocks), capped: read.capped };
}

/** Cut at the ends of lines where that is possible, and nowhere else than between characters. */
function inPages(content: string): string[] {
  const pages: string[] = [];
  let at = 0;
  while (content.length - at > pageSize) {
    const rest = content.slice(at, at + pageSize);
    const line = rest.lastIndexOf('\n') + 1;
    const end = line > pageSize / 2 ? line : pageSize - (/[\ud800-\udbff]$/.test(rest) ? 1 : 0);
    pages.push(content.slice(at, at + end));
    at += end;
  }
  return [...pages, content.slice(at)];
}
