import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import type { LiveFrame } from '../page/frames.js';
import type { ReadBlock } from '../page/injected/protocol.js';
import type { Introduced } from '../page/live-page.js';
import { escapeHtml, paginate, type WrittenBlock, writeMarkdown, writeText } from '../page/reading.js';
import { WorldGone } from '../page/world.js';
import type { ImagesAction, ReadAction } from './data-action.js';
import { navigate } from './navigate.js';
import { refuseIfBlocked } from './outcome.js';

export interface ReadReport {
  url: string;
  title: string;
  /** HTTP status, where the page was opened by this call. */
  status?: number;
  content: string;
  page: number;
  pages: number;
  /** Where the links on this page of the content lead, by ref. */
  links: Record<string, string>;
  /** The document was too large to be read to its end. */
  capped?: boolean;
}

const maxLinks = 500;

/** Reads the current page, or one that is opened for it in the same call. */
export async function read(action: ReadAction, session: Session, deadline: Deadline): Promise<ReadReport> {
  let status: number | undefined;
  if (action.url !== undefined) {
    const arrived = await navigate(
      { type: 'navigate', url: action.url, waitUntil: 'load', snapshot: false, timeout: action.timeout },
      session,
      deadline,
    );
    status = arrived.status;
    if (arrived.download)
      throw new Failure(
        'execution_error',
        `The address is a file, which is being downloaded as ${arrived.download.id}.`,
        {
          hint: 'Save it with browser_downloads; the page before is still open.',
          sideEffect: 'done',
        },
      );
  }
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const found = await content(tab, action, line);
  const pages = paginate(found.parts, action.maxTokens, action.format === 'markdown' ? '\n\n' : '\n');
  if (action.page > Math.max(1, pages.length))
    throw new Failure(
      'action_validation_error',
      `There is no page ${action.page}: the content has ${Math.max(1, pages.length)}.`,
    );
  const shown = pages[action.page - 1] ?? '';
  return {
    url: found.url,
    title: found.title,
    ...(status === undefined ? {} : { status }),
    content: shown,
    page: action.page,
    pages: Math.max(1, pages.length),
    links: linksIn(shown, found.links),
    ...(found.capped ? { capped: true } : {}),
  };
}

interface Content {
  url: string;
  title: string;
  parts: string[];
  links: Map<string, string>;
  capped: boolean;
}

function linksIn(text: string, links: Map<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, ref = ''] of text.matchAll(/\]\((@e\d+)\)/g)) {
    const url = links.get(ref);
    if (url && Object.keys(found).length < maxLinks) found[ref] = url;
  }
  return found;
}

async function content(tab: Tab, action: ReadAction, deadline: Deadline): Promise<Content> {
  const main = await tab.live.frames.main(deadline);
  const at =
    action.ref === undefined ? undefined : (await tab.live.find({ ref: action.ref }, deadline)).entry;
  const frame = at?.frame ?? main;
  try {
    if (action.format === 'html') {
      const answer = await frame.world.call(deadline, 'readHtml', at?.id ?? null);
      if (!answer) throw gone(action.ref);
      const title = await deadline.race(tab.page.title());
      const parts = escapeHtml(answer.html).split('\n');
      return { url: tab.page.url(), title, parts, links: new Map(), capped: answer.capped };
    }
    const documents = await readDocuments(tab, frame, at?.id ?? null, deadline);
    if (!documents) throw gone(action.ref);
    const refs = await tab.live.introduceAll(documents.links, deadline);
    const blocks = documents.blocks.map(
      ({ block, first }): WrittenBlock => ({ ...block, refs: refs.slice(first.from, first.to) }),
    );
    const links = new Map(documents.links.map(({ url }, i) => [refs[i] ?? '', url]));
    return {
      url: tab.page.url(),
      title: documents.title,
      parts: action.format === 'text' ? writeText(blocks) : writeMarkdown(blocks),
      links,
      capped: documents.capped,
    };
  } catch (thrown) {
    if (thrown instanceof WorldGone && at) throw gone(action.ref);
    throw thrown;
  }
}

interface Documents {
  title: string;
  blocks: { block: ReadBlock; first: { from: number; to: number } }[];
  links: (Introduced & { url: string })[];
  capped: boolean;
}

/** A document with those of its frames in their places; a frame that does not answer is left out. */
async function readDocuments(
  tab: Tab,
  frame: LiveFrame,
  root: number | null,
  deadline: Deadline,
  depth = 0,
): Promise<Documents | undefined> {
  const own = await frame.world.call(deadline, 'read', root);
  if (!own) return undefined;
  const result: Documents = {
    title: own.title,
    blocks: [],
    links: own.links.map((link) => ({ ...link, frame })),
    capped: own.capped,
  };
  const range = { from: 0, to: own.links.length };
  const needed = own.blocks.some(({ kind }) => kind === 'frame') && depth < 3;
  const children = needed
    ? await tab.live.frames.children(await tab.live.frames.main(deadline), deadline)
    : [];
  for (const block of own.blocks) {
    if (block.kind !== 'frame') {
      result.blocks.push({ block, first: range });
      continue;
    }
    const child = children.find(
      (candidate) => candidate.parent?.world === frame.world && candidate.owner === block.frame,
    );
    const inner = child
      ? await readDocuments(tab, child, null, deadline.atMost(1000), depth + 1).catch(() => undefined)
      : undefined;
    deadline.check();
    if (!inner) continue;
    const shift = result.links.length;
    result.links.push(...inner.links);
    for (const { block: innerBlock, first } of inner.blocks)
      result.blocks.push({ block: innerBlock, first: { from: first.from + shift, to: first.to + shift } });
  }
  return result;
}

function gone(ref: string | undefined): Failure {
  return new Failure('stale_ref', `${ref ?? 'The element'} is no longer on the page.`);
}

export interface ImageReport {
  ref: string;
  src: string;
  alt: string;
  /** As shown, in CSS pixels. */
  width: number;
  height: number;
  /** Of the picture itself. */
  naturalWidth: number;
  naturalHeight: number;
  frame?: string;
}

export async function images(
  _action: ImagesAction,
  session: Session,
  deadline: Deadline,
): Promise<{ images: ImageReport[] }> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const main = await tab.live.frames.main(line);
  const frames = [main, ...(await tab.live.frames.children(main, line))];
  const answers = await Promise.all(
    frames.map(async (frame) => {
      const own = frame === main ? line : line.atMost(1000);
      const found = await frame.world.call(own, 'images').catch((thrown: unknown) => {
        if (frame === main) throw thrown;
        return [];
      });
      return found.map((image) => ({ ...image, frame }));
    }),
  );
  const found = answers.flat();
  const refs = await tab.live.introduceAll(found, line);
  return {
    images: found.map(({ src, alt, width, height, naturalWidth, naturalHeight, frame }, i) => ({
      ref: refs[i] ?? '',
      src,
      alt,
      width,
      height,
      naturalWidth,
      naturalHeight,
      ...(frame.parent ? { frame: frame.url } : {}),
    })),
  };
}
