import { state } from '../../state.js';

export function titleOf(element: Element): string {
  const title = element.getAttribute('title');
  if (title?.trim()) {
    state.looking.naming.titles.set(element, title);
    return title;
  }
  const placeholder = element.getAttribute('placeholder') || element.getAttribute('aria-placeholder');
  return placeholder || titlePutAside(element);
}

/** Scripts that draw a tooltip themselves take the title away while the browser might show it, too. */
function titlePutAside(element: Element): string {
  const title = state.looking.naming.titles.get(element);
  if (title === undefined) return '';
  const isKept = [...element.attributes].some(({ value }) => value === title);
  return isKept || element.matches(':hover') ? title : '';
}
