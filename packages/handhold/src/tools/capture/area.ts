import type { Tab } from '../../browser/tab.js';
import type { Deadline } from '../../deadline.js';
import { Failure } from '../../errors.js';
import type { Box } from '../../page/injected/protocol.js';
import { parseRef } from '../../page/refs/ref.js';
import { looking } from '../../page/targeting/second-check.js';

/** A part of the document, in its own coordinates. */
export interface Area {
  box: Box;
  viewport: { width: number; height: number };
  isBeyondView: boolean;
}

/** The area of an element, of the whole page, or of what is in view. */
export async function areaOf(
  tab: Tab,
  { ref, fullPage }: { ref?: string | undefined; fullPage: boolean },
  deadline: Deadline,
): Promise<Area> {
  if (ref !== undefined) await tab.live.aim({ ref }, 'none', looking(deadline));
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
  if (ref !== undefined) {
    const { x, y, width, height } = await boxOf(ref, tab, deadline);
    return of({ x: x + pageX, y: y + pageY, width: Math.max(1, width), height: Math.max(1, height) });
  }
  if (!fullPage) return of({ x: pageX, y: pageY, ...viewport });
  const { width, height } = metrics.cssContentSize;
  return of({
    x: 0,
    y: 0,
    width: Math.max(width, viewport.width),
    height: Math.max(height, viewport.height),
  });
}

/** The box of an element in the viewport. */
async function boxOf(ref: string, tab: Tab, deadline: Deadline): Promise<Box> {
  const view = await tab.live.look(deadline);
  const number = parseRef(ref);
  const box = view.nodes.find((node) => node.ref !== undefined && node.ref === number)?.box;
  if (!box) throw new Failure('element_not_visible', `${ref} can not be seen.`);
  return box;
}
