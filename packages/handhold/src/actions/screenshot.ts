import type { Session } from '../browser/session.js';
import type { Tab } from '../browser/tab.js';
import type { Deadline } from '../deadline.js';
import { Failure, firstLine } from '../errors.js';
import type { Box } from '../page/injected/protocol.js';
import type { ScreenshotAction } from './action.js';
import { hideValues } from './hide-values.js';
import { refuseIfBlocked } from './outcome.js';

export interface Screenshot {
  base64: string;
  mimeType: 'image/png' | 'image/jpeg';
  dimensions: { width: number; height: number };
  viewport: { width: number; height: number };
  /** Set when a very long page was cut. */
  clipped?: boolean;
}

/** Models scale larger images down by themselves, which would make coordinates and small print unreliable. */
const longestEdge = 1568;
/** A long page is shown at least at this scale, and cut below. */
const smallestScale = 0.25;

export async function screenshot(
  action: ScreenshotAction,
  session: Session,
  deadline: Deadline,
): Promise<Screenshot> {
  const tab = session.current();
  refuseIfBlocked(tab);
  const line = deadline.interruptedBy(tab);
  const back = action.fullPage ? await scrollToTop(tab, line) : undefined;
  const area = await areaOf(tab, action, line);
  const scale = Math.max(Math.min(1, longestEdge / Math.max(area.box.width, area.box.height)), smallestScale);
  const height = Math.min(area.box.height, longestEdge / scale);
  const width = Math.min(area.box.width, longestEdge / scale);
  const marked = action.annotate ? await markRefs(tab, line, action.fullPage) : undefined;
  const showAgain = tab.live.hidden.length > 0 ? await hideValues(tab, tab.live.hidden, line) : undefined;
  const capture = () =>
    tab.live.cdp.send('Page.captureScreenshot', {
      format: action.format,
      ...(action.format === 'jpeg' ? { quality: action.quality } : {}),
      clip: { x: area.box.x, y: area.box.y, width, height, scale },
      captureBeyondViewport: area.isBeyondView,
    });
  const captured = async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await capture();
      } catch (thrown) {
        // For a moment while a page is being drawn for the first time the browser has no picture of it.
        if (tries === mostTries || !firstLine(thrown).includes('Unable to capture screenshot')) throw thrown;
        const { world } = await tab.live.frames.main(line);
        await world.call(line, 'drawn');
      }
    }
  };
  const take = async () => (await tab.live.handled(captured(), line, 'none')).data;
  try {
    const hasFrames = await framesDrawn(tab, line);
    const data = hasFrames && area.isBeyondView ? await takeTillSame(take) : await take();
    return {
      base64: data,
      mimeType: action.format === 'png' ? 'image/png' : 'image/jpeg',
      dimensions: imageSize(data, action.format) ?? {
        width: Math.round(width * scale),
        height: Math.round(height * scale),
      },
      viewport: area.viewport,
      ...(height < area.box.height || width < area.box.width ? { clipped: true } : {}),
    };
  } finally {
    await showAgain?.();
    if (marked) await marked();
    if (back) await back();
  }
}

/**
 * A picture has the page's own process draw what is new, but takes from other processes what these have drawn last: a
 * frame there may be blank yet, or show what is hidden by now. Drawn it is when the next frame begins. Tells whether there
 * are such frames.
 */
async function framesDrawn(tab: Tab, deadline: Deadline): Promise<boolean> {
  if (tab.page.frames().length <= 1) return false;
  const main = await tab.live.frames.main(deadline);
  const children = await tab.live.frames.children(main, deadline);
  const elsewhere = children.filter(({ world }) => world.cdp !== main.world.cdp);
  await Promise.all(
    elsewhere.map(async ({ world }) => {
      const line = deadline.atMost(drawTime);
      for (let frames = 0; frames < 2; frames++)
        await world.call(line, 'drawn').catch(() => deadline.check());
    }),
  );
  return elsewhere.length > 0;
}

