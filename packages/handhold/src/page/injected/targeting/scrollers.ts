import { parentOf, rootElement } from '../dom/tree.js';

/** The boxes that move when one scrolls: the window, or a box in it. */

/** True if its overflow is that of the window: the body has one of its own only where the root has, too. */
export function isPage(element: Element): boolean {
  const root = rootElement();
  if (element === root || element === document.scrollingElement) return true;
  return element === document.body && getComputedStyle(root).overflowX === 'visible';
}

/** The root of the document, or its body where that scrolls in its place. */
export function pageScroller(): Element {
  const root = document.scrollingElement ?? rootElement();
  const { body } = document;
  return body && !canMove(root) && !isPage(body) && scrolls(body) ? body : root;
}

export function canMove(element: Element): boolean {
  return element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
}

function scrolls(element: Element): boolean {
  const sideways =
    element.scrollWidth > element.clientWidth + 1 &&
    /auto|scroll|overlay/.test(getComputedStyle(element).overflowX);
  return sideways || scrollsDown(element);
}

export function scrollsDown(element: Element): boolean {
  return (
    element.scrollHeight > element.clientHeight + 1 &&
    /auto|scroll|overlay/.test(getComputedStyle(element).overflowY)
  );
}

/** The box that scrolls for an element: itself, the one around it, or the page. */
export function scrollerOf(element: Element): Element {
  for (let up: Element | null = element; up && up !== document.body; up = parentOf(up)) {
    if (up !== document.documentElement && scrolls(up)) return up;
  }
  return pageScroller();
}
