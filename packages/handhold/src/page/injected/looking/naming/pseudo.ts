import { shadowOf } from '../../dom/tree.js';
import { ignoreStyleSheets, styleFacts, treeFacts } from '../visibility/style-sheets.js';
import { withoutGlyphs } from './icon-fonts.js';

/** Text that style sheets put before and after elements. */

/** True if any rule may add text to this element. */
export function mayHaveContent(element: Element): boolean {
  const content = contentAround(element);
  if (content === '') return false;
  if (content === undefined) return true;
  try {
    return element.matches(content);
  } catch {
    ignoreStyleSheets();
    return true;
  }
}

/** True if any rule may add text to what is in this element, of which the rules for the element itself are known. */
export function mayHaveContentInside(element: Element): boolean {
  const content = contentAround(element);
  if (content === '') return false;
  return content === undefined || element.querySelector(content) !== null;
}

/** Selects what rules may add text to where an element stands; undefined where that can't be told. */
function contentAround(element: Element): string | undefined {
  const root = element.getRootNode();
  if (root === document) return styleFacts()?.content;
  const content = root instanceof ShadowRoot ? treeFacts(root)?.content : undefined;
  // What is passed on to another tree, or has one, is styled by that too, and parts of one are from outside.
  if (content === undefined || shadowOf(element) || element.assignedSlot) return undefined;
  return content === '' ? '[part]' : `[part],${content}`;
}

export function pseudoText(element: Element, which: '::before' | '::after'): string {
  const style = getComputedStyle(element, which);
  const content = style.content;
  if (content === 'none' || content === 'normal' || content === '') return '';
  // Icon fonts put private-use characters here.
  const text = withoutGlyphs(contentText(content));
  if (text === '' || style.visibility !== 'visible') return '';
  if (style.display === 'none') return '';
  return style.display === 'inline' || style.display === 'contents' ? text : ` ${text} `;
}

/** The strings of a content property, those after the slash where there is one. */
function contentText(content: string): string {
  let text = '';
  for (const [part] of content.matchAll(/"(?:[^"\\]|\\.)*"|[^"/(]+|\([^)]*\)|\//g)) {
    if (part === '/') text = '';
    else if (part.startsWith('"')) text += part.slice(1, -1).replace(/\\(.)/g, '$1');
  }
  return text;
}

const bullets: Record<string, string> = { disc: '• ', circle: '◦ ', square: '▪ ' };

/** The marker before a list item. */
export function markerText(element: Element): string {
  const style = getComputedStyle(element);
  if (style.display !== 'list-item') return '';
  const content = getComputedStyle(element, '::marker').content;
  if (content !== 'normal' && content !== '') return content === 'none' ? '' : contentText(content);
  const type = style.listStyleType;
  if (type === 'decimal') return `${ordinalOf(element)}. `;
  return bullets[type] ?? (type.startsWith('"') ? type.slice(1, -1) : '');
}

function ordinalOf(element: Element): number {
  const list = element.parentElement;
  let ordinal = list instanceof HTMLOListElement ? list.start : 1;
  for (const item of list?.children ?? []) {
    if (!(item instanceof HTMLLIElement)) continue;
    if (item.hasAttribute('value')) ordinal = item.value;
    if (item === element) break;
    ordinal += 1;
  }
  return ordinal;
}
