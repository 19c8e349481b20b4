import { randomBytes } from 'node:crypto';
import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import type { LiveFrame } from '../../page/frames/frames.js';
import { WorldGone } from '../../page/frames/world.js';
import type { UnshownElement } from '../../page/shown-page.js';

interface Link {
  frame: LiveFrame;
  id: number;
}

/** The links of all documents in the order they were met, each by a stand-in that no page can write. */
export class Links {
  private readonly nonce = randomBytes(4).toString('hex');
  private readonly all: Link[] = [];

  /** Adds a document's links; gives the stand-in of each by its number in that document. */
  add(frame: LiveFrame, ids: readonly number[]): (number: number) => string {
    const first = this.all.length;
    for (const id of ids) this.all.push({ frame, id });
    return (number) => `@l${this.nonce}-${first + number}`;
  }

  /** The stand-ins in a text, with the links they stand for. */
  in(text: string): Map<string, Link> {
    const found = new Map<string, Link>();
    for (const [standIn, number] of text.matchAll(new RegExp(`@l${this.nonce}-(\\d+)`, 'g'))) {
      const link = this.all[Number(number)];
      if (link) found.set(standIn, link);
    }
    return found;
  }
}

/** Gives the links on this page of the content their refs; the others cost nothing. */
export async function withRefs(
  tab: Tab,
  text: string,
  links: Links,
  deadline: Deadline,
): Promise<{ text: string; links: Record<string, string> }> {
  const standIns = links.in(text);
  if (standIns.size === 0) return { text, links: {} };
  const byFrame = new Map<LiveFrame, number[]>();
  for (const { frame, id } of standIns.values()) byFrame.set(frame, [...(byFrame.get(frame) ?? []), id]);
  const found: (UnshownElement & { url: string })[] = [];
  for (const [frame, ids] of byFrame) {
    const described = await frame.world.call(deadline, 'describeLinks', ids).catch(noneIfGone);
    found.push(...described.map((link) => ({ ...link, frame })));
  }
  const refs = await tab.live.showRefs(found, deadline);
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
function noneIfGone(thrown: unknown): [] {
  if (thrown instanceof WorldGone) return [];
  throw thrown;
}
