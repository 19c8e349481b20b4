import { refuseIfBlocked } from '../../acting/outcome.js';
import type { Stage } from '../../acting/stage.js';
import { defineAction } from '../../action.js';
import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import { Failure } from '../../errors.js';
import * as checks from '../../gate/checks.js';
import { reads } from '../../gate/risk.js';
import { visibleText } from '../../page/looking/reading.js';
import type { Target } from '../../page/targeting/find-target.js';
import { readDocuments } from './documents.js';
import { Links } from './links.js';
import { pageOf } from './page-of.js';

export interface WholePageAction {
  type: 'whole';
  /** Its markup, or all of its text that can be seen. */
  what: 'html' | 'text';
  /** Only the text of this element. */
  target?: Target | undefined;
  page: number;
  timeout: number;
}

export interface WholePage {
  url: string;
  title: string;
  /** As it stands on the page; the pages of it put together are the whole. */
  content: string;
  page: number;
  pages: number;
  /** The document was too large to be read to its end. */
  capped?: boolean;
}

/** The page as it is, rather than what is worth reading of it: its markup, or all of its text that can be seen. */
export const wholePage = defineAction<WholePageAction, WholePage>({
  type: 'whole',
  checks: { what: checks.asParsed, target: checks.optional(checks.target), page: checks.asParsed },
  risk: reads,
  describe: () => 'reading the page',
  perform: readWholePage,
});

async function readWholePage(
  { what, target, page }: WholePageAction,
  { session, deadline, clean }: Stage,
): Promise<WholePage> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const found = what === 'html' ? await markupOf(tab, line) : await textOf(tab, target, line);
  const { content, pages } = pageOf(inPages(clean(found.content)), page);
  const title = await tab.live.handled(tab.page.title(), line, 'none');
  return { url: tab.page.url(), title, content, page, pages, ...(found.capped ? { capped: true } : {}) };
}

interface Found {
  content: string;
  capped: boolean;
}

async function markupOf(tab: Tab, deadline: Deadline): Promise<Found> {
  const { world } = await tab.live.frames.main(deadline);
  const { html, capped } = await world.call(deadline, 'readSource');
  return { content: html, capped };
}

async function textOf(tab: Tab, target: Target | undefined, deadline: Deadline): Promise<Found> {
  const root = target && (await tab.live.find(target, deadline)).entry;
  const frame = root?.frame ?? (await tab.live.frames.main(deadline));
  const links = new Links();
  const read = await readDocuments(tab, frame, root?.id ?? null, links, deadline, { everything: true });
  if (!read) throw new Failure('stale_ref', 'The element is no longer on the page.');
  return { content: visibleText(read.blocks), capped: read.capped };
}

/** Characters on a page of the content: about as much as a model should be given at once. */
const pageSize = 24_000;

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