const mostTries = 4;
const mostTaken = 4;

/** For what is out of view, frames of other processes have to draw themselves anew, and are blank where that takes too long. */
async function takeTillSame(take: () => Promise<string>): Promise<string> {
  let last = await take();
  for (let taken = 1; taken < mostTaken; taken++) {
    const next = await take();
    if (next === last) break;
    last = next;
  }
  return last;
}

/** Frames out of sight draw nothing; too short a time for one that is busy to be taken for hanging. */
const drawTime = 400;

interface Area {
  box: Box;
  viewport: { width: number; height: number };
  isBeyondView: boolean;
}

/** What part of the document to take, in its own coordinates. */
async function areaOf(tab: Tab, action: ScreenshotAction, deadline: Deadline): Promise<Area> {
  if (action.ref !== undefined) await tab.live.aim({ ref: action.ref }, 'none', deadline);
  const measured = tab.live.cdp.send('Page.getLayoutMetrics');
  const metrics = await tab.live.handled(measured, deadline, 'none');
  const { clientWidth, clientHeight, pageX, pageY } = metrics.cssVisualViewport;
  const viewport = { width: Math.round(clientWidth), height: Math.round(clientHeight) };
  const of = (box: Box): Area => ({
    box,
    viewport,
    isBeyondView:
      box.x < pageX ||
      box.y < pageY ||
      box.x + box.width > pageX + viewport.width ||
      box.y + box.height > pageY + viewport.height,
  });
  if (viewport.width < 1 || viewport.height < 1)
    throw new Failure('execution_error', 'The page has no visible area to take a picture of.');
  if (action.ref !== undefined) {
    const view = await tab.live.look(deadline);
    const number = Number(action.ref.replace(/^@?e/, ''));
    const box = view.nodes.find((node) => node.ref === number)?.box;
    if (!box) throw new Failure('element_not_visible', `${action.ref} can not be seen.`);
    return of({
      x: box.x + pageX,
      y: box.y + pageY,
      width: Math.max(1, box.width),
      height: Math.max(1, box.height),
    });
  }
  if (!action.fullPage) return of({ x: pageX, y: pageY, ...viewport });
  const { width, height } = metrics.cssContentSize;
  return of({
    x: 0,
    y: 0,
    width: Math.max(width, viewport.width),
    height: Math.max(height, viewport.height),
  });
}

/** Bars that stick to the window would otherwise stand in the middle of a long picture. */
async function scrollToTop(tab: Tab, deadline: Deadline): Promise<() => Promise<void>> {
  const { world } = await tab.live.frames.main(deadline);
  const was = await world.call(deadline, 'scrollPage', 0, 0);
  return async () => {
    await world.call(deadline, 'scrollPage', was.x, was.y).catch(() => undefined);
  };
}

/** Draws refs on the page and gives back how to take them off again. */
async function markRefs(tab: Tab, deadline: Deadline, whole: boolean): Promise<() => Promise<void>> {
  const view = await tab.live.look(deadline);
  tab.live.show(view, { interactiveOnly: true, maxElements: 1000 });
  const frames = new Map<(typeof view.nodes)[number]['frame'], { id: number; label: string }[]>();
  for (const node of view.nodes) {
    if (node.kind !== 'element' || node.ref === undefined || node.coveredBy !== undefined) continue;
    frames.set(node.frame, [...(frames.get(node.frame) ?? []), { id: node.id, label: `@e${node.ref}` }]);
  }
  await Promise.all(
    [...frames].map(([frame, labels]) =>
      frame.world.call(deadline, 'showLabels', labels, whole).catch(() => 0),
    ),
  );
  return async () => {
    await Promise.all(
      [...frames.keys()].map((frame) => frame.world.call(deadline, 'hideLabels').catch(() => undefined)),
    );
  };
}

/** Reads the real size from the image itself. */
function imageSize(base64: string, format: 'jpeg' | 'png'): { width: number; height: number } | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (format === 'png') return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
