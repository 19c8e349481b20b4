import { elementAt, parentOf } from '../dom/tree.js';
import type { Scrolled, ScrollRequest } from '../protocol.js';
import { identityOf } from '../refs/identity.js';
import { elementOf, idOf } from '../refs/refs.js';
import { watch } from '../settling/changes.js';
import { state } from '../state.js';
import { noteScroll } from './page-scroll.js';
import { canMove, isPage, pageScroller, scrollerOf } from './scrollers.js';

/** Where the page itself doesn't scroll, apps scroll one large box inside it. */
function mainScroller(): Element {
  const page = pageScroller();
  if (canMove(page)) return page;
  const middle = elementAt(innerWidth / 2, innerHeight / 2);
  return middle ? scrollerOf(middle) : page;
}

export function scroll(request: ScrollRequest): Scrolled | null {
  const element = request.id === undefined ? undefined : elementOf(request.id);
  if (request.id !== undefined && !element?.isConnected) return null;
  watch();
  if (request.to === 'element' && element) {
    const around = scrollersAround(element);
    const before = around.map(({ scrollLeft, scrollTop }) => ({ scrollLeft, scrollTop }));
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const movedBy = (box: Element, at: number) => ({
      dx: box.scrollLeft - (before[at]?.scrollLeft ?? 0),
      dy: box.scrollTop - (before[at]?.scrollTop ?? 0),
    });
    const at = around.findIndex((box, i) => movedBy(box, i).dx !== 0 || movedBy(box, i).dy !== 0);
    const box = around[Math.max(0, at)] ?? pageScroller();
    const { dx, dy } = at < 0 ? { dx: 0, dy: 1 } : movedBy(box, at);
    return report(box, at >= 0, dx, dy);
  }
  const scroller = element ? scrollerOf(element) : mainScroller();
  const beforeX = scroller.scrollLeft;
  const beforeY = scroller.scrollTop;
  const dx = (request.dx ?? 0) + (request.pagesX ?? 0) * scroller.clientWidth;
  const dy = (request.dy ?? 0) + (request.pagesY ?? 0) * scroller.clientHeight;
  const down = request.to ? (request.to === 'top' ? -1 : 1) : dy;
  state.targeting.lastScroll = {
    box: new WeakRef(scroller),
    at: performance.now(),
    dx,
    dy: down,
    tookPointer: takesPointer(scroller),
  };
  if (request.to === 'top') scroller.scrollTo({ top: 0, behavior: 'instant' });
  else if (request.to === 'bottom') scroller.scrollTo({ top: scroller.scrollHeight, behavior: 'instant' });
  else scroller.scrollBy({ left: dx, top: dy, behavior: 'instant' });
  const moved = beforeX !== scroller.scrollLeft || beforeY !== scroller.scrollTop;
  return report(scroller, moved, dx, down);
}

/** The boxes that scroll for an element, the nearest first and the page last. */
function scrollersAround(element: Element): Element[] {
  const found: Element[] = [];
  for (let up = parentOf(element); up; up = parentOf(up)) {
    const box = scrollerOf(up);
    if (!found.includes(box)) found.push(box);
  }
  return found.length > 0 ? found : [pageScroller()];
}

/** Where what was scrolled last is by now, since scrolling to an end often brings more. */
export function whereScrolled(): Scrolled | null {
  const { lastScroll } = state.targeting;
  const box = lastScroll?.box.deref();
  return lastScroll && box ? report(box, true, lastScroll.dx, lastScroll.dy) : null;
}

/** True if what the call under way has scrolled keeps the pointer off, as some lists do until that is over. */
export function stillScrolls(): boolean {
  const { lastScroll } = state.targeting;
  if (!lastScroll?.tookPointer || lastScroll.at < state.settling.changes.watchedAt) return false;
  const box = lastScroll.box.deref();
  return box !== undefined && !takesPointer(box);
}

function takesPointer({ firstElementChild }: Element): boolean {
  return firstElementChild === null || getComputedStyle(firstElementChild).pointerEvents !== 'none';
}

function report(scroller: Element, moved: boolean, dx: number, dy: number): Scrolled {
  const x = Math.round(scroller.scrollLeft);
  const y = Math.round(scroller.scrollTop);
  // What was asked for is told by itself.
  noteScroll();
  const endX = dx > 0 ? x >= scroller.scrollWidth - scroller.clientWidth - 1 : dx < 0 ? x <= 0 : true;
  const endY = dy > 0 ? y >= scroller.scrollHeight - scroller.clientHeight - 1 : dy < 0 ? y <= 0 : true;
  const isBox = scroller !== pageScroller() && !isPage(scroller);
  const box = isBox ? { id: idOf(scroller), ...identityOf(scroller), tag: scroller.localName } : undefined;
  return { x, y, atEnd: endX && endY, moved, ...(box ? { box } : {}) };
}

/** Moves the page itself and tells where it was. */
export function scrollPage(x: number, y: number): { x: number; y: number } {
  const was = { x: scrollX, y: scrollY };
  scrollTo({ left: x, top: y, behavior: 'instant' });
  return was;
}
