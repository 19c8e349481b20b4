import { randomBytes } from 'node:crypto';
import type { Stage } from '../acting/stage.js';
import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure } from '../errors.js';
import type { LiveFrame } from '../page/frames/frames.js';
import { WorldGone } from '../page/frames/world.js';
import { openClosedRoots } from '../page/looking/perceive.js';
import {
  type Part,
  paginate,
  type WrittenBlock,
  writeHtml,
  writeMarkdown,
  writeText,
} from '../page/looking/reading.js';
import type { Introduced } from '../page/shown-page.js';
import type { ReadAction } from './action.js';
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

/** Reads the current page, or one that is opened for it in the same call. */
export async function read(
  action: ReadAction,
  session: Session,
  deadline: Deadline,
  { clean }: Stage,
): Promise<ReadReport> {
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
  // A secret that is cut in two by the end of a page would be known by neither half.
  const parts = found.parts.map(({ gap, text }) => ({ gap, text: clean(text) }));
  const pages = paginate(parts, action.maxTokens);
  const count = Math.max(1, pages.length);
  if (action.page > count)
    throw new Failure(
      'action_validation_error',
      `There is no page ${action.page}: the content has ${count}.`,
    );
  const { text, links } = await withRefs(tab, pages[action.page - 1] ?? '', found.links, line);
  return {
    url: found.url,
    title: found.title,
    ...(status === undefined ? {} : { status }),
    content: text,
    page: action.page,
    pages: count,
    links,
    ...(found.capped ? { capped: true } : {}),
  };
}

interface Content {
  url: string;
  title: string;
  parts: Part[];
  links: Links;
  capped: boolean;
}

/** The links of all documents in the order they were met, each by a stand-in that no page can write. */
export class Links {
  private readonly nonce = randomBytes(4).toString('hex');
  private readonly known: { frame: LiveFrame; id: number }[] = [];

  /** Takes note of a document's links; gives what each is called until its ref is known. */
  add(frame: LiveFrame, ids: readonly number[]): (number: number) => string {
    const first = this.known.length;
    for (const id of ids) this.known.push({ frame, id });
    return (number) => `@l${this.nonce}-${first + number}`;
  }

  /** The stand-ins in a text, with the links they stand for. */
  in(text: string): Map<string, { frame: LiveFrame; id: number }> {
    const found = new Map<string, { frame: LiveFrame; id: number }>();
    for (const [standIn, number] of text.matchAll(new RegExp(`@l${this.nonce}-(\\d+)`, 'g'))) {
      const link = this.known[Number(number)];
      if (link) found.set(standIn, link);
    }
    return found;
  }
}

/** Gives the links on this page of the content their refs; the others cost nothing. */
async function withRefs(
  tab: Tab,
  text: string,
  links: Links,
  deadline: Deadline,
): Promise<{ text: string; links: Record<string, string> }> {
  const standIns = links.in(text);
  if (standIns.size === 0) return { text, links: {} };
  const byFrame = new Map<LiveFrame, number[]>();
  for (const { frame, id } of standIns.values()) byFrame.set(frame, [...(byFrame.get(frame) ?? []), id]);
  const found: (Introduced & { url: string })[] = [];
  for (const [frame, ids] of byFrame) {
    const described = await frame.world.call(deadline, 'describeLinks', ids).catch(orNothing);
    found.push(...described.map((link) => ({ ...link, frame })));
  }
  const refs = await tab.live.introduceAll(found, deadline);
  const refOf = new Map(found.map(({ frame, id }, i) => [`${frame.world.frameId} ${id}`, refs[i]]));
  const urls: Record<string, string> = {};
  found.forEach(({ url }, i) => {
    if (url) urls[refs[i] ?? ''] = url;
  });
  const written = text.replace(/\]\((@l[0-9a-f]{8}-\d+)\)/g, (whole, standIn: string) => {
    const link = standIns.get(standIn);
    if (!link) return whole;
    const ref = refOf.get(`${link.frame.world.frameId} ${link.id}`);
    return ref === undefined ? ']' : `](${ref})`;
  });
  return { text: written, links: urls };
}

/** A document that went away meanwhile has no links any more. */
function orNothing(thrown: unknown): [] {
  if (thrown instanceof WorldGone) return [];
  throw thrown;
}

async function content(tab: Tab, action: ReadAction, deadline: Deadline): Promise<Content> {
  const main = await tab.live.frames.main(deadline);
  const at =
    action.ref === undefined ? undefined : (await tab.live.find({ ref: action.ref }, deadline)).entry;
  const frame = at?.frame ?? main;
  const links = new Links();
  try {
    if (action.format === 'html') {
      const answer = await frame.world.call(deadline, 'readHtml', at?.id ?? null);
      if (!answer) throw gone(action.ref);
      const title = await tab.live.handled(tab.page.title(), deadline, 'none');
      const parts = writeHtml(answer.html);
      return { url: tab.page.url(), title, parts, links, capped: answer.capped };
    }
    const documents = await readDocuments(tab, frame, at?.id ?? null, links, deadline);
    if (!documents) throw gone(action.ref);
    const { title, blocks, capped } = documents;
    const parts = action.format === 'text' ? writeText(blocks) : writeMarkdown(blocks);
    return { url: tab.page.url(), title, parts, links, capped };
  } catch (thrown) {
    if (thrown instanceof WorldGone && at) throw gone(action.ref);
    throw thrown;
  }
}

interface Documents {
  title: string;
  blocks: WrittenBlock[];
  capped: boolean;
}

/** A document with those of its frames in their places; a frame that does not answer is left out. */
export async function readDocuments(
  tab: Tab,
  frame: LiveFrame,
  root: number | null,
  links: Links,
  deadline: Deadline,
  { everything = false, depth = 0 } = {},
): Promise<Documents | undefined> {
  await openClosedRoots(frame.world, deadline);
  const own = await frame.world.call(deadline, 'read', root, everything);
  if (!own) return undefined;
  const result: Documents = { title: own.title, blocks: [], capped: own.capped };
  const link = links.add(frame, own.links);
  const needed = own.blocks.some(({ kind }) => kind === 'frame') && depth < 3;
  const children = needed
    ? await tab.live.frames.children(await tab.live.frames.main(deadline), deadline)
    : [];
  for (const block of own.blocks) {
    if (block.kind !== 'frame') {
      result.blocks.push({ ...block, link });
      continue;
    }
    const child = children.find(
      (candidate) => candidate.parent?.world === frame.world && candidate.owner === block.frame,
    );
    const inner = child
      ? await readDocuments(tab, child, null, links, deadline.atMost(1000), {
          everything,
          depth: depth + 1,
        }).catch(() => undefined)
      : undefined;
    deadline.check();
    if (inner) result.blocks.push(...inner.blocks);
  }
  return result;
}

function gone(ref: string | undefined): Failure {
  return new Failure('stale_ref', `${ref ?? 'The element'} is no longer on the page.`);
}
